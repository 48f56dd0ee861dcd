"""When an audit does not come to its end, the panel names the true cause."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from playwright.async_api import Page, expect
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app.backend.service import WAITING
from tests.app.extension.chromium import Extension
from tests.app.extension.page_kinds import page
from tests.app.extension.serving import TOKEN, Recorded, serve_http

pytestmark = pytest.mark.asyncio(loop_scope="session")
Opened = Callable[[Recorded], object]


@pytest.fixture
def fox(pages: object) -> str:
    pages["/fox"] = page("Foxes", '<img src="/fox.png" alt="image">', {})  # type: ignore[index]
    return pages.url("/fox")  # type: ignore[attr-defined, no-any-return]


def breaking(app: ASGIApp) -> ASGIApp:
    """A server that ends its answer to an audit after the first line."""

    async def broken(scope: Scope, receive: Receive, send: Send) -> None:
        async def sent(message: Message) -> None:
            await send(message)
            if message["type"] == "http.response.body":
                raise ConnectionError

        await app(scope, receive, sent if scope.get("path") == "/v1/audit" else send)

    return broken


@pytest.fixture
def broken() -> Iterator[Recorded]:
    with serve_http(None, around=breaking) as recorded:
        yield recorded


async def opened(extension: Extension, server: Recorded, url: str) -> Page:
    await extension.store(port=server.port, token=TOKEN)
    shown = await extension.context.new_page()
    await shown.goto(url)
    return await extension.panel(await extension.tab_of(url))


async def test_an_answer_that_breaks_off(extension: Extension, broken: Recorded, fox: str) -> None:
    panel = await opened(extension, broken, fox)
    await expect(panel.locator("#status")).to_have_text("The auditor broke off.")


async def test_a_server_that_has_enough_to_do(
    extension: Extension, server: Recorded, fox: str
) -> None:
    server.service.waiting = WAITING
    try:
        panel = await opened(extension, server, fox)
        await expect(panel.locator("#status")).to_have_text("The auditor is busy with other pages.")
    finally:
        server.service.waiting = 0


async def test_a_server_that_ends_leaves_what_was_judged(extension: Extension, fox: str) -> None:
    with serve_http(None) as server:
        panel = await opened(extension, server, fox)
        await expect(panel.locator("#status")).to_contain_text("Done")
    await panel.locator("#again").click()
    await expect(panel.locator("#status")).to_have_text("The auditor is not running.")
    await expect(panel.locator("#notice")).to_have_text("What is listed here was judged before.")
    await expect(panel.locator("#list summary")).to_be_visible()
