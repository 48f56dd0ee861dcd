"""The panel follows tabs and pages, and says of what it cannot judge what it is."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import pytest
from playwright.async_api import Error, Page, expect

from app.extension_zip import manifest
from tests.app.extension.chromium import Extension
from tests.app.extension.conftest import finished
from tests.app.extension.page_kinds import page
from tests.app.extension.serving import Recorded

pytestmark = pytest.mark.asyncio(loop_scope="session")
PDF = b"""%PDF-1.1
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj 2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 99 99]>>endobj
trailer<</Root 1 0 R>>
"""
LAZY = "".join(
    f'<div style="height: 3000px"></div><img loading="lazy" src="/never/{n}" alt="A red fox" '
    'width="300" height="200">'
    for n in range(12)
)


async def test_every_key_that_it_asks_for_is_free(extension: Extension) -> None:
    held = await extension.worker.evaluate("chrome.commands.getAll()")
    asked = {
        name: each["suggested_key"]["default"] for name, each in manifest()["commands"].items()
    }
    assert {each["name"]: each["shortcut"] for each in held} == asked


async def test_its_texts_name_the_key_that_holds(extension: Extension) -> None:
    panel = await extension.panel(0)
    await expect(panel.locator("#failed .press")).to_contain_text("Alt+Shift+J")
    await expect(panel.locator("#keys")).to_contain_text("Next: Alt+Shift+Period.")


async def test_it_turns_to_the_tab_in_view_and_keeps_what_it_knows_of_each(
    judged: Any, extension: Extension, server: Recorded, pages: Any
) -> None:
    first, panel = await judged(pages.url("/plain"))
    await expect(panel.locator("#title")).to_have_text("/plain")
    summary = await panel.locator("#status").inner_text()
    second = await extension.context.new_page()
    await second.goto(pages.url("/20"))
    await expect(panel.locator("#status")).to_have_text("This page was not judged yet.")
    await expect(panel.locator("#results")).to_be_hidden()
    await panel.locator("#again").dispatch_event("click")
    await expect(panel.locator("#address")).to_have_text(pages.url("/20"))
    await finished(panel)
    server.asked.clear()
    await first.bring_to_front()
    await expect(panel.locator("#title")).to_have_text("/plain")
    await expect(panel.locator("#status")).to_have_text(summary)
    await second.close()
    await expect(panel.locator("#title")).to_have_text("/plain")
    assert server.asked == []


async def test_a_tab_that_is_gone_is_said_to_be_gone(extension: Extension) -> None:
    panel = await extension.panel(0)
    await expect(panel.locator("#status")).to_have_text("The tab is closed.")


@pytest.fixture
def files(pages: Any) -> Any:
    pages["/a.pdf"] = (200, {"Content-Type": "application/pdf"}, PDF)
    pages["/a.txt"] = (200, {"Content-Type": "text/plain"}, b"A text.")
    pages["/empty"] = page("", "", {})
    pages["/words"] = page("Words", "<p>Only words.</p>", {})
    pages["/denied"] = (403, {"Content-Type": "text/html"}, b"<p>No.</p><img src=/fox.png alt=Fox>")
    return pages


@pytest.mark.parametrize(
    ("path", "said"),
    [
        ("/a.pdf", "This is a PDF document."),
        ("/a.txt", "This is a file, not a page."),
        ("/fox.png", "This is a file, not a page."),
        ("/empty", "The page is empty."),
        ("/words", "Done. There are no images on this page."),
    ],
)
async def test_what_is_no_page_with_images_is_called_what_it_is(
    extension: Extension, files: Any, path: str, said: str
) -> None:
    panel = await panel_of(extension, files.url(path))
    await expect(panel.locator("#status")).to_have_text(said, timeout=60_000)


async def panel_of(extension: Extension, url: str) -> Page:
    """The panel of a tab of which nothing is known but that it was just opened."""
    shown = await extension.context.new_page()
    with suppress(Error):  # Where it does not load, the browser's own page stands there.
        await shown.goto(url)
    tabs = await extension.worker.evaluate("chrome.tabs.query({})")
    return await extension.panel(max(tab["id"] for tab in tabs))


@pytest.mark.parametrize(
    ("url", "said"),
    [
        ("chrome://version", "The browser lets no extension read this page."),
        ("http://127.0.0.1:9/", "The page did not load."),
    ],
)
async def test_a_page_that_no_extension_may_read_is_named(
    extension: Extension, url: str, said: str
) -> None:
    panel = await panel_of(extension, url)
    await expect(panel.locator("#status")).to_have_text(said, timeout=60_000)


async def test_a_page_without_leave_tells_what_to_press(
    alone: Extension, pages: Any, fox: str
) -> None:
    panel = await panel_of(alone, pages.url("/fox", host="localhost"))
    await expect(panel.locator("#status")).to_have_text("This page may not be read yet.")
    await expect(panel.locator("#failed .press")).to_contain_text("Alt+Shift+J")


@pytest.fixture
def fox(pages: Any) -> str:
    pages["/fox"] = page("Foxes", '<img id="fox" src="/fox.png" alt="image">', {})
    return pages.url("/fox")


async def test_an_error_page_of_a_site_is_judged_and_named(judged: Any, files: Any) -> None:
    _, panel = await judged(files.url("/denied"))
    await expect(panel.locator("#notice")).to_contain_text("the error 403")


async def test_images_that_did_not_load_are_a_count_of_their_own(judged: Any, pages: Any) -> None:
    for n in range(12):
        pages.hold(f"/never/{n}")
    pages["/unloaded"] = page("Unloaded", f'<img src="/fox.png">{LAZY}', {})
    _, panel = await judged(pages.url("/unloaded"))
    await expect(panel.locator("#status")).to_have_text(
        "Done. Needing work: 13, of these not to be checked: 12. Images: 13."
    )


async def test_results_of_a_page_that_was_left_are_marked_and_touch_nothing(
    judged: Any, pages: Any, server: Recorded, fox: str
) -> None:
    shown, panel = await judged(fox)
    await shown.goto(pages.url("/20"))
    await expect(panel.locator("#status")).to_have_text("The page was left.")
    await expect(panel.locator("#notice")).to_contain_text("of the earlier page")
    await panel.locator("#list summary").click()
    await expect(panel.get_by_label("Try another text")).to_be_visible()
    assert await shown.locator("[style*=outline]").count() == 0
    server.asked.clear()
    await panel.locator("#again").click()
    await finished(panel)
    assert any(b'"type": "rough"' in exchange.body for exchange in server.asked)
    await expect(panel.locator("#title")).to_have_text("/20")
    await expect(panel.locator("#notice")).to_be_hidden()


async def test_a_page_that_is_left_in_the_middle_ends_its_audit(
    extension: Extension, pages: Any, fox: str
) -> None:
    pages["/slow"] = page("Slow", '<img src="/late.png" alt="A red fox"><img src="/fox.png">', {})
    pages["/late.png"] = pages.answer("/fox.png", {})
    shown = await extension.context.new_page()
    await shown.goto(pages.url("/slow"))
    pages.hold("/late.png")
    await shown.evaluate("caches && performance.clearResourceTimings()")
    panel = await extension.panel(await extension.tab_of(pages.url("/slow")))
    await panel.locator("#list summary").first.wait_for()
    await shown.goto(fox)
    await expect(panel.locator("#status")).to_have_text("The page was left.", timeout=60_000)
    await expect(panel.locator("body")).not_to_have_attribute("aria-busy", "true")
    pages.release("/late.png")


async def test_an_address_that_changes_in_place_is_told_and_images_stay_reachable(
    judged: Any, fox: str
) -> None:
    shown, panel = await judged(fox)
    await shown.evaluate("history.pushState({}, '', '?second')")
    await expect(panel.locator("#notice")).to_contain_text("changed its address")
    await panel.locator("#list summary").click()
    await expect(shown.locator("#fox")).to_have_css("outline-style", "solid")
