"""`auditor native-host`, with the folders of a user who has opened Chromium."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from platformdirs import user_config_path

from app.backend.native_host.command import native_host
from app.backend.native_host.installing import Machine, this_machine
from tests.app.extension.serving import TOKEN, serve_http


@pytest.fixture
def here(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Machine:
    monkeypatch.setenv("HOME", str(tmp_path))
    made = this_machine()
    for place in made.places:
        if place.browser == "chromium":
            place.used.mkdir(parents=True)
    return made


def call(*words: str) -> Result:
    return CliRunner().invoke(native_host, words)


def test_it_is_installed_shown_and_removed(here: Machine) -> None:
    answer = call("install", "--save", "a b.db", "--port", "9001")
    (place,) = (place for place in here.places if place.browser == "chromium")
    assert answer.stdout == f"chromium: {place.manifest}\n"
    assert "auditor serve --pair" in answer.stderr
    script = here.launcher.read_text()
    assert f"--save '{Path('a b.db').resolve()}' --port 9001" in script
    shown = call("status").stdout
    assert f"chromium: {place.manifest}\n" in shown
    assert "firefox: not installed\n" in shown
    assert "does not run on port 9001" in shown
    assert call("uninstall").stdout == f"chromium: removed {place.manifest}\n"
    assert not here.own.exists()
    assert "chromium: not installed\n" in call("status").stdout


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--pair"], "for one start"),
        (["--new-token"], "for one start"),
        (["--port", "0"], "must know the port"),
        (["--idle", "5"], "ends after 30 idle minutes"),
        (["--never"], "No such option"),
        (["--browser", "lynx"], "lynx"),
        (["--extension-id", "short"], "no id of an extension"),
    ],
)
def test_what_cannot_hold_for_every_start_is_refused(
    here: Machine, options: list[str], said: str
) -> None:
    answer = call("install", *options)
    assert answer.exit_code == 2
    assert said in answer.stderr
    assert not here.own.exists()


def test_another_id_is_let_in_when_its_user_names_it(here: Machine) -> None:
    assert call("install", "--extension-id", "a" * 32).exit_code == 0
    (place,) = (place for place in here.places if place.browser == "chromium")
    assert (
        f"chrome-extension://{'a' * 32}/"
        in json.loads(place.manifest.read_text())["allowed_origins"]
    )


def test_a_server_that_was_started_otherwise_is_not_ended(here: Machine) -> None:
    own = user_config_path("auditor") / "server-token"
    own.parent.mkdir(parents=True)
    own.touch(0o600)
    own.write_text(TOKEN)
    with serve_http(None) as server:
        call("install", "--port", str(server.port))
        assert f"The server runs on port {server.port}." in call("status").stdout
        assert call("stop").stdout == "No server that a browser started runs.\n"
        stopped: list[bool] = []
        server.service.stop = lambda: stopped.append(True)
        assert call("stop").stdout == "The server is ended.\n"
        assert stopped == [True]
