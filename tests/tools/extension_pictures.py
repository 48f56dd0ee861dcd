"""Makes the pictures of the extension that the documents show.

    python -m tests.tools.extension_pictures

Panel, settings, and the panel where no server runs, each in light, dark and forced colours, on the
example page.
"""

from __future__ import annotations

import asyncio
import io
import tempfile
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.async_api import Page

from models.encoder import load
from tests.app.extension.chromium import everywhere, find_chromium, open_chromium
from tests.app.extension.serving import TOKEN, serve_http
from tests.tools.pictures import DOCS, keep
from tests.tools.quoted import QUOTED_PORT, served_example

LOOKS: tuple[dict[str, Any], ...] = (
    {"color_scheme": "light", "forced_colors": "none"},
    {"color_scheme": "dark", "forced_colors": "none"},
    {"color_scheme": "dark", "forced_colors": "active"},
)
WIDTH, HEIGHT, GAP = 380, 880, 12
WAIT_MS = 600_000
NAMES = ("extension-panel.png", "extension-settings.png", "extension-start.png")
NOBODY = 9
"""A port at which nothing listens (discard)."""
AS_QUOTED = """(quoted) => {
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode())
    texts.currentNode.data = texts.currentNode.data.replace(/(?<=127\\.0\\.0\\.1:)\\d+/g, quoted);
}"""


async def beside(page: Page, target: Path) -> None:
    """Keep a page in each look, beside one another."""
    await page.set_viewport_size({"width": WIDTH, "height": HEIGHT})
    await page.evaluate(AS_QUOTED, str(QUOTED_PORT))
    whole = Image.new("RGB", (WIDTH * len(LOOKS) + GAP * (len(LOOKS) - 1), HEIGHT), "#909090")
    for number, look in enumerate(LOOKS):
        await page.emulate_media(**look)
        shot = Image.open(io.BytesIO(await page.screenshot()))
        whole.paste(shot.convert("RGB"), (number * (WIDTH + GAP), 0))
    out = io.BytesIO()
    whole.save(out, "PNG")
    keep(out.getvalue(), target)
    print(target)


async def main() -> None:
    """Make all."""
    executable = find_chromium()
    assert executable, "no Chromium that takes extensions is installed"
    encoder = load("compact", provider="cpu", threads=1)
    with (
        serve_http(encoder) as server,
        served_example() as port,
        tempfile.TemporaryDirectory() as t,
    ):
        async with open_chromium(executable, everywhere(), Path(t)) as extension:
            await extension.store(port=NOBODY, token=TOKEN)
            shown = await extension.context.new_page()
            url = f"http://127.0.0.1:{port}/"
            await shown.goto(url)
            alone = await extension.panel(await extension.tab_of(url))
            await alone.locator("#absent").wait_for(timeout=WAIT_MS)
            await beside(alone, DOCS / NAMES[2])
            await alone.close()
            await extension.store(port=server.port, token=TOKEN)
            panel = await extension.panel(await extension.tab_of(url))
            await panel.locator("#status", has_text="Done").wait_for(timeout=WAIT_MS)
            await panel.locator("#list summary:visible").first.click(timeout=WAIT_MS)
            await panel.get_by_label("Try another text").first.fill("Back to the top")
            await panel.locator(".tried", has_text="With this text").first.wait_for(timeout=WAIT_MS)
            await beside(panel, DOCS / NAMES[0])
            settings = await extension.context.new_page()
            await settings.goto(extension.url("panel/options.html"))
            await settings.locator("#state", has_text="Connected").wait_for(timeout=WAIT_MS)
            await beside(settings, DOCS / NAMES[1])


if __name__ == "__main__":
    asyncio.run(main())
