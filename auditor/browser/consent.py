"""Answers consent banners when asked to: clicks on one of the buttons in consent.json.

What the buttons are called in each consent tool is public: its documentation and every page that
carries it. Where no button is known, nothing is clicked.
"""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path

from playwright.async_api import Error
from playwright.async_api import Page as Tab

from auditor.browser.options import Answer

TOOLS: list[dict[str, list[str]]] = json.loads(
    (Path(__file__).parent / "consent.json").read_text("utf-8")
)
MOST_FRAMES = 20
"""Frames in which a banner is looked for: some tools stand in one."""
CLICK_SECONDS = 2.0


async def answer_banner(tab: Tab, answer: Answer) -> bool:
    """Click the button that gives `answer`, if one is shown. Returns whether it was clicked."""
    buttons = ", ".join(f"{one}:visible" for tool in TOOLS for one in tool[answer])
    for frame in tab.frames[:MOST_FRAMES]:
        button = frame.locator(buttons).first
        with suppress(Error):
            if await button.is_visible():
                await button.click(timeout=CLICK_SECONDS * 1000)
                return True
    return False
