"""A real Chromium with the extension, a real server, and sites whose pages are judged."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import AsyncIterator, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from playwright.async_api import Page

from app.backend.audits import ranked
from app.extension_zip import SOURCE, manifest
from auditor.browser.context import open_browser
from auditor.browser.options import BrowserOptions
from auditor.browser.tab import BrowserReader
from auditor.findings import Status
from auditor.reports.words import spoken
from auditor.scan.one_page import PageResult, audit_page
from models.encoder import load
from tests.app.extension.chromium import Extension, everywhere, find_chromium, open_chromium
from tests.app.extension.page_kinds import fill
from tests.app.extension.serving import TOKEN, Recorded, serve_http
from tests.conftest import Site, serve_site

MESSAGES = json.loads(SOURCE.joinpath("_locales/en/messages.json").read_text("utf-8"))
STATUS = {
    status: MESSAGES[f"status_{status.value.replace('-', '_')}"]["message"] for status in Status
}


@pytest.fixture(scope="session")
def encoder() -> Any:
    return load("compact", provider="cpu", threads=1)


@pytest.fixture(scope="session")
def server(encoder: Any) -> Iterator[Recorded]:
    with serve_http(encoder) as recorded:
        yield recorded


@pytest.fixture(scope="session")
def pages() -> Iterator[Site]:
    """The site whose pages are judged."""
    with serve_site() as site:
        fill(site)
        yield site


@pytest.fixture(scope="session")
def public_pages() -> Iterator[Site]:
    """A site that the browser takes for one of the public internet."""
    with serve_site() as site:
        fill(site)
        yield site


@pytest.fixture(scope="session")
def secure_pages(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A site over TLS, with a certificate that nobody signed."""
    if not shutil.which("openssl"):
        pytest.skip("openssl makes the certificate, and is not installed")
    both = tmp_path_factory.mktemp("tls") / "both.pem"
    command = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=127.0.0.1"]
    subprocess.run([*command, "-keyout", both, "-out", both], check=True, capture_output=True)
    with serve_site(both) as site:
        yield site


@pytest_asyncio.fixture(loop_scope="session", scope="session")
async def installed(
    public_pages: Site, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[Extension]:
    """The extension as after its user allowed every site, which no test can press a button for."""
    flags = [
        f"--ip-address-space-overrides=127.0.0.1:{public_pages.port}=public",
        "--host-resolver-rules=MAP attacker.example 127.0.0.1",
        "--ignore-certificate-errors",
    ]
    folder = tmp_path_factory.mktemp("chromium")
    async with open_chromium(chromium(), everywhere(), folder, flags) as found:
        yield found


@pytest_asyncio.fixture(loop_scope="session")
async def alone(server: Recorded, tmp_path: Path) -> AsyncIterator[Extension]:
    """The extension as it is installed, paired, with leave for no site."""
    async with open_chromium(chromium(), manifest(), tmp_path) as found:
        await found.store(port=server.port, token=TOKEN)
        yield found


def chromium() -> str:
    """The Chromium of the system: a headless shell has no extensions."""
    found = find_chromium()
    if found is None:
        pytest.skip("no Chromium that takes extensions is installed (package chromium)")
    return found


@pytest_asyncio.fixture(loop_scope="session")
async def extension(installed: Extension, server: Recorded) -> AsyncIterator[Extension]:
    """The extension, paired; the tabs that a test opened are closed after it."""
    await installed.store(port=server.port, token=TOKEN)
    yield installed
    keep = await installed.context.new_page()
    for page in installed.context.pages:
        if page is not keep:
            await page.close()


Judged = Callable[..., Any]


@pytest_asyncio.fixture(loop_scope="session")
async def judged(extension: Extension) -> Judged:
    """Opens a page and its panel; gives both when the panel says that it is done."""

    async def judge(url: str, button: str | None = None) -> tuple[Page, Page]:
        page = await extension.context.new_page()
        await page.goto(url)
        panel = await extension.panel(await extension.tab_of(url))
        await finished(panel)
        if button:
            await page.bring_to_front()
            await panel.get_by_role("button", name=button).dispatch_event("click")
            await finished(panel)
        return page, panel

    return judge


async def finished(panel: Page) -> None:
    await panel.locator("body[aria-busy]").wait_for(state="detached", timeout=250_000)
    await panel.locator("#status", has_text="Done").wait_for(timeout=250_000)


ROWS = "(rows) => rows.map((row) => [...row.children].map((part) => part.textContent))"
Seen = list[tuple[str, str, str]]
"""Status, quality and what is heard of each image, worst first."""


async def shown(panel: Page) -> Seen:
    """The list as the panel shows it."""
    await panel.get_by_label("Show images that need no work too").check()
    rows = await panel.locator("#list summary:visible").evaluate_all(ROWS)
    return [(status, quality, heard) for status, quality, _, heard in rows]


def expected(result: PageResult) -> Seen:
    """What the panel should show of a scan's result."""
    return [
        (
            STATUS[use.verdict.status],
            f"{use.scores.quality:.1f} of 5" if use.scores else "",
            spoken(use.record),
        )
        for use, _ in ranked(result)
    ]


@pytest_asyncio.fixture(loop_scope="session")
async def scanned(server: Recorded) -> AsyncIterator[Callable[[str], Any]]:
    """Reads and judges a page as `auditor scan` does."""
    with ThreadPoolExecutor(2) as pool:
        async with open_browser(BrowserOptions()) as context:
            reader = BrowserReader(context, BrowserOptions())

            async def scan(url: str) -> PageResult:
                return await audit_page(reader, url, server.service.judge, pool)

            yield scan
            await reader.close()
