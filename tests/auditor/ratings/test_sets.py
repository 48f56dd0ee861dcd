"""Rating sets that travel, lists, and the merge of what comes back."""

from __future__ import annotations

import csv
import json
from dataclasses import replace
from pathlib import Path

import pytest

from auditor.decision import Choice, Decision, Subject
from auditor.rating import Question, RatedItem, Rating, version_of
from auditor.ratings.errors import RatingsError
from auditor.ratings.files import all_ratings, read_ratings
from auditor.ratings.merge import merged
from auditor.ratings.sets import append_ratings, read_set
from auditor.store.decisions import Decisions
from auditor.store.ratings import add_ratings, ratings_in
from tests.auditor.scan_files import SITE, Image, write

THUMBNAIL = b"\x89PNG\r\n\x1a\n123"
IMAGES = (
    Image("A red fox", priority=60, thumbnail=THUMBNAIL),
    Image("A red fox", priority=60, page="/den"),
    Image("A grey owl", priority=70, picture="owl"),
    Image(None, priority=90, picture="hill"),
)


@pytest.fixture
def scan(tmp_path) -> Path:
    return write(tmp_path / "scan.db", IMAGES)


def rating(rater: str, level: int, text: str = "A red fox", picture: str = "fox", **more) -> Rating:
    item = RatedItem(f"{SITE}/", picture, version_of(text))
    made = Rating(rater, item, level, True, "2026-01-01T00:00:00+00:00", text)
    return replace(made, **more)


def test_a_set_holds_all_that_a_rater_is_shown(run, scan, tmp_path) -> None:
    path = tmp_path / "set.jsonl"
    code, _, said = run("ratings", "set", scan, "-o", path)
    owl, fox, den = read_set(path)
    assert (code, "3 texts" in said) == (0, True)
    assert [each.text for each in (owl, fox, den)] == ["A grey owl", "A red fox", "A red fox"]
    assert fox.shown == THUMBNAIL
    assert (fox.item.page, fox.heading, fox.quality) == (f"{SITE}/", "Red foxes", 2.0)
    assert den.item.page == f"{SITE}/den"


def test_two_raters_on_two_machines_and_one_merge(run, scan, tmp_path) -> None:
    anna, ben = tmp_path / "anna.jsonl", tmp_path / "ben.jsonl"
    for path in (anna, ben):
        run("ratings", "set", scan, "-o", path)
    later = "2026-01-02T00:00:00+00:00"
    by_anna = [rating("Anna", 4), rating("Anna", 2, "A grey owl", "owl")]
    by_ben = [
        rating("Ben", 5, answers={Question.OBJECTS: True}, note="fine"),
        rating("Anna", 1, rated=later),  # Anna on Ben's machine, of another mind
    ]
    append_ratings(anna, by_anna)
    append_ratings(ben, by_ben)
    code, _, said = run("ratings", "merge", anna, ben, anna, "-o", scan)
    assert code == 0
    assert sorted(ratings_in(scan), key=repr) == sorted([*by_anna, *by_ben], key=repr)
    assert "2 stood in more than one place" in said
    assert "1 text with different levels by one person" in said
    assert "Anna: 4 (2026-01-01 00:00), 1 (2026-01-02 00:00): “A red fox”" in said
    run("ratings", "merge", anna, ben, "-o", scan)
    assert len(ratings_in(scan)) == 4


def test_a_rating_that_ended_in_the_middle_of_a_line_loses_no_other(scan, run, tmp_path) -> None:
    path = tmp_path / "set.jsonl"
    run("ratings", "set", scan, "-o", path)
    path.write_text(path.read_text("utf-8").rstrip("\n"), "utf-8")
    append_ratings(path, [rating("Anna", 4)])
    assert all_ratings(path) == [rating("Anna", 4)]
    assert len(read_set(path)) == 3


def test_ratings_of_what_has_changed_are_kept_and_not_counted(run, scan, tmp_path) -> None:
    old = tmp_path / "old.csv"
    add_ratings(scan, [rating("Anna", 4), rating("Ben", 3, "A fox")])
    assert run("ratings", "merge", scan, "-o", old)[0] == 0
    assert len(all_ratings(old)) == 2
    new = write(tmp_path / "new.db", (Image("A red fox"),))
    _, _, said = run("ratings", "merge", old, "-o", new)
    assert len(ratings_in(new)) == 2
    assert "1 not counted, for the text has changed since" in said
    assert [each.rater for each in read_ratings(new).ratings] == ["Anna"]


def test_decisions_count_as_ratings_where_they_say_so(run, scan, tmp_path) -> None:
    decisions = Decisions(scan)
    when = "2026-01-01T00:00:00+00:00"
    decisions.put(Subject("fox", "A red fox", "A red fox"), Decision(Choice.RIGHT, decided=when))
    decisions.put(Subject("owl", "A grey owl", "A grey owl"), Decision(Choice.WRONG, decided=when))
    decisions.put(Subject("hill", None, ""), Decision(Choice.WRONG, decided=when))
    out = tmp_path / "out.jsonl"
    run("ratings", "merge", scan, "-o", out, "--decisions", "the desk")
    found = {(each.item.page, each.text): each.level for each in all_ratings(out)}
    assert found == {
        (f"{SITE}/", "A red fox"): 4,
        (f"{SITE}/den", "A red fox"): 4,
        (f"{SITE}/", "A grey owl"): 2,
    }
    assert {each.rater for each in all_ratings(out)} == {"the desk"}


def test_a_list_names_pictures_beside_it_and_nothing_elsewhere(tmp_path) -> None:
    (tmp_path / "secret.png").write_bytes(b"secret")
    folder = tmp_path / "list"
    folder.mkdir()
    (folder / "fox.png").write_bytes(THUMBNAIL)
    path = folder / "list.csv"
    rows = [
        ("fox.png", "A red fox", "Foxes"),
        ("../secret.png", "A secret", ""),
        ("https://example.org/owl.png", "An owl", ""),
    ]
    with path.open("w", encoding="utf-8", newline="") as out:
        csv.writer(out).writerows([("picture", "text", "heading"), *rows])
    fox, secret, owl = read_set(path)
    assert (fox.shown, fox.heading, len(fox.item.picture)) == (THUMBNAIL, "Foxes", 64)
    assert (secret.shown, secret.item.picture) == (None, "../secret.png")
    assert (owl.shown, owl.item.picture) == (None, "https://example.org/owl.png")


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("picture,alt\nfox.png,A fox\n", "no column text"),
        ("picture,text\n", "nothing to rate"),
        ('{"picture": "fox"}\n', "line 1"),
        ('{"picture": "fox", "text": "A", "picture_file": "?"}\n', "line 1"),
        ('{"picture": "fox", "text": "A", "text_version": "0"}\n', "line 1"),
        ('{"picture": "fox", "text": "A", "quality": NaN}\n', "line 1"),
    ],
)
def test_a_list_that_cannot_be_used_is_told(tmp_path, text: str, why: str) -> None:
    path = tmp_path / "list.csv"
    path.write_text(text, "utf-8")
    with pytest.raises(RatingsError, match=why):
        read_set(path)


def test_different_levels_before_and_after_the_picture_are_no_conflict() -> None:
    found = merged([[rating("Anna", 2, seen=False), rating("Anna", 4)]])
    assert len(found.ratings) == 2
    assert not found.conflicts


def test_what_is_no_line_of_json_is_no_set(tmp_path) -> None:
    path = tmp_path / "set.jsonl"
    path.write_text(json.dumps({"picture": "p", "text": "t"}) + "\n[]\n", "utf-8")
    with pytest.raises(RatingsError, match="line 2"):
        read_set(path)
