"""Ratings: added once, never changed, taken over, and held to the version that was rated."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from dataclasses import replace

import pytest

from auditor.rating import Question, RatedItem, Rating, version_of
from auditor.store.ratings import add_ratings, items_in, ratings_in
from auditor.store.reader import StoreError
from auditor.store.writer import Store
from tests.auditor.scan_files import INFO, SITE, Image, write

FOX = RatedItem(f"{SITE}/", "fox", version_of("A red fox"))
RATING = Rating("Anna", FOX, 4, True, "2026-01-01T00:00:00+00:00", "A red fox")


@pytest.fixture
def path(tmp_path):
    return write(tmp_path / "scan.db", (Image("A red fox"), Image("", picture="leaf")))


def test_a_rating_is_kept_as_it_was_given(path):
    answers = {Question.SERVES_PAGE: True, Question.MEANING: False}
    told = replace(RATING, seen=False, note="far", answers=answers)
    assert add_ratings(path, [told]) == 1
    assert ratings_in(path) == [told]


def test_the_same_rating_is_added_once_and_a_second_thought_beside_it(path):
    later = replace(RATING, level=2, rated="2026-01-02T00:00:00+00:00")
    assert add_ratings(path, [RATING, RATING]) == 1
    assert add_ratings(path, [RATING, later]) == 1
    assert ratings_in(path) == [RATING, later]


def test_a_new_scan_takes_over_what_was_rated(path, tmp_path):
    add_ratings(path, [RATING])
    with Store(tmp_path / "new.db") as store:
        store.begin(INFO, path)
    assert ratings_in(tmp_path / "new.db") == [RATING]


def test_what_is_to_be_rated_has_todays_version_of_each_text(path):
    assert FOX in items_in(path)
    changed = write(path.with_name("later.db"), (Image("A grey fox"),))
    assert FOX not in items_in(changed)


def test_white_space_makes_no_new_version_of_a_text():
    assert version_of(" A  red\nfox ") == version_of("A red fox") != version_of("A red Fox")


def test_a_file_of_an_earlier_version_has_no_ratings_and_takes_some(path):
    with closing(sqlite3.connect(path)) as database, database:
        database.execute("drop table ratings")
        database.execute("delete from _sqlite_migrations where name = 'm006_ratings'")
    assert ratings_in(path) == []
    assert add_ratings(path, [RATING]) == 1
    assert ratings_in(path) == [RATING]


@pytest.mark.parametrize(
    ("column", "value"),
    [
        ("level", 6),
        ("level", 2.5),
        ("rated", "yesterday"),
        ("answers", "[1]"),
        ("answers", '{"colour": true}'),
        ("rater", "An\nna"),
        ("seen", 7),
    ],
)
def test_a_rating_that_no_program_wrote_is_damage(path, column, value):
    add_ratings(path, [RATING])
    with closing(sqlite3.connect(path)) as database, database:
        database.execute(f"update ratings set {column} = ?", [value])
    with pytest.raises(StoreError, match="a rating in it cannot be understood"):
        ratings_in(path)
