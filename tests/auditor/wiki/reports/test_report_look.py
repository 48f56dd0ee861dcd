"""The page for editors, in a real browser."""

from __future__ import annotations

from itertools import product
from pathlib import Path

import pytest

from auditor.browser.context import open_browser
from auditor.browser.options import BrowserOptions
from tests.auditor.reports.test_html_look import axe
from tests.auditor.wiki.conftest import TITLE
from tests.auditor.wiki.sites.test_filepage import ENTITY, META


@pytest.fixture
def page_of_editors(request, call, garden, tmp_path) -> Path:
    """A report in which every kind of content of the page occurs; `request.param`: also scores."""
    garden.files = {"Boat.jpg": META, "House.jpg": {}}
    garden.entities = {"File:Boat.jpg": ENTITY}
    garden.redirects["Garden"] = TITLE
    del garden.uploads["/upload/Chart.png"]
    out = tmp_path / "report.html"
    call("Garden", "Nothing", "-o", out, score=request.param)
    return out


@pytest.mark.parametrize("page_of_editors", [True], indirect=True, ids=["scored"])
async def test_axe_finds_nothing_and_the_page_fits_its_window(page_of_editors) -> None:
    said: list[str] = []
    async with open_browser(BrowserOptions()) as context:
        page = await context.new_page()
        page.on("console", lambda message: said.append(message.text))
        for scheme, width in product(("light", "dark"), (320, 1280)):
            await page.emulate_media(color_scheme=scheme)
            await page.set_viewport_size({"width": width, "height": 800})
            await page.goto(page_of_editors.as_uri())
            await page.evaluate("document.querySelectorAll('details').forEach(d => d.open = true)")
            assert await page.evaluate("document.documentElement.scrollWidth") == width
            assert said == []
            assert await axe(page) == {"violations": [], "incomplete": []}, (scheme, width)


@pytest.mark.parametrize("page_of_editors", [False], indirect=True, ids=["plain"])
async def test_the_page_shows_each_image_with_what_an_editor_needs(page_of_editors) -> None:
    async with open_browser(BrowserOptions()) as context:
        page = await context.new_page()
        await page.goto(page_of_editors.as_uri())
        await page.evaluate("document.querySelectorAll('details').forEach(d => d.open = true)")
        boat = page.locator("article", has_text="line 10, file link")
        text = await boat.inner_text()
        link = await boat.get_by_role("link", name="Edit the section “History”").get_attribute(
            "href"
        )
        shown = await boat.locator("img").evaluate("img => img.naturalWidth")
        overview = await page.locator("main").inner_text()
    assert link is not None
    assert link.endswith("/wiki/Garden_by_the_sea?action=edit&section=1")
    assert shown > 100
    assert "“The ferry to the garden runs twice a day.”" in text
    assert "[[File:Boat.jpg|thumb|The ferry" in text
    assert "A screen reader says: link, graphic, with no name" in text
    assert "To know the picture by, and no text to paste" in text
    assert "Grey cat" in text
    assert "Ada, CC BY-SA 4.0" in text
    assert "Garden leads to Garden by the sea" in overview
    assert "has no page Nothing" in overview
