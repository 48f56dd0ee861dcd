"""From the sources to a source archive, from that to a wheel, from that to a program that works."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from app.extension_zip import extension
from tests.conftest import Site

ROOT = Path(__file__).parents[2]
SOURCES = ("app", "auditor", "export_onnx", "extractors", "models")
ALONE = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
"""The environment without a way back to the sources."""
MAKE_ARCHIVE = "import sys; from setuptools.build_meta import build_sdist; build_sdist(sys.argv[1])"
PIP = (sys.executable, "-m", "pip", "--disable-pip-version-check", "--no-input")
OFFLINE = ("--no-index", "--no-deps")


def run(command: Sequence[str | Path], folder: Path) -> str:
    done = subprocess.run(
        list(map(str, command)), cwd=folder, env=ALONE, capture_output=True, text=True, check=False
    )
    assert done.returncode in (0, 2), done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The program in an environment of its own, which sees the packages that it depends on."""
    folder = tmp_path_factory.mktemp("wheel")
    sources = folder / "sources"
    for name in SOURCES:
        shutil.copytree(ROOT / name, sources / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, sources)
    (sources / "docs").mkdir()
    shutil.copy(ROOT / "docs" / "auditor.1", sources / "docs")
    run((sys.executable, "-c", MAKE_ARCHIVE, folder), sources)
    (archive,) = folder.glob("*.tar.gz")
    run((*PIP, "wheel", "--no-build-isolation", *OFFLINE, archive), folder)
    run((sys.executable, "-m", "venv", "--without-pip", "venv"), folder)
    paths = {"base": str(folder / "venv"), "platbase": str(folder / "venv")}
    (wheel,) = folder.glob("*.whl")
    scripts = Path(sysconfig.get_path("scripts", "venv", paths))
    run((*PIP, "--python", scripts / "python", "install", *OFFLINE, wheel), folder)
    # A name in a .pth file is a path alone: the sources, which stand there too, are not joined.
    packages = Path(sysconfig.get_path("purelib", "venv", paths))
    (packages / "dependencies.pth").write_text(sysconfig.get_path("purelib"))
    return scripts


def test_it_scans_a_page_with_the_browser(
    installed: Path, site: Site, tmp_path: Path, picture_bytes: Any
) -> None:
    site["/"] = '<h1>Foxes</h1><img src="/fox.png"><img src="/fox.png" alt="A red fox">'
    site["/fox.png"] = picture_bytes("orange")
    run((installed / "auditor", "scan", site.url(), "--no-save", "--output", "a.json"), tmp_path)
    report = json.loads((tmp_path / "a.json").read_text("utf-8"))
    found = [(use["status"], use["scores"] is not None) for use in report["uses"]]
    assert (len(found), found[0], found[1][1]) == (2, ("missing", False), True)
    assert "site-packages" in run(
        (installed / "python", "-c", "import auditor; print(auditor.__file__)"), tmp_path
    )


def test_it_packs_the_same_extension_as_the_sources(installed: Path, tmp_path: Path) -> None:
    run((installed / "auditor", "extension", "--output", "wheel"), tmp_path)
    made = CliRunner().invoke(extension, ["--output", str(tmp_path / "sources")])
    assert made.exit_code == 0
    packed = {path.name: path.read_bytes() for path in (tmp_path / "wheel").iterdir()}
    assert packed == {path.name: path.read_bytes() for path in (tmp_path / "sources").iterdir()}
    assert len(packed) == 2


def test_no_file_is_a_link() -> None:
    """An archive or a system without links would leave a file that holds a path."""
    folders = (*SOURCES, "docs", "scripts", "tests")
    assert [
        path for name in folders for path in (ROOT / name).rglob("*") if path.is_symlink()
    ] == []


def test_benchmarks_stay_out_of_what_is_installed(installed: Path, tmp_path: Path) -> None:
    out = run((installed / "auditor", "--help"), tmp_path)
    assert "  baseline " in out
    assert "  bench " not in out
    found = "import importlib.util as util; print(util.find_spec('auditor.bench'))"
    assert run((installed / "python", "-c", found), tmp_path) == "None\n"


def test_the_manual_page_comes_with_it(installed: Path) -> None:
    page = installed.parent / "share" / "man" / "man1" / "auditor.1"
    assert ".SH NAME" in page.read_text("utf-8")


def test_words_are_completed_for_the_shell(installed: Path, tmp_path: Path) -> None:
    asked = {"_AUDITOR_COMPLETE": "bash_complete", "COMP_WORDS": "auditor tr", "COMP_CWORD": "1"}
    done = subprocess.run(
        [installed / "auditor"], env=ALONE | asked, cwd=tmp_path, capture_output=True, text=True
    )
    assert done.stdout.splitlines() == ["plain,trend"], done.stderr
