"""A lean scan leaves on the server what shows no image, and finds the same."""

from dataclasses import replace

import pytest

from auditor.browser.context import new_context
from auditor.browser.held_requests import shows_nothing
from auditor.browser.options import BrowserOptions
from auditor.browser.tab import BrowserReader
from auditor.net.credentials import NO_ACCESS, Access
from auditor.pages.frames import extract_frames
from auditor.reports.unchecked import why_unchecked
from auditor.scan.options import ScanOptions
from auditor.scan.run import NO_IMAGES, scan
from auditor.store.writer import Store
from tests.auditor.scan_files import INFO

OPTIONS = BrowserOptions(timeout=8, settle=4, quiet=0.1)
PAGE = """<style>
  @font-face { font-family: Words; src: url(/words.woff2) }
  @font-face { font-family: Signs; src: url(/material-icons.woff2) }
  p { font-family: Words, sans-serif } i { font-family: Signs }
  </style><p>A red fox, <i>home</i> in the snow.</p>
  <img src=/fox.png alt="A red fox"> <img src=/late.png alt="late" loading=lazy>
  <video src=/film.webm poster=/poster.png width=300 height=200 autoplay muted></video>
  <audio src=/sound.ogg preload=auto></audio>
  <script>navigator.sendBeacon('/count'); fetch('/data.json')</script>"""


@pytest.mark.asyncio(loop_scope="session")
async def test_a_lean_scan_fetches_less_and_finds_the_same(browser, site, picture_bytes) -> None:
    for name in ("/fox.png", "/late.png", "/poster.png"):
        site[name] = picture_bytes()
    site["/"] = PAGE
    site["/data.json"] = "{}"
    found, asked, left_out = [], [], []
    access = Access((site.url().rstrip("/"),), {"X-Key": "1"})
    for lean, with_access in ((False, NO_ACCESS), (True, NO_ACCESS), (True, access)):
        options = replace(OPTIONS, lean=lean)
        context = await new_context(browser, options, with_access)
        reader = BrowserReader(context, options, access=with_access)
        page = await reader.read(site.url())
        found.append([extraction.records for extraction in extract_frames(page.frames)])
        left_out.append(reader.left_out)
        await reader.close()
        await context.close()
        asked.append(set(site.asked) - {"/favicon.ico"})
        site.asked.clear()
    shown = {"/", "/fox.png", "/late.png", "/poster.png", "/data.json", "/material-icons.woff2"}
    assert asked[0] >= {"/words.woff2", "/film.webm", "/sound.ogg", *shown}
    assert asked[1] == asked[2] == shown
    assert [record.name.text for record in found[0][0]] == ["A red fox", "late", ""]
    assert found[1] == found[0]
    assert left_out[0] == 0
    assert left_out[1] >= 3


async def test_the_report_says_that_something_was_not_asked_for(
    site, picture_bytes, tmp_path
) -> None:
    site["/fox.png"] = picture_bytes()
    site["/"] = "<img src=/fox.png alt=fox><audio src=/sound.ogg preload=auto></audio>"
    options = ScanOptions((site.url(),), browser=replace(OPTIONS, lean=True))
    with Store(tmp_path / "scan.db") as store:
        store.begin(INFO)
        assert await scan(options, store, None) is None
        [skipped] = store.report().skipped
    assert skipped.subject == NO_IMAGES
    assert why_unchecked(skipped.reason).values
    assert "/sound.ogg" not in site.asked


@pytest.mark.parametrize(
    ("url", "kind", "nothing"),
    [
        ("https://a.example/film.mp4", "Media", True),
        ("https://a.example/words.woff2", "Font", True),
        ("https://a.example/fa-solid-awesome.woff2", "Font", False),
        ("https://a.example/fox.png", "Image", False),
        ("https://www.google-analytics.com/collect", "Image", True),
        ("https://www.google-analytics.com/", "Document", False),
        ("https://google-analytics.com.a.example/fox.png", "Image", False),
        ("https://[broken", "Script", False),
    ],
)
def test_what_shows_nothing_is_told_by_its_kind_and_its_host(url, kind, nothing) -> None:
    assert bool(shows_nothing(url, kind)) is nothing
