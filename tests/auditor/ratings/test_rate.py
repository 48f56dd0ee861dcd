"""Rating by keys: what is asked, what is kept, and the game through tutorial and probation."""

from __future__ import annotations

import os
import select
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from auditor.commands import rate_dialogue
from auditor.commands.rate import RateOptions
from auditor.commands.rate_dialogue import Dialogue
from auditor.rating import Question, RatedItem, Rating, version_of
from auditor.ratings.files import all_ratings
from auditor.ratings.rounds import Rounds
from auditor.ratings.sets import ItemToRate
from auditor.ratings.training import RaterStanding, Stage, standing_of, taught_pairs

PLAIN = RateOptions(None, None, None, "queue", False, False, False, False, None)
RATER = RaterStanding(Stage.RATER, 20, 30)


class Kept:
    """Takes ratings."""

    path = Path("kept.jsonl")

    def __init__(self) -> None:
        self.ratings: list[Rating] = []

    def keep(self, rating: Rating) -> None:
        self.ratings.append(rating)


def items(number: int = 3, quality: float | None = 3.0, shown: bytes | None = b"\x89PNG"):
    return [
        ItemToRate(
            RatedItem("", f"picture {n}", version_of(f"text {n}")),
            f"text {n}",
            shown,
            caption="A caption",
            quality=quality,
        )
        for n in range(number)
    ]


@pytest.fixture
def talk(monkeypatch, capsys):
    """Presses keys; gives what was kept and what was said."""
    monkeypatch.setattr(rate_dialogue, "_has_desktop", lambda: False)

    def call(
        keys: str,
        rounds: Rounds,
        asked: RateOptions = PLAIN,
        seconds: float = 5.0,
    ) -> tuple[list[Rating], str]:
        pressed: Iterator[str] = iter(keys)
        clock = iter(range(10**6))
        kept = Kept()
        Dialogue(
            rounds, kept, asked, lambda: next(pressed, "x"), lambda: next(clock) * seconds
        ).run()
        return kept.ratings, capsys.readouterr().out

    return call


def quiet(number: int = 3) -> Rounds:
    return Rounds(items(number), [], "Anna", None)


def test_keys_rate_and_each_rating_says_whether_the_picture_was_seen(talk) -> None:
    kept, said = talk("4o2x", quiet())
    assert [(each.level, each.seen, each.text) for each in kept] == [
        (4, False, "text 0"),
        (2, True, "text 1"),
    ]
    assert "2 ratings by Anna in kept.jsonl." in said
    assert "Caption: A caption" in said


def test_questions_are_those_that_can_be_answered(talk) -> None:
    kept, said = talk("qyn-3" + "oqyyyyyy4", quiet(2))
    assert kept[0].answers == {Question.MEANING: True, Question.SERVES_PAGE: False}
    assert set(kept[1].answers) == set(Question)
    assert said.count("Are the things it names there?") == 1


def test_the_scale_is_one_key_away_and_other_keys_say_so(talk) -> None:
    _, said = talk("rz", quiet())
    assert said.count("The things that matter are named rightly") == 2
    assert "Not one of the keys." in said


def test_back_asks_again_and_later_leaves_out(talk) -> None:
    kept, _ = talk("b1b2s5", quiet())
    assert [(each.text, each.level) for each in kept] == [
        ("text 0", 1),
        ("text 0", 2),
        ("text 2", 5),
    ]


def test_twice_asks_before_the_picture_and_after_it(talk) -> None:
    twice = RateOptions(None, None, None, "queue", False, False, True, True, None)
    kept, said = talk("24", quiet(1), twice)
    assert [(each.level, each.seen) for each in kept] == [(2, False), (4, True)]
    assert "And now with the picture" in said


def test_an_answer_before_three_seconds_does_not_count(talk) -> None:
    kept, said = talk("444", Rounds(items(), [], "Anna", RATER), seconds=1.0)
    assert len(kept) == 1  # the clock stands at 1, 2 and 3 seconds
    assert said.count("too soon to count") == 2


def test_a_quiet_rater_is_neither_taught_nor_counted(talk) -> None:
    kept, said = talk("444", quiet(), seconds=0.0)
    assert len(kept) == 3
    assert "point" not in said
    assert "ours" not in said


def test_points_stand_beside_what_the_others_said(talk) -> None:
    [item] = items(1)
    others = [
        Rating(name, item.item, level, True, "2026-01-01T00:00:00+00:00")
        for name, level in (("Ben", 4), ("Cara", 5))
    ]
    _, said = talk("5", Rounds([item], others, "Anna", RATER))
    assert "You: 5. The others: 4.5 (2 other people, spread 0.5). +2 points." in said


def test_who_rates_again_gets_no_points_again(talk) -> None:
    rounds = Rounds(items(), [], "Anna", RATER)
    talk("3b3", rounds)
    assert rounds.standing == RaterStanding(Stage.RATER, 21, 32)


def test_nobody_rated_it_before_and_there_is_no_score(talk) -> None:
    _, said = talk("3", Rounds(items(1, quality=None), [], "Anna", RATER))
    assert "The others" not in said


def test_the_tutorial_then_twenty_pairs_then_probation_until_it_is_right(talk) -> None:
    rounds = Rounds(items(60, quality=3.0), [], "Anna", RaterStanding())
    right = "".join(str(pair.level) for pair in taught_pairs()["tutorial"])
    kept, said = talk(right, rounds)
    assert not kept
    assert said.count("Why: ") == 10
    assert rounds.standing == RaterStanding(Stage.FIRST) == standing_of("Anna")
    kept, said = talk("5" * 20, rounds)  # the program says 3: 20 times −1
    assert len(kept) == 20
    assert "Fewer than 25 points in 20 pairs" in said
    assert rounds.standing == RaterStanding(Stage.PROBATION)
    curated = [pair.level for pair in taught_pairs()["curated"]]
    kept, _ = talk("".join(str(6 - level) for level in curated), rounds)
    assert not kept
    assert rounds.standing == RaterStanding(Stage.PROBATION)
    kept, said = talk("".join(map(str, curated[:13])) + "3", rounds)
    assert "25 points: you rate as the others do." in said
    assert [each.text for each in kept] == ["text 20"]
    assert rounds.standing == RaterStanding(Stage.RATER, 14, 28)


def test_without_a_terminal_it_says_so(run, tmp_path, monkeypatch) -> None:
    path = tmp_path / "list.csv"
    path.write_text("picture,text\nfox.png,A fox\n", "utf-8")
    code, _, error = run("rate", "--list", path)
    assert code == 1
    assert "run it in a terminal" in error
    assert "Name either a scan file" in run("rate")[2]


def heard(terminal: int, end: str) -> None:
    """Read until what was said ends so."""
    said = ""
    while not (said and said.rstrip().endswith(end)):
        said += os.read(terminal, 4096).decode(errors="replace")


@pytest.mark.skipif(os.name != "posix", reason="pseudo-terminals are of POSIX")
def test_in_a_real_terminal_a_key_is_a_rating(tmp_path) -> None:
    import pty

    path = tmp_path / "list.csv"
    path.write_text("picture,text\nfox.png,A fox\nowl.png,An owl\n", "utf-8")
    ours, theirs = pty.openpty()
    code = "from auditor.commands.cli import main; main()"
    command = [sys.executable, "-c", code, "rate", "--list", str(path), "--quiet"]
    child = subprocess.Popen(
        [*command, "--rater", "Anna"], stdin=theirs, stdout=theirs, stderr=theirs
    )
    os.close(theirs)
    heard(ours, "x stop:")
    for key, answer in (("4", "x stop:"), ("2", "")):
        # What is typed before the terminal listens for single keys is lost: it is typed again.
        while not select.select([ours], [], [], 2)[0]:
            os.write(ours, key.encode())
        heard(ours, answer)
    assert child.wait(300) == 0
    os.close(ours)
    found = all_ratings(path.with_suffix(".ratings.jsonl"))
    assert [(each.rater, each.level, each.text) for each in found] == [
        ("Anna", 4, "A fox"),
        ("Anna", 2, "An owl"),
    ]
