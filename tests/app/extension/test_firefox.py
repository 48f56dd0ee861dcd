"""The same extension in Firefox."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from app.extension_zip import for_firefox, write_folder
from tests.app.extension.chromium import everywhere
from tests.app.extension.conftest import ROWS, expected
from tests.app.extension.firefox import UUID, open_firefox
from tests.app.extension.serving import TOKEN, Recorded

pytestmark = pytest.mark.asyncio(loop_scope="session")
DONE = "document.querySelector('#status').textContent.startsWith('Done')"
WAIT = f"""new Promise((done) => {{
  const look = () => {DONE} && !document.body.hasAttribute('aria-busy') && done(true);
  new MutationObserver(look).observe(document.body, {{
    subtree: true, childList: true, attributes: true,
  }});
  look();
}})"""
PAIR = """import('./server.js').then(({ pair }) => pair('%s'))
  .then(() => chrome.storage.local.get('token')).then(({ token }) => token)"""


@pytest.fixture
def executable() -> str:
    found = next(filter(None, map(shutil.which, ("firefox-esr", "firefox"))), None)
    if found is None:
        pytest.skip("no Firefox is installed (package firefox-esr)")
    return found


async def test_firefox_shows_the_verdicts_of_a_scan(
    executable: str, server: Recorded, pages: Any, scanned: Any, tmp_path: Path
) -> None:
    source = tmp_path / "extension"
    write_folder(source, for_firefox(everywhere()))
    async with open_firefox(executable, source, tmp_path) as firefox:
        own = await firefox.open(f"moz-extension://{UUID}/panel/options.html")
        settings = json.dumps({"port": server.port})
        await firefox.evaluate(own, f"chrome.storage.local.set({settings}).then(() => 0)")
        assert await firefox.evaluate(own, PAIR % server.service.pairing.renew()) == TOKEN
        await firefox.open(pages.url("/plain"))
        tabs = await firefox.evaluate(own, "chrome.tabs.query({})")
        (tab,) = (each for each in tabs if each.get("url") == pages.url("/plain"))
        panel = await firefox.open(f"moz-extension://{UUID}/panel/panel.html?tab={tab['id']}")
        assert await firefox.evaluate(panel, WAIT)
        rows = f"({ROWS})([...document.querySelectorAll('#list summary')])"
        seen = [(row[0], row[1], row[3]) for row in await firefox.evaluate(panel, rows)]
    found = expected(await scanned(pages.url("/plain")))
    assert [(status, heard) for status, _, heard in seen] == [(s, heard) for s, _, heard in found]
    assert [row for row in seen if not drawn(row)] == [row for row in found if not drawn(row)]


def drawn(row: tuple[str, str, str]) -> bool:
    """An SVG, of which each browser makes other pixels, and so another quality."""
    return "mark.svg" in row[2] or "green square" in row[2]
