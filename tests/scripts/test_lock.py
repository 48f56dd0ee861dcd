"""requirements/: the lock from which run.sh and test.sh install."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
GROUPS = PROJECT["optional-dependencies"]


def entries(name: str) -> list[str]:
    """Each package of a lock with its hashes, as one line."""
    text = (ROOT / "requirements" / name).read_text("utf-8").replace("\\\n", " ")
    return [line for line in text.splitlines() if line and line[0] != "#"]


def locked() -> dict[str, list[Requirement]]:
    found: dict[str, list[Requirement]] = {}
    for line in entries("lock.txt"):
        pinned = Requirement(line.partition(" --hash")[0])
        found.setdefault(canonicalize_name(pinned.name), []).append(pinned)
    return found


@pytest.mark.parametrize("name", ["lock.txt", "installer.txt"])
def test_every_package_has_one_version_and_its_hashes(name: str) -> None:
    for line in entries(name):
        assert re.match(r"[\w.-]+==\S+ ", line), line
        assert " --hash=sha256:" in line, line


@pytest.mark.parametrize("group", ["", *GROUPS])
def test_the_lock_has_what_the_project_asks_for(group: str) -> None:
    known = locked()
    for text in GROUPS[group] if group else PROJECT["dependencies"]:
        wanted = Requirement(text)
        pinned = known.get(canonicalize_name(wanted.name), [])
        assert pinned, f"{text}: run scripts/lock.sh"
        for each in pinned:
            [version] = [clause.version for clause in each.specifier]
            assert wanted.specifier.contains(version, prereleases=True), f"{text}: scripts/lock.sh"


def test_no_next_major_version_is_taken_unseen() -> None:
    texts = [*PROJECT["dependencies"], *(text for group in GROUPS.values() for text in group)]
    bounds = [{clause.operator for clause in Requirement(text).specifier} for text in texts]
    assert [
        text for text, found in zip(texts, bounds, strict=True) if not found & {"<", "=="}
    ] == []


def test_what_an_extra_asks_for_is_listed_for_pip() -> None:
    script = ROOT / "scripts" / "requirements.py"
    out = subprocess.check_output([sys.executable, script, "cpu,gui"], text=True, timeout=60)
    assert out.splitlines() == [*PROJECT["dependencies"], *GROUPS["cpu"], *GROUPS["gui"]]


def test_a_bill_of_materials_names_packages_versions_and_licences(tmp_path: Path) -> None:
    """As scripts/sbom.sh has it made, of the environment of the tests."""
    target = tmp_path / "sbom.json"
    command = [sys.executable, "-m", "cyclonedx_py", "environment", "--of", "JSON", "-o", target]
    command += ["--pyproject", ROOT / "pyproject.toml", "--output-reproducible", sys.prefix]
    subprocess.run(command, check=True, capture_output=True, timeout=300)
    bill = json.loads(target.read_text("utf-8"))
    assert (bill["bomFormat"], bill["metadata"]["component"]["name"]) == (
        "CycloneDX",
        PROJECT["name"],
    )
    parts = {each["name"]: each for each in bill["components"]}
    assert parts["playwright"]["version"]
    assert parts["playwright"]["licenses"]
