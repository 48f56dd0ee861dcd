"""Where browsers look, on systems that are not this one."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.backend.native_host.places import NAME, Browser, HostPlace, places

HOME = Path("/home/fox")
OWN = Path("/own")


def by_browser(system: str, **environment: str) -> dict[Browser, HostPlace]:
    return {place.browser: place for place in places(system, HOME, OWN, environment)}


@pytest.mark.parametrize("system", ["linux", "darwin", "win32"])
def test_every_browser_has_a_place_of_its_own(system: str) -> None:
    found = by_browser(system)
    assert list(found) == list(Browser)
    assert len({place.manifest for place in found.values()}) == len(Browser)
    assert {NAME in place.manifest.name for place in found.values()} == {True}


def test_on_linux_the_folders_are_hidden_ones_of_the_home() -> None:
    found = by_browser("linux")
    chrome = HOME / ".config/google-chrome/NativeMessagingHosts/alt_text_auditor.json"
    assert found[Browser.CHROME].manifest == chrome
    firefox = HOME / ".mozilla/native-messaging-hosts/alt_text_auditor.json"
    assert found[Browser.FIREFOX].manifest == firefox
    moved = by_browser("linux", XDG_CONFIG_HOME="/conf")[Browser.CHROMIUM]
    assert moved.manifest == Path("/conf/chromium/NativeMessagingHosts/alt_text_auditor.json")


def test_on_macos_all_is_in_the_library() -> None:
    support = HOME / "Library/Application Support"
    found = by_browser("darwin")
    edge = support / "Microsoft Edge/NativeMessagingHosts/alt_text_auditor.json"
    assert found[Browser.EDGE].manifest == edge
    firefox = support / "Mozilla/NativeMessagingHosts/alt_text_auditor.json"
    assert found[Browser.FIREFOX].manifest == firefox


def test_on_windows_keys_of_the_registry_lead_to_files_of_ours() -> None:
    found = by_browser("win32", LOCALAPPDATA="/local", APPDATA="/roaming")
    brave = found[Browser.BRAVE]
    assert brave.manifest.parent == OWN
    assert brave.used == Path("/local/BraveSoftware/Brave-Browser")
    assert brave.key == (
        r"Software\BraveSoftware\Brave-Browser\NativeMessagingHosts\alt_text_auditor"
    )
    assert found[Browser.FIREFOX].used == Path("/roaming/Mozilla")
