"""Pages are worked on in processes, which end with the scan."""

from __future__ import annotations

import os
import signal
import subprocess
import sys

import pytest

from auditor.scan.options import ScanOptions
from auditor.scan.run import scan
from auditor.store.writer import Store
from tests.app.gui.desktop import poll
from tests.auditor.scan_files import INFO
from tests.tools.processes import PROC, children, is_running
from tests.tools.scan_rows import rows


def ended(frames: object) -> None:
    os._exit(1)


async def test_other_processes_find_what_is_found_here(
    monkeypatch, site, tmp_path, picture_bytes
) -> None:
    site["/fox.png"] = picture_bytes("red")
    for number in range(4):
        site[f"/{number}"] = (
            f"<h1>{number}</h1><p>A fox. <img src=/fox.png alt='image {number}'></p>"
            f"<img src=/fox.png><a href=/{number + 1}>next</a>"
        )
    files = [tmp_path / "here.db", tmp_path / "there.db"]
    for file, alone in zip(files, (100, 0), strict=True):
        monkeypatch.setattr("auditor.scan.processes.ALONE", alone)
        with Store(file) as store:
            store.begin(INFO)
            await scan(ScanOptions((site.url("/0"),), static=True), store, None)
    here, there = map(rows, files)
    assert here == there
    assert any("image 3" in str(row) for row in here)


async def test_a_page_that_ends_its_process_ends_no_scan(monkeypatch, site, tmp_path) -> None:
    monkeypatch.setattr("auditor.scan.processes.ALONE", 0)
    monkeypatch.setattr("auditor.scan.one_page.extract_frames", ended)
    site["/"] = "<img src=fox.png alt=fox>"
    with Store(tmp_path / "scan.db") as store:
        store.begin(INFO)
        assert await scan(ScanOptions((site.url("/"),), static=True), store, None) is None
        [skipped] = store.report().skipped
    assert skipped.reason == "it ended the process that was at work on it"


def test_what_they_do_needs_no_picture_library() -> None:
    """Each would take longer to start, and 15 MB more."""
    loaded = "import sys, auditor.pages.frames, auditor.scan.page_rows"
    code = f"{loaded}; print({{'numpy', 'PIL'}} & {{*sys.modules}})"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout == "set()\n"


@pytest.mark.skipif(not PROC, reason="no /proc to find processes in")
@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGINT])
def test_no_process_outlives_the_scan(site, how) -> None:
    for number in range(15):
        site[f"/{number}"] = f"<img src=/x.png alt=fox><a href=/{number + 1}>next</a>"
    site.hold("/14")
    command = [sys.executable, "-m", "app", "scan", "--static", "--no-score", site.url("/0")]
    with subprocess.Popen(
        command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True
    ) as running:
        assert site.asked_for("/14")
        begun = children(running.pid)
        assert begun
        os.killpg(running.pid, how) if how == signal.SIGINT else running.send_signal(how)
        running.wait(300)
    poll(lambda: not any(map(is_running, begun)), lambda: "a process outlived the scan")
