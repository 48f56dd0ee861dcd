"""The same extension in Firefox."""

from __future__ import annotations

import json
import shutil
from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Any

import pytest
import pytest_asyncio

from app.extension_zip import for_firefox, manifest, write_folder
from tests.app.extension.chromium import everywhere
from tests.app.extension.conftest import ROWS, expected
from tests.app.extension.firefox import UUID, Firefox, open_firefox
from tests.app.extension.page_kinds import page
from tests.app.extension.serving import TOKEN, Recorded

pytestmark = pytest.mark.asyncio(loop_scope="session")
HOME = f"moz-extension://{UUID}"
PAIR = """import('./server.js').then(({ pair }) => pair('%s'))
  .then(() => chrome.storage.local.get('token')).then(({ token }) => token)"""


def until(said: str) -> str:
    """Waits in a panel until what is said of its status, as `text`, is true."""
    return f"""new Promise((done) => {{
      const look = () => {{
        const text = document.querySelector("#status").textContent;
        if ({said} && !document.body.hasAttribute("aria-busy")) done(true);
      }};
      new MutationObserver(look).observe(document.body, {{
        subtree: true, childList: true, attributes: true, characterData: true,
      }});
      look();
    }})"""


@dataclass(frozen=True, slots=True)
class Paired:
    """Firefox with the extension, paired with the server."""

    firefox: Firefox
    own: str
    """A page of the extension."""

    async def judged(self, url: str) -> tuple[str, str]:
        """A page and its panel, when it is done."""
        shown = await self.firefox.open(url)
        panel = await self.panel_of(url)
        assert await self.firefox.evaluate(panel, until("text.startsWith('Done')"))
        return shown, panel

    async def panel(self, url: str) -> str:
        """The panel of a page that is opened for it."""
        await self.firefox.open(url)
        return await self.panel_of(url)

    async def panel_of(self, url: str) -> str:
        """The panel of the latest tab with this address."""
        tabs = await self.firefox.evaluate(self.own, "chrome.tabs.query({})")
        tab = max(each["id"] for each in tabs if each.get("url") == url)
        return await self.firefox.open(f"{HOME}/panel/panel.html?tab={tab}")


@pytest_asyncio.fixture(loop_scope="session", scope="module")
async def paired(
    server: Recorded, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[Paired]:
    executable = next(filter(None, map(shutil.which, ("firefox-esr", "firefox"))), None)
    if executable is None:
        pytest.skip("no Firefox is installed (package firefox-esr)")
    folder = tmp_path_factory.mktemp("firefox")
    source = folder / "extension"
    write_folder(source, for_firefox(everywhere()))
    async with open_firefox(executable, source, folder) as firefox:
        own = await firefox.open(f"{HOME}/panel/options.html")
        settings = json.dumps({"port": server.port})
        await firefox.evaluate(own, f"chrome.storage.local.set({settings}).then(() => 0)")
        assert await firefox.evaluate(own, PAIR % server.service.pairing.renew()) == TOKEN
        yield Paired(firefox, own)


@pytest.mark.parametrize("path", ["/plain", "/shadow", "/frames"])
async def test_firefox_shows_the_verdicts_of_a_scan(
    paired: Paired, pages: Any, scanned: Any, path: str
) -> None:
    _, panel = await paired.judged(pages.url(path))
    rows = f"({ROWS})([...document.querySelectorAll('#list summary')])"
    seen = [(row[0], row[1], row[3]) for row in await paired.firefox.evaluate(panel, rows)]
    found = expected(await scanned(pages.url(path)))
    assert [(status, heard) for status, _, heard in seen] == [(s, heard) for s, _, heard in found]
    assert [row for row in seen if not drawn(row)] == [row for row in found if not drawn(row)]


async def test_firefox_gives_every_key_that_is_asked_for(paired: Paired) -> None:
    held = await paired.firefox.evaluate(paired.own, "chrome.commands.getAll()")
    commands = manifest()["commands"].items()
    asked = {name: each["suggested_key"]["default"] for name, each in commands}
    assert {each["name"]: each["shortcut"] for each in held} == asked


async def test_in_firefox_the_next_image_is_outlined_and_has_its_badge(
    paired: Paired, pages: Any
) -> None:
    shown, panel = await paired.judged(pages.url("/plain"))
    firefox = paired.firefox
    await firefox.evaluate(panel, "document.querySelector('#badges').click() ?? 0")
    assert await firefox.evaluate(panel, until("text.startsWith('Each image')"))
    await firefox.evaluate(panel, "document.querySelector('#next').click() ?? 0")
    assert await firefox.evaluate(panel, until("text.startsWith('1 of ')"))
    solid = "(each) => getComputedStyle(each).outlineStyle === 'solid'"
    outlined = f"[...document.querySelectorAll('*')].filter({solid}).length"
    hosts = "document.documentElement.querySelectorAll(':scope > div').length"
    assert await firefox.evaluate(shown, f"[{outlined}, {hosts}]") == [1, 2]


async def test_in_firefox_a_page_that_was_left_is_marked(paired: Paired, pages: Any) -> None:
    shown, panel = await paired.judged(pages.url("/plain"))
    url = pages.url("/20")
    await paired.firefox.ask("browsingContext.navigate", context=shown, url=url, wait="complete")
    assert await paired.firefox.evaluate(panel, until("text === 'The page was left.'"))


async def test_in_firefox_another_text_is_scored(paired: Paired, pages: Any) -> None:
    _, panel = await paired.judged(pages.url("/20"))
    await paired.firefox.evaluate(panel, "document.querySelector('#list summary').click() ?? 0")
    typed = """(() => {
      const box = document.querySelector("textarea");
      box.value = "IMG_0001.JPG";
      box.dispatchEvent(new Event("input"));
      return new Promise((done) => {
        const tried = document.querySelector(".tried");
        new MutationObserver(() => done(tried.textContent)).observe(tried, { childList: true });
      });
    })()"""
    said = await paired.firefox.evaluate(panel, typed)
    assert said.startswith("With this text: ")
    assert "IMG_0001.JPG" in said


async def test_in_firefox_a_lazy_frame_is_told_of(paired: Paired, pages: Any) -> None:
    far = '<div style="height: 9000px"></div><iframe loading="lazy" src="/inner"></iframe>'
    pages["/far"] = page("Far", f'<img src="/fox.png" alt="A red fox">{far}', {})
    _, panel = await paired.judged(pages.url("/far"))
    unseen = "[...document.querySelectorAll('#skipped li')].map((each) => each.textContent)"
    told = [f"A frame that has not loaded: {pages.url('/inner')}"]
    assert await paired.firefox.evaluate(panel, unseen) == told


@pytest.mark.parametrize(
    ("path", "said"),
    [("/a.txt", "This is a file, not a page."), ("/empty", "The page is empty.")],
)
async def test_firefox_calls_what_is_no_page_what_it_is(
    paired: Paired, pages: Any, path: str, said: str
) -> None:
    pages["/a.txt"] = (200, {"Content-Type": "text/plain"}, b"A text.")
    pages["/empty"] = page("", "", {})
    panel = await paired.panel(pages.url(path))
    assert await paired.firefox.evaluate(panel, until(f"text === {json.dumps(said)}"))


async def test_in_firefox_the_settings_pair_and_forget(paired: Paired, server: Recorded) -> None:
    options = await paired.firefox.open(f"{HOME}/panel/options.html")
    code = server.service.pairing.renew()
    given = f"""(() => {{
      document.querySelector("#code").value = "{code}";
      document.querySelector("#pair").requestSubmit();
    }})() ?? 0"""
    state = "document.querySelector('#state').textContent"
    seen = """new Promise((done) => {
      const look = () => { if (%s) done(%s); };
      new MutationObserver(look).observe(document.body, { subtree: true, childList: true });
      look();
    })"""
    await paired.firefox.evaluate(options, given)
    said = await paired.firefox.evaluate(options, seen % (f"{state}.startsWith('Paired.')", state))
    assert said.startswith("Paired. Connected with the auditor")


def drawn(row: tuple[str, str, str]) -> bool:
    """An SVG, of which each browser makes other pixels, and so another quality."""
    return "mark.svg" in row[2] or "green square" in row[2]
