"""Commands are imported when they are called, and say in the list what they say themselves."""

from __future__ import annotations

import inspect
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from app.cli import cli
from tests.conftest import Run

MOST = 9
"""Parameters of a command; more are groups of options (auditor/commands/grouped.py)."""
HEAVY = ("playwright", "onnxruntime", "PIL", "numpy", "lxml", "bs4")
ENGINES = ("playwright", "onnxruntime")
LOADED = """
import sys
from contextlib import suppress
{code}
print("\\nLOADED", *(name for name in {names} if name in sys.modules))
"""
CALL = """
from app.cli import main
sys.argv = ["auditor", *{arguments}]
with suppress(SystemExit):
    main()
"""
IMPORT_ALL = """
import importlib, pkgutil
for name in {packages}:
    found = importlib.import_module(name)
    for each in pkgutil.walk_packages(getattr(found, "__path__", []), name + "."):
        importlib.import_module(each.name)
"""


def loaded(code: str, names: tuple[str, ...], folder: Path) -> list[str]:
    """Which of these packages are there after some code, in a process of its own."""
    program = LOADED.format(code=code, names=names)
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=folder, capture_output=True, text=True, check=True
    )
    return done.stdout.rpartition("LOADED")[2].split()


def commands(group: click.Group = cli) -> Iterator[click.Command]:
    context = click.Context(group)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        assert command is not None
        yield from commands(command) if isinstance(command, click.Group) else [command]


@pytest.fixture
def scan_file(run: Run, site, tmp_path: Path) -> Path:
    site["/"] = "<img src=a.png alt=photo>"
    path = tmp_path / "scan.db"
    run("scan", site.url(), "--static", "--no-score", "--save", path)
    return path


def test_the_list_says_of_each_command_what_its_help_begins_with() -> None:
    context = click.Context(cli)
    for name, listed in cli.commands.items():
        command = cli.get_command(context, name)
        assert command.name == name
        assert listed.get_short_help_str(999) == command.get_short_help_str(999), name


def test_a_command_that_is_not_there_is_told_with_those_that_are(run) -> None:
    code, _, err = run("scna")
    assert code == 1
    assert "scan" in err.partition("scna")[2]


@pytest.mark.parametrize("arguments", [["--version"], ["--help"], ["rules"], ["rules", "--json"]])
def test_who_asks_for_what_is_known_waits_for_no_library(arguments: list[str], tmp_path) -> None:
    assert loaded(CALL.format(arguments=arguments), HEAVY, tmp_path) == []


@pytest.mark.parametrize(
    "arguments",
    [
        ["report", "{}"],
        ["compare", "{}", "{}"],
        ["baseline", "{}", "-o", "-"],
        ["trend", "{}"],
        ["images", "{}"],
        ["scan", "--help"],
        ["wiki", "--help"],
        ["config"],
    ],
)
def test_what_opens_no_page_and_no_model_loads_neither(arguments, scan_file, tmp_path) -> None:
    named = [word.format(scan_file) for word in arguments]
    assert loaded(CALL.format(arguments=named), ENGINES, tmp_path) == []


def test_a_scan_without_browser_and_model_loads_neither(tmp_path: Path) -> None:
    (tmp_path / "page.html").write_text("<img src=a.png alt=photo>")
    code = CALL.format(arguments=["scan", "page.html", "--static", "--no-score", "--no-save"])
    assert loaded(code, ENGINES, tmp_path) == []


def test_only_what_reads_pages_or_scores_loads_a_browser_or_a_model(tmp_path: Path) -> None:
    packages = (
        *("auditor.gate", "auditor.reports", "auditor.pages", "auditor.wiki", "auditor.rules"),
        *(
            "auditor.store",
            "auditor.scan",
            "auditor.judge",
            "auditor.crawl",
            "app.desk",
            "app.backend",
        ),
    )
    assert loaded(IMPORT_ALL.format(packages=packages), ENGINES, tmp_path) == []


def test_the_first_word_of_a_scan_comes_before_browser_and_model(tmp_path: Path) -> None:
    """Seen by what was imported when it was written, and not by a clock."""
    (tmp_path / "page.html").write_text("<p>x")
    code = """
import io
class Ears(io.StringIO):
    heard = None
    def write(self, words):
        if words.strip() and self.heard is None:
            self.heard = [name for name in ("playwright", "onnxruntime") if name in sys.modules]
        return super().write(words)
sys.stderr = Ears()
""" + CALL.format(arguments=["scan", "page.html", "--static", "--no-save"])
    code += "\nassert sys.stderr.heard == [], sys.stderr.heard\n"
    assert loaded(code, ENGINES, tmp_path) == ["onnxruntime"]


def test_no_command_takes_a_long_row_of_parameters() -> None:
    counts = {each.name: len(inspect.signature(each.callback).parameters) for each in commands()}
    assert {name: number for name, number in counts.items() if number > MOST} == {}
