import math

import numpy as np
import pytest

from auditor.findings import Part
from auditor.scoring import (
    compatibility,
    context_texts,
    form,
    informativeness,
    quality,
    relevance,
    score,
    serves_a_purpose,
)
from extractors.records import Context, Control
from models.encoder import folder_of
from models.manifest import Calibration, read_manifest

PLAIN = Calibration(slope=1.0, intercept=0.0)
PARTS = ("compatibility", "relevance", "informativeness", "form")


def parts(**values: float | None) -> dict[str, Part]:
    return {name: Part(values.get(name, 0.5), "") for name in PARTS}


@pytest.mark.parametrize(("lang", "scored"), [("en", True), (None, True), ("de", False)])
def test_texts_in_a_language_the_model_does_not_know_are_not_compared(
    make_record, lang: str | None, scored: bool
) -> None:
    manifest = read_manifest(folder_of("compact"))
    vector = np.array([1, 0], dtype=np.float32)
    scores = score(
        make_record(lang=lang),
        vector,
        (vector, vector),
        {"title": vector},
        {"caption": vector},
        manifest,
    )
    assert (scores.compatibility.value is not None) is scored
    assert (scores.relevance.value is not None) is scored
    assert ("likeness to caption" in scores.form.numbers) is scored
    assert scores.informativeness.value is not None
    assert ("language “de”" in scores.compatibility.reason) is not scored


def test_quality_runs_from_one_to_five() -> None:
    assert quality(parts(**dict.fromkeys(PARTS, 1.0))) == 5.0
    assert quality(parts(**dict.fromkeys(PARTS, 0.0))) < 1.1


@pytest.mark.parametrize("name", PARTS)
def test_quality_rises_with_each_part(name: str) -> None:
    values = [quality(parts(**{name: value})) for value in (0.1, 0.3, 0.6, 0.9)]
    assert values == sorted(set(values))


def test_a_text_of_another_picture_stays_low_however_good_the_rest() -> None:
    rest = dict.fromkeys(PARTS[1:], 1.0)
    assert (
        quality(parts(compatibility=0.01, **rest)) < quality(parts(compatibility=0.6, **rest)) - 1
    )


def test_a_part_that_is_not_there_leaves_its_weight_to_the_others() -> None:
    same = dict.fromkeys(PARTS, 0.5)
    assert quality(parts(**same | {"compatibility": None})) == quality(parts(**same))
    assert quality(parts(**dict.fromkeys(PARTS))) == 1.0


def test_compatibility_shows_its_number_and_what_it_means() -> None:
    a = np.array([1, 0], dtype=np.float32)
    part = compatibility(a, np.array([0.6, 0.8], dtype=np.float32), PLAIN)
    assert part.numbers == {"similarity": 0.6}
    assert part.value == pytest.approx(1 / (1 + math.exp(-0.6)), abs=1e-4)
    assert compatibility(None, a, PLAIN).value is None


def test_relevance_is_the_mean_over_the_contexts_that_are_there() -> None:
    text = np.array([1, 0], dtype=np.float32)
    context = {"title": text, "heading": np.array([0, 1], dtype=np.float32)}
    part = relevance(text, context, PLAIN)
    assert part.numbers == {"cosine with title": 1.0, "cosine with heading": 0.0}
    assert part.value == pytest.approx(1 / (1 + math.exp(-0.5)), abs=1e-4)
    assert "title and heading" in part.reason
    assert relevance(text, {}, PLAIN).value is None


def test_more_different_words_are_more_informative_and_repeated_ones_are_not() -> None:
    few = informativeness("a red fox", functional=False).value
    more = informativeness("a red fox asleep in tall grass", functional=False).value
    repeated = informativeness("a red fox, a red fox, A RED FOX", functional=False).value
    assert few is not None
    assert more is not None
    assert repeated == few < more < 1


def test_a_link_needs_its_purpose_and_not_a_picture_in_words() -> None:
    assert informativeness("Home", functional=True).value == 1.0
    assert informativeness("…", functional=True).value == 0.0


def test_a_link_to_a_picture_file_is_no_purpose_of_its_own() -> None:
    def linked(target: str | None) -> bool:
        return serves_a_purpose(Context(control=Control("link", "Fox", "", target)))

    assert linked("http://site/about")
    assert linked(None)
    assert not linked("http://site/fox-large.JPG?x=1")
    assert not serves_a_purpose(Context())


def test_repetition_and_capitals_take_from_the_form() -> None:
    assert form("A fox. It sleeps.").value == 1.0
    assert form("A fox. A fox.").value == 0.5
    assert form("A FOX ASLEEP IN GRASS").value == 0.8
    assert form("NASA").value == 1.0
    assert form("—").value == 0.0


def test_a_copy_of_the_caption_takes_from_the_form() -> None:
    assert form("A red fox.", "A red fox").value == 0.2
    assert form("A red fox, asleep.", "A red fox").value == 1.0


def test_the_caption_is_no_context_for_relevance() -> None:
    context = Context(caption="A red fox", text_after="A red fox Foxes live in dens.")
    assert context_texts(context) == {"surroundings": "Foxes live in dens."}
    cut = Context(caption="A red fox asleep", text_after="A red fox")
    assert context_texts(cut) == {}


def test_absent_context_is_left_out() -> None:
    context = Context(page_title="Foxes", text_before="See", text_after="below")
    assert context_texts(context) == {"title": "Foxes", "surroundings": "See below"}
