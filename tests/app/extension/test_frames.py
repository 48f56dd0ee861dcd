"""A frame that is not there yet, or is an error, is told of; it keeps no page from being judged."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.async_api import Page, expect

from tests.app.extension.chromium import Extension
from tests.app.extension.conftest import finished
from tests.app.extension.page_kinds import page

pytestmark = pytest.mark.asyncio(loop_scope="session")
FAR = '<div style="height: 9000px"></div><iframe loading="lazy" src="/inner"></iframe>'


async def unseen(panel: Page) -> list[str]:
    return await panel.locator("#skipped li").all_inner_texts()


async def test_a_lazy_frame_is_told_of_and_read_after_scrolling(judged: Any, pages: Any) -> None:
    pages["/far"] = page("Far", f'<img src="/fox.png" alt="A red fox">{FAR}', {})
    _, panel = await judged(pages.url("/far"))
    await expect(panel.locator("#status")).to_contain_text("Images: 1.")
    assert await unseen(panel) == [f"A frame that has not loaded: {pages.url('/inner')}"]
    _, panel = await judged(pages.url("/far"), button="Scroll through")
    await expect(panel.locator("#status")).to_contain_text("Images: 3.")
    assert await unseen(panel) == []


async def test_a_frame_that_never_answers_is_not_waited_for(
    extension: Extension, pages: Any
) -> None:
    pages["/waits"] = page("Waits", '<img src="/fox.png"><iframe src="/never"></iframe>', {})
    pages.hold("/never")
    shown = await extension.context.new_page()
    await shown.goto(pages.url("/waits"), wait_until="domcontentloaded")
    panel = await extension.panel(await extension.tab_of(pages.url("/waits")))
    await finished(panel)
    pages.release("/never")
    assert await unseen(panel) == [f"A frame that has not loaded: {pages.url('/never')}"]


async def test_an_error_in_a_frame_is_not_judged_as_part_of_the_page(
    judged: Any, pages: Any
) -> None:
    pages["/broken"] = page("Broken", '<img src="/fox.png"><iframe src="/error"></iframe>', {})
    error = b'<img src="/leaf.png"><iframe srcdoc="<img src=/leaf.png>"></iframe>'
    pages["/error"] = (500, {"Content-Type": "text/html"}, error)
    _, panel = await judged(pages.url("/broken"))
    await expect(panel.locator("#status")).to_contain_text("Images: 1.")
    told = f"A frame that its site answered with the error 500: {pages.url('/error')}"
    assert await unseen(panel) == [told]


async def test_an_image_that_cannot_be_found_again_is_told_of(judged: Any, pages: Any) -> None:
    """An icon of a font, which has no box that could be drawn."""
    icon = '<style>.i {font-family: elegant-icons}</style><a class="i" href="/">&#xe09a;</a>'
    pages["/icon"] = page("Icon", icon, {})
    _, panel = await judged(pages.url("/icon"))
    await expect(panel.locator("#status")).to_have_text("Done. Needing work: 1. Images: 1.")
    assert await unseen(panel) == ["a.i: it has no size on the page"]
