"""What benchmarks do with the browser that no scan does: bare loads, scripts, pictures put in."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from playwright.async_api import BrowserContext, Route, async_playwright
from playwright.async_api import Page as Tab

from auditor.browser.chromium import executable


async def load_content(tab: Tab, url: str) -> None:
    """The least that a crawler with a browser can do: no scrolling, no quiet."""
    await tab.goto(url, wait_until="load")
    await tab.content()


async def load_and_run(tab: Tab, url: str, scripts: Sequence[str]) -> None:
    """Load a page, and run the scripts in it one after another."""
    await tab.goto(url, wait_until="load")
    for script in scripts:
        await tab.evaluate(script)


async def used_executable() -> str | None:
    """Path of the Chromium that a scan starts, or None when there is none."""
    async with async_playwright() as playwright:
        return executable(playwright.chromium.executable_path)


async def answer_with(context: BrowserContext, pages: Mapping[str, str], png: bytes) -> None:
    """Answer requests with the HTML of these addresses, and with this picture for every other that
    asks for one; nothing else is there."""

    async def answer(route: Route) -> None:
        html = pages.get(route.request.url)
        if html is not None:
            await route.fulfill(body=html, content_type="text/html; charset=utf-8")
        elif route.request.resource_type == "image":
            await route.fulfill(body=png, content_type="image/png")
        else:
            await route.abort()

    await context.route("**/*", answer)
