"""The extension as it is packed: complete, in step with the program, and asking for little."""

from __future__ import annotations

import json
import re
import zipfile
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from app.backend.running import PORT
from app.extension_zip import (
    SHARED_NAMES,
    SOURCE,
    chromium_id,
    extension,
    for_chromium,
    for_firefox,
    joined,
    manifest,
)
from auditor import __version__
from auditor.browser.settling import SETTLE
from auditor.browser.snapshot import SCRIPT as SNAPSHOT
from auditor.rating import ASKED, RUBRIC

FOLDER = Path(str(SOURCE))
ROOT = FOLDER.parents[1]
FILES = dict(joined(manifest()))
TEXT = {
    name: data.decode()
    for name, data in FILES.items()
    if not name.startswith("_locales") and not name.endswith(".png")
}
LOCALES: dict[str, Any] = {
    path.parent.name: json.loads(path.read_text("utf-8"))
    for path in sorted(FOLDER.glob("_locales/*/messages.json"))
}

KINDS = (
    "absent|refused|busy|large|silent|broke|stopped|unstarted|failed|browser|leave|unloaded|gone|"
    "hangs|left|pdf|file|empty|unread"
)


def test_its_version_is_the_programs() -> None:
    assert manifest()["version"] == __version__


def test_its_port_is_the_servers() -> None:
    assert f"const PORT = {PORT};" in TEXT["panel/server.js"]


def test_every_script_that_is_run_in_pages_is_packed_and_no_other() -> None:
    (listed,) = re.findall(r"const FILES = \[(.*?)\]", TEXT["panel/page.js"])
    asked = {f"in_page/{name}" for name in re.findall(r'"([\w.]+)"', listed)}
    assert asked == {name for name in FILES if name.startswith("in_page/")}


def test_the_crawler_runs_the_same_scripts_in_pages() -> None:
    for name in SHARED_NAMES:
        assert FILES[f"in_page/{name}"].decode() in (SNAPSHOT + SETTLE)
        assert not (FOLDER / "in_page" / name).exists()


def test_one_command_packs_it_for_both_browsers(tmp_path: Path) -> None:
    one, two = pack(tmp_path / "one"), pack(tmp_path / "two")
    assert [path.name for path in one] == [
        f"alt-text-auditor-{__version__}-{browser}.zip" for browser in ("chromium", "firefox")
    ]
    for path, again in zip(one, two, strict=True):
        assert path.read_bytes() == again.read_bytes()
        with zipfile.ZipFile(path) as packed:
            assert packed.namelist() == sorted(FILES)


def test_unpacked_it_is_the_same_files_in_folders(tmp_path: Path) -> None:
    zips = pack(tmp_path / "packed")
    pack(tmp_path / "folders", "--unpacked")
    folders = pack(tmp_path / "folders", "--unpacked")
    for path, folder in zip(zips, folders, strict=True):
        assert folder.name == path.stem
        with zipfile.ZipFile(path) as packed:
            for name in packed.namelist():
                if name != "manifest.json":
                    assert (folder / name).read_bytes() == packed.read(name)


def pack(folder: Path, *options: str) -> list[Path]:
    """What the command writes into a folder."""
    answer = CliRunner().invoke(extension, ["--output", str(folder), *options])
    assert answer.exit_code == 0
    return sorted(folder.iterdir())


def test_a_folder_has_one_id_wherever_it_lies_and_a_store_gives_its_own(tmp_path: Path) -> None:
    (packed, _) = pack(tmp_path / "packed")
    folder, of_firefox = pack(tmp_path / "folders", "--unpacked")
    with zipfile.ZipFile(packed) as opened:
        sent = json.loads(opened.read("manifest.json"))
    loaded = json.loads((folder / "manifest.json").read_text("utf-8"))
    assert re.fullmatch("[a-p]{32}", chromium_id(loaded["key"]))
    assert loaded | {"key": None} == sent | {"key": None}
    assert "key" not in sent
    assert "key" not in json.loads((of_firefox / "manifest.json").read_text("utf-8"))


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
    assert may["optional_permissions"] == ["nativeMessaging"]
    readme = (ROOT / "README.md").read_text("utf-8")
    asked = (*may["permissions"], *may["host_permissions"], *may["optional_permissions"])
    for name in asked:
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
    by_rule = re.compile(rf"(status|part|step|choice|level|question|frame)_|({KINDS})(Title|Text)$")
    used = [key for key in known if re.search(rf"(\b|__MSG_){key}(\b|__)", source)]
    assert [key for key in known if not by_rule.match(key) and key not in used] == []


@pytest.mark.parametrize("kind", KINDS.split("|"))
def test_every_way_to_fail_has_a_name_and_a_text(kind: str) -> None:
    assert LOCALES["en"].keys() >= {f"{kind}Title", f"{kind}Text"}
    assert (
        f'"{kind}"' in TEXT["panel/page.js"] + TEXT["panel/server.js"] + TEXT["panel/tab_audit.js"]
    )


def test_the_scale_and_the_questions_are_those_of_the_window() -> None:
    said = LOCALES["en"]
    for level, meaning in RUBRIC.items():
        assert said[f"level_{level}"]["message"] == meaning
    for question, words in ASKED.items():
        assert said[f"question_{question.value.replace('-', '_')}"]["message"] == words
