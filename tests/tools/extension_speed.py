"""How long a page takes in the extension, from the press to the panel:
`python -m tests.tools.extension_speed [--large IMAGES [--turns N]]`.

The server is warm (it judged a page before), and each page has 20 pictures and texts that it has
never seen. Prints JSON: median and largest of the runs, in milliseconds. With `--large` a page of
so many images, each with a picture and a text of its own, once as it is and once again, and then a
scan of another such page; this as often as `--turns` says.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import statistics
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from playwright.async_api import Page

from auditor.browser.context import open_browser
from auditor.browser.options import BrowserOptions
from auditor.browser.tab import BrowserReader
from auditor.judge.judge import Judge
from auditor.scan.cores import cores
from auditor.scan.one_page import audit_page
from models.encoder import load
from tests.app.extension.chromium import everywhere, find_chromium, open_chromium
from tests.app.extension.page_kinds import fill, page, picture
from tests.app.extension.serving import TOKEN, serve_http
from tests.conftest import Site, serve_site

RUNS = 7
IMAGES = 20
WAIT_MS = 600_000
PRESS = """() => new Promise((done) => {
  const start = performance.now();
  let first;
  new MutationObserver((changes) => {
    if (changes.some((change) => change.addedNodes.length)) first ??= performance.now() - start;
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


def new_page(site: Site, run: int, images: int = IMAGES) -> str:
    """A page of pictures and texts that no other run has."""
    body = f"<h1>Run {run}</h1>"
    for n in range(images):
        src = f"/{run}-{n}.png"
        colour = (run * 40 + n * 7) % 256, n * 11 % 256, (80 + n // 256) % 256
        site[src] = picture("#{:02x}{:02x}{:02x}".format(*colour), "circle")
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


async def measure_large(
    panel: Page, shown: Page, site: Site, images: int, turns: int
) -> dict[str, Any]:
    """Milliseconds of large pages, of a second audit of each, and of scans of others, in turns."""
    times: dict[str, list[int]] = {"first": [], "all": [], "all again": [], "a scan": []}
    judge = Judge(load("compact", provider="cpu", threads=1))
    with ThreadPoolExecutor(cores()) as pool:
        async with open_browser(BrowserOptions()) as context:
            reader = BrowserReader(context, BrowserOptions())
            for turn in range(turns):
                await shown.goto(new_page(site, 2 * turn, images))
                first, whole = await panel.evaluate(PRESS)
                _, again = await panel.evaluate(PRESS)
                start = time.perf_counter()
                await audit_page(reader, new_page(site, 2 * turn + 1, images), judge, pool)
                scan = time.perf_counter() - start
                took = (first, whole, again, scan * 1000)
                for name, each in zip(times, took, strict=True):
                    times[name].append(round(each))
            await reader.close()
    said = await panel.locator("#status").inner_text()
    return {"images": images, "said": said, "load": os.getloadavg(), **times}


def summary(times: list[float]) -> dict[str, float]:
    """Without the first run, which warms up."""
    return {"median": round(statistics.median(times[1:])), "largest": round(max(times[1:]))}


async def main(large: int, turns: int) -> None:
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
            await panel.locator("#status", has_text="Done").wait_for(timeout=WAIT_MS)
            if large:
                found = await measure_large(panel, shown, site, large, turns)
            else:
                found = await measure(panel, shown, site)
            print(json.dumps(found, indent=1))


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--large", type=int, default=0)
    parser.add_argument("--turns", type=int, default=3)
    given = parser.parse_args()
    asyncio.run(main(given.large, given.turns))
