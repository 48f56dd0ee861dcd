from pathlib import Path

import pytest

from auditor.browser.chromium import VARIABLE, executable


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
