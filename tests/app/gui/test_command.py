"""`auditor gui` where it cannot open a window."""

import socket
import sys

import pytest
from click.testing import CliRunner

from app.desk.preferences import Preferences, read_preferences, write_preferences
from app.gui.command import answers, gui
from tests.auditor.scan_files import Image, write


@pytest.fixture
def run(monkeypatch):
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr("sys.platform", "linux")

    def call(*arguments: object) -> str:
        result = CliRunner().invoke(gui, list(map(str, arguments)))
        assert result.exit_code == 1
        return result.stderr

    return call


def test_without_a_display_one_line_says_so(run, tmp_path):
    path = write(tmp_path / "scan.db", [Image("a")])
    words = "Error: There is no display to open a window on; auditor report SCAN needs none.\n"
    assert run(path) == words


def test_a_display_that_nobody_serves_is_none(run, monkeypatch, tmp_path):
    monkeypatch.setenv("DISPLAY", ":4711")
    assert "There is no display" in run()
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    monkeypatch.setenv("WAYLAND_DISPLAY", "wayland-7")
    assert "There is no display" in run()


@pytest.mark.skipif(sys.platform != "linux", reason="abstract sockets are Linux's")
def test_a_display_is_one_that_takes_connections():
    with socket.socket(socket.AF_UNIX) as server:
        server.bind("\0/tmp/.X11-unix/X4712")
        server.listen()
        assert answers(":4712")
        assert answers("unix:4712.0")
    assert not answers(":4712")
    assert not answers("")
    assert answers("desk.example.org:0")  # Qt may say


def test_a_file_that_is_no_scan_is_said_before_a_window_opens(run, tmp_path):
    (tmp_path / "notes.db").write_text("no database, and long enough to be read as one " * 20)
    assert "cannot be used as a scan file" in run(tmp_path / "notes.db")
    (tmp_path / "empty.db").touch()
    assert "holds no scan" in run(tmp_path / "empty.db")


def test_without_qt_the_extra_is_named(run, monkeypatch):
    monkeypatch.setenv("QT_QPA_PLATFORM", "offscreen")
    monkeypatch.setitem(__import__("sys").modules, "app.gui.application", None)
    assert "The window needs the extra gui: pip install 'alt-text-auditor[gui]'" in run()


def test_a_language_is_remembered_before_the_window_opens(monkeypatch, tmp_path):
    monkeypatch.setenv("QT_QPA_PLATFORM", "offscreen")
    path = tmp_path / "window.json"
    write_preferences(Preferences(text_size=18), path)
    monkeypatch.setattr("app.gui.command.preferences_path", lambda: path)
    monkeypatch.setattr("app.gui.application.loses_references", lambda: False)
    shown = []
    monkeypatch.setattr("app.gui.application.run", lambda scan: shown.append(scan) or 0)
    for asked, language in (("fr", "fr"), ("system", "")):
        result = CliRunner().invoke(gui, ["--language", asked], standalone_mode=False)
        assert not result.exception
        assert read_preferences(path) == Preferences(text_size=18, language=language)
    assert CliRunner().invoke(gui, ["--language", "klingon"]).exit_code == 2
    assert shown == [None, None]
