"""The extension's own accessibility: axe-core, the keyboard, small screens, forced colours."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.async_api import Page, expect

from tests.app.extension.chromium import Extension
from tests.auditor.reports.test_html_look import axe

pytestmark = pytest.mark.asyncio(loop_scope="session")
LOOKS: list[dict[str, Any]] = [
    {"color_scheme": "light"},
    {"color_scheme": "dark"},
    {"forced_colors": "active"},
]


async def test_axe_finds_nothing_in_the_panel_and_it_fits(judged: Any, pages: Any) -> None:
    _, panel = await judged(pages.url("/plain"))
    for summary in await panel.locator("#list summary:visible").all():
        await summary.click()
    await panel.get_by_label("Try another text").first.fill("A red fox")
    await expect(panel.locator(".tried").first).to_contain_text("With this text")
    await assert_clean_in_every_look(panel)


async def test_axe_finds_nothing_in_the_settings_and_they_fit(extension: Extension) -> None:
    options = await extension.context.new_page()
    await options.goto(extension.url("panel/options.html"))
    await expect(options.locator("#state")).to_contain_text("Connected")
    await assert_clean_in_every_look(options)


@pytest.mark.parametrize("section", ["absent", "refused", "failed"])
async def test_axe_finds_nothing_in_what_goes_wrong(extension: Extension, section: str) -> None:
    await extension.store(**{"absent": {"port": 9}, "refused": {"token": ""}}.get(section, {}))
    panel = await extension.panel(0)
    await panel.locator(f"#{section}").wait_for()
    assert await axe(panel) == {"violations": [], "incomplete": []}


async def assert_clean_in_every_look(page: Page) -> None:
    """320 CSS pixels are also what 1280 are at a zoom of 400% (WCAG 2.2, 1.4.10)."""
    for look in LOOKS:
        await page.emulate_media(**look)
        for width in (320, 1280):
            await page.set_viewport_size({"width": width, "height": 900})
            assert await axe(page) == {"violations": [], "incomplete": []}, (look, width)
            assert await page.evaluate("document.documentElement.scrollWidth") == width


async def test_the_keyboard_alone_works_through_the_list(judged: Any, pages: Any) -> None:
    _, panel = await judged(pages.url("/20"))
    reached = []
    for _ in range(10):
        await panel.keyboard.press("Tab")
        reached.append(await panel.evaluate("document.activeElement.textContent.slice(0, 8)"))
    names = ["Judge ag", "Scroll t", "Copy rep", "Settings", "Previous", "Next", "Badges o", ""]
    names += ["Missing "] * 2
    assert reached == names
    await panel.keyboard.press("Enter")
    await panel.locator("textarea:visible").first.wait_for()
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
