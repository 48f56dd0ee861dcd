"""The readers of a scan in a browser. This loads Playwright: imported when one is wanted."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager

from auditor.browser.options import BrowserOptions
from auditor.browser.restarting import RestartingBrowser
from auditor.browser.tab import BrowserReader
from auditor.net.address_guard import AddressGuard
from auditor.net.credentials import Access
from auditor.pages.local_files import LocalFiles
from auditor.pages.static import Kept


@asynccontextmanager
async def open_readers(
    options: BrowserOptions,
    guard: AddressGuard | None,
    access: Access,
    files: LocalFiles,
    number: int,
) -> AsyncIterator[Sequence[BrowserReader]]:
    """So many readers of one browser, which is started again when it ends. Raises BrowserError."""
    async with RestartingBrowser(options, guard, access) as browser:
        kept = Kept()
        readers = [
            BrowserReader(browser.context, options, guard, access, browser.another, files, kept)
            for _ in range(number)
        ]
        yield readers
        for reader in readers:
            await reader.close()
