"""The panel and what the server says in it are in one language."""

import json
from pathlib import Path

import pytest
from playwright.async_api import expect

from app.extension_zip import SOURCE
from tests.app.extension.chromium import everywhere, open_chromium
from tests.app.extension.conftest import chromium
from tests.app.extension.serving import TOKEN

LOCALES = {
    path.parent.name: json.loads(path.read_text("utf-8"))
    for path in SOURCE.glob("_locales/*/messages.json")
}


def test_every_language_of_the_panel_says_all_of_it() -> None:
    for language, texts in LOCALES.items():
        assert texts.keys() == LOCALES["en"].keys()
        assert texts["language"]["message"] == language


@pytest.mark.parametrize(
    ("browser", "language", "says"),
    [("de", "de", "hat keinen Namen"), ("fr", "fr", "pas de nom"), ("ja", "en", "has no name")],
)
@pytest.mark.asyncio(loop_scope="session")
async def test_findings_are_in_the_language_of_the_panel(
    server, pages, tmp_path: Path, browser: str, language: str, says: str
) -> None:
    async with open_chromium(chromium(), everywhere(), tmp_path, language=browser) as extension:
        await extension.store(port=server.port, token=TOKEN)
        page = await extension.context.new_page()
        pages["/nameless"] = "<!doctype html><html lang=en><title>A</title><img src=fox.png>"
        await page.goto(pages.url("/nameless"))
        panel = await extension.panel(await extension.tab_of(pages.url("/nameless")))
        await expect(panel.locator("html")).to_have_attribute("lang", language)
        heading = LOCALES[language]["again"]["message"]
        await expect(panel.get_by_role("button", name=heading)).to_be_visible()
        item = panel.locator("#list details").first
        await item.locator("summary").click(timeout=60_000)
        reason = item.locator(".verdict p").first
        await expect(reason).to_contain_text(says, timeout=60_000)
        await expect(reason).to_have_attribute("lang", language)
