"""`auditor tune` and `scan --profile`: learned from a scan's ratings, and kept in the next scan."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from auditor.decision import Choice, Decision, Subject
from auditor.rating import RatedItem, Rating, version_of
from auditor.ratings.profile_file import read_profile
from auditor.ratings.sets import append_ratings
from auditor.scoring.tuning import FEATURES, Tuning, from_json, to_json, tuned
from auditor.store.decisions import Decisions
from auditor.store.ratings import add_ratings
from auditor.store.reader import StoredScan
from tests.auditor.conftest import scores_of
from tests.auditor.scan_files import SITE, Image, write

LENGTHS = [1 + n % 12 for n in range(80)]


def text_of(n: int) -> str:
    return " ".join(f"word{n}x{k}" for k in range(LENGTHS[n]))


def rating(rater: str, n: int, level: int) -> Rating:
    item = RatedItem(f"{SITE}/", f"p{n}", version_of(text_of(n)))
    return Rating(rater, item, level, True, "2026-01-01T00:00:00+00:00", text_of(n))


def level_of(n: int) -> int:
    """A team that likes long texts."""
    return min(5, 1 + LENGTHS[n] // 3)


@pytest.fixture
def scan(tmp_path) -> Path:
    images = [Image(text_of(n), picture=f"p{n}", quality=2 + n % 7 / 4) for n in range(80)]
    return write(tmp_path / "scan.db", images)


def test_a_team_that_likes_long_texts_gets_them_higher(run, scan, tmp_path) -> None:
    add_ratings(scan, [rating("Anna", n, level_of(n)) for n in range(80)])
    profile = tmp_path / "team.json"
    code, out, _ = run("tune", scan, "-o", profile)
    assert code == 0
    assert "long texts are liked" in " ".join(out.split())
    code, out, _ = run("tune", scan, "-o", profile, "--json")
    found = json.loads(out)
    assert found["changes"]
    assert found["r"]["after"] - found["r"]["before"] >= 0.1
    learned = read_profile(profile)
    assert learned.run["raters"] == 1
    long, short = (tuned(scores_of(3), text, learned).quality for text in ("a b c " * 5, "a"))
    assert long > short


def test_too_few_ratings_are_refused_and_no_file_is_written(run, scan, tmp_path) -> None:
    add_ratings(scan, [rating("Anna", n, 3) for n in range(10)])
    code, _, error = run("tune", scan, "-o", tmp_path / "team.json")
    assert code == 1
    assert "10 rated texts" in error
    assert "50 are wanted" in error
    assert not (tmp_path / "team.json").exists()


def test_decisions_count_where_nobody_rated_and_ratings_of_others_are_added(
    run, scan, tmp_path
) -> None:
    decisions = Decisions(scan)
    for n in range(0, 80, 2):
        choice = Choice.RIGHT if LENGTHS[n] > 6 else Choice.WRONG
        decisions.put(Subject(f"p{n}", text_of(n), text_of(n)), Decision(choice))
    other = tmp_path / "ben.jsonl"
    run("ratings", "merge", scan, "-o", other)
    append_ratings(other, [rating("Ben", n, level_of(n)) for n in range(1, 80, 2)])
    code, out, _ = run("tune", scan, "--ratings", other, "-o", tmp_path / "t.json", "--json")
    assert code == 0
    assert json.loads(out)["texts"] == 80


def profile_of(**weights: float) -> Tuning:
    return Tuning(
        1.0,
        0.0,
        dict.fromkeys(FEATURES, 0.0) | weights,
        dict.fromkeys(FEATURES, 0.5),
        dict.fromkeys(FEATURES, 0.5),
        {},
    )


def test_a_profile_is_kept_in_the_scan_and_changes_its_scores(
    run, site, tmp_path, picture_bytes
) -> None:
    site["/fox.png"] = picture_bytes()
    site["/"] = "<img src=fox.png alt='A red fox in the snow at dusk'>"
    path = tmp_path / "team.json"
    path.write_text(json.dumps(to_json(profile_of(words=0.4))), "utf-8")
    found = {}
    for name, more in (("plain", ()), ("tuned", ("--profile", path))):
        file = tmp_path / f"{name}.db"
        run("scan", site.url(), "--static", "--no-ocr", "--save", file, *more)
        [row] = [json.loads(line) for line in run("images", file, "--json")[1].splitlines()]
        found[name] = row["quality"]
    assert found["tuned"] > found["plain"]
    with StoredScan(tmp_path / "tuned.db") as store:
        assert from_json(store._info().arguments["profile"]) == profile_of(words=0.4)


def test_a_tuned_quality_stays_between_one_and_five_and_keeps_its_order() -> None:
    for weight in (-3.0, 3.0):
        learned = profile_of(words=weight)
        levels = [tuned(scores_of(q / 10), "a b c", learned).quality for q in range(10, 51)]
        assert levels == sorted(levels)
        assert len(set(levels)) == len(levels)
        assert 1 <= levels[0] <= levels[-1] <= 5


def test_the_shipped_score_stays_as_it_is_to_the_last_digit() -> None:
    scores = scores_of(1.05)
    assert tuned(scores, "a", profile_of()) is scores


@pytest.mark.parametrize(
    "change",
    [
        {"profile": 2},
        {"quality": -1},
        {"quality": "much"},
        {"weights": {}},
        {"weights": {**dict.fromkeys(FEATURES, 0.0), "form": -0.1}},
        {"weights": {**dict.fromkeys(FEATURES, 0.0), "repeated": 0.1}},
        {"scales": {**dict.fromkeys(FEATURES, 1.0), "words": 0.0}},
        {"constant": 1e9},
    ],
)
def test_what_no_tuning_wrote_is_no_profile(run, tmp_path, change) -> None:
    path = tmp_path / "team.json"
    path.write_text(json.dumps({**to_json(profile_of()), **change}), "utf-8")
    code, _, error = run("scan", tmp_path, "--static", "--no-score", "--profile", path)
    assert code == 1
    assert "is no profile of auditor tune" in error
