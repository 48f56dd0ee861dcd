"""A fleet on Ray, as it is called: sites that end their workers, drivers that are killed."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from auditor.fleet.data_set import open_data
from auditor.fleet.records import SCAN, figures_of_all, skipped_sites
from auditor.fleet.sites import ListedSite
from auditor.fleet.storage import Storage
from auditor.store.reader import StoredScan
from tests.tools.away_bucket import AwayBucket
from tests.tools.many_sites import ManySites, SmallSite, served
from tests.tools.processes import PROC
from tests.tools.scan_rows import rows
from tests.tools.waiting import wait_until

pytest.importorskip("ray", reason="ray, of the extra `fleet`, is not installed")
pytestmark = [
    pytest.mark.fleet,
    pytest.mark.skipif(not PROC, reason="only Linux has all of 127.0.0.0/8 as loopback"),
]


def fleet(many: ManySites, out: Path, *options: str) -> list[str]:
    """The command; its list lies beside the output."""
    listed = out.with_suffix(".txt")
    listed.write_text("\n".join(many.urls))
    start = [sys.executable, "-m", "app", "fleet", "run", str(listed), "--out", str(out)]
    how = ["--static", "--workers", "2", "--no-ocr", "--progress", "json"]
    return [*start, *how, *(options or ["--no-score"])]


@pytest.fixture(autouse=True)
def workers_are_heard(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ray gives its workers what others leave, which on a machine full of tests is nothing."""
    monkeypatch.setenv("RAY_worker_niceness", "0")


def run(command: Sequence[str], **environment: str) -> tuple[int, str]:
    """Exit code and stderr."""
    env = {**os.environ, **environment}
    done = subprocess.run(
        command, capture_output=True, text=True, timeout=500, check=False, env=env
    )
    return done.returncode, done.stderr


def alone(many: ManySites, number: int, path: Path, *options: str) -> Path:
    """The scan file of a site that is scanned without a fleet."""
    command = [sys.executable, "-m", "app", "scan", many.url(number), "--static"]
    command += [*(options or ["--no-score"]), "--no-ocr", "--progress", "none", "--save", str(path)]
    subprocess.run(command, capture_output=True, timeout=300, check=False)
    return path


def test_sites_are_done_or_given_up_with_a_reason(tmp_path: Path) -> None:
    kinds = ["", "kills", "", "resets"]
    sites = [SmallSite(n, 0.0, kind, pages=3) for n, kind in enumerate(kinds)]
    out = tmp_path / "out"
    with served(sites) as many:
        code, said = run(fleet(many, out))
        assert code == 1, said
        storage = Storage(str(out))
        done = {each.url: each for each in figures_of_all(storage)}
        (given_up,) = skipped_sites(storage)
        assert given_up.url == many.url(1)
        assert given_up.reason == (
            "given up after 3 tries: its worker was killed while it was read"
        )
        assert sorted(done) == sorted(many.url(n) for n in (0, 2, 3))
        assert [done[many.url(n)].pages for n in (0, 2, 3)] == [3, 3, 0]
        assert done[many.url(3)].reason
        for number in (0, 2):
            key = ListedSite(many.url(number)).key
            lone = alone(many, number, tmp_path / f"{number}.db")
            assert rows(out / "sites" / key / "scan.db") == rows(lone)

        asked = dict(many.asked)
        code, said = run(fleet(many, out))
        assert (code, many.asked) == (1, asked)
        assert "3 of 4 sites done, 1 given up" in said


def test_a_site_that_ends_its_browser_each_time_costs_no_other(tmp_path: Path) -> None:
    """In Chromium: that ends, hangs, or loses its tab."""
    kinds = ["ends-browser", "", "stops-browser", "ends-tabs", ""]
    sites = [SmallSite(n, 0.0, kind, pages=2) for n, kind in enumerate(kinds)]
    out = tmp_path / "out"
    with served(sites) as many:
        command = [word for word in fleet(many, out) if word != "--static"]
        code, said = run([*command, "--timeout", "10"])
        assert code == 0, said
        done = {each.url: each for each in figures_of_all(Storage(str(out)))}
        assert [done[url].pages for url in many.urls] == [0, 2, 0, 0, 2]
        ended = "the browser ended while it was read, and the next one too"
        crashed = "the page crashed the browser's tab"
        assert [done[url].reason for url in many.urls] == [ended, "", ended, crashed, ""]
        assert [sum(done[url].counts.values()) for url in many.urls] == [0, 6, 0, 0, 6]


def test_the_same_command_goes_on_when_the_driver_was_killed(tmp_path: Path) -> None:
    sites = [SmallSite(n, 0.05, pages=4) for n in range(5)]
    out = tmp_path / "out"
    with served(sites) as many:
        command = fleet(many, out)
        with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as driver:
            assert driver.stderr is not None
            for line in driver.stderr:
                if '"event": "done"' in line:
                    driver.send_signal(signal.SIGKILL)
                    break
        before = {each.key: each.finished for each in figures_of_all(Storage(str(out)))}
        assert before
        code, said = run(command)
        assert code == 0, said
        after = {each.key: each.finished for each in figures_of_all(Storage(str(out)))}
        assert after.keys() == {ListedSite(url).key for url in many.urls}
        assert {key: after[key] for key in before} == before
        for number in range(5):
            key = ListedSite(many.url(number)).key
            lone = alone(many, number, tmp_path / f"{number}.db")
            assert rows(out / "sites" / key / "scan.db") == rows(lone)


def test_a_picture_that_sites_share_is_embedded_once(tmp_path: Path) -> None:
    """And every score is that of a scan alone."""
    sites = [SmallSite(n, 0.0, pages=3) for n in range(4)]
    out = tmp_path / "out"
    with served(sites) as many:
        command = fleet(many, out, "--model", "compact", "--scorers", "1")
        code, said = run(command, XDG_CACHE_HOME=str(tmp_path / "cache"))
        assert code == 0, said
        pictures = set()
        for number in range(4):
            key = ListedSite(many.url(number)).key
            path = out / "sites" / key / "scan.db"
            with StoredScan(path) as stored:
                for use in stored.report().uses:
                    assert use.picture is not None
                    pictures.add(use.picture.sha256)
            lone = alone(many, number, tmp_path / f"{number}.db", "--model", "compact")
            assert rows(path) == rows(lone)
    (embedded,) = re.findall(r"^Embedded: (\d+) pictures and (\d+) texts", said, re.MULTILINE)
    assert int(embedded[0]) == len(pictures)


def test_ctrl_c_keeps_what_was_read(tmp_path: Path) -> None:
    sites = [SmallSite(0, 0.0, pages=2), SmallSite(1, 0.3, pages=60)]
    out = tmp_path / "out"
    with served(sites) as many:
        with subprocess.Popen(
            fleet(many, out), stderr=subprocess.PIPE, text=True, start_new_session=True
        ) as driver:
            assert driver.stderr is not None
            said = []
            for line in driver.stderr:
                said.append(line)
                if '"event": "done"' in line:
                    wait_until(lambda: many.asked.get(sites[1].address, 0) > 8)
                    # As a terminal does: to every process of the group.
                    os.killpg(driver.pid, signal.SIGINT)
        assert driver.returncode == 1, said
        assert "go on with: auditor fleet run" in "".join(said)
        key = ListedSite(many.url(1)).key
        kept = [row for row in rows(out / "sites" / key / "scan.db") if "page-" in repr(row)]
        assert kept
        ended = [json.loads(line) for line in said if '"event": "done"' in line]
        assert [event["site"] for event in ended] == [ListedSite(many.url(0)).key]


def test_a_bucket_that_goes_away_in_the_middle_costs_no_site(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("moto.server", reason="moto, of `fleet-dev`, is not installed")
    pytest.importorskip("s3fs", reason="s3fs, of the extra `s3`, is not installed")
    sites = [SmallSite(n, 0.05, pages=3) for n in range(4)]
    bucket = AwayBucket()
    for name, value in bucket.environment.items():
        monkeypatch.setenv(name, value)
    out = f"{bucket.make()}/found"
    said = []
    with served(sites) as many:
        command = fleet(many, tmp_path / "list")
        command[command.index("--out") + 1] = out
        with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as driver:
            assert driver.stderr is not None
            for line in driver.stderr:
                said.append(line)
                if '"event": "done"' in line and not bucket.in_vain:
                    bucket.leave()
                    wait_until(lambda: bucket.in_vain)
                    bucket.come_back()
        assert driver.returncode == 0, said
        storage = Storage(out)
        assert [each.pages for each in figures_of_all(storage)] == [3] * 4
        for number in range(4):
            key = ListedSite(many.url(number)).key
            assert storage.fetch(SCAN.format(key), tmp_path / f"{number}-fleet.db")
            lone = alone(many, number, tmp_path / f"{number}.db")
            assert rows(tmp_path / f"{number}-fleet.db") == rows(lone)
        with open_data(storage) as data:
            assert data.ask("select count(distinct site), count(*) from uses")[1].send(None) == (
                4,
                36,
            )
    bucket.close()
