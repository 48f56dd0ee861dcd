"""Puts the native messaging host where browsers find it, and takes it away without a trace."""

from __future__ import annotations

import json
import os
import shlex
import subprocess
import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from platformdirs import user_data_path

from app.backend.native_host.places import NAME, Browser, HostPlace, places
from app.extension_zip import chromium_id, manifest
from auditor.errors import AuditorError

LOG = "server.log"
"""What the server says that the host started, anew with each start; in the folder of ours."""


class NativeHostError(AuditorError):
    """The host cannot be installed or taken away; the message is fit to show."""


class Registry(Protocol):
    """Values below HKEY_CURRENT_USER."""

    def read(self, key: str) -> str | None: ...

    def write(self, key: str, value: str) -> None: ...

    def remove(self, key: str) -> None: ...


@dataclass(frozen=True, slots=True)
class Machine:
    """The system as the host is installed on it."""

    system: str
    """As `sys.platform`."""
    home: Path
    own: Path
    """A folder that holds nothing but what the host needs."""
    environment: Mapping[str, str]
    registry: Registry | None = None

    @property
    def places(self) -> list[HostPlace]:
        """Of each browser."""
        return places(self.system, self.home, self.own, self.environment)

    @property
    def launcher(self) -> Path:
        """What browsers start."""
        return self.own / (f"{NAME}.bat" if self.system == "win32" else NAME)


def this_machine() -> Machine:
    """The one that this runs on, for its user."""
    own = user_data_path("auditor") / "native-host"
    return Machine(sys.platform, Path.home(), own, os.environ, _registry())


def install(
    machine: Machine, browsers: Sequence[Browser], options: Sequence[str], ids: Iterable[str] = ()
) -> list[HostPlace]:
    """Tell these browsers of the host; without any, those that the user has had open. What was
    installed before is replaced. The places that were written.

    `options`: of `auditor serve`, as they hold whenever the host starts it; `ids`: of further
    extensions for Chromium. Raises NativeHostError.
    """
    chosen = [
        place
        for place in machine.places
        if (place.browser in browsers if browsers else place.used.is_dir())
    ]
    if not chosen:
        known = ", ".join(Browser)
        raise NativeHostError(f"No browser was found: name one with --browser ({known})")
    try:
        _write(machine.launcher, launcher(machine.system, sys.executable, options), 0o700)
        for place in chosen:
            told = host_manifest(place.browser, machine.launcher, ids)
            _write(place.manifest, json.dumps(told, indent=2) + "\n", 0o600)
            if place.key and machine.registry is not None:
                machine.registry.write(place.key, str(place.manifest))
    except OSError as error:
        raise NativeHostError(f"{error.filename} cannot be written: {error.strerror}") from error
    return chosen


def installed(machine: Machine) -> list[HostPlace]:
    """Where the host is installed."""
    return [place for place in machine.places if _is_told(place, machine.registry)]


def uninstall(machine: Machine) -> list[HostPlace]:
    """Take away all that was installed; folders that this leaves empty go too. The places that
    were told of it. Raises NativeHostError."""
    found = installed(machine)
    try:
        for place in machine.places:
            if place.key and machine.registry is not None:
                machine.registry.remove(place.key)
            _remove(place.manifest)
        for file in (machine.launcher, machine.own / LOG):
            _remove(file)
    except OSError as error:
        raise NativeHostError(f"{error.filename} cannot be removed: {error.strerror}") from error
    return found


def host_manifest(browser: Browser, path: Path, ids: Iterable[str] = ()) -> dict[str, Any]:
    """What a browser is told of the host: that this extension, and no other, may start it."""
    both = manifest()
    told: dict[str, Any] = {
        "name": NAME,
        "description": "Starts the alt-text auditor's server for its extension.",
        "path": str(path),
        "type": "stdio",
    }
    if browser is Browser.FIREFOX:
        return told | {"allowed_extensions": [both["browser_specific_settings"]["gecko"]["id"]]}
    allowed = dict.fromkeys([chromium_id(both["key"]), *ids])
    return told | {"allowed_origins": [f"chrome-extension://{each}/" for each in allowed]}


def launcher(system: str, python: str, options: Sequence[str]) -> str:
    """A script that starts the host: options of the server, `--`, and what the browser adds."""
    words = [python, "-P", "-m", "app.backend.native_host.host", *options, "--"]
    if system == "win32":
        # A percent sign would be read as a variable's.
        line = subprocess.list2cmdline(words).replace("%", "%%")
        return f"@echo off\r\n{line} %*\r\n"
    return f'#!/bin/sh\nexec {shlex.join(words)} "$@"\n'


def _is_told(place: HostPlace, registry: Registry | None) -> bool:
    if place.key and registry is not None:
        return registry.read(place.key) is not None
    return place.manifest.is_file()


def _write(path: Path, text: str, mode: int) -> None:
    """Write a file that its user alone may read or change."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.unlink(missing_ok=True)
    handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode)
    with os.fdopen(handle, "w", encoding="utf-8", newline="") as file:
        file.write(text)


def _remove(path: Path) -> None:
    """Remove a file, and its folder where nothing else is in it."""
    path.unlink(missing_ok=True)
    if path.parent.is_dir() and not any(path.parent.iterdir()):
        path.parent.rmdir()


def _registry() -> Registry | None:
    if sys.platform == "win32":
        from app.backend.native_host.registry import UserRegistry

        return UserRegistry()
    return None
