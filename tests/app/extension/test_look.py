"""The extension's own accessibility: axe-core, the keyboard, narrow and enlarged, forced colours."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.async_api import Page, expect

from tests.app.extension.conftest import Extension
from tests.auditor.reports.test_html_look import axe

pytestmark = pytest.mark.asyncio(loop_scope="session")
LOOKS: dict[str, dict[str, Any]] = {
    "light": {"color_scheme": "light"},
    "dark": {"color_scheme": "dark"},
    "forced colours": {"forced_colors": "active"},
}


@pytest.mark.parametrize("look", LOOKS.values(), ids=LOOKS)
@pytest.mark.parametrize("width", [320, 1280])
async def test_axe_finds_nothing_in_the_panel_and_it_fits(
    judged: Any, pages: Any, width: int, look: dict[str, Any]
) -> None:
    """320 CSS pixels are also what 1280 are at a zoom of 400% (WCAG 2.2, 1.4.10)."""
    _, panel = await judged(pages.url("/plain"))
    await dress(panel, width, look)
    for summary in await panel.locator("#list summary:visible").all():
        await summary.click()
    await panel.get_by_label("Try another text").first.fill("A red fox")
    await expect(panel.locator(".tried").first).to_contain_text("With this text")
    assert await axe(panel) == {"violations": [], "incomplete": []}
    assert await panel.evaluate("document.documentElement.scrollWidth") == width


@pytest.mark.parametrize("look", LOOKS.values(), ids=LOOKS)
@pytest.mark.parametrize("width", [320, 1280])
async def test_axe_finds_nothing_in_the_settings_and_they_fit(
    extension: Extension, width: int, look: dict[str, Any]
) -> None:
    options = await extension.context.new_page()
    await dress(options, width, look)
    await options.goto(extension.url("options.html"))
    await expect(options.locator("#state")).to_contain_text("Connected")
    assert await axe(options) == {"violations": [], "incomplete": []}
    assert await options.evaluate("document.documentElement.scrollWidth") == width


@pytest.mark.parametrize("section", ["absent", "refused", "failed"])
async def test_axe_finds_nothing_in_what_goes_wrong(extension: Extension, section: str) -> None:
    await extension.store(**{"absent": {"port": 9}, "refused": {"token": ""}}.get(section, {}))
    panel = await extension.panel(0)
    await panel.locator(f"#{section}").wait_for()
    assert await axe(panel) == {"violations": [], "incomplete": []}


async def dress(page: Page, width: int, look: dict[str, Any]) -> None:
    await page.set_viewport_size({"width": width, "height": 900})
    await page.emulate_media(**look)


async def test_the_keyboard_alone_works_through_the_list(judged: Any, pages: Any) -> None:
    _, panel = await judged(pages.url("/20"))
    reached = []
    for _ in range(7):
        await panel.keyboard.press("Tab")
        reached.append(await panel.evaluate("document.activeElement.textContent.slice(0, 8)"))
    names = ["Judge ag", "Scroll t", "Copy rep", "Settings", "", "Missing ", "Missing "]
    assert reached == names
    await panel.keyboard.press("Enter")
    await panel.keyboard.press("Tab")
    assert await panel.evaluate("document.activeElement.localName") == "textarea"


async def test_progress_is_told_to_those_who_listen_and_the_focus_stays(
    judged: Any, pages: Any
) -> None:
    _, panel = await judged(pages.url("/20"))
    await expect(panel.get_by_role("status").first).to_have_text(
        "Done. Needing work: 20. Images: 20."
    )
    await panel.locator("#list summary").nth(2).focus()
    held = await panel.evaluate("document.activeElement.textContent")
    await panel.evaluate("document.querySelector('#again').click()")
    await expect(panel.locator("#status")).to_contain_text("Done")
    assert await panel.evaluate("document.activeElement.textContent") == held
