"""What a page says is no command to the runner of a job."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest

from auditor.commands.marks import JOINER, broken, harmless
from tests.conftest import Run

MARKS = (
    "::add-mask::fox",
    "  ::error file=a::fox",
    "##vso[task.setvariable variable=a]fox",
    "seen: ##[command]fox",
    "##teamcity[buildStop comment='fox']",
    "fox\n::stop-commands::x",
)


@pytest.mark.parametrize("text", MARKS)
def test_a_mark_is_broken_and_looks_the_same(text: str) -> None:
    out = broken(text)
    assert out != text
    assert out.replace(JOINER, "") == text
    assert not any(line.strip().startswith("::") for line in out.splitlines())
    assert "##" not in out


@pytest.mark.parametrize("text", ["std::vector", "12:30", "# Title", "## Title", "a :: b", "C##"])
def test_other_texts_stay_as_they_are(text: str) -> None:
    assert broken(text) == text


def test_a_terminal_gets_what_is_there() -> None:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    assert isinstance(harmless(Terminal()), Terminal)


def test_reports_for_people_are_harmless_and_data_are_exact(run: Run, tmp_path: Path) -> None:
    text = "::add-mask::fox ##vso[task.complete]"
    page = tmp_path / "page.html"
    page.write_text(f'<!doctype html><title>Fox</title><img src="fox.png" alt="{text}">')
    scan = tmp_path / "scan.db"
    _, out, err = run("scan", page, "--static", "--no-score", "--save", scan)
    shown = [out, err, run("images", scan)[1], run("report", scan, "--format", "markdown")[1]]
    assert all("##vso[" not in each for each in shown)
    assert all("fox" in each for each in (out, *shown[2:]))
    data = json.loads(run("report", scan, "--format", "json")[1])
    assert text in json.dumps(data)
