"""Public models that are recommended, and how they are fetched: tiny ones in the same layouts."""

import json
from dataclasses import replace

import numpy as np
import pytest
from PIL import Image

from models import machine, recommended, registry
from models.encoder import load
from models.manifest import ModelError
from models.pull import pull
from models.recommended import Recommended, gpu_hint, lookup, pictures_a_second
from tests.tools.hub import Hub

TINY = Recommended(
    name="tiny-clip",
    repository="someone/tiny",
    picture="fp32",
    text="int8",
    padded=True,
    languages=("en", "fi"),
    megabytes=1,
    picture_gmacs=1.74,
    imagenet=1.0,
    source="nobody",
    licence="its own",
    says="small",
)


@pytest.fixture
def mixed(hub: Hub) -> Hub:
    """As MobileCLIP lies on the hub: a picture tower that quantisation harms beside a quantised
    text tower, pixels as they are, and a word that fills texts up."""
    hub.files = {
        **hub.files,
        "onnx/text_model_quantized.onnx": hub.files["onnx/text_model.onnx"],
        "config.json": b'{"model_type": "clip"}',
        "preprocessor_config.json": json.dumps(
            {
                "size": {"shortest_edge": 16},
                "crop_size": {"height": 16, "width": 16},
                "do_normalize": False,
                "resample": 2,
            }
        ).encode(),
        "tokenizer_config.json": b'{"pad_token": {"content": "photo"}}',
    }
    return hub


def test_there_are_a_few_and_each_says_what_it_is() -> None:
    found = recommended.recommended()
    assert 3 <= len(found) <= 4
    for model in found.values():
        assert model.licence
        assert model.source
        assert model.megabytes > 0


def test_an_unknown_one_is_answered_with_those_there_are() -> None:
    with pytest.raises(ModelError, match=r"No model huge is recommended; known: .*siglip2-base"):
        lookup("huge")


def test_a_pair_of_two_precisions_is_fetched_and_goes_by_its_name(mixed: Hub) -> None:
    folder = pull(TINY.repository, endpoint=mixed.url, model=TINY)
    assert registry.known()["tiny-clip"] == folder
    manifest = json.loads((folder / "manifest.json").read_text())
    assert manifest["languages"] == ["en", "fi"]
    assert manifest["licence"] == "its own"
    assert manifest["precision"] == "fp32"
    assert (manifest["image_mean"], manifest["image_std"]) == ([0, 0, 0], [1, 1, 1])
    assert manifest["image_filter"] == "bilinear"


def test_texts_are_filled_up_with_the_word_that_the_tokenizer_names(mixed: Hub) -> None:
    manifest = json.loads(
        (pull(TINY.repository, endpoint=mixed.url, model=TINY) / "manifest.json").read_text()
    )
    assert (manifest["text_length"], manifest["pad_id"]) == (77, 6)
    encoder = load("tiny-clip", provider="cpu")
    assert encoder.embed_texts(["a red dog"]).shared.shape == (1, 8)
    seen = encoder.embed_pictures([Image.new("RGB", (20, 30), "red")])
    assert np.isfinite(seen).all()


def test_its_sentences_are_lent_and_know_what_the_lender_knows(mixed: Hub) -> None:
    pull(TINY.repository, endpoint=mixed.url, model=TINY)
    manifest = load("tiny-clip", provider="cpu").manifest
    shipped = load(provider="cpu").manifest
    assert manifest.knows("fi")
    assert manifest.sentence_languages == shipped.languages


def test_speed_is_measured_or_estimated_or_not_known(monkeypatch) -> None:
    monkeypatch.setattr(
        machine, "recall", lambda key, figure: 100.0 if key.endswith("cpu") else None
    )
    rate, how = pictures_a_second(TINY)
    assert (rate, how) == (pytest.approx(50), "estimated")
    assert pictures_a_second(replace(TINY, picture_gmacs=None))[0] is None
    monkeypatch.setattr(machine, "recall", lambda key, figure: None)
    assert pictures_a_second(TINY)[0] is None


def test_a_machine_with_a_gpu_is_told_once(monkeypatch) -> None:
    noted: dict[str, float] = {}
    monkeypatch.setattr(machine, "recall", lambda key, figure: noted.get(key))
    monkeypatch.setattr(machine, "note", lambda key, said: noted.update({key: said}))
    assert gpu_hint(0) == ""
    assert "auditor models recommend" in gpu_hint(1)
    assert gpu_hint(1) == ""


def test_the_default_is_the_shipped_one_until_another_is_made_it(mixed: Hub) -> None:
    assert registry.default_name() == "compact"
    with pytest.raises(ModelError, match="There is no model tiny-clip"):
        registry.make_default("tiny-clip")
    folder = pull(TINY.repository, endpoint=mixed.url, model=TINY)
    registry.make_default("tiny-clip")
    assert registry.default_name() == "tiny-clip"
    (folder / "manifest.json").unlink()
    assert registry.default_name() == "compact"
