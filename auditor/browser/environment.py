"""What the browser and what drives it are told by the environment: no more than they need.

Switches that Playwright has for its own tests would take the browser past the guard, variables of
a build hold secrets, and start scripts of systems read more flags from `CHROMIUM_FLAGS`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, MutableMapping

_NEEDED = re.compile(
    "|".join(
        (
            "PATH|HOME|USER|LOGNAME|SHELL|PWD|TZ|LANG|LANGUAGE|LC_.*|TMPDIR|XDG_.*|DISPLAY",
            "XAUTHORITY|WAYLAND_DISPLAY|DBUS_SESSION_BUS_ADDRESS|FONTCONFIG_.*|LD_LIBRARY_PATH",
            "DYLD_.*|__CF_USER_TEXT_ENCODING|CHROME_DEVEL_SANDBOX|SSL_CERT_(FILE|DIR)",
            # Windows.
            "SYSTEMROOT|SYSTEMDRIVE|WINDIR|TEMP|TMP|USERNAME|USERPROFILE|USERDOMAIN|HOMEDRIVE",
            "HOMEPATH|APPDATA|LOCALAPPDATA|ALLUSERSPROFILE|PUBLIC|PROGRAMDATA|PROGRAMFILES.*",
            "PROGRAMW6432|COMMONPROGRAM.*|COMPUTERNAME|COMSPEC|PATHEXT|OS|NUMBER_OF_PROCESSORS",
            "PROCESSOR_.*",
        )
    ),
    re.IGNORECASE,
)
_SWITCHES = re.compile(r"(PLAYWRIGHT|PWTEST|PWMCP|PW)_.*|PWDEBUG.*|DEBUG(_.*)?")
"""Of the driver, which has them for its own tests; DEBUG makes it print what it is sent, cookies
too."""
_KEPT = ("PLAYWRIGHT_BROWSERS_PATH", "PLAYWRIGHT_NODEJS_PATH")
"""Where an installation has its parts."""


def for_browser(environment: Mapping[str, str]) -> dict[str, str]:
    """The variables that Chromium is started with."""
    return {name: value for name, value in environment.items() if _NEEDED.fullmatch(name)}


def without_switches(environment: MutableMapping[str, str]) -> None:
    """Take the driver's switches out, for good: it gets the environment of this process, and
    nothing else here reads them."""
    for name in list(environment):
        if _SWITCHES.fullmatch(name) and name not in _KEPT:
            del environment[name]
