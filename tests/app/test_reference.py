"""The documents say what the program says."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import click
import pytest

from app.cli import cli

ROOT = Path(__file__).parents[2]
DOCUMENTS = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]


def test_the_reference_is_what_the_commands_say() -> None:
    # In a process of its own: click keeps the help option of a command that a test has called.
    command = [sys.executable, "-m", "app.reference"]
    made = subprocess.run(command, capture_output=True, text=True, check=True, timeout=300).stdout
    assert (ROOT / "docs" / "cli.md").read_text("utf-8") == made, "make docs/cli.md again"


def test_the_manual_page_is_what_the_commands_say() -> None:
    command = [sys.executable, "-m", "app.manual"]
    made = subprocess.run(command, capture_output=True, text=True, check=True, timeout=300).stdout
    assert (ROOT / "docs" / "auditor.1").read_text("utf-8") == made, "make docs/auditor.1 again"


@pytest.mark.skipif(shutil.which("groff") is None, reason="groff is not installed")
def test_the_manual_page_is_one_that_man_reads() -> None:
    command = ["groff", "-man", "-Tutf8", "-ww", "-z", ROOT / "docs" / "auditor.1"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stderr == ""


def test_every_command_says_what_it_does_with_an_example() -> None:
    context = click.Context(cli)
    for name in cli.list_commands(context):
        command = cli.get_command(context, name)
        assert command.help, name
        if not hasattr(command, "commands"):
            assert "Example:" in command.help, name


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_links_between_the_documents_lead_somewhere(document: Path) -> None:
    targets = re.findall(r"\]\(([^)#:\s]+)\)", document.read_text("utf-8"))
    missing = [target for target in targets if not (document.parent / target).exists()]
    assert missing == []


def test_each_promise_names_tests_that_there_are() -> None:
    text = (ROOT / "docs" / "security.md").read_text("utf-8")
    rows = [line for line in text.splitlines() if line.startswith("| ") and "Test" not in line]
    for row in (row for row in rows if "---" not in row):
        folder = ""
        named = re.findall(r"`([\w/]*test_\w+\.py)`", row.rsplit("|", 2)[1])
        assert named, row
        for name in named:  # one without a folder stands beside the one before
            folder = name.rpartition("/")[0] or folder
            assert (ROOT / folder / name.rpartition("/")[2]).exists(), name
