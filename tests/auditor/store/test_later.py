"""Values that are made when somebody looks at them."""

from __future__ import annotations

import pickle
from dataclasses import replace

import pytest

from auditor.results import PictureInfo
from auditor.store.later import later

WHOLE = PictureInfo("ff", "image/png", 3, 2, 99)


def to_come(made: list[str] | None = None) -> PictureInfo:
    def make() -> PictureInfo:
        if made is not None:
            made.append("made")
        return WHOLE

    return later(PictureInfo, make, sha256="ff")


def test_what_is_known_is_there_and_the_rest_is_made_once() -> None:
    made: list[str] = []
    picture = to_come(made)
    assert (picture.sha256, made) == ("ff", [])
    assert (picture.width, picture.height, made) == (3, 2, ["made"])
    assert picture.words == ()


def test_it_is_as_the_whole_wherever_that_is_used() -> None:
    assert to_come() == WHOLE
    assert to_come() == WHOLE
    assert to_come() == to_come()
    assert to_come() != replace(WHOLE, size=1)
    assert to_come() != "ff"
    assert hash(to_come()) == hash(WHOLE)
    assert repr(to_come()) == repr(WHOLE)
    assert replace(to_come(), size=1) == replace(WHOLE, size=1)
    assert type(pickle.loads(pickle.dumps(to_come()))) is PictureInfo
    assert not hasattr(to_come(), "no_field")


def test_what_cannot_be_made_is_told_by_whoever_asks() -> None:
    def fail() -> PictureInfo:
        raise ValueError("damaged")

    picture = later(PictureInfo, fail, sha256="ff")
    assert picture.sha256 == "ff"
    for _ in range(2):
        with pytest.raises(ValueError, match="damaged"):
            _ = picture.width
