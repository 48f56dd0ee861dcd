"""packaging/: what Homebrew and conda-forge document of their files, as far as it can be told
without them, and that both ask for what the project asks for."""

from __future__ import annotations

import hashlib
import re
import shutil
import subprocess
import sys
import tarfile
import tomllib
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
import yaml

import auditor

ROOT = Path(__file__).parents[2]
FORMULA = ROOT / "packaging" / "homebrew" / "alt-text-auditor.rb"
RECIPE = ROOT / "packaging" / "conda" / "recipe.yaml"
STANZAS = ("desc", "homepage", "url", "sha256", "license", "depends_on", "def install", "test do")
"""In the order that `brew style` asks for (Formula Cookbook, FormulaAudit/ComponentsOrder)."""


def stanza(name: str) -> str:
    found = re.search(rf'^  {name} "(.*)"$', FORMULA.read_text("utf-8"), re.MULTILINE)
    assert found
    return found[1]


def recipe() -> dict[str, Any]:
    read: dict[str, Any] = yaml.safe_load(RECIPE.read_text("utf-8"))
    return read


def script() -> ModuleType:
    spec = spec_from_file_location("packaging_script", ROOT / "scripts" / "packaging.py")
    assert spec
    assert spec.loader
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_formula_is_ruby() -> None:
    ruby = shutil.which("ruby")
    if ruby is None:
        pytest.skip("ruby is not installed")
    done = subprocess.run([ruby, "-wc", FORMULA], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "Syntax OK\n", "")


def test_the_formula_has_its_parts_in_the_order_that_brew_asks_for() -> None:
    lines = FORMULA.read_text("utf-8").splitlines()
    places = [next(n for n, line in enumerate(lines) if line.startswith(f"  {s}")) for s in STANZAS]
    assert places == sorted(places)
    assert max(map(len, lines)) <= 118
    assert not [line for line in lines if line != line.rstrip() or "\t" in line]


def test_the_description_is_as_brew_wants_it() -> None:
    """At most 80 letters with the name, in one phrase, without article, name or full stop."""
    told = stanza("desc")
    assert len(f"alt-text-auditor: {told}") <= 80
    assert told[0].isupper()
    assert not told.endswith(".")
    assert not re.match(r"(?i)(an?|the|alt-text-auditor)\b", told)


def test_both_name_this_version_its_archive_and_its_licence() -> None:
    read, archive = recipe(), f"alt_text_auditor-{auditor.__version__}.tar.gz"
    assert stanza("url").startswith("https://")
    assert stanza("url").endswith(f"/{archive}")
    assert read["context"]["version"] == auditor.__version__
    assert read["source"]["url"].endswith("/alt_text_auditor-${{ version }}.tar.gz")
    assert stanza("sha256") == read["source"]["sha256"]
    assert re.fullmatch("[0-9a-f]{64}", stanza("sha256"))
    assert stanza("license") == read["about"]["license"] == "MIT"
    assert (ROOT / read["about"]["license_file"]).exists()
    assert stanza("homepage") == read["about"]["homepage"]


def test_the_recipe_asks_for_what_the_project_asks_for() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    asked = [*project["dependencies"], *project["optional-dependencies"]["cpu"]]
    read = recipe()
    first, *others = read["requirements"]["run"]
    assert first == "python >=${{ python_min }}"
    assert f">={read['context']['python_min']}" == project["requires-python"]
    assert sorted(each.replace(" ", "") for each in others) == sorted(asked)
    [entry] = read["build"]["python"]["entry_points"]
    assert entry.split(" = ") == ["auditor", project["scripts"]["auditor"]]


def test_rattler_build_reads_and_renders_the_recipe() -> None:
    rattler = pytest.importorskip("rattler_build")
    variants = rattler.VariantConfig.from_yaml('python:\n  - "3.12.*"\n')
    [rendered] = rattler.Stage0Recipe.from_file(str(RECIPE)).render(variants)
    made = rendered.recipe.to_dict()
    assert made["package"] == {"name": "alt-text-auditor", "version": auditor.__version__}


def test_a_release_is_written_into_both(tmp_path: Path) -> None:
    for path in (FORMULA, RECIPE):
        copy = tmp_path / path.relative_to(ROOT)
        copy.parent.mkdir(parents=True)
        shutil.copy(path, copy)
    archive = tmp_path / "alt_text_auditor-1.20.3.tar.gz"
    archive.write_bytes(b"an archive")
    script().release(archive, tmp_path)
    checksum = hashlib.sha256(b"an archive").hexdigest()
    formula = (tmp_path / FORMULA.relative_to(ROOT)).read_text("utf-8")
    made = yaml.safe_load((tmp_path / RECIPE.relative_to(ROOT)).read_text("utf-8"))
    assert f'/alt_text_auditor-1.20.3.tar.gz"\n  sha256 "{checksum}"\n' in formula
    assert (made["context"]["version"], made["source"]["sha256"]) == ("1.20.3", checksum)
    assert made["context"]["python_min"] == "3.11"
    with pytest.raises(ValueError, match="no source archive"):
        script().release(tmp_path / "other.tar.gz", tmp_path)


def test_the_source_archive_holds_what_the_formula_reads(tmp_path: Path) -> None:
    read = re.findall(r'"((?:requirements|scripts|docs)/[^"]+)"', FORMULA.read_text("utf-8"))
    assert read == [
        "requirements/installer.txt",
        "scripts/requirements.py",
        "requirements/lock.txt",
        "docs/auditor.1",
    ]
    for name in ("pyproject.toml", "README.md", "LICENSE", "MANIFEST.in", *read):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        shutil.copy(ROOT / name, tmp_path / name)
    for package in ("app", "auditor", "export_onnx", "extractors", "models"):
        (tmp_path / package).mkdir()
        (tmp_path / package / "__init__.py").write_text('__version__ = "1.0"\n')
    make = "from setuptools.build_meta import build_sdist; build_sdist('.')"
    done = subprocess.run(
        [sys.executable, "-c", make],
        cwd=tmp_path, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    with tarfile.open(next(tmp_path.glob("*.tar.gz"))) as made:
        assert {f"alt_text_auditor-1.0/{name}" for name in read} <= set(made.getnames())
