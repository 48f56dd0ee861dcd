"""A text's likelihood, by a language model that knows ten tokens."""

from __future__ import annotations

import math
from io import BytesIO
from types import SimpleNamespace

import numpy as np
import pytest
from PIL import Image
from tokenizers import Tokenizer, decoders, pre_tokenizers
from tokenizers.models import WordLevel

from auditor.scoring.likelihood import (
    BLANK,
    KEPT,
    NEAREST,
    SHARE,
    Frozen,
    Heard,
    Likelihood,
    Sighted,
    WordSpace,
    heard,
    place_of,
    word_space,
    words_of,
)
from extractors.records import Context
from models.language import LanguageManifest, LanguageModel, Read
from models.manifest import ModelError

WORDS = ("<s>", "▁red", "▁green", "▁blue", "▁of", "▁sky", "ish", "▁a1", "?")


class Session:
    """Every token halves what came before: the more was read, the likelier is each word; what a
    mixture holds is likelier by its share."""

    def __init__(self):
        self.calls = []

    def run(self, given, outputs):
        ids, weights, past = given["ids"], given["weights"], given["past"]
        self.calls.append(ids.shape)
        logits = np.zeros((len(ids), len(WORDS)), dtype=np.float32)
        kept = past.shape[3] + np.arange(1, len(ids) + 1)
        for place, (row, shares) in enumerate(zip(ids, weights, strict=True)):
            logits[place, row] += shares
            logits[place] += 0.1 * kept[place] * (np.arange(len(WORDS)) == 1)
        grown = np.zeros((*past.shape[:3], past.shape[3] + len(ids), past.shape[4]), np.float32)
        return [logits, grown]


@pytest.fixture
def model():
    tokenizer = Tokenizer(WordLevel({word: i for i, word in enumerate(WORDS)}, unk_token="?"))
    tokenizer.pre_tokenizer = pre_tokenizers.Metaspace(prepend_scheme="never")
    tokenizer.decoder = decoders.Replace("▁", " ")
    manifest = LanguageManifest("ten", "none", 1, 1, 2, 0, {"decoder.onnx": "00"})
    return LanguageModel(manifest, Session(), tokenizer)


def test_words_of_a_vocabulary_are_whole_and_of_letters(model):
    assert words_of(model) == {"red": 1, "green": 2, "blue": 3, "sky": 5}


def test_a_picture_is_a_mixture_of_the_words_that_are_nearest():
    rows = np.eye(12, dtype=np.float32)
    ids, shares = WordSpace(np.arange(100, 112), rows).mixture(rows[3] * 5)
    assert ids[0] == 103
    assert len(ids) == NEAREST
    assert sum(shares) == pytest.approx(1)
    assert shares[0] / shares[1] == pytest.approx(math.e)


def test_words_are_embedded_once_for_a_model(model, tmp_path):
    lengths = lambda texts: np.array([[len(text), 0] for text in texts], np.float32)  # noqa: E731
    encoder = SimpleNamespace(
        fingerprint="one", embed_texts=lambda texts: SimpleNamespace(shared=lengths(texts))
    )
    first = word_space(model, encoder, tmp_path)
    assert first.ids.tolist() == [1, 2, 3, 5]
    assert first.rows.tolist() == [[1, 0]] * 4
    encoder.embed_texts = None
    again = word_space(model, encoder, tmp_path)
    assert (again.rows == first.rows).all()


RED, BLUE = np.eye(3, dtype=np.float32)[[0, 2]]


def frozen(model, rows):
    space = WordSpace(np.arange(1, len(rows) + 1), rows)
    return Likelihood(Frozen(model, space))


def test_what_stands_before_a_text_is_read_once(model):
    scorer = frozen(model, np.eye(3, dtype=np.float32))
    context = Context(page_title="Sky", heading="Sky", text_before="of")
    one = scorer.score("red", RED, context)
    calls = len(model.session.calls)
    assert scorer.score("red", RED, context) == one
    assert len(model.session.calls) == calls + 1
    assert (1, 3) in model.session.calls  # the picture: one place, three words
    assert one < 0
    assert scorer.score("sky", RED, context) < one
    assert scorer.score(" ", RED, context) == BLANK


def test_beginnings_are_forgotten_when_they_fill_the_memory(model):
    scorer = frozen(model, np.eye(3, dtype=np.float32))
    size = scorer.before(RED, Context()).read.past.nbytes
    assert size < KEPT
    scorer.kept = size
    scorer.before(BLUE, Context())
    calls = len(model.session.calls)
    scorer.before(BLUE, Context())
    assert len(model.session.calls) == calls
    scorer.before(RED, Context())
    assert len(model.session.calls) > calls


def test_the_score_is_the_mean_of_the_prompt_and_the_text(model):
    scorer = frozen(model, np.eye(1, 3, dtype=np.float32))
    begun = scorer.before(RED, Context())
    told, _ = model.read(model.tokens(" red of"), begun.read)
    assert len(told) == 2
    expected = (begun.total + told.sum()) / (begun.count + 2)
    assert scorer.score("red of", RED, Context()) == pytest.approx(expected)


class Glance:
    """A model of few places before a picture, which says of each token a hundredth of its id."""

    places = 40

    def tokens(self, text):
        return [len(word) for word in text.split()]

    def begin(self):
        return Read(np.zeros((1, 2, 1, 4, 1), np.float32), np.zeros(9, np.float32))

    def room(self, before):
        return self.places - before.past.shape[3]

    def read(self, tokens, before):
        assert len(tokens) <= self.room(before)
        longer = np.zeros((1, 2, 1, before.past.shape[3] + len(tokens), 1), np.float32)
        return np.array(tokens, np.float32) / -100, Read(longer, before.next)


def test_a_model_that_sees_reads_its_picture_and_as_much_of_the_place_as_has_room():
    out = BytesIO()
    Image.new("RGB", (4, 4)).save(out, "PNG")
    looked = []
    model = SimpleNamespace(look=lambda image: looked.append(image.size) or Glance())
    scorer = Likelihood(Sighted(model))
    context = Context(page_title="long " * 60)
    begun = scorer.before(out.getvalue(), context)
    assert looked == [(4, 4)]
    assert begun.read.past.shape[3] == 4 + 36 // SHARE + begun.count
    word = scorer.score("ab", out.getvalue(), context)
    assert word == pytest.approx((begun.total - 0.02) / (begun.count + 1))
    assert scorer.score("ab " * 99, out.getvalue(), context) < 0  # cut where the places end
    assert looked == [(4, 4)]


def test_the_place_is_told_once_and_in_bounds():
    said = place_of(
        Context(page_title="Fish", heading="Fish", caption="A pike", text_before="word " * 500)
    )
    assert said.startswith("Fish\nA pike\nword")
    assert len(said) < 350


def test_the_quality_hears_the_model_that_it_was_fitted_with_alone(model, monkeypatch):
    monkeypatch.setattr("auditor.scoring.likelihood.load_language", lambda name: model)
    with pytest.raises(ModelError, match="hears the language model smollm2-135m alone, and not te"):
        heard("ten", None)


def test_a_likelihood_is_held_against_that_of_usual_texts():
    told = {"usual": -3.0, "likely": -2.0}
    listener = Heard(None, lambda text, picture, context: told[text], usual=-3.0)
    assert [listener.above(text, RED, Context()) for text in told] == [0, 1]
