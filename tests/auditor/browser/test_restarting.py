"""A browser that ends is started again, and no page is lost for it."""

from __future__ import annotations

import contextlib
import os
import signal

import pytest

from auditor.browser.options import BrowserOptions
from auditor.browser.pictures import BrowserPictures
from auditor.scan.options import ScanOptions
from auditor.scan.run import ENDED, scan
from auditor.store.writer import Store
from extractors.records import ImageRecord
from tests.auditor.scan_files import INFO
from tests.tools.processes import PROC, children

pytestmark = pytest.mark.skipif(not PROC, reason="no /proc to find the browser in")
PAGES = 6


def end_browser(drivers: set[int]) -> None:
    """Kill what they have started: Chromium, perhaps in a shell."""
    kill(*(browser for driver in drivers for browser in children(driver)))


def end_driver(drivers: set[int]) -> None:
    """Kill them."""
    kill(*drivers)


def stop_browser(drivers: set[int]) -> None:
    """Have it stand still, and say nothing any more."""
    send(signal.SIGSTOP, *(browser for driver in drivers for browser in children(driver)))


def stop_driver(drivers: set[int]) -> None:
    """The same of what drives it."""
    send(signal.SIGSTOP, *drivers)


def kill(*processes: int) -> None:
    """Them, then all that they have started: a browser whose network ended first would still say
    that the page was aborted."""
    send(signal.SIGKILL, *processes)


def send(sign: signal.Signals, *processes: int) -> None:
    """To them, then to all that they have started."""
    for process in processes:
        below = children(process)
        with contextlib.suppress(ProcessLookupError):
            os.kill(process, sign)
        send(sign, *below)


@pytest.mark.parametrize(
    ("end", "times", "lost"),
    [
        (end_browser, 1, []),
        (end_driver, 1, []),
        (stop_browser, 1, []),
        (stop_driver, 1, []),
        (end_browser, 9, [ENDED]),
    ],
)
async def test_a_browser_that_ends_or_hangs_costs_at_most_the_page_that_did_it(
    site, picture_bytes, tmp_path, monkeypatch, end, times: int, lost: list[str]
) -> None:
    monkeypatch.setattr("auditor.browser.tab.ANSWER_SECONDS", 3)
    monkeypatch.setattr("auditor.browser.ending.END_SECONDS", 3)
    links = "".join(f"<a href=/{number}>{number}</a>" for number in range(PAGES))
    for number in range(PAGES):
        site[f"/{number}"] = f"<img src=/fox.png alt=fox>{links}"
    site["/fox.png"] = picture_bytes("red")
    left = [None] * times
    others = set(children(os.getpid()))  # browsers of other tests may run

    def deadly(headers: object) -> tuple[int, dict[str, str], bytes]:
        if left:
            left.pop()
            end(set(children(os.getpid())) - others)
        return 200, {"Content-Type": "text/html"}, b"<img src=/fox.png alt=fox>"

    site["/3"] = deadly
    options = ScanOptions(
        (site.url("/0"), site.url("/3")), concurrency=2, browser=BrowserOptions(timeout=8)
    )
    with Store(tmp_path / "scan.db") as store:
        store.begin(INFO)
        assert await scan(options, store, None) is None
        report = store.report()
        uses = sum(page.images for page in report.pages)
    failed = [page.url for page in report.pages if page.state == "failed"]
    assert failed == [site.url("/3")] * len(lost)
    assert [skipped.reason for skipped in report.skipped] == lost
    assert uses == PAGES - len(lost)
    assert set(children(os.getpid())) <= others, "a driver was left"


async def test_a_browser_that_hangs_at_a_picture_is_not_waited_for_at_each(
    site, tmp_path, monkeypatch
) -> None:
    monkeypatch.setattr("auditor.browser.tab.ANSWER_SECONDS", 3)
    monkeypatch.setattr("auditor.browser.ending.END_SECONDS", 3)
    others = set(children(os.getpid()))
    left = [None]
    site["/"] = '<p><svg role="img" aria-label="a line"><path d="M0 0h90"/></svg>' * 20
    real = BrowserPictures.draw

    async def deadly(pictures: BrowserPictures, record: ImageRecord) -> bytes:
        if left:
            left.pop()
            stop_browser(set(children(os.getpid())) - others)
        return await real(pictures, record)

    monkeypatch.setattr(BrowserPictures, "draw", deadly)
    options = ScanOptions((site.url("/"),), concurrency=1, browser=BrowserOptions(timeout=20))
    with Store(tmp_path / "scan.db") as store:
        store.begin(INFO)
        assert await scan(options, store, None) is None
        report = store.report()
        assert len(list(report.uses)) == 20
    assert report.skipped == ()
    assert not left, "no picture was drawn"
    assert site.asked.count("/") == 2, "it is read again, in another browser"
