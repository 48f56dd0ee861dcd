"""Several reports at once, each in the form that its name says."""

from __future__ import annotations

import json
from pathlib import Path

import click
import pytest

from auditor.commands.options import STDOUT, targets
from auditor.reports.formats import ENDINGS, FORMATS, format_of


def test_every_form_has_an_ending_and_every_ending_a_form() -> None:
    assert set(ENDINGS.values()) == set(FORMATS)
    for ending, form in ENDINGS.items():
        assert format_of(Path(f"Report{ending.upper()}")) == form
    assert format_of(Path("findings.csv")) == "csv-findings"
    assert format_of(Path("report")) is None


@pytest.mark.parametrize(
    ("form", "outputs", "found"),
    [
        (None, [], [("terminal", "-")]),
        ("json", [], [("json", "-")]),
        (None, ["a.html", "a.sarif"], [("html", "a.html"), ("sarif", "a.sarif")]),
        ("json", ["a.log"], [("json", "a.log")]),
        ("json", ["-", "a.md"], [("json", "-"), ("markdown", "a.md")]),
        (None, ["a.csv", "a.csv", "-"], [("csv", "a.csv"), ("terminal", "-")]),
    ],
)
def test_what_goes_where(form, outputs, found) -> None:
    asked = targets(form, [Path(path) for path in outputs])
    assert asked == tuple((form, Path(path)) for form, path in found)
    assert Path("-") == STDOUT


@pytest.mark.parametrize(
    ("form", "outputs", "words"),
    [(None, ["a.pdf"], "--format"), ("json", ["a.json", "b.json"], "one file alone")],
)
def test_a_form_that_is_not_clear_is_asked_for(form, outputs, words: str) -> None:
    with pytest.raises(click.UsageError, match=words):
        targets(form, [Path(path) for path in outputs])


def test_one_scan_gives_several_reports(run, site, tmp_path) -> None:
    site["/"] = "<img src=a.png>"
    names = [f"report{ending}" for ending in ENDINGS]
    options = [word for name in names for word in ("--output", tmp_path / name)]
    options += ["--static", "--no-score", "--format", "json", "--output", "-"]
    code, out, _ = run("scan", site.url(), *options)
    assert code == 2
    assert json.loads(out)["summary"]["images"] == 1
    assert all((tmp_path / name).stat().st_size for name in names)


def test_a_folder_that_is_not_there_is_said_before_the_scan(run, site, tmp_path) -> None:
    code, _, err = run("scan", site.url(), "--output", tmp_path / "no" / "x.html")
    assert code == 1
    assert "cannot be written" in err
    assert site.asked == []
