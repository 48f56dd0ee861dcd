"""Deciding and rating in the panel, kept in the scan file of `serve --save`."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Page, expect

from app.backend.saved import Saved
from auditor.decision import Choice
from auditor.store.decisions import decisions_in
from auditor.store.ratings import items_in, ratings_in
from tests.app.extension.chromium import Extension
from tests.app.extension.conftest import finished
from tests.app.extension.page_kinds import page
from tests.app.extension.serving import TOKEN, Recorded, serve_http
from tests.auditor.reports.test_html_look import axe

pytestmark = pytest.mark.asyncio(loop_scope="session")


@pytest.fixture
def saved(tmp_path: Path) -> Saved:
    return Saved(tmp_path / "browsed.db", None)


@pytest.fixture
def saving(saved: Saved) -> Iterator[Recorded]:
    with serve_http(None, saved) as recorded:
        yield recorded


@pytest.fixture
def fox(pages: Any) -> str:
    pages["/fox"] = page("Foxes", '<img id="fox" src="/fox.png" alt="image">', {})
    return pages.url("/fox")


async def opened(extension: Extension, server: Recorded, url: str) -> Page:
    """The panel of a page, with its one image open."""
    await extension.store(port=server.port, token=TOKEN, rater="")
    shown = await extension.context.new_page()
    await shown.goto(url)
    panel = await extension.panel(await extension.tab_of(url))
    await finished(panel)
    await panel.locator("#list summary").first.click()
    return panel


async def test_a_decision_is_kept_with_the_text_in_the_box_and_shown_again(
    extension: Extension, saving: Recorded, saved: Saved, fox: str
) -> None:
    panel = await opened(extension, saving, fox)
    await panel.get_by_label("Try another text").fill("A red fox")
    await panel.get_by_label("Note").fill("ask Ann")
    await panel.get_by_role("button", name="Wrong").click()
    await expect(panel.locator("#status")).to_have_text("Decided: Wrong, better: “A red fox”.")
    [(subject, decision)] = decisions_in(saved.path)
    assert (subject.name, decision.choice, decision.note) == ("image", Choice.WRONG, "ask Ann")
    await panel.locator("#again").click()
    await finished(panel)
    await expect(panel.locator("#list .decided")).to_contain_text("Decided: Wrong")
    await panel.get_by_role("button", name="Take back").click()
    await expect(panel.locator("#status")).to_have_text("Taken back.")
    assert decisions_in(saved.path) == []


async def test_a_letter_decides_while_the_focus_is_on_the_buttons(
    extension: Extension, saving: Recorded, saved: Saved, fox: str
) -> None:
    panel = await opened(extension, saving, fox)
    await panel.get_by_role("button", name="Right").focus()
    await panel.keyboard.press("d")
    await expect(panel.locator("#status")).to_have_text("Decided: Decorative.")
    await panel.get_by_label("Note").press_sequentially("word")
    await expect(panel.locator("#status")).to_have_text("Decided: Decorative.")
    assert [decision.choice for _, decision in decisions_in(saved.path)] == [Choice.DECORATIVE]


async def test_a_text_is_rated_by_one_key_as_in_the_window(
    extension: Extension, saving: Recorded, saved: Saved, fox: str
) -> None:
    panel = await opened(extension, saving, fox)
    await panel.get_by_role("button", name="Right").focus()
    await panel.keyboard.press("F9")
    dialog = panel.get_by_role("dialog", name="Rate the text")
    await expect(dialog.get_by_role("button", name="5")).to_be_focused()
    await panel.keyboard.press("4")
    await expect(dialog.get_by_role("status")).to_contain_text("Say who rates")
    await dialog.get_by_label("Your name").fill("Ann 5")
    await dialog.get_by_label("Are the things it names there?").select_option("no")
    await dialog.get_by_label("I have seen the picture").check()
    # It cannot tell what is behind the texts of a modal dialog.
    assert (await axe(panel))["violations"] == []
    await dialog.get_by_role("button", name="2").press("4")
    await expect(panel.locator("#status")).to_have_text("Rated 4, with the picture.")
    await expect(dialog).to_be_hidden()
    [rating] = ratings_in(saved.path)
    assert (rating.rater, rating.level, rating.seen, rating.text) == ("Ann 5", 4, True, "image")
    assert list(rating.answers.values()) == [False]
    assert rating.item in items_in(saved.path)


async def test_the_pages_of_the_session_are_listed_and_reported_as_one(
    extension: Extension, saving: Recorded, fox: str, pages: Any, tmp_path: Path
) -> None:
    await opened(extension, saving, pages.url("/20"))
    panel = await opened(extension, saving, fox)
    await panel.get_by_text("Pages of this session").click()
    await expect(panel.locator("#pages > li")).to_have_count(2)
    await expect(panel.locator("#pages > li").last).to_contain_text("Foxes")
    async with panel.expect_download() as download:
        await panel.get_by_role("button", name="One report of them all").click()
    await (await download.value).save_as(tmp_path / "report.html")
    text = (tmp_path / "report.html").read_text("utf-8")
    assert fox in text
    assert pages.url("/20") in text


async def test_without_a_scan_file_it_says_how_to_keep_decisions(
    extension: Extension, server: Recorded, fox: str
) -> None:
    panel = await opened(extension, server, fox)
    await expect(panel.locator(".decide")).to_contain_text("auditor serve --save FILE.db")
    await expect(panel.locator("#session")).to_be_hidden()
