"""run.ps1 and test.ps1: the same two commands on Windows. No PowerShell is asked for here: what is
held is what can be read."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SCRIPTS = ("run.ps1", "test.ps1", "scripts/setup.ps1")


@pytest.mark.parametrize("name", SCRIPTS)
def test_windows_powershell_reads_every_letter(name: str) -> None:
    """Without a byte order mark it takes a file for one of the system's own code page."""
    assert (ROOT / name).read_text("ascii")


@pytest.mark.parametrize("name", SCRIPTS)
def test_what_is_opened_is_closed(name: str) -> None:
    text = re.sub(r"(?m)^\s*#.*$|'[^'\n]*'|\"[^\"\n]*\"", "", (ROOT / name).read_text("ascii"))
    for opening, closing in ("{}", "()", "[]"):
        assert text.count(opening) == text.count(closing)


def test_they_do_what_the_scripts_of_other_systems_do() -> None:
    shell = (ROOT / "test.sh").read_text("utf-8") + (ROOT / "scripts" / "setup.sh").read_text(
        "utf-8"
    )
    power = "".join((ROOT / name).read_text("ascii") for name in SCRIPTS)
    for step in ("ruff", "mypy", "pytest", "installer.txt", "lock.txt", "requirements.py"):
        assert step in shell
        assert step in power
    packages = re.search(r'packages="(-p .*?)"', shell)
    assert packages
    assert set(packages[1].split()) <= set(re.findall(r"[\w-]+", power))
