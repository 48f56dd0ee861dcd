"""How long a page takes in the extension, from the press to the panel:
`python -m tests.tools.extension_speed`.

The server is warm (it judged a page before), and each page has 20 pictures and texts that it has
never seen. Prints JSON: median and largest of the runs, in milliseconds.
"""

from __future__ import annotations

import asyncio
import json
import statistics
import tempfile
from pathlib import Path
from typing import Any

from playwright.async_api import Page

from models.encoder import load
from tests.app.extension.chromium import everywhere, find_chromium, open_chromium
from tests.app.extension.page_kinds import fill, page, picture
from tests.app.extension.serving import TOKEN, serve_http
from tests.conftest import Site, serve_site

RUNS = 7
IMAGES = 20
PRESS = """() => new Promise((done) => {
  const start = performance.now();
  let first;
  new MutationObserver(() => {
    first ??= performance.now() - start;
  }).observe(document.querySelector("#list"), {childList: true, subtree: true});
  new MutationObserver((_, self) => {
    if (document.body.hasAttribute("aria-busy")) return;
    self.disconnect();
    done([first, performance.now() - start]);
  }).observe(document.body, {attributes: true});
  document.querySelector("#again").click();
})"""
TYPE = """(text) => new Promise((done) => {
  const box = document.querySelector("textarea");
  const start = performance.now();
  new MutationObserver((_, self) => {
    self.disconnect();
    done(performance.now() - start);
  }).observe(document.querySelector(".tried"), {childList: true});
  box.value = text;
  box.dispatchEvent(new Event("input"));
})"""


def new_page(site: Site, run: int) -> str:
    """A page of pictures and texts that no other run has."""
    body = f"<h1>Run {run}</h1>"
    for n in range(IMAGES):
        src = f"/{run}-{n}.png"
        site[src] = picture(f"#{(run * 40 + n * 7) % 256:02x}{n * 11:02x}50", "circle")
        body += f'<img src="{src}" alt="A round thing of colour {n} in run {run}"><p>About {n}.</p>'
    site[f"/run{run}"] = page(f"Run {run}", body, {})
    return site.url(f"/run{run}")


async def measure(panel: Page, shown: Page, site: Site) -> dict[str, Any]:
    first, whole, typed = [], [], []
    for run in range(RUNS + 1):
        await shown.goto(new_page(site, run))
        times = await panel.evaluate(PRESS)
        first.append(times[0])
        whole.append(times[1])
    await panel.get_by_label("Show images that need no work too").check()
    await panel.locator("#list summary").first.click()
    for run in range(RUNS + 1):
        typed.append(await panel.evaluate(TYPE, f"A round thing, typed anew {run}"))
    return {
        "first results": summary(first),
        f"all of {IMAGES} images": summary(whole),
        "rescoring, with 100 ms of waiting for the typing to pause": summary(typed),
    }


def summary(times: list[float]) -> dict[str, float]:
    """Without the first run, which warms up."""
    return {"median": round(statistics.median(times[1:])), "largest": round(max(times[1:]))}


async def main() -> None:
    executable = find_chromium()
    assert executable, "no Chromium that takes extensions is installed"
    encoder = load("compact", provider="cpu", threads=1)
    with serve_http(encoder) as server, serve_site() as site, tempfile.TemporaryDirectory() as tmp:
        fill(site)
        async with open_chromium(executable, everywhere(), Path(tmp)) as extension:
            await extension.store(port=server.port, token=TOKEN)
            shown = await extension.context.new_page()
            await shown.goto(site.url("/plain"))
            panel = await extension.panel(await extension.tab_of(site.url("/plain")))
            await panel.locator("#status", has_text="Done").wait_for()
            print(json.dumps(await measure(panel, shown, site), indent=1))


if __name__ == "__main__":
    asyncio.run(main())
