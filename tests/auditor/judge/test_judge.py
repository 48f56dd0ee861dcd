from dataclasses import replace

import numpy as np
import pytest

from auditor.findings import Status
from auditor.judge.judge import Judge, SeenPicture
from auditor.results import PictureInfo
from auditor.scoring.likelihood import Heard
from extractors.facts import Box
from extractors.records import Exposed, Exposure
from models.encoder import load
from models.language import LanguageManifest

LARGE = Box(0, 0, 600, 400)
LANGUAGE = LanguageManifest("ten", "none", 1, 1, 2, 0, {})


def seen(sha256: str) -> SeenPicture:
    return SeenPicture(PictureInfo(sha256, "image/png", 600, 400, 9), None)


def statuses(*images) -> list[Status]:
    """Of (record, picture) in the order of the page."""
    pictures = {record.ordinal: seen(sha256) for record, sha256 in images}
    outcomes, skipped = Judge(None).uses([record for record, _ in images], pictures, "")
    assert not skipped
    return [outcome.verdict.status for outcome in outcomes]


def test_a_copy_marked_as_decoration_is_met_beside_its_twin_on_either_side(make_record) -> None:
    fox = (make_record("A red fox", ordinal=2, box=LARGE), "f0")
    copies = [(make_record("", ordinal=n, box=LARGE), "f0") for n in (0, 1, 3)]
    assert statuses(copies[0], copies[1], fox, copies[2]) == [
        Status.DECORATIVE,
        Status.DECORATIVE,
        Status.NOT_COMPARED,
        Status.DECORATIVE,
    ]


def test_a_twin_that_is_farther_away_or_hidden_is_not_beside(make_record) -> None:
    hidden = Exposure(Exposed.HIDDEN, "display: none")
    copy = (make_record("", ordinal=0, box=LARGE), "f0")
    owl = (make_record("An owl", ordinal=1, box=LARGE), "0a")
    fox = (make_record("A red fox", ordinal=2, box=LARGE), "f0")
    assert statuses(copy, owl, fox)[0] is Status.DECORATIVE_SUSPECT
    unheard = (make_record("A red fox", ordinal=1, box=LARGE, exposure=hidden), "f0")
    assert statuses(copy, unheard)[0] is Status.DECORATIVE_SUSPECT


def test_exposed_neighbours_are_met_across_decoration(make_record) -> None:
    kent = (make_record("Kent", ordinal=0), "f0")
    line = (make_record("", ordinal=1), "1e")
    other = (make_record("Kent", ordinal=2), "0a")
    assert statuses(kent, line, other)[::2] == [Status.WEAK, Status.WEAK]


def test_pictures_beyond_the_bound_are_looked_at_again(monkeypatch) -> None:
    monkeypatch.setattr("auditor.judge.judge.PICTURES_KEPT", 3)
    judge = Judge(None)
    first = [judge.picture(bytes([number])) for number in range(10)]
    assert len(judge._pictures) <= 3
    assert [judge.picture(bytes([number])) for number in range(10)] == first


@pytest.mark.parametrize(
    ("language", "looked", "said"),
    [("en", True, -0.5), ("", True, -0.5), ("fi", True, None), ("en", False, None)],
)
def test_a_language_model_is_heard_of_english_beside_a_picture(
    make_record, language: str, looked: bool, said: float | None
) -> None:
    told = {"A red fox.": -4.0}
    heard = Heard(LANGUAGE, lambda text, vector, context: told[text], usual=-3.5)
    encoder = load("compact", threads=1)
    vector = np.ones(encoder.manifest.dimension, np.float32) if looked else None
    record = make_record("A red fox. A red fox.", language=language, page_language=language)
    evidence = Judge(encoder, heard=heard).evidence(record, replace(seen("f0"), vector=vector))
    assert evidence.likelihood == said
