"""Where browsers look for native messaging hosts of a user, on each system.

Chrome, "Native messaging", section "Native messaging host location" (its relatives have the same
under their own folder or key); Firefox, "Native manifests", section "Manifest location".
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

NAME = "alt_text_auditor"
"""Of the host, as extension and manifests call it: lower-case letters, digits, _ and dots."""


class Browser(StrEnum):
    """Browsers whose places are known."""

    CHROME = "chrome"
    CHROMIUM = "chromium"
    EDGE = "edge"
    BRAVE = "brave"
    FIREFOX = "firefox"


@dataclass(frozen=True, slots=True)
class HostPlace:
    """Where one browser looks."""

    browser: Browser
    used: Path
    """A folder that is there when the user has had the browser open."""
    manifest: Path
    """The file that tells of the host."""
    key: str | None = None
    """On Windows: the key below HKEY_CURRENT_USER whose default value is the path of `manifest`;
    elsewhere browsers find the file by its folder."""


_LINUX = {
    Browser.CHROME: "google-chrome",
    Browser.CHROMIUM: "chromium",
    Browser.EDGE: "microsoft-edge",
    Browser.BRAVE: "BraveSoftware/Brave-Browser",
}
_MAC = {
    Browser.CHROME: "Google/Chrome",
    Browser.CHROMIUM: "Chromium",
    Browser.EDGE: "Microsoft Edge",
    Browser.BRAVE: "BraveSoftware/Brave-Browser",
    Browser.FIREFOX: "Mozilla",
}
_WINDOWS = {
    Browser.CHROME: ("Google/Chrome", r"Software\Google\Chrome"),
    Browser.CHROMIUM: ("Chromium", r"Software\Chromium"),
    Browser.EDGE: ("Microsoft/Edge", r"Software\Microsoft\Edge"),
    Browser.BRAVE: ("BraveSoftware/Brave-Browser", r"Software\BraveSoftware\Brave-Browser"),
    Browser.FIREFOX: ("Mozilla", r"Software\Mozilla"),
}


def places(system: str, home: Path, own: Path, environment: Mapping[str, str]) -> list[HostPlace]:
    """The place of each browser. `system`: as `sys.platform`; `own`: a folder of ours, for the
    manifests of systems that have no folder for them."""
    if system == "win32":
        return [_on_windows(browser, home, own, environment) for browser in Browser]
    if system == "darwin":
        return [_on_mac(browser, home / "Library/Application Support") for browser in Browser]
    config = Path(environment.get("XDG_CONFIG_HOME") or home / ".config")
    return [_on_linux(browser, home, config) for browser in Browser]


def _on_linux(browser: Browser, home: Path, config: Path) -> HostPlace:
    if browser is Browser.FIREFOX:
        used = home / ".mozilla"
        return HostPlace(browser, used, used / "native-messaging-hosts" / f"{NAME}.json")
    used = config / _LINUX[browser]
    return HostPlace(browser, used, used / "NativeMessagingHosts" / f"{NAME}.json")


def _on_mac(browser: Browser, support: Path) -> HostPlace:
    used = support / _MAC[browser]
    return HostPlace(browser, used, used / "NativeMessagingHosts" / f"{NAME}.json")


def _on_windows(
    browser: Browser, home: Path, own: Path, environment: Mapping[str, str]
) -> HostPlace:
    folder, key = _WINDOWS[browser]
    roaming = browser is Browser.FIREFOX
    variable, default = (
        ("APPDATA", "AppData/Roaming") if roaming else ("LOCALAPPDATA", "AppData/Local")
    )
    used = Path(environment.get(variable) or home / default) / folder
    manifest = own / f"{NAME}-{browser}.json"
    return HostPlace(browser, used, manifest, rf"{key}\NativeMessagingHosts\{NAME}")
