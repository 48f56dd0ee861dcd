"""A browser that ends is started again, and no page is lost for it."""

from __future__ import annotations

import contextlib
import os
import signal

import pytest

from auditor.browser.options import BrowserOptions
from auditor.scan.options import ScanOptions
from auditor.scan.run import ENDED, scan
from auditor.store.writer import Store
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


def kill(*processes: int) -> None:
    """Them, then all that they have started: a browser whose network ended first would still say
    that the page was aborted."""
    for process in processes:
        below = children(process)
        with contextlib.suppress(ProcessLookupError):
            os.kill(process, signal.SIGKILL)
        kill(*below)


@pytest.mark.parametrize(
    ("end", "times", "lost"), [(end_browser, 1, []), (end_driver, 1, []), (end_browser, 9, [ENDED])]
)
async def test_a_browser_that_ends_costs_at_most_the_page_that_ended_it(
    site, picture_bytes, tmp_path, end, times: int, lost: list[str]
) -> None:
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
        (site.url("/0"), site.url("/3")), concurrency=2, browser=BrowserOptions(timeout=20)
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
