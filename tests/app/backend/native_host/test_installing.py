"""The native messaging host is installed for one extension, and taken away without a trace."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from app.backend.native_host.installing import (
    LOG,
    Machine,
    NativeHostError,
    host_manifest,
    install,
    installed,
    launcher,
    uninstall,
)
from app.backend.native_host.places import Browser
from app.extension_zip import chromium_id, manifest

OURS = "chrome-extension://kgpahmhcflnfgbckjfolipappcemjilm/"


class FakeRegistry(dict[str, str]):
    """The registry of Windows, in memory."""

    def read(self, key: str) -> str | None:
        return self.get(key)

    def write(self, key: str, value: str) -> None:
        self[key] = value

    def remove(self, key: str) -> None:
        self.pop(key, None)


def machine(tmp_path: Path, system: str = "linux") -> Machine:
    """A machine on which Chromium and Firefox were opened."""
    made = Machine(system, tmp_path, tmp_path / "data/native-host", {}, FakeRegistry())
    for place in made.places:
        if place.browser in (Browser.CHROMIUM, Browser.FIREFOX):
            place.used.mkdir(parents=True)
    (tmp_path / "data").mkdir()
    return made


def everything(folder: Path) -> list[Path]:
    return sorted(folder.rglob("*"))


@pytest.mark.parametrize("system", ["linux", "darwin", "win32"])
def test_browsers_that_were_opened_are_told_and_nothing_stays(tmp_path: Path, system: str) -> None:
    made = machine(tmp_path, system)
    before = everything(tmp_path)
    told = install(made, [], ["--port", "9000"])
    assert [place.browser for place in told] == [Browser.CHROMIUM, Browser.FIREFOX]
    assert installed(made) == told
    for place in told:
        assert json.loads(place.manifest.read_text())["path"] == str(made.launcher)
    if system == "win32":
        assert made.registry == {place.key: str(place.manifest) for place in told}
    (made.own / LOG).write_text("Serving")
    assert uninstall(made) == told
    assert everything(tmp_path) == before
    assert made.registry == {}
    assert uninstall(made) == []


def test_what_others_put_beside_it_stays(tmp_path: Path) -> None:
    made = machine(tmp_path)
    (place,) = install(made, [Browser.CHROMIUM], [])
    other = place.manifest.with_name("another.json")
    other.write_text("{}")
    uninstall(made)
    assert other.is_file()


def test_a_browser_that_is_named_needs_not_have_been_opened(tmp_path: Path) -> None:
    (place,) = install(machine(tmp_path), [Browser.BRAVE], [])
    assert place.manifest.is_file()


def test_without_any_browser_it_says_how_to_name_one(tmp_path: Path) -> None:
    with pytest.raises(NativeHostError, match=r"--browser \(chrome, chromium"):
        install(Machine("linux", tmp_path, tmp_path / "own", {}), [], [])


def test_a_place_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    made = machine(tmp_path)
    made.own.write_text("in the way")
    with pytest.raises(NativeHostError, match="native-host"):
        install(made, [], [])


def test_only_this_extension_may_start_it() -> None:
    chromium = host_manifest(Browser.CHROME, Path("/own/host"))
    assert (chromium["type"], chromium["allowed_origins"]) == ("stdio", [OURS])
    firefox = host_manifest(Browser.FIREFOX, Path("/own/host"), ["a" * 32])
    assert firefox["allowed_extensions"] == ["alt-text-auditor@localhost"]
    assert "allowed_origins" not in firefox
    more = host_manifest(Browser.EDGE, Path("/own/host"), ["a" * 32])
    assert more["allowed_origins"] == [OURS, f"chrome-extension://{'a' * 32}/"]
    assert f"chrome-extension://{chromium_id(manifest()['key'])}/" == OURS


@pytest.mark.skipif(os.name == "nt", reason="modes of files are those of POSIX")
def test_nobody_else_may_change_what_the_browser_starts(tmp_path: Path) -> None:
    made = machine(tmp_path)
    (place, _) = install(made, [], [])
    assert made.launcher.stat().st_mode & 0o777 == 0o700
    assert place.manifest.stat().st_mode & 0o777 == 0o600


@pytest.mark.skipif(os.name == "nt", reason="a shell of POSIX reads it")
def test_its_script_hands_on_words_as_they_are(tmp_path: Path) -> None:
    shown = tmp_path / "it's $HOME; `x`"
    shown.write_text(f"#!{sys.executable}\nimport sys\nprint(sys.argv[4:])\n")
    shown.chmod(0o700)
    script = tmp_path / "host"
    script.write_text(launcher("linux", str(shown), ["--save", "a b $(touch x).db"]))
    command = ["sh", str(script), "chrome-extension://x/"]
    out = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    assert out.strip() == "['--save', 'a b $(touch x).db', '--', 'chrome-extension://x/']"


def test_on_windows_the_script_takes_no_percent_for_a_variable() -> None:
    script = launcher("win32", r"C:\Program Files\python.exe", ["--save", "50%.db"])
    assert script.startswith('@echo off\r\n"C:\\Program Files\\python.exe" -P -m app.')
    assert script.endswith("--save 50%%.db -- %*\r\n")
