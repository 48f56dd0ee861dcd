"""Badges on the images of a page, and the way from one image that asks for work to the next."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.async_api import Page, expect

from tests.app.extension.chromium import Extension
from tests.app.extension.page_kinds import page

pytestmark = pytest.mark.asyncio(loop_scope="session")
IMAGES = """<h1>Foxes</h1><p><a href="/">Home</a></p><img id="a" src="/fox.png">
<div style="height: 2000px"></div><img id="b" src="/leaf.png" alt="IMG_0001.jpg">
<img id="c" src="/fox.png" alt="" width="8" height="8">"""


@pytest.fixture
def images(pages: Any) -> str:
    pages["/images"] = page("Foxes", IMAGES, {})
    return pages.url("/images")


async def badges_of(shown: Page) -> list[dict[str, str]]:
    """The attributes of each badge, in the order of the keyboard."""
    cdp = await shown.context.new_cdp_session(shown)
    document = await cdp.send("DOM.getDocument", {"depth": -1, "pierce": True})
    found = []
    for host in document["root"]["children"][-1]["children"]:
        for root in host.get("shadowRoots", ()):
            buttons = [each for each in root["children"] if each["localName"] == "button"]
            found += [dict(zip(*[iter(each["attributes"])] * 2, strict=True)) for each in buttons]
    return found


async def test_each_image_has_a_badge_with_its_status_until_they_are_taken_away(
    judged: Any, images: str
) -> None:
    shown, panel = await judged(images)
    button = panel.get_by_role("button", name="Badges on the images")
    await button.click()
    await expect(button).to_have_attribute("aria-pressed", "true")
    labels = [badge["aria-label"] for badge in await badges_of(shown)]
    assert len(labels) == 3
    assert labels[0].startswith("Missing. A screen reader says:")
    await button.click()
    await expect(button).to_have_attribute("aria-pressed", "false")
    assert await badges_of(shown) == []


async def test_a_badge_is_reached_by_keyboard_and_opens_its_image(judged: Any, images: str) -> None:
    shown, panel = await judged(images)
    await panel.locator("#badges").click()
    await expect(panel.locator("#badges")).to_have_attribute("aria-pressed", "true")
    await shown.bring_to_front()
    await shown.locator("a").focus()
    await shown.keyboard.press("Tab")
    await shown.keyboard.press("Enter")
    await expect(panel.locator("#list details[open] .status")).to_have_count(1)


async def test_badges_stand_on_their_images_also_when_the_page_moves(
    judged: Any, images: str
) -> None:
    shown, panel = await judged(images)
    await panel.locator("#badges").click()
    await expect(panel.locator("#badges")).to_have_attribute("aria-pressed", "true")
    await shown.bring_to_front()
    await shown.locator("#b").scroll_into_view_if_needed()
    box = await shown.locator("#b").bounding_box()
    assert box is not None
    await shown.mouse.click(box["x"] + 8, box["y"] + 8)
    await expect(panel.locator("#list details[open]")).to_contain_text("IMG_0001.jpg")


async def test_a_key_goes_to_the_next_image_that_asks_for_work_and_outlines_it(
    judged: Any, extension: Extension, images: str
) -> None:
    shown, panel = await judged(images)
    await shown.bring_to_front()

    async def press(command: str) -> None:
        await extension.worker.evaluate(
            "async (command) => chrome.commands.onCommand.dispatch(command, "
            "(await chrome.tabs.query({active: true}))[0])",
            command,
        )

    await press("next")
    await expect(panel.locator("#status")).to_contain_text("1 of 2. Missing. A screen reader says:")
    await expect(shown.locator("#a")).to_have_css("outline-style", "solid")
    await press("next")
    await expect(panel.locator("#status")).to_contain_text("2 of 2. Weak.")
    await expect(shown.locator("#b")).to_be_in_viewport()
    await expect(shown.locator("#a")).not_to_have_css("outline-style", "solid")
    await press("previous")
    await expect(panel.locator("#status")).to_contain_text("1 of 2.")
    await expect(panel.locator("#list details[open]")).to_have_count(1)
