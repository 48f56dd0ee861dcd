import sys
from pathlib import Path

import pytest

from auditor.browser.chromium import PROGRAM_FOLDERS, VARIABLE, executable


@pytest.fixture
def on_path(monkeypatch, tmp_path: Path):
    """Puts an executable on an otherwise empty PATH."""
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv(VARIABLE, raising=False)

    def put(name: str, text: str = "#!/bin/sh\n") -> str:
        path = tmp_path / name
        path.write_text(text)
        path.chmod(0o755)
        return str(path)

    return put


def test_the_browser_that_was_asked_for_comes_first(on_path, monkeypatch) -> None:
    on_path("chromium")
    other = on_path("other")
    monkeypatch.setenv(VARIABLE, other)
    assert executable(other) == other


def test_playwrights_own_comes_before_the_systems(on_path) -> None:
    on_path("chromium")
    own = on_path("own")
    assert executable(own) == own


def test_the_headless_shell_comes_before_the_whole_browser(on_path) -> None:
    on_path("chromium")
    shell = on_path("chromium-headless-shell")
    assert executable("/nowhere") == shell


def test_a_stub_for_a_snap_is_no_browser(on_path) -> None:
    on_path("chromium-browser", "#!/bin/sh\nexec /snap/bin/chromium\n")
    assert executable("/nowhere") is None
    chrome = on_path("google-chrome")
    assert executable("/nowhere") == chrome


@pytest.mark.parametrize(
    ("variable", "path"),
    [
        ("PROGRAMFILES", "Google/Chrome/Application/chrome.exe"),
        ("PROGRAMFILES(X86)", "Microsoft/Edge/Application/msedge.exe"),
        ("LOCALAPPDATA", "Google/Chrome/Application/chrome.exe"),
    ],
)
def test_windows_browsers_are_found_in_the_folders_of_programs(
    on_path, monkeypatch, tmp_path: Path, variable: str, path: str
) -> None:
    monkeypatch.setattr(sys, "platform", "win32")
    for name in PROGRAM_FOLDERS:
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv(variable, str(tmp_path / "Programs"))
    assert executable("/nowhere") is None
    browser = tmp_path / "Programs" / path
    browser.parent.mkdir(parents=True)
    browser.touch()
    assert executable("/nowhere") == str(browser)
