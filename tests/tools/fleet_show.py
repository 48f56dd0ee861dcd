"""A fleet on a cluster of several nodes on this machine, in which a node and the driver are killed;
then how its speed goes with its workers.

    python -m tests.tools.fleet_show faults --sites 300 --hostile 20 --nodes 4
    python -m tests.tools.fleet_show speed --sites 24 --latency 1
    python -m tests.tools.fleet_show share --sites 300
    python -m tests.tools.fleet_show costs

Prints one JSON object. Needs the extra `fleet`, and Linux.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import resource
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from PIL import Image

from auditor.bench.fleet import busy_share, makespan, site_seconds
from auditor.clock import now
from auditor.commands.fleet_sites import SitePlan
from auditor.fleet.data_set import open_data
from auditor.fleet.drive import FleetLimits, FleetProgress, drive
from auditor.fleet.on_ray import RayCrew, RayPlace
from auditor.fleet.records import SCAN, FleetInfo, begin_fleet, figures_of_all, skipped_sites
from auditor.fleet.sites import ListedSite
from auditor.fleet.storage import Storage
from auditor.fleet.work import SiteTask, read_site
from auditor.results import NO_MODEL
from auditor.scan.options import ScanOptions
from auditor.scan.run import scan
from auditor.store.writer import ScanInfo, Store
from models.encoder import load
from tests.tools.many_sites import PAGES, ManySites, served, small_sites
from tests.tools.scan_rows import rows

PLAN = SitePlan("list", {"static": True, "timeout": 10.0, "max_time": 120.0})


def bare(task: SiteTask, path: Path) -> None:
    """The scan of a site without a fleet."""
    info = ScanInfo(task.options.targets, now(), "0", NO_MODEL, {})
    with Store(path) as store:
        store.begin(info)
        asyncio.run(scan(task.options, store, None, named=task.named))


@contextmanager
def cluster_of(nodes: int) -> Iterator[tuple[Any, list[Any]]]:
    """A cluster of Ray with one CPU a node, and the nodes that may be killed."""
    from ray.cluster_utils import Cluster

    size = {"num_cpus": 1, "object_store_memory": 100_000_000}
    cluster = Cluster(initialize_head=True, head_node_args={**size, "include_dashboard": False})
    try:
        yield cluster, [cluster.add_node(**size) for _ in range(nodes - 1)]
    finally:
        cluster.shutdown()


def resident(pid: int) -> int:
    """Kilobytes."""
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1])
    return 0


def faults(asked: argparse.Namespace, folder: Path) -> dict[str, Any]:
    """Every site done or given up, whatever was killed."""
    sites = small_sites(asked.sites, hostile=asked.hostile, latency=asked.latency, seed=asked.seed)
    out, listed = folder / "out", folder / "sites.txt"
    found: dict[str, Any] = {"sites": asked.sites, "hostile": asked.hostile, "nodes": asked.nodes}
    with served(sites) as many, cluster_of(asked.nodes) as (cluster, nodes):
        listed.write_text("\n".join(many.urls))
        command = [sys.executable, "-m", "app", "fleet", "run", str(listed), "--out", str(out)]
        command += ["--static", "--timeout", "10", "--max-time", "120", "--progress", "json"]
        command += ["--address", cluster.address, "--workers", str(asked.nodes)]
        command += ["--no-score"] if not asked.score else ["--no-ocr", "--scorers", "1"]
        start = time.monotonic()
        kills = [
            (asked.sites // 3, lambda driver: cluster.remove_node(nodes[0], allow_graceful=False)),
            (asked.sites // 2, lambda driver: driver.send_signal(signal.SIGKILL)),
        ]
        memory: dict[int, int] = {}
        while _driven(command, kills, memory):
            pass
        found["seconds"] = round(time.monotonic() - start, 1)
        found["driver_kb_by_sites"] = memory
        found |= _checked(many, Storage(str(out)), asked.compare, folder)
    begun = time.monotonic()
    report = [sys.executable, "-m", "app", "fleet", "report", str(out)]
    subprocess.run([*report, "--output", str(folder / "report.html")], check=True)
    found["report_seconds"] = round(time.monotonic() - begun, 2)
    return found


def _driven(command: Sequence[str], kills: list[Any], memory: dict[int, int]) -> bool:
    """Whether the driver was killed."""
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as driver:
        assert driver.stderr is not None
        for line in driver.stderr:
            if not line.startswith("{"):
                print(line, end="", file=sys.stderr)
                continue
            event = json.loads(line)
            ended = event["done"] + event["skipped"]
            if event["event"] not in ("done", "running"):
                print(line, end="", file=sys.stderr)
            if ended % 50 == 0 and ended:
                memory.setdefault(ended, resident(driver.pid))
            if kills and ended >= kills[0][0]:
                kills.pop(0)[1](driver)
    return driver.returncode == -signal.SIGKILL


def _checked(many: ManySites, storage: Storage, compare: int, folder: Path) -> dict[str, Any]:
    done = {each.url: each for each in figures_of_all(storage)}
    skipped = {each.url: each for each in skipped_sites(storage)}
    with open_data(storage) as data:
        asked = "select site, count(*), count(distinct rank) from uses group by site"
        counted = {site: (every, once) for site, every, once in data.ask(asked)[1]}
    twice = [key for key, (every, once) in counted.items() if every != once]
    wrong = [each.key for each in done.values() if counted.get(each.key, (0, 0))[0] != _uses(each)]
    assert storage.folder is not None
    tame = [n for n, site in enumerate(many.sites) if not site.hostile]
    differ = []
    for number in tame[:: max(1, len(tame) // compare)][:compare]:
        task = PLAN(ListedSite(many.url(number)))
        path = folder / f"alone-{number}.db"
        bare(task, path)
        if rows(path) != rows(storage.folder / SCAN.format(task.key)):
            differ.append(task.key)
    return {
        "done": len(done),
        "given_up": sorted(f"{url}: {each.reason}" for url, each in skipped.items()),
        "unread": sorted(f"{e.url}: {e.reason}" for e in done.values() if e.unread),
        "neither": [url for url in many.urls if url not in done and url not in skipped],
        "both": sorted(done.keys() & skipped.keys()),
        "tame_not_whole": [
            many.url(n) for n in tame if many.url(n) not in done or done[many.url(n)].pages != 6
        ],
        "rows_twice": twice,
        "rows_missing": wrong,
        "compared": compare,
        "differ_from_a_scan_alone": differ,
    }


def _uses(figures: Any) -> int:
    return sum(figures.counts.values())


def speed(asked: argparse.Namespace, folder: Path) -> dict[str, Any]:
    """Seconds for all sites: one after the other without a fleet, then with workers; each beside
    the simulation of auditor.bench.fleet."""
    sites = small_sites(asked.sites, latency=asked.latency, seed=asked.seed)
    found: dict[str, Any] = {"sites": asked.sites, "mean_latency": asked.latency}
    with served(sites) as many:
        bare(PLAN(ListedSite(many.url(0))), folder / "warm.db")
        cpu, begun, alone = time.process_time(), os.getloadavg(), []
        for number, url in enumerate(many.urls):
            start = time.monotonic()
            bare(PLAN(ListedSite(url)), folder / f"bare-{number}.db")
            alone.append(time.monotonic() - start)
        used = (time.process_time() - cpu) / asked.sites
        likely = [
            site_seconds(each.latency, PAGES, ScanOptions(()).concurrency, used) for each in sites
        ]
        found["load"] = begun
        found["cpu_seconds_of_a_site"] = round(used, 2)
        found["bare"] = {"seconds": round(sum(alone), 1), "simulated": round(sum(likely), 1)}
        for workers in asked.workers:
            found[f"workers_{workers}"] = _shares(
                _timed(many, workers, folder), workers, alone, likely
            )
    if "workers_1" in found:
        one = found["workers_1"]["seconds"]
        found["overhead"] = round(one / sum(alone) - 1, 3)
        for workers in asked.workers:
            of = found[f"workers_{workers}"]
            of["of_linear"] = round(one / of["seconds"] / workers, 3)
    return found


def _shares(
    timed: tuple[float, list[float]], workers: int, alone: Sequence[float], likely: Sequence[float]
) -> dict[str, Any]:
    """Where the time of the workers went. timed: seconds for all, and of each site in the order in
    which they began; alone and likely: seconds of each by itself, and simulated."""
    seconds, each = timed
    best = makespan(each, workers)
    return {
        "load": os.getloadavg(),
        "seconds": round(seconds, 1),
        "simulated": round(makespan(likely, workers), 1),
        "simulated_of_linear": round(busy_share(likely, workers), 3),
        # What follows multiplies to what is lost.
        "sites_take_longer_by": round(sum(each) / sum(alone) - 1, 3),
        "workers_wait_for_the_last_site": round(1 - busy_share(each, workers), 3),
        "between_two_sites": round(1 - best / seconds, 3),
    }


def _timed(many: ManySites, workers: int, folder: Path) -> tuple[float, list[float]]:
    """Seconds, without those in which Ray and its workers begin; and of each site."""
    with RayCrew(Storage(str(folder / "warm")), RayPlace(None, workers)) as crew:
        _drive(many.urls[:workers], crew, crew.storage)
        crew.storage = Storage(str(folder / f"out-{workers}"))
        start = time.monotonic()
        _drive(many.urls, crew, crew.storage)
        seconds = time.monotonic() - start
    read = {each.url: each.seconds for each in figures_of_all(crew.storage)}
    return seconds, [read[url] for url in many.urls]


def _drive(urls: Sequence[str], crew: RayCrew, storage: Storage) -> None:
    def told(progress: FleetProgress) -> None:
        if progress.end is not None and progress.end.figures is None:
            print(progress.end, file=sys.stderr)

    begin_fleet(storage, FleetInfo(now(), "0", NO_MODEL.name, NO_MODEL.sha256))
    drive(map(ListedSite, urls), PLAN, storage, crew, FleetLimits(), told)


def share(asked: argparse.Namespace, folder: Path) -> dict[str, Any]:
    """How often a picture is embedded that many sites share: sites of one page."""
    sites = small_sites(asked.sites, latency=0.0, seed=asked.seed, pages=1)
    os.environ["XDG_CACHE_HOME"] = str(folder / "cache")
    out = folder / "out"
    with served(sites) as many:
        (folder / "sites.txt").write_text("\n".join(many.urls))
        command = [sys.executable, "-m", "app", "fleet", "run", str(folder / "sites.txt")]
        command += ["--out", str(out), "--static", "--no-ocr", "--workers", "2", "--scorers", "1"]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    with open_data(Storage(str(out))) as data:
        asked_for = (
            "select count(*), count(distinct picture_sha256), count(distinct name) from uses"
        )
        ((uses, pictures, texts),) = data.ask(asked_for)[1]
    said = [line for line in done.stderr.splitlines() if line.startswith("Embedded")]
    return {"uses": uses, "different_pictures": pictures, "different_texts": texts, "said": said}


def costs(asked: argparse.Namespace, folder: Path) -> dict[str, Any]:
    """Seconds of CPU and bytes; the sites are served by another process."""
    found: dict[str, Any] = {}
    for name, static in (("static", True), ("browser", False)):
        few, many = ((_cpu_of(static, pages, 4, folder)) for pages in (2, 12))
        found[f"{name}_page"] = (many["cpu"] - few["cpu"]) / 10
        found[f"{name}_site"] = few["cpu"] - 2 * found[f"{name}_page"]
        uses = (many["uses"] - few["uses"]) or 1
        found[f"{name}_scan_bytes"] = (many["bytes"] - few["bytes"]) / uses
        found[f"{name}_parquet_bytes"] = (many["parquet"] - few["parquet"]) / uses
    return found | _embedding()


def _cpu_of(static: bool, pages: int, number: int, folder: Path) -> dict[str, float]:
    """Means of a site of so many pages."""
    command = [sys.executable, "-m", "tests.tools.many_sites", "--sites", str(number)]
    command += ["--latency", "0", "--pages", str(pages)]
    server = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert server.stdout is not None
    urls = [server.stdout.readline().strip() for _ in range(number)]
    plan = SitePlan("list", {"static": static, "timeout": 60.0})
    storage = Storage(str(folder / f"{static}-{pages}"))
    before = _cpu()
    sizes = [read_site(plan(ListedSite(url)), storage) for url in urls]
    used = _cpu() - before
    server.communicate("")
    assert storage.folder is not None
    parquet = sum(f.stat().st_size for f in (storage.folder / "uses").rglob("*.parquet"))
    return {
        "cpu": used / number,
        "bytes": sum(each.bytes for each in sizes) / number,
        "parquet": parquet / number,
        "uses": sum(map(_uses, sizes)) / number,
    }


def _cpu() -> float:
    """Seconds of this process and of those that it has waited for."""
    both = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(each.ru_utime + each.ru_stime for each in both)


def _embedding() -> dict[str, float]:
    """Of the shipped model on one core."""
    model = load("compact", provider="cpu", threads=1)
    images = [Image.new("RGB", (640, 480), (n, 2 * n, 90)) for n in range(24)]
    texts = [f"The ferry number {n} leaves the old harbour of the island" for n in range(24)]
    model.embed_pictures(images[:2])
    model.embed_texts(texts[:2])
    start = time.process_time()
    for image in images:
        model.embed_pictures([image])
    middle = time.process_time()
    model.embed_texts(texts)
    end = time.process_time()
    return {"picture": (middle - start) / len(images), "text": (end - middle) / len(texts)}


RUNS = {"faults": faults, "speed": speed, "share": share, "costs": costs}


def main() -> None:
    """See the module."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", choices=tuple(RUNS))
    parser.add_argument("--sites", type=int, default=300)
    parser.add_argument("--hostile", type=int, default=20)
    parser.add_argument("--nodes", type=int, default=4)
    parser.add_argument("--latency", type=float, default=0.1, help="mean seconds of an answer")
    parser.add_argument("--compare", type=int, default=50, help="sites that are scanned alone too")
    parser.add_argument("--workers", type=int, nargs="+", default=[1, 2, 4])
    parser.add_argument("--score", action="store_true")
    parser.add_argument("--seed", type=int, default=0)
    asked = parser.parse_args()
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    # Else they have what others leave, and this machine is measured.
    os.environ.setdefault("RAY_worker_niceness", "0")
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        print(json.dumps(RUNS[asked.what](asked, Path(folder)), indent=1))


if __name__ == "__main__":
    main()
