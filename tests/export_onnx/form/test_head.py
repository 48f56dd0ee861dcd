import pytest

pytest.importorskip("torch", reason="needs the extra `export`")

import torch

from export_onnx.form.head import ANSWERS, TOKEN
from export_onnx.form.texts import Texts
from export_onnx.form.training import FormBatch, FormRecipe, labelled, train

pytestmark = pytest.mark.export


def test_each_text_is_given_as_it_is_and_spoilt() -> None:
    texts = Texts(("A red fox sleeps in the tall grass.",), ("Foxes are found in Europe.",))
    rows = labelled(texts, 0)
    good = [labels for _, labels in rows if all(label == 1 for label in labels)]
    assert len(good) == 1
    for place in range(len(ANSWERS)):
        assert any(labels[place] == 0 for _, labels in rows), ANSWERS[place]


def test_a_head_learns_what_the_labels_tell_it() -> None:
    chance = torch.Generator().manual_seed(0)
    tokens = torch.randn(32, 5, TOKEN, generator=chance)
    labels = torch.full((32, len(ANSWERS)), float("nan"))
    labels[:, 0] = (tokens[:, 1, 0] > 0).float()
    batches = [FormBatch(tokens.half(), labels)] * 20
    head = train(batches, FormRecipe(epochs=2), 0)
    found = (head(tokens)[:, 0] > 0).float()
    assert (found == labels[:, 0]).float().mean() > 0.9
    again = train(batches, FormRecipe(epochs=2), 0)
    assert torch.equal(head(tokens), again(tokens))
