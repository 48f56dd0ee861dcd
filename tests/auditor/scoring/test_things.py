from dataclasses import replace

import numpy as np
import pytest

from auditor.scoring.things import thing_words, things

CLASSES = ("person", "dog", "cat")
USUAL = (-1.0, -6.0, -7.0)
WEIGHT = 0.01


@pytest.fixture
def looked(manifest):
    """What is told of a picture with these probabilities and a text that names these classes."""
    model = replace(manifest, object_classes=CLASSES, object_usual=USUAL, object_weight=WEIGHT)

    def look(shown, named):
        shown = np.array(shown)
        picture = np.concatenate([[0.3, 0.1], np.log(shown / (1 - shown)) - USUAL])
        text = np.concatenate([[0.2, 0.9], [WEIGHT * (name in named) for name in CLASSES]])
        return things(picture.astype(np.float32), text.astype(np.float32), model)

    return look


def test_what_the_text_names_and_the_picture_shows_is_told(looked) -> None:
    told = looked((0.6, 0.9, 0.01), ("dog",))
    assert told.found == ("dog", "person")
    assert told.borne_out == ("dog",)
    assert thing_words(told) == ["a detector found what it names: dog"]


def test_what_the_text_names_and_the_picture_does_not_show_is_told_first(looked) -> None:
    told = looked((0.9, 0.001, 0.001), ("person", "cat"))
    assert told.missed == ("cat",)
    assert thing_words(told) == ["a detector found no cat, which it names (found: person)"]


def test_between_found_and_not_found_nothing_is_said(looked) -> None:
    assert thing_words(looked((0.2, 0.2, 0.2), CLASSES)) == []


def test_a_text_that_names_nothing_is_told_nothing(looked) -> None:
    assert thing_words(looked((0.9, 0.9, 0.9), ())) == []


def test_a_model_that_looks_for_nothing_tells_nothing(manifest) -> None:
    plain = replace(manifest, object_classes=(), object_usual=(), object_weight=0.0)
    vector = np.ones(4, dtype=np.float32)
    assert things(vector, vector, plain) == things(None, vector, plain)
    assert thing_words(things(vector, vector, plain)) == []
