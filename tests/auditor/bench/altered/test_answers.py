"""Statements about a picture, right and wrong."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from auditor.bench.altered.answers import ANSWERS, KINDS
from auditor.bench.altered.captions import Captions

CAPTIONS = Captions(
    Path("x.jpg"),
    "Two men in red shirts are running on a sunny beach at the left with a dog.",
    ("An elephant and a ball at a soccer match.", "A dog plays with a ball."),
)


def made(key: str, captions: Captions = CAPTIONS, seed: int = 0):
    return ANSWERS[key](captions, np.random.default_rng(seed))


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("kind", KINDS)
def test_a_wrong_answer_differs_in_one_word_of_its_kind(kind, seed):
    text = CAPTIONS.text if kind != "sport" else "A soccer match."
    captions = Captions(CAPTIONS.picture, text, ())
    better, worse = made(f"wrong_{kind}", captions, seed)
    differ = [p for p in zip(better.split(), worse.split(), strict=True) if p[0] != p[1]]
    assert better == text
    assert len(differ) == 1


def test_a_caption_without_such_a_word_gives_no_pair():
    plain = Captions(Path("x.jpg"), "Something here", ())
    assert all(check(plain, np.random.default_rng(0)) is None for check in ANSWERS.values())


@pytest.mark.parametrize("seed", range(5))
def test_a_random_thing_is_named_by_no_caption(seed):
    better, worse = made("random_object", seed=seed)
    [(old, new)] = [p for p in zip(better.split(), worse.split(), strict=False) if p[0] != p[1]][:1]
    assert old in ("beach", "dog.")
    assert new.strip(".") not in ("elephant", "ball", "dog", "beach")


def test_a_short_truth_stands_against_a_longer_error():
    better, worse = made("length")
    assert better in ("There is a beach.", "There is a dog.")
    assert len(worse.split()) > len(better.split())
    assert better.split()[-1].strip(".") not in worse.replace(".", "").split()


def test_large_and_small_things_are_told_in_one_form():
    assert made("size") == ("There is an elephant.", "There is a ball.")
    better, worse = made("small_shuffled")
    assert better == "There is a ball."
    assert sorted(better.split()) == sorted(worse.split())
    assert better != worse


def test_many_things_out_of_order_stand_against_one_in_order():
    one, many = made("one_beside_shuffled")
    ordered, shuffled = made("number_shuffled")
    assert one == "There is a ball."
    assert many == shuffled
    assert sorted(ordered.split()) == sorted(shuffled.split())
