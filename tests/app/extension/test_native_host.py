"""The panel has the server started by the native messaging host, in real browsers."""

from __future__ import annotations

import asyncio
import json
import shutil
import socket
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Page, expect

from app.backend.native_host.installing import Machine, install, uninstall
from app.backend.native_host.places import Browser
from app.backend.pairing import token_path
from app.backend.running import Running
from app.extension_zip import Manifest, for_firefox, write_folder
from tests.app.extension.chromium import Extension, everywhere, open_chromium
from tests.app.extension.conftest import chromium
from tests.app.extension.firefox import UUID, open_firefox
from tests.app.extension.page_kinds import page
from tests.app.extension.serving import TOKEN

pytestmark = pytest.mark.asyncio(loop_scope="session")
SETTLED = """new Promise((done) => {
  const look = () => {
    const text = document.querySelector("#status").textContent;
    if (/^(Done\\.|.*not running|.*not be started)/.test(text)) done(text.split(" ")[0]);
  };
  new MutationObserver(look).observe(document.body, {subtree: true, childList: true});
  look();
})"""
ASKING = """if (globalThis.chrome?.permissions) {
  window.asked = [];
  chrome.permissions.contains = async () => window.asked.length > 0;
  chrome.permissions.request = async (what) => window.asked.push(what) > 0;
}"""
HOME = f"moz-extension://{UUID}"
SLOW_MS = 300_000


@dataclass(frozen=True, slots=True)
class Host:
    """A user who may have installed the host, and has a token."""

    machine: Machine
    port: int
    """Where the server is to be started."""

    def install(self, browser: Browser) -> None:
        install(self.machine, [browser], ["--port", str(self.port), "--no-score"])

    async def ended(self) -> None:
        """End the server that was started, and wait until it is gone."""
        running = Running(self.port)
        assert await asyncio.to_thread(running.stop)
        assert await asyncio.to_thread(gone, running)


def gone(running: Running) -> bool:
    """Wait until it does not answer any more."""
    while running.proves():
        time.sleep(0.05)
    return True


@pytest.fixture
def host(tmp_path: Path) -> Iterator[Host]:
    token_path().parent.mkdir(parents=True)
    token_path().touch(0o600)
    token_path().write_text(TOKEN)
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    environment = {"XDG_CONFIG_HOME": str(tmp_path / "config")}
    machine = Machine("linux", tmp_path, tmp_path / "own", environment)
    # Where Chromium looks with a profile of its own in place of the user's.
    (tmp_path / "config").mkdir()
    (tmp_path / "config/chromium").symlink_to(tmp_path / "browser/profile")
    (tmp_path / "browser/profile").mkdir(parents=True)
    yield Host(machine, port)
    uninstall(machine)


def with_leave() -> Manifest:
    """The manifest of an extension whose user let it use the host."""
    may = everywhere()
    return may | {"permissions": [*may["permissions"], *may["optional_permissions"]]}


@asynccontextmanager
async def opened(host: Host, tmp_path: Path, may: Manifest) -> AsyncIterator[Extension]:
    async with open_chromium(chromium(), may, tmp_path / "browser") as extension:
        await extension.store(port=host.port, token=TOKEN)
        yield extension


async def panel_of(extension: Extension, pages: Any) -> Page:
    pages["/fox"] = page("Foxes", '<img src="/fox.png" alt="image">', {})
    shown = await extension.context.new_page()
    await shown.goto(pages.url("/fox"))
    return await extension.panel(await extension.tab_of(pages.url("/fox")))


async def test_the_panel_starts_the_server_and_judges(
    host: Host, pages: Any, tmp_path: Path
) -> None:
    host.install(Browser.CHROMIUM)
    async with opened(host, tmp_path, with_leave()) as extension:
        panel = await panel_of(extension, pages)
        await expect(panel.locator("#status")).to_contain_text("Done", timeout=SLOW_MS)
        await expect(panel.locator("#absent")).to_be_hidden()
        # It outlives the browser's connection, and the panel that started it.
        await panel.reload()
        await expect(panel.locator("#status")).to_contain_text("Done", timeout=SLOW_MS)
    await host.ended()


async def test_without_the_host_the_panel_says_the_command(
    host: Host, pages: Any, tmp_path: Path
) -> None:
    async with opened(host, tmp_path, with_leave()) as extension:
        panel = await panel_of(extension, pages)
        absent = "The auditor is not running."
        await expect(panel.locator("#status")).to_have_text(absent, timeout=SLOW_MS)
        await expect(panel.locator("#absent")).to_contain_text("auditor native-host install")


async def test_why_the_server_cannot_be_started_is_said(
    host: Host, pages: Any, tmp_path: Path
) -> None:
    host.install(Browser.CHROMIUM)
    with socket.create_server(("127.0.0.1", host.port)):
        async with opened(host, tmp_path, with_leave()) as extension:
            panel = await panel_of(extension, pages)
            said = "The auditor could not be started."
            await expect(panel.locator("#status")).to_have_text(said, timeout=SLOW_MS)
            await expect(panel.locator("#reason")).to_contain_text(f"Port {host.port} is taken")


async def test_leave_is_asked_for_by_a_press_and_starts_the_server(
    host: Host, pages: Any, tmp_path: Path
) -> None:
    """No test can answer the browser's question: the page of the panel answers in its place."""
    host.install(Browser.CHROMIUM)
    async with opened(host, tmp_path, with_leave()) as extension:
        await extension.context.add_init_script(ASKING)
        panel = await panel_of(extension, pages)
        absent = "The auditor is not running."
        await expect(panel.locator("#status")).to_have_text(absent, timeout=SLOW_MS)
        assert await panel.evaluate("window.asked") == []
        await panel.get_by_role("button", name="Start the auditor").click()
        await expect(panel.locator("#status")).to_contain_text("Done", timeout=SLOW_MS)
        assert await panel.evaluate("window.asked") == [{"permissions": ["nativeMessaging"]}]
    await host.ended()


async def test_another_extension_may_not_start_it(host: Host, pages: Any, tmp_path: Path) -> None:
    host.install(Browser.CHROMIUM)
    other = {name: value for name, value in with_leave().items() if name != "key"}
    async with opened(host, tmp_path, other) as extension:
        panel = await panel_of(extension, pages)
        absent = "The auditor is not running."
        await expect(panel.locator("#status")).to_have_text(absent, timeout=SLOW_MS)
        why = "chrome.runtime.sendNativeMessage('alt_text_auditor', {}).catch((e) => e.message)"
        said = "Access to the specified native messaging host is forbidden."
        assert await panel.evaluate(why) == said


async def test_in_firefox_the_panel_starts_the_server(
    host: Host, pages: Any, tmp_path: Path
) -> None:
    executable = next(filter(None, map(shutil.which, ("firefox-esr", "firefox"))), None)
    if executable is None:
        pytest.skip("no Firefox is installed (package firefox-esr)")
    host.install(Browser.FIREFOX)
    pages["/fox"] = page("Foxes", '<img src="/fox.png" alt="image">', {})
    write_folder(tmp_path / "extension", for_firefox(with_leave()))
    profile = tmp_path / "profile"
    profile.mkdir()
    environment = {"HOME": str(tmp_path)}
    async with open_firefox(executable, tmp_path / "extension", profile, environment) as firefox:
        own = await firefox.open(f"{HOME}/panel/options.html")
        stored = json.dumps({"port": host.port, "token": TOKEN})
        await firefox.evaluate(own, f"chrome.storage.local.set({stored}).then(() => 0)")
        await firefox.open(pages.url("/fox"))
        tabs = await firefox.evaluate(own, "chrome.tabs.query({})")
        (tab,) = (each["id"] for each in tabs if each.get("url") == pages.url("/fox"))
        panel = await firefox.open(f"{HOME}/panel/panel.html?tab={tab}")
        assert await firefox.evaluate(panel, SETTLED) == "Done."
    await host.ended()
