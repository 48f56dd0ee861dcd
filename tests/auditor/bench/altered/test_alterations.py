import io

import numpy as np
import pytest
from PIL import Image

from auditor.bench.altered import alterations, frankenstein
from auditor.bench.altered.continuations import Source, learn_continuations
from auditor.bench.altered.names import learn_names
from auditor.bench.altered.words import exchanged, lists
from auditor.bench.data.stimuli import Stimulus
from auditor.bench.scorers import TextSample
from extractors.records import Context

TEXTS = (
    "A photograph of Ada Lovelace in London, taken in 1843.",
    "Portrait of Grace Hopper wearing a blue uniform in Boston.",
    "The old bridge over the river in Prague. Three boats lie below it.",
)


def png(colour):
    out = io.BytesIO()
    Image.new("RGB", (40, 20), colour).save(out, "PNG")
    return out.getvalue()


@pytest.fixture
def among():
    return alterations.gather(
        [
            Stimulus(
                f"{n}.png",
                f"Article {n}",
                TextSample(
                    text,
                    png((0, 0, n)),
                    Context(page_title=f"Article {n}", text_before="See the portrait."),
                ),
                development=True,
            )
            for n, text in enumerate(TEXTS)
        ]
    )


@pytest.fixture
def rng():
    return np.random.default_rng(0)


def test_a_text_said_twice_is_exactly_that(among, rng):
    altered = alterations.exact_repetition(among.rows[0], among, rng)
    assert altered.text == f"{TEXTS[0]} {TEXTS[0]}"


def test_shuffled_words_are_the_same_words(among, rng):
    altered = alterations.shuffled_words(among.rows[0], among, rng)
    assert altered.text != TEXTS[0]
    assert sorted(altered.text.split()) == sorted(TEXTS[0].split())


def test_one_word_has_no_other_order(among, rng):
    row = Stimulus("x.png", "X", TextSample("Alone", None), development=True)
    assert alterations.shuffled_words(row, among, rng) is None


def test_names_and_years_become_others_of_their_kind(among, rng):
    altered = alterations.proper_names(among.rows[0], among, rng).text
    assert "Ada Lovelace" not in altered
    assert "Grace Hopper" in altered
    assert "London" not in altered
    assert "1843" not in altered
    assert altered.startswith("A photograph of ")


def test_a_wrong_detail_is_one_word_of_the_same_kind(among, rng):
    altered = alterations.alignment_errors(among.rows[1], among, rng).text
    changed = [
        pair for pair in zip(TEXTS[1].split(), altered.split(), strict=True) if len(set(pair)) > 1
    ]
    assert len(changed) == 1
    old, new = changed[0]
    assert any(old in group and new in group for group in lists().kinds.values())


def test_a_colour_in_a_name_is_left_alone(rng):
    assert exchanged("Portrait of Jack Black", [["black", "white"]], rng, {}) is None
    assert exchanged("Black dog", [["black", "white"]], rng, {}) == "White dog"


def test_a_long_continuation_keeps_the_text_and_takes_nothing_of_its_article(among, rng):
    altered = alterations.continuation_long(among.rows[0], among, rng).text
    assert altered.startswith(TEXTS[0])
    assert any(TEXTS[n].split(".")[0] in altered for n in (1, 2))
    assert altered.count("Ada Lovelace") == 1


def test_a_short_continuation_keeps_the_first_half():
    found = learn_continuations(
        [
            Source("a", "A man in a red coat stands there"),
            Source("b", "Ice in a cold river runs by"),
        ],
        [],
    )
    text = found.half("A man in a red coat stands", "a", np.random.default_rng(0))
    assert text == "A man in a cold river runs"


def test_another_picture_is_pasted_in_at_half_the_shorter_side(rng):
    pasted = Image.open(io.BytesIO(frankenstein.pasted(png("white"), png("black"), rng)))
    dark = (np.asarray(pasted.convert("L")) < 128).sum()
    assert pasted.size == (40, 20)
    assert 0.5 * 25 * np.pi < dark < 25 * np.pi


def test_what_stands_out_is_cut_out():
    picture = Image.new("RGB", (100, 50), "white")
    picture.paste("black", (80, 20, 86, 26))
    cut = frankenstein.salient(picture)
    assert cut.size == (30, 30)
    assert np.asarray(cut.convert("L")).min() == 0


def test_a_capitalised_word_that_is_also_written_small_is_no_name():
    names = learn_names(["Bridge in Rome", "a bridge in Rome"], [], ["May"])
    assert [name.text for name in names.find("Bridge in Rome")] == ["Rome"]
    assert list(names.find("BRIDGE IN ROME")) == []
