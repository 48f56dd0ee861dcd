"""Whether the panel shows what a scan of the same page finds:
`python -m tests.tools.extension_agreement FOLDER... [--pages 30]`.

Serves the HTML files under the folders, judges each in the extension and as `auditor scan` does,
and prints JSON: image uses in all, those that differ in status, text or quality, and pages that
the panel does not judge, with its words. What has no file is drawn by the extension and by the
scan, and may differ by a little in quality.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import tempfile
import threading
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import quote

from auditor.browser.context import open_browser
from auditor.browser.options import BrowserOptions
from auditor.browser.tab import BrowserReader
from auditor.scan.one_page import audit_page
from models.encoder import load
from tests.app.extension.chromium import Extension, everywhere, find_chromium, open_chromium
from tests.app.extension.conftest import MESSAGES, Seen, expected, shown
from tests.app.extension.serving import TOKEN, serve_http

WAIT_MS = 600_000


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: Any) -> None:
        """Nothing."""


async def seen(extension: Extension, url: str) -> Seen | str:
    """What the panel shows of a page after scrolling it, as a scan does; else what it says."""
    page = await extension.context.new_page()
    await page.goto(url)
    panel = await extension.panel(await extension.tab_of(url))
    await panel.locator("body[aria-busy]").wait_for(state="detached", timeout=WAIT_MS)
    await page.bring_to_front()
    await panel.locator("#scroll").dispatch_event("click")
    await panel.locator("body[aria-busy]").wait_for(state="detached", timeout=WAIT_MS)
    said = await panel.locator("#status").inner_text()
    found = await shown(panel) if said.startswith(MESSAGES["done"]["message"]) else said
    await panel.close()
    await page.close()
    return found


async def compare(folders: list[Path], pages: int) -> dict[str, Any]:
    executable = find_chromium()
    assert executable, "no Chromium that takes extensions is installed"
    encoder = load("compact", provider="cpu", threads=1)
    found: Counter[str] = Counter()
    differing, unjudged = [], {}
    with (
        serve_http(encoder) as server,
        tempfile.TemporaryDirectory() as profile,
        ThreadPoolExecutor(2) as pool,
    ):
        async with (
            open_chromium(executable, everywhere(), Path(profile)) as extension,
            open_browser(BrowserOptions()) as context,
        ):
            await extension.store(port=server.port, token=TOKEN)
            reader = BrowserReader(context, BrowserOptions())
            for url in urls(folders, pages):
                ours, name = await seen(extension, url), url.split("/", 3)[3]
                if isinstance(ours, str):
                    unjudged[name] = ours
                    continue
                scan = expected(await audit_page(reader, url, server.service.judge, pool))
                found["pages"] += 1
                found["images"] += len(scan)
                same = Counter(row[::2] for row in ours) & Counter(row[::2] for row in scan)
                found["same status and text"] += same.total()
                found["same quality too"] += (Counter(ours) & Counter(scan)).total()
                if Counter(ours) != Counter(scan):
                    differing.append(name)
            await reader.close()
    return dict(found) | {"pages that differ": differing, "pages not judged": unjudged}


def urls(folders: list[Path], pages: int) -> list[str]:
    """The first pages of each folder, served from it, in turn."""
    found = []
    for folder in folders:
        server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(folder)))
        threading.Thread(target=server.serve_forever, daemon=True).start()
        files = sorted(folder.rglob("*.htm*"))[: -(-pages // len(folders))]
        base = f"http://127.0.0.1:{server.server_port}/"
        found += [base + quote(str(file.relative_to(folder))) for file in files]
    return found[:pages]


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("folders", type=Path, nargs="+")
    parser.add_argument("--pages", type=int, default=30)
    given = parser.parse_args()
    print(json.dumps(asyncio.run(compare(given.folders, given.pages)), indent=1))


if __name__ == "__main__":
    main()
