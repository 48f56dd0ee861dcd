"""Starts a Chromium with the extension in it."""

from __future__ import annotations

import os
import shutil
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from playwright.async_api import BrowserContext, Page, Worker, async_playwright

from app.extension_zip import Manifest, for_chromium, manifest, write_folder
from auditor.browser.options import FLAGS

NAMES = ("chromium", "google-chrome")
"""A headless shell has no extensions."""
SIZE = {"width": 1280, "height": 900}


@dataclass(frozen=True, slots=True)
class Extension:
    """The extension in a running browser."""

    context: BrowserContext
    id: str
    worker: Worker

    def url(self, path: str) -> str:
        return f"chrome-extension://{self.id}/{path}"

    async def store(self, **settings: Any) -> None:
        await self.worker.evaluate("(settings) => chrome.storage.local.set(settings)", settings)

    async def tab_of(self, url: str) -> int:
        tabs = await self.worker.evaluate("() => chrome.tabs.query({})")
        return max(tab["id"] for tab in tabs if tab.get("url") == url)

    async def panel(self, tab: int) -> Page:
        """The panel of a tab, in a tab of its own: a side panel cannot be driven."""
        panel = await self.context.new_page()
        await panel.goto(self.url(f"panel/panel.html?tab={tab}"))
        return panel


def everywhere() -> Manifest:
    """The manifest of an extension that may read every site from the start."""
    return manifest() | {"host_permissions": manifest()["optional_host_permissions"]}


def find_chromium() -> str | None:
    """The system's own."""
    return next(filter(None, map(shutil.which, NAMES)), None)


@asynccontextmanager
async def open_chromium(
    executable: str,
    fitted: Manifest,
    folder: Path,
    flags: Sequence[str] = (),
    language: str = "en-US",
) -> AsyncIterator[Extension]:
    """A running Chromium with the extension, under this manifest, with its own words in
    `language`."""
    source = folder / "extension"
    write_folder(source, for_chromium(fitted))
    async with async_playwright() as playwright:
        context = await playwright.chromium.launch_persistent_context(
            folder / "profile",
            executable_path=executable,
            headless=True,
            args=[*FLAGS, *flags, f"--lang={language}", "--enable-unsafe-extension-debugging"],
            ignore_default_args=["--disable-extensions"],
            viewport=SIZE,
            locale=language,
            env={**os.environ, "LANGUAGE": language},
        )
        assert context.browser is not None
        cdp = await context.browser.new_browser_cdp_session()
        await cdp.send("Extensions.loadUnpacked", {"path": str(source)})
        workers = context.service_workers
        worker = workers[0] if workers else await context.wait_for_event("serviceworker")
        yield Extension(context, worker.url.split("/")[2], worker)
        await context.close()
