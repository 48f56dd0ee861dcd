"""Pages are worked on in processes, which end with the scan."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest
from anyio import BrokenWorkerProcess

from auditor.scan.forked import can_fork
from auditor.scan.options import ScanOptions
from auditor.scan.processes import Processes
from auditor.scan.run import scan
from auditor.store.writer import Store
from tests.app.gui.desktop import poll
from tests.auditor.scan_files import INFO
from tests.tools.processes import PROC, children, is_running
from tests.tools.scan_rows import rows
from tests.tools.waiting import wait_until


class OfTwo(Exception):
    """One that cannot be made again of its text alone."""

    def __init__(self, one: str, other: str) -> None:
        super().__init__(f"{one} and {other}")


def ended(*args: object) -> None:
    os._exit(1)


def number_of(*args: object) -> int:
    return os.getpid()


def twice(data: bytes) -> bytes:
    return data * 2


def failed(error: type[Exception]) -> None:
    raise error("one", "other")


def waiting(path: str) -> None:
    with open(path, "w") as file:  # noqa: PTH123
        file.write(str(os.getpid()))
    threading.Event().wait()


@pytest.fixture
def no_copies(monkeypatch) -> None:
    monkeypatch.setattr("auditor.scan.processes.can_fork", lambda: False)


@pytest.fixture
def copies(monkeypatch) -> None:
    """As in the program, which has no other thread when a scan begins."""
    if sys.platform != "linux":
        pytest.skip("no copies of processes are made here")
    monkeypatch.setattr("auditor.scan.processes.can_fork", lambda: True)


@pytest.fixture
def pool():
    with ThreadPoolExecutor(1) as threads:
        yield threads


async def test_other_processes_find_what_is_found_here(
    monkeypatch, site, tmp_path, picture_bytes
) -> None:
    site["/fox.png"] = picture_bytes("red")
    for number in range(4):
        site[f"/{number}"] = (
            f"<h1>{number}</h1><p>A fox. <img src=/fox.png alt='image {number}'></p>"
            f"<img src=/fox.png><a href=/{number + 1}>next</a>"
        )
    files = [tmp_path / name for name in ("here.db", "there.db", "copied.db")]
    copied = sys.platform == "linux"
    for file, alone, copies in zip(files, (100, 0, 0), (False, False, copied), strict=True):
        monkeypatch.setattr("auditor.scan.processes.ALONE", alone)
        monkeypatch.setattr("auditor.scan.processes.can_fork", lambda copies=copies: copies)
        with Store(file) as store:
            store.begin(INFO)
            await scan(ScanOptions((site.url("/0"),), static=True), store, None)
    here, *elsewhere = map(rows, files)
    assert elsewhere == [here, here]
    assert any("image 3" in str(row) for row in here)


@pytest.mark.parametrize("how", ["copies", "no_copies"])
async def test_a_page_that_ends_its_process_ends_no_scan(
    monkeypatch, site, tmp_path, how, request
) -> None:
    request.getfixturevalue(how)
    monkeypatch.setattr("auditor.scan.processes.ALONE", 0)
    monkeypatch.setattr("auditor.scan.one_page.extract_spoken", ended)
    site["/"] = "<img src=fox.png alt=fox>"
    with Store(tmp_path / "scan.db") as store:
        store.begin(INFO)
        assert await scan(ScanOptions((site.url("/"),), static=True), store, None) is None
        [skipped] = store.report().skipped
    assert skipped.reason == "it ended the process that was at work on it"


async def test_copies_answer_what_is_larger_than_any_buffer(copies, pool) -> None:
    async with Processes(pool) as processes:
        data = b"x" * 3_000_000
        assert await processes.run(twice, data) == data * 2
        assert await processes.run(number_of) != os.getpid()


@pytest.mark.parametrize(
    ("error", "seen", "words"),
    [
        (ValueError, ValueError, "('one', 'other')"),
        (OfTwo, RuntimeError, "OfTwo: one and other"),
    ],
)
async def test_what_fails_in_a_copy_fails_here(copies, pool, error, seen, words) -> None:
    async with Processes(pool) as processes:
        with pytest.raises(seen) as raised:
            await processes.run(failed, error)
        assert str(raised.value) == words
        assert await processes.run(twice, b"ab") == b"abab"


async def test_work_goes_on_when_all_copies_ended(copies, pool, monkeypatch) -> None:
    monkeypatch.setattr("auditor.scan.processes.cores", lambda: 1)
    async with Processes(pool) as processes:
        with pytest.raises(BrokenWorkerProcess):
            await processes.run(ended)
        assert await processes.run(number_of) != os.getpid()


@pytest.mark.skipif(not PROC, reason="no /proc to find processes in")
async def test_who_is_not_awaited_any_more_ends(copies, pool, tmp_path) -> None:
    said = tmp_path / "number"
    async with Processes(pool) as processes:
        call = asyncio.create_task(processes.run(waiting, str(said)))
        await asyncio.to_thread(wait_until, lambda: said.exists() and said.read_text())
        call.cancel()
        with pytest.raises(asyncio.CancelledError):
            await call
        assert not is_running(int(said.read_text()))


async def test_beside_another_thread_no_copies_are_made(pool) -> None:
    pool.submit(number_of).result()
    assert not can_fork()


@pytest.mark.skipif(sys.platform != "linux", reason="no copies of processes are made here")
def test_beside_the_bar_in_a_terminal_copies_are_made() -> None:
    code = (
        "import io, sys, rich.console, rich.progress, auditor.scan.forked as forked\n"
        "console = rich.console.Console(file=io.StringIO(), force_terminal=True)\n"
        "with rich.progress.Progress(console=console):\n"
        "    print(forked.can_fork(), file=sys.__stdout__)"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout == "True\n"


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
