"""What a page calls its elements changes nothing of what the panel shows of it and does in it."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from tests.app.extension.conftest import shown
from tests.app.extension.page_kinds import page
from tests.app.extension.test_panel import tip_of
from tests.auditor.browser.clobbering import NAMED, NAMELESS

pytestmark = pytest.mark.asyncio(loop_scope="session")


@pytest.fixture
def named(pages: Any) -> str:
    pages["/named"], pages["/nameless"] = page("Fox", NAMED, {}), page("Fox", NAMELESS, {})
    return pages.url("/named")


@pytest.mark.parametrize("button", [None, "Scroll through"])
async def test_the_panel_shows_the_page_as_without_those_names(
    judged: Any, pages: Any, named: str, button: str | None
) -> None:
    _, panel = await judged(named, button)
    seen = await shown(panel)
    _, plain = await judged(pages.url("/nameless"), button)
    assert seen == await shown(plain)
    assert len(seen) == 21


PLACE = """(selector) => {
  const element = Document.prototype.querySelector.call(document, selector);
  const { x, y, width, height } = Element.prototype.getBoundingClientRect.call(element);
  return [x + width / 2, y + height / 2];
}"""
OUTLINED = "() => Document.prototype.querySelector.call(document, '[style*=outline]') !== null"


async def test_its_images_are_outlined_and_told_of(judged: Any, named: str) -> None:
    """Looked at through prototypes: such a page takes the driver's own look-ups away too."""
    page, panel = await judged(named)
    await panel.locator("#list summary:visible").first.click()
    await page.wait_for_function(OUTLINED, polling=50)
    await page.bring_to_front()
    async with asyncio.timeout(60):
        while "A red fox in a wood" not in (await tip_of(page) or ""):
            await page.mouse.move(0, 0)  # The page may still scroll to what the panel showed.
            await page.mouse.move(*await page.evaluate(PLACE, "form > img"))
