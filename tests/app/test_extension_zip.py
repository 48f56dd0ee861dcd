"""The extension as it is packed: complete, in step with the program, and asking for little."""

from __future__ import annotations

import json
import re
import zipfile
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from app.backend.command import PORT
from app.extension_zip import SOURCE, extension, for_chromium, for_firefox, manifest
from auditor import __version__

FOLDER = Path(str(SOURCE))
TEXT = {path.name: path.read_text("utf-8") for path in FOLDER.glob("*.*") if path.suffix != ".png"}
LOCALES: dict[str, Any] = {
    path.parent.name: json.loads(path.read_text("utf-8"))
    for path in sorted(FOLDER.glob("_locales/*/messages.json"))
}


def test_its_version_is_the_programs() -> None:
    assert manifest()["version"] == __version__


def test_its_port_is_the_servers() -> None:
    assert f"const PORT = {PORT};" in TEXT["server.js"]


@pytest.mark.parametrize("name", ["snapshot.js", "settle.js"])
def test_the_crawler_runs_the_same_script_in_pages(name: str) -> None:
    assert (FOLDER / name).samefile(FOLDER.parents[1] / "auditor" / name)


def test_one_command_packs_it_for_both_browsers(tmp_path: Path) -> None:
    for folder in ("one", "two"):
        answer = CliRunner().invoke(extension, ["--output", str(tmp_path / folder)])
        assert answer.exit_code == 0
    one, two = (sorted((tmp_path / folder).iterdir()) for folder in ("one", "two"))
    assert [path.name for path in one] == [
        f"alt-text-auditor-{__version__}-{browser}.zip" for browser in ("chromium", "firefox")
    ]
    for path, again in zip(one, two, strict=True):
        assert path.read_bytes() == again.read_bytes()
        with zipfile.ZipFile(path) as packed:
            named = {str(f.relative_to(FOLDER)) for f in FOLDER.rglob("*") if f.is_file()}
            assert set(packed.namelist()) == named


def test_each_browser_gets_what_it_knows() -> None:
    chromium, firefox = for_chromium(manifest()), for_firefox(manifest())
    assert "side_panel" in chromium
    assert "sidebar_action" not in chromium
    assert list(chromium["background"]) == ["service_worker", "type"]
    assert "sidebar_action" in firefox
    assert "sidePanel" not in firefox["permissions"]
    assert list(firefox["background"]) == ["scripts", "type"]


def test_it_may_do_only_what_the_readme_explains() -> None:
    may = manifest()
    assert may["permissions"] == ["activeTab", "scripting", "sidePanel", "storage"]
    assert may["host_permissions"] == ["http://127.0.0.1/*"]
    readme = (FOLDER.parents[1] / "README.md").read_text("utf-8")
    for name in (*may["permissions"], *may["host_permissions"]):
        assert f"`{name}`" in readme


def test_no_text_is_ever_set_as_markup() -> None:
    risky = re.compile(r"innerHTML|outerHTML\s*=|insertAdjacentHTML|document\.write|setHTML|eval\(")
    assert [name for name, text in TEXT.items() if risky.search(text)] == []


@pytest.mark.parametrize("locale", LOCALES)
def test_every_language_says_the_same_with_the_same_places(locale: str) -> None:
    english, other = LOCALES["en"], LOCALES[locale]
    assert list(other) == list(english)
    for key, entry in other.items():
        places = set(re.findall(r"\$\d", entry["message"]))
        assert places == set(re.findall(r"\$\d", english[key]["message"])), key


def test_every_text_that_is_asked_for_is_there_and_none_is_left_over() -> None:
    source = "\n".join(TEXT.values())
    asked = re.findall(r'(?:say|getMessage)\("(\w+)"|data-say="(\w+)"|__MSG_(\w+)__', source)
    known = set(LOCALES["en"])
    assert {key for keys in asked for key in keys if key} - known == set()
    by_rule = re.compile(r"(status|part|step)_|(absent|refused|failed)Title")
    left = [key for key in known if not by_rule.match(key) and not re.search(rf"\b{key}\b", source)]
    assert left == []
