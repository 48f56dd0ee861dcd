"""Active choice: what is asked next is what is known least of."""

from __future__ import annotations

from pathlib import Path

import pytest

from auditor.rating import RatedItem, Rating, version_of
from auditor.ratings.chosen import most_telling
from tests.auditor.scan_files import SITE, Image, write


@pytest.fixture
def scan(tmp_path) -> Path:
    usual = [Image(f"A fox in the snow {n}", picture=f"p{n}", quality=3.0) for n in range(20)]
    odd = [
        Image("Fox " * 40, picture="long", quality=3.0),
        Image("Fox", picture="bad", quality=1.0),
    ]
    return write(tmp_path / "scan.db", [*usual, *odd, Image("A", picture="none", quality=None)])


def test_what_is_unlike_the_rest_is_asked_first_and_each_once(scan) -> None:
    chosen = most_telling(scan, [], 100)
    assert {each.picture for each in chosen[:2]} == {"long", "bad"}
    assert len(set(chosen)) == len(chosen) == 22  # what has no score tells nothing


def test_what_is_rated_is_not_asked_again_and_its_likes_come_later(scan) -> None:
    long = RatedItem(f"{SITE}/", "long", version_of("Fox " * 40))
    rated = [Rating("Anna", long, 2, True, "2026-01-01T00:00:00+00:00")]
    chosen = most_telling(scan, rated, 5)
    assert len(chosen) == 5
    assert long not in chosen
    assert chosen[0].picture == "bad"
