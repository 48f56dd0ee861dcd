"""A large generated site, scanned whole at several numbers of workers.

    python -m tests.tools.scale --pages 2000 --workers 1 2 4 --static

Prints for each run: seconds, resident memory of the program (and of the browser) at a quarter of
the pages and at the end, and the size of the scan file; then whether all found the same.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

from auditor.store.writer import Store
from tests.tools.big_site import BigSite, served
from tests.tools.processes import processes
from tests.tools.scan_rows import rows


@dataclass(frozen=True, slots=True)
class Memory:
    """Resident bytes of a process, and of all processes below it together."""

    own: int
    below: int


@dataclass(frozen=True, slots=True)
class Run:
    """What one scan took."""

    seconds: float
    quarter: Memory
    end: Memory
    uses: int
    size: int
    """Bytes of the scan file."""
    digest: str
    """Of all its rows."""


def memory(pid: int) -> Memory:
    """What a process and those below it hold now."""
    found = processes()
    below = {pid}
    while more := {child for child, each in found.items() if each.parent in below} - below:
        below |= more
    resident = {each: found[each].resident for each in below if each in found}
    own = resident.pop(pid, 0)
    return Memory(own, sum(resident.values()))


def scanned(url: str, path: Path, pages: int, arguments: list[str]) -> Run:
    """Scan the site into `path`."""
    command = [sys.executable, "-m", "app", "scan", url, "--save", str(path)]
    command += ["--max-pages", str(pages), "--progress", "json", "--format", "jsonl", *arguments]
    start = time.monotonic()
    at_quarter = at_end = Memory(0, 0)
    with subprocess.Popen(
        command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True
    ) as scan:
        assert scan.stderr is not None
        for line in scan.stderr:
            if not line.startswith("{"):
                continue
            done = json.loads(line)["done"]
            if done == pages // 4:
                at_quarter = memory(scan.pid)
            if done == pages:
                at_end = memory(scan.pid)
    seconds = time.monotonic() - start
    size = path.stat().st_size
    with Store(path) as store:
        uses = sum(page.images for page in store.report().pages)
    digest = hashlib.sha256("\n".join(rows(path)).encode()).hexdigest()
    return Run(seconds, at_quarter, at_end, uses, size, digest)


def main() -> int:
    """Run what the arguments name; 1 when two runs differ."""
    parser = argparse.ArgumentParser(description=__doc__)
    for name, default in (("pages", 2000), ("uses", 20), ("pictures", 3000), ("seed", 0)):
        parser.add_argument(f"--{name}", type=int, default=default)
    parser.add_argument("--read", type=int, help="pages to read, if not all")
    parser.add_argument("--workers", type=int, nargs="+", default=[1, 2, 4])
    asked, others = parser.parse_known_args()
    site = BigSite(asked.pages, asked.uses, asked.pictures, asked.seed)
    pages = asked.read or asked.pages
    digests = set()
    with served(site) as url, tempfile.TemporaryDirectory() as folder:
        for workers in asked.workers:
            path = Path(folder) / f"{workers}.db"
            run = scanned(url, path, pages, [*others, "--concurrency", str(workers)])
            digests.add(run.digest)
            print(
                f"{workers} workers: {run.seconds:.0f} s, {pages / run.seconds:.2f} pages/s; "
                f"MB at a quarter {_mb(run.quarter)}, at the end {_mb(run.end)}; "
                f"{run.uses} uses, {run.size / max(run.uses, 1):.0f} bytes each; "
                f"rows {run.digest[:12]}",
                flush=True,
            )
    print("all the same" if len(digests) == 1 else "they differ")
    return 0 if len(digests) == 1 else 1


def _mb(held: Memory) -> str:
    return f"{held.own / 1e6:.0f} + {held.below / 1e6:.0f}"


if __name__ == "__main__":
    sys.exit(main())
