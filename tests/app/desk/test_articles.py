"""An article in a scan file, from what is told of its images to the edit."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

import pytest
from click.testing import CliRunner

from app.desk.articles import OpenArticles, diff_facts, edit_facts, edit_words
from auditor.commands.cli import cli
from auditor.decision import Choice, Decision, Subject
from auditor.judge.another_text import rescored
from auditor.judge.judge import Judge
from auditor.results import JudgedUse
from auditor.store.decisions import Decisions
from auditor.store.errors import StoreError
from auditor.store.queue import Queue
from auditor.wiki.edits.edits import Edit
from auditor.wiki.sites.article import Article
from auditor.wiki.wikitext.names import ENGLISH
from tests.auditor.scan_files import Image, write

EXAMPLE = Path(__file__).parents[3] / "docs" / "example" / "wiki"
BOAT = "A boat with a red and a white sail"


@dataclass
class Garden:
    """The example of the documentation, read from files."""

    path: Path

    def __post_init__(self) -> None:
        self.articles = OpenArticles(self.path)
        with closing(Queue(self.path)) as queue:
            self.uses = {number: queue.use(number, 1) for number in range(1, queue.load() + 1)}

    def image(self, file: str, place: str = "") -> int:
        """The first image of a file, and of a place in the wikitext."""
        return next(
            number
            for number, use in self.uses.items()
            if (use.record.src or "").endswith(file) and place in str(self.facts(number)[0])
        )

    def facts(self, image: int) -> list:
        return self.articles.facts(image, self.uses[image])

    def decide(self, image: int, choice: Choice, better: str = "") -> None:
        use: JudgedUse = self.uses[image]
        sha256 = use.picture.sha256 if use.picture else None
        subject = Subject.of(use.record, sha256)
        Decisions(self.path).put(subject, Decision(choice, better=better))


def read(path: Path, *words: object) -> Garden:
    options = ("--no-score", "--no-ocr", "--save", path)
    done = CliRunner().invoke(cli, ["wiki", *map(str, (*words, *options))])
    assert path.exists(), done.output
    return Garden(path)


@pytest.fixture
def garden(tmp_path) -> Garden:
    wikitext = ("--wikitext", EXAMPLE / "garden.wiki")
    return read(tmp_path / "garden.db", EXAMPLE / "garden.html", *wikitext)


def test_an_image_says_where_its_text_goes(garden) -> None:
    boat = garden.image("Boat.jpg")
    assert [str(fact) for fact in garden.facts(boat)] == [
        "In the wikitext: line 10, file link",
        "In the article: in the section “History”",
        "The article begins: The Garden by the sea is a public garden between the village and the "
        "harbour of Sandby.",
    ]
    told = [str(fact) for number in garden.uses for fact in garden.facts(number)]
    caption = "“Fruit in the first glass house” (copied by the software from the caption)"
    assert f"Alternative text: {caption}" in told
    section = "https://wiki.example/wiki/Garden_by_the_sea?action=edit&section=1"
    assert garden.articles.section(boat) == section


def test_an_image_whose_text_cannot_be_put_in_says_why(garden) -> None:
    house = garden.facts(garden.image("House.jpg"))[0]
    assert house.label == "Its text cannot be put in"
    assert house.text.startswith("line 3, template Infobox garden, parameter image")
    assert "not known which parameter" in house.text


def test_texts_that_are_better_make_an_edit(garden) -> None:
    boat, house = garden.image("Boat.jpg"), garden.image("House.jpg")
    assert garden.articles.edit(boat).diff == ""
    garden.decide(boat, Choice.WRONG, BOAT)
    garden.decide(house, Choice.WRONG, "A red house")
    edit = garden.articles.edit(boat)
    assert f"+[[File:Boat.jpg|thumb|alt={BOAT}|The ferry" in edit.diff
    assert edit.summary.startswith("Add alt text to 1 image")
    [problem] = edit.problems
    assert problem.startswith("Number ")
    assert ": House.jpg: it is not known which parameter" in problem


def test_an_edit_is_told_line_by_line(garden) -> None:
    boat = garden.image("Boat.jpg")
    garden.decide(boat, Choice.WRONG, BOAT)
    edit = garden.articles.edit(boat)
    lines = [str(fact) for fact in diff_facts(edit.diff)]
    assert lines[0] == "From line: 7"
    assert lines[1].startswith("Unchanged: ")
    assert "Unchanged: an empty line" in lines
    [before] = [line for line in lines if line.startswith("Before: ")]
    [after] = [line for line in lines if line.startswith("After: ")]
    assert before.startswith("Before: [[File:Boat.jpg|thumb|The ferry")
    assert f"|alt={BOAT}|" in after
    labels = [fact.label for fact in edit_facts(edit)]
    assert labels == ["Copied", "Edit summary", "Saved by nobody yet"]
    assert edit_words(edit).startswith("Copied: the diff. Summary: Add alt text to 1 image")


def test_of_many_problems_a_few_are_said_and_all_are_listed() -> None:
    article = Article("Cat", "", "", "en", None, None, "", ENGLISH)
    problems = tuple(f"Number {number}: a template makes it" for number in range(1, 6))
    edit = Edit(article, "", "", "", problems)
    first = ". ".join(problems[:3])
    assert edit_words(edit) == f"Nothing was copied. {first}. And 2 more."
    assert [fact.label for fact in edit_facts(edit)].count("Look at this") == 5


@pytest.mark.parametrize("choice", [Choice.RIGHT, Choice.WRONG, Choice.PERSON])
def test_a_decision_without_a_text_changes_nothing(garden, choice) -> None:
    boat = garden.image("Boat.jpg")
    garden.decide(boat, choice)
    edit = garden.articles.edit(boat)
    assert (edit.diff, edit.problems) == ("", ())


def test_a_picture_that_is_to_be_silent_is_left_to_a_person(garden) -> None:
    boat = garden.image("Boat.jpg")
    garden.decide(boat, Choice.DECORATIVE)
    edit = garden.articles.edit(boat)
    assert edit.diff == ""
    assert "write |alt=|link= by hand" in edit.problems[0]
    assert edit_words(edit).startswith("Nothing was copied. Number ")
    assert [fact.label for fact in edit_facts(edit)] == ["Not copied", "Look at this"]


def test_a_page_without_its_wikitext_says_so_and_makes_no_edit(tmp_path) -> None:
    garden = read(tmp_path / "garden.db", EXAMPLE / "garden.html")
    boat = garden.image("Boat.jpg")
    fact = garden.facts(boat)[0]
    assert str(fact) == "Its text cannot be put in: its wikitext was not read"
    garden.decide(boat, Choice.WRONG, BOAT)
    edit = garden.articles.edit(boat)
    assert edit.diff == ""
    assert edit.problems[0].endswith("Boat.jpg: its wikitext was not read")


def test_an_export_says_what_is_not_known(tmp_path) -> None:
    dump = tmp_path / "dump.xml"
    dump.write_text(
        "<mediawiki><page><title>Boat</title><ns>0</ns><revision><id>7</id><model>wikitext</model>"
        "<text>[[File:Boat.jpg|thumb|A caption]]</text></revision></page></mediawiki>"
    )
    garden = read(tmp_path / "dump.db", "--dump", dump)
    facts = [str(fact) for fact in garden.facts(1)]
    assert facts[0] == "In the wikitext: line 1, file link"
    assert facts[1].startswith("Not known: it was read from an export, which has no HTML")
    garden.decide(1, Choice.WRONG, BOAT)
    assert f"+[[File:Boat.jpg|thumb|alt={BOAT}|A caption]]" in garden.articles.edit(1).diff


def test_a_text_is_tried_by_the_rules_for_editors(garden) -> None:
    boat = garden.image("Boat.jpg")
    use = garden.uses[boat]
    caption = rescored(Judge(None), use.record, None, "The ferry to the garden runs twice a day.")
    made = garden.articles.as_editors_do(boat, use, caption)
    assert made.verdict.status == "redundant"
    assert "alt-repeats-its-caption" in {finding.rule for finding in made.verdict.findings}


def test_images_of_other_scans_are_left_as_they_are(scan_path) -> None:
    articles = OpenArticles(scan_path)
    with closing(Queue(scan_path)) as queue:
        use = queue.use(1, 1)
    assert articles.facts(1, use) == []
    assert articles.edit(1) is None
    assert articles.section(1) == ""
    outcome = rescored(Judge(None), use.record, None, "A fox")
    assert articles.as_editors_do(1, use, outcome) is outcome


def test_a_damaged_article_is_said(garden) -> None:
    with closing(sqlite3.connect(garden.path)) as database, database:
        database.execute("update article_images set details = x'00'")
    with pytest.raises(StoreError, match="damaged"):
        garden.facts(1)


@pytest.fixture
def scan_path(tmp_path) -> Path:
    return write(tmp_path / "scan.db", (Image("fox.png", priority=60),))
