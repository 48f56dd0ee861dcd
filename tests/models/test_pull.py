"""What is fetched from a hub is whole, is known again, and goes on where it broke off."""

import json
import time
from functools import partial
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
from PIL import Image

from models.encoder import load
from models.manifest import ModelError
from models.pull import pull
from models.registry import known, models_folder
from tests.tools.hub import COMMIT, Hub

REPOSITORY = "someone/tiny"
TOWER = "onnx/vision_model.onnx"


@pytest.fixture
def fetch(hub: Hub):
    return partial(pull, REPOSITORY, endpoint=hub.url)


def refuses(fetch, match: str) -> None:
    """One line says why, and nothing is taken for a model."""
    with pytest.raises(ModelError, match=match) as caught:
        fetch()
    assert "\n" not in str(caught.value)
    assert "hf:someone/tiny" not in known()


def test_a_fetched_model_is_known_by_its_name_and_scores(fetch) -> None:
    folder = fetch()
    assert known()["hf:someone/tiny"] == folder
    encoder = load("hf:someone/tiny", provider="cpu")
    picture = encoder.embed_pictures([Image.new("RGB", (40, 20), "red")])
    texts = encoder.embed_texts(["a red surface", "a blue dog"])
    assert picture.shape == (1, 8)
    assert np.linalg.norm(picture) == pytest.approx(1, abs=1e-5)
    assert np.linalg.norm(texts.shared, axis=1) == pytest.approx(1, abs=1e-5)


def test_the_manifest_says_what_the_repository_says(fetch) -> None:
    manifest = json.loads((fetch() / "manifest.json").read_text())
    assert manifest["version"] == COMMIT
    assert manifest["licence"] == "mit, as its card says"
    assert (manifest["image_size"], manifest["image_resize"]) == (16, "shortest")
    assert manifest["text_mask"] == "attention_mask"
    assert manifest["max_tokens"] == 12


def test_sentences_are_those_of_the_shipped_model(fetch) -> None:
    fetch()
    borrowed = load("hf:someone/tiny", provider="cpu")
    shipped = load(provider="cpu")
    text = ["A red disc on a white ground."]
    assert np.array_equal(borrowed.embed_texts(text).sentence, shipped.embed_texts(text).sentence)
    assert borrowed.manifest.relevance == shipped.manifest.relevance


def test_another_precision_lies_beside_it(fetch) -> None:
    fetch()
    fetch(precision="fp16")
    assert {"hf:someone/tiny", "hf:someone/tiny@fp16"} <= known().keys()


def test_a_missing_precision_is_answered_with_the_files_there_are(fetch) -> None:
    refuses(partial(fetch, precision="int8"), r"no pair of towers in int8 .*text_model_fp16\.onnx")


def test_a_fetch_that_broke_off_goes_on_where_it_stopped(hub: Hub, fetch, monkeypatch) -> None:
    monkeypatch.setattr("huggingface_hub.constants.DOWNLOAD_CHUNK_SIZE", 64)
    here = SimpleNamespace(**{**vars(time), "sleep": lambda seconds: None})
    monkeypatch.setattr("huggingface_hub.file_download.time", here)
    hub.cut_off[TOWER] = 128
    refuses(fetch, "broke off; what has come is kept")
    hub.cut_off.clear()
    hub.asked.clear()
    fetch()
    assert (TOWER, "bytes=128-") in hub.asked
    assert "config.json" not in [path for path, _ in hub.asked], "it had come whole"


def test_a_file_that_is_shorter_than_the_hub_says_is_refused(hub: Hub, fetch) -> None:
    hub.swapped[TOWER] = hub.files[TOWER][:-20]
    refuses(fetch, "Consistency check failed")
    hub.swapped.clear()
    fetch()


def test_a_file_that_is_not_what_the_hub_names_is_refused(hub: Hub, fetch) -> None:
    changed = bytearray(hub.files[TOWER])
    changed[-1] ^= 1
    hub.swapped[TOWER] = bytes(changed)
    refuses(fetch, r"onnx/vision_model\.onnx did not come as the hub has it")


def test_a_file_that_is_no_model_is_refused(hub: Hub, fetch) -> None:
    hub.files[TOWER] = b"not a graph"
    refuses(fetch, r"picture\.onnx could not be opened")


def test_a_configuration_that_is_not_known_is_refused(hub: Hub, fetch) -> None:
    hub.files["preprocessor_config.json"] = b'{"image_mean": [0, 0, 0]}'
    refuses(fetch, "configuration is not complete")


def test_the_layout_of_open_clip_is_known(hub: Hub, fetch) -> None:
    files = hub.files
    text = {"context_length": 10}
    hub.files = {
        "config.json": json.dumps({"embed_dim": 8, "text_cfg": text}).encode(),
        "visual/model.onnx": files["onnx/vision_model.onnx"],
        "visual/preprocess_cfg.json": b'{"size": [16, 16], "mean": [0, 0, 0], "std": [1, 1, 1]}',
        "textual/model.onnx": files["onnx/text_model.onnx"],
        "textual/tokenizer.json": files["tokenizer.json"],
    }
    fetch()
    assert load("hf:someone/tiny", provider="cpu").embed_texts(["a dog"]).shared.shape == (1, 8)


def test_an_unknown_repository_is_said_to_be_none(hub: Hub) -> None:
    with pytest.raises(ModelError, match="The hub has no repository someone/else"):
        pull("someone/else", endpoint=hub.url)


def test_an_unknown_revision_is_said_to_be_none(fetch) -> None:
    refuses(partial(fetch, revision="old"), "no such revision")


@pytest.mark.parametrize("status", [401, 403])
def test_a_gated_repository_says_how_to_get_in(hub: Hub, fetch, status: int) -> None:
    hub.refused = (status, "GatedRepo")
    refuses(fetch, "accepted its terms.*hf auth login")


def test_without_a_network_the_hub_cannot_be_reached(hub: Hub) -> None:
    with pytest.raises(ModelError, match="the hub cannot be reached"):
        pull(REPOSITORY, endpoint="http://127.0.0.1:9")
    assert not list(models_folder().glob("hf--*"))


def test_a_model_that_is_not_here_is_answered_with_how_to_get_it(hub: Hub) -> None:
    with pytest.raises(ModelError, match=r"compact\. Get it with: auditor models pull hf:"):
        load("hf:someone/tiny@fp16")
    with pytest.raises(ModelError, match="auditor models export openclip:ViT-B-32:x"):
        load("openclip:ViT-B-32:x")


def test_a_folder_is_a_model_too(fetch, tmp_path: Path) -> None:
    elsewhere = fetch().rename(tmp_path / "elsewhere")
    assert load(str(elsewhere), provider="cpu").manifest.name == "hf:someone/tiny"
