"""Finds a Chromium (the one asked for, Playwright's own, or one of the system) and starts it."""

from __future__ import annotations

import logging
import os
import shutil
import sys
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from types import MappingProxyType

from playwright.async_api import Browser, BrowserType, Error, ProxySettings

from auditor.browser.ending import START_SECONDS
from auditor.browser.environment import for_browser
from auditor.browser.options import BrowserError

log = logging.getLogger(__name__)

VARIABLE = "AUDITOR_CHROMIUM"
"""Environment variable that names the executable to use."""

# The headless shell first: it is the quicker one (docs/decisions/browser.md).
ON_PATH = (
    "chromium-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "microsoft-edge",
)
ON_MACOS = (
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge",
)
ON_WINDOWS = (
    "Google/Chrome/Application/chrome.exe",
    "Chromium/Application/chrome.exe",
    "Microsoft/Edge/Application/msedge.exe",
)
"""Below the folders that the variables PROGRAM_FOLDERS name; the last comes with the system."""
PROGRAM_FOLDERS = ("PROGRAMFILES", "PROGRAMFILES(X86)", "LOCALAPPDATA")

NOTHING = "<-loopback>"
"""What goes past the proxy: not even loopback, which Chromium would take past it by itself."""
UNBOXED = "Chromium runs without its sandbox: %s; scan only sites that you trust"


async def start(
    chromium: BrowserType,
    flags: Sequence[str],
    proxy: str | None,
    variables: Mapping[str, str] = MappingProxyType({}),
) -> Browser:
    """A running Chromium, in its sandbox where the system lets it. `proxy` is a URL; `variables`
    stand in its environment.

    Raises BrowserError.
    """
    path = executable(chromium.executable_path)
    if path is None:
        raise BrowserError(
            "No Chromium was found: run ./run.sh, or name one in the environment variable "
            f"{VARIABLE}"
        )
    launch = partial(
        chromium.launch,
        executable_path=path,
        args=[*flags],
        handle_sigint=False,
        env={**for_browser(os.environ), **variables},
        # Said here too: where nothing is said, variables of Playwright say what goes past it.
        proxy=ProxySettings(server=proxy, bypass=NOTHING) if proxy else None,
        timeout=START_SECONDS * 1000,
    )
    try:
        if _is_root():
            log.warning(UNBOXED, "as root it has none")
            return await launch(chromium_sandbox=False)
        try:
            return await launch(chromium_sandbox=True)
        except Error as error:
            if "no usable sandbox" not in error.message.lower():
                raise
            log.warning(UNBOXED, "the system gives it none")
            return await launch(chromium_sandbox=False)
    except Error as error:
        raise BrowserError(f"{path} did not start: {first_line(error)}") from error


def first_line(error: Error) -> str:
    """What Playwright says, without its log."""
    return error.message.strip().splitlines()[0]


def _is_root() -> bool:
    return hasattr(os, "geteuid") and os.geteuid() == 0


def executable(playwright_own: str) -> str | None:
    """Path of the Chromium to start, or None when there is none.

    `playwright_own` is where Playwright would have put its browser (`chromium.executable_path`),
    whether it is there or not.
    """
    asked = os.environ.get(VARIABLE)
    if asked:
        return shutil.which(asked)
    if Path(playwright_own).exists():
        return playwright_own
    found = filter(_starts, map(shutil.which, ON_PATH))
    return next(found, None) or next(filter(os.path.exists, _installed(sys.platform)), None)


def _installed(platform: str) -> Iterator[str]:
    """Where systems put browsers that they do not put on PATH."""
    if platform == "darwin":
        yield from ON_MACOS
    if platform == "win32":
        folders = [folder for name in PROGRAM_FOLDERS if (folder := os.environ.get(name))]
        yield from (str(Path(folder, path)) for path in ON_WINDOWS for folder in folders)


def _starts(path: str | None) -> bool:
    """False for Ubuntu's stub, which only asks to install a snap, and for a snap itself, which may
    not read Playwright's profile folder."""
    if path is None or path.startswith("/snap/"):
        return False
    with Path(path).open("rb") as file:
        return b"/snap/" not in file.read(4096)
