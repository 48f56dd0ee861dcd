from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest

from auditor.findings import Status
from auditor.judge.judge import Judge, SeenPicture, with_drawing
from auditor.results import PictureInfo
from auditor.scoring.likelihood import Heard
from extractors.facts import Box
from extractors.records import Context, Exposed, Exposure
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


@pytest.mark.parametrize(
    ("data", "flat"),
    [
        (b'<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0h9"/></svg>', True),
        (b'<svg xmlns="http://www.w3.org/2000/svg"><image href="fox.jpg"/></svg>', False),
    ],
)
def test_a_drawing_with_shades_is_no_photograph_but_one_that_holds_it_is(data, flat) -> None:
    assert with_drawing(seen("d0"), data).info.flat is flat


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


class Towers:
    """Counts what is embedded."""

    manifest = SimpleNamespace(dimension=2, sentence_dimension=2)

    def __init__(self) -> None:
        self.whole: list[str] = []
        self.sentences: list[str] = []

    def is_further(self, language: str) -> bool:
        return language == "de"

    def embed_texts(self, texts, languages):
        self.whole += texts
        rows = np.ones((len(texts), 2), dtype=np.float32)
        return SimpleNamespace(shared=rows, sentence=rows, form=rows)

    def embed_sentences(self, texts, languages):
        self.sentences += texts
        return np.ones((len(texts), 2), dtype=np.float32)


def test_of_what_stands_around_a_picture_only_the_sentence_is_embedded_and_once(
    make_record,
) -> None:
    towers = Towers()
    judge = Judge(towers)
    place = Context(page_title="Foxes", caption="A red fox")
    records = [make_record("A red fox", context=place), make_record("A cub", context=place)]
    judge.learn(judge.held(records)[1])
    assert not judge.held(records)[1]
    assert sorted(towers.whole) == ["A cub", "A red fox"]
    assert towers.sentences == ["Foxes"]
    # A title that becomes an image's text is wanted whole; in another tower it is another text.
    judge.learn(judge.held([make_record("Foxes", context=Context())])[1])
    judge.learn(judge.held([replace(make_record("A cub", context=place), language="de")])[1])
    assert sorted(towers.whole) == ["A cub", "A cub", "A red fox", "Foxes"]
    assert towers.sentences == ["Foxes"]
