"""Finds a Chromium: the one asked for, Playwright's own, or one that the system has."""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path

VARIABLE = "AUDITOR_CHROMIUM"
"""Environment variable that names the executable to use."""

# The headless shell first: it is the quicker one (docs/decisions.md).
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
    on_macos = [path for path in ON_MACOS if sys.platform == "darwin" and Path(path).exists()]
    return next(found, None) or next(iter(on_macos), None)


def _starts(path: str | None) -> bool:
    """False for Ubuntu's stub, which only asks to install a snap, and for a snap itself, which may
    not read Playwright's profile folder."""
    if path is None or path.startswith("/snap/"):
        return False
    with Path(path).open("rb") as file:
        return b"/snap/" not in file.read(4096)
