"""The panel shows what a scan of the same page finds, image by image."""

from __future__ import annotations

from typing import Any

import pytest

from tests.app.extension.conftest import expected, shown
from tests.app.extension.page_kinds import CSP, PLAIN, fill, page

pytestmark = pytest.mark.asyncio(loop_scope="session")


@pytest.mark.parametrize("path", ["/plain", "/shadow", "/frames", "/500"])
async def test_a_page_of_each_kind(judged: Any, scanned: Any, pages: Any, path: str) -> None:
    _, panel = await judged(pages.url(path))
    assert await shown(panel) == expected(await scanned(pages.url(path)))


async def test_a_page_of_the_public_internet(judged: Any, scanned: Any, public_pages: Any) -> None:
    _, panel = await judged(public_pages.url("/plain"))
    assert await shown(panel) == expected(await scanned(public_pages.url("/plain")))


async def test_a_page_over_tls_that_lets_nothing_in(
    judged: Any, scanned: Any, pages: Any, secure_pages: Any
) -> None:
    """A scan does not take a certificate that nobody signed: it reads the same page without TLS."""
    strict = {"Content-Security-Policy": CSP}
    fill(secure_pages, strict)
    pages["/strict"] = page("/plain", PLAIN, strict)
    _, panel = await judged(secure_pages.url("/plain"))
    seen = [
        (status, quality, heard.replace(secure_pages.url(), pages.url()))
        for status, quality, heard in await shown(panel)
    ]
    assert seen == expected(await scanned(pages.url("/strict")))


async def test_images_that_load_late_come_with_scrolling(
    judged: Any, scanned: Any, pages: Any
) -> None:
    _, panel = await judged(pages.url("/lazy"))
    found = expected(await scanned(pages.url("/lazy")))
    assert len(set(await shown(panel)) & set(found)) == 2
    _, panel = await judged(pages.url("/lazy"), button="Scroll through")
    assert await shown(panel) == found
