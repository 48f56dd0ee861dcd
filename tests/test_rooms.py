"""The map of the code: rooms that CONTRIBUTING names, and each word once."""

from __future__ import annotations

import ast
import tomllib
from collections import defaultdict
from pathlib import Path

ROOT = Path(__file__).parents[1]
PACKAGES = ("app", "auditor", "extractors", "models", "export_onnx")


def layers(container: str) -> set[str]:
    """The rooms of a package, as its contract has them."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    [found] = [
        contract["layers"]
        for contract in project["tool"]["importlinter"]["contracts"]
        if contract.get("containers") == [container]
    ]
    return {name.strip() for line in found for name in line.split("|")}


def test_contributing_says_what_each_room_is_for() -> None:
    text = (ROOT / "CONTRIBUTING.md").read_text("utf-8").partition("## Rooms\n")[2]
    named = {line.split("`")[1].strip("/") for line in text.splitlines() if line[:3] == "| `"}
    rooms = {name for name in layers("auditor") if (ROOT / "auditor" / name).is_dir()}
    inside = {
        name for name in layers("auditor.wiki") if (ROOT / "auditor" / "wiki" / name).is_dir()
    }
    assert rooms <= named
    assert all(f"`{name}/`" in text for name in inside | {"controllers", "panes"})


def test_the_tests_of_a_room_stand_in_its_folder() -> None:
    rooms = {path.name for path in (ROOT / "auditor").iterdir() if (path / "__init__.py").exists()}
    tested = {path.name for path in (ROOT / "tests" / "auditor").iterdir() if path.is_dir()}
    assert tested - {"__pycache__"} <= rooms


def test_no_two_public_classes_share_a_name() -> None:
    places: dict[str, list[str]] = defaultdict(list)
    for file in (file for package in PACKAGES for file in (ROOT / package).rglob("*.py")):
        for node in ast.parse(file.read_text("utf-8")).body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                places[node.name].append(str(file.relative_to(ROOT)))
    assert {name: found for name, found in places.items() if len(found) > 1} == {}
