from __future__ import annotations

import io
import json

import pytest
from bs4 import BeautifulSoup
from rich.console import Console

from auditor.findings import Part, Status
from auditor.profiles import EXPECTED, FULL, Profile
from auditor.reports.explain import evidence, level, read_words
from auditor.reports.html_report import write_html
from auditor.reports.json_report import write_json
from auditor.reports.terminal import write_terminal
from auditor.results import PictureInfo
from models.lines import Line

MAP = Profile("map", "its file name says “map”", FULL)
LOGO = Profile("logo", "its class says “logo”, in a link", 1)
LINES = (Line("North dens", 0.9, (0, 0, 1, 0.2)), Line("2 km", 0.95, (0, 0.5, 1, 0.2)))
PICTURE = PictureInfo("f0", "image/png", 300, 200, 9, lines=LINES)


@pytest.fixture
def explained(make_report, make_judged, make_scores):
    """A report of one use that has everything that can be explained."""
    use = make_judged("Dens", Status.WEAK, profile=MAP, scores=make_scores(2.0), picture=PICTURE)
    return lambda **changes: make_report([use], **changes)


def terminal(report) -> str:
    out = io.StringIO()
    write_terminal(report, Console(file=out, width=200), explain=True)
    return " ".join(out.getvalue().split())


def test_the_terminal_says_purpose_parts_and_what_was_read(explained) -> None:
    said = terminal(explained())
    assert "Purpose: map, as its file name says “map”. A good text says which area" in said
    assert "Quality: 2.0 of 5: tells little of what can be seen" in said
    assert "Fits the picture: 0.80: reason of compatibility" in said
    assert "Text in the picture: “North dens / 2 km”" in said


def test_that_nothing_was_read_is_a_remark_and_not_the_first_line(explained) -> None:
    remark = "Text in pictures was not read"
    assert remark in terminal(explained())
    assert not terminal(explained()).startswith(remark)
    assert remark not in terminal(explained(reader="rapidocr 3.10.0"))


def test_the_html_report_holds_it_in_a_closed_part_that_a_heading_names(explained) -> None:
    out = io.StringIO()
    write_html(explained(reader="rapidocr 3.10.0"), out)
    tree = BeautifulSoup(out.getvalue(), "lxml")
    details = tree.select_one("details.explain")
    assert not details.has_attr("open")
    words = " ".join(details.get_text(" ").split())
    assert words.startswith("Why this quality , number 1 Purpose map, as its file name says")
    assert "North dens / 2 km" in words
    assert "text in pictures read by rapidocr 3.10.0" in tree.select_one(".facts").text


def test_the_json_report_holds_purpose_and_lines(explained) -> None:
    out = io.StringIO()
    write_json(explained(), out)
    report = json.loads(out.getvalue())
    (use,) = report["uses"]
    assert report["reader"] is None
    assert use["purpose"]["name"] == "map"
    assert use["purpose"]["expects"] == EXPECTED["map"].says
    assert [line["text"] for line in use["picture"]["text"]] == ["North dens", "2 km"]


def test_levels_of_a_logo_do_not_ask_for_a_scene() -> None:
    assert level(5.0, MAP) == "tells objects, scene, actions, place and meaning"
    assert level(5.0, LOGO) == "serves as well as a text can"
    assert level(1.0) == "gives a wrong idea or none"
    assert [level(q) for q in (1.49, 1.5)] == [level(1.0), level(2.0)]


def test_a_picture_without_words_differs_from_one_that_nobody_read() -> None:
    assert read_words(PictureInfo("f0", "image/png", 9, 9, 9, lines=())) == "none"
    assert read_words(PictureInfo("f0", "image/png", 9, 9, 9)) == ""
    assert read_words(None) == ""


def test_words_that_the_reason_says_are_not_said_again() -> None:
    sentence = "A red bicycle leans against a wall."
    part = Part(0.3, f"least of it “{sentence}”", {}, {"weakest": sentence, "nowhere": "Ada"})
    assert evidence(part) == "nowhere “Ada”"
