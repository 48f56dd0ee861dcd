"""An interrupted scan goes on, and ends as if nothing had happened."""

import signal
import subprocess
import sys

import pytest

from auditor.store.reader import StoreError
from auditor.store.writer import Store
from tests.tools.scan_rows import rows

PAGES = [f"/{number}" for number in range(6)]


@pytest.fixture
def pages(site, picture_bytes):
    """A chain of pages, each with a picture."""
    for number, path in enumerate(PAGES):
        site[f"/{number}.png"] = picture_bytes(size=(100, 100 + number))
        link = f"<a href=/{number + 1}>next</a><a href=/0>first</a>"
        site[path] = f"<h1>{number}</h1><img src=/{number}.png><img src=/gone.png alt=x>{link}"
    return site


def command(*arguments: object) -> list[str]:
    return [sys.executable, "-m", "app", "scan", "--no-score", *map(str, arguments)]


@pytest.mark.parametrize(
    ("how", "at", "options"),
    [
        (signal.SIGKILL, "/2", ()),
        (signal.SIGKILL, "/5", ("--static",)),
        (signal.SIGINT, "/2", ("--static",)),
        (signal.SIGINT, "/5", ()),
    ],
)
def test_a_scan_that_was_ended_goes_on_to_the_same_rows(
    pages, tmp_path, how, at: str, options
) -> None:
    whole, cut = tmp_path / "whole.db", tmp_path / "cut.db"
    new = command(pages.url("/0"), *options, "--save")
    subprocess.run([*new, whole], capture_output=True, timeout=300)
    pages.hold(at)
    with subprocess.Popen(
        [*new, cut],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    ) as scan:
        assert pages.asked_for(at)
        scan.send_signal(how)
        scan.wait(300)
    pages.release(at)
    before = len(pages.asked)
    end = subprocess.run(
        command(pages.url("/0"), "--resume", cut), capture_output=True, text=True, timeout=300
    )
    assert end.returncode == 2, end.stderr
    assert rows(cut) == rows(whole)
    assert "/0" not in pages.asked[before:]


def test_a_complete_scan_and_no_scan_are_not_resumed(pages, tmp_path) -> None:
    done = tmp_path / "done.db"
    subprocess.run(
        command(pages.url("/5"), "--static", "--save", done), capture_output=True, timeout=300
    )
    again = subprocess.run(command("--resume", done), capture_output=True, text=True, timeout=300)
    assert again.returncode == 1
    assert "complete" in again.stderr
    wrong = subprocess.run(command(), capture_output=True, text=True, timeout=300)
    assert wrong.returncode == 1
    assert "Name what to scan" in wrong.stderr


def test_a_file_that_another_scan_writes_to_is_refused(pages, tmp_path) -> None:
    cut = tmp_path / "cut.db"
    pages.hold("/1")
    with subprocess.Popen(
        command(pages.url("/0"), "--static", "--save", cut),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    ) as scan:
        assert pages.asked_for("/1")
        with Store(cut) as second, pytest.raises(StoreError, match="Another scan is writing"):
            second.resume()
        scan.send_signal(signal.SIGINT)
        scan.wait(300)
    with Store(cut) as after:
        assert after.resume().targets == (pages.url("/0"),)
