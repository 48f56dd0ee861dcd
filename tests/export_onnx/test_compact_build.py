"""A tiny training run goes through the whole path, from drawn pictures to files that load."""

from pathlib import Path

import numpy as np
import pytest
from PIL import Image

pytest.importorskip("torch", reason="the extra `export` is not installed")
pytestmark = pytest.mark.export

from export_onnx.compact.build import Plan, Sources, build
from export_onnx.compact.training import Recipe
from models.encoder import Encoder, load_folder
from models.manifest import Manifest

RECIPE = Recipe(layers=1, width=16, queries=1, hidden=16, epochs=2, batch=8)


@pytest.fixture(scope="module")
def built(data: Path, tmp_path_factory: pytest.TempPathFactory) -> tuple[Manifest, Path, Path]:
    output, cache = tmp_path_factory.mktemp("model"), tmp_path_factory.mktemp("cache")
    plan = Plan(recipe=RECIPE, views=2)
    sources = Sources(data / "training", data / "stimuli.json")
    return build(sources, output, plan, 0, cache), output, cache


@pytest.fixture(scope="module")
def encoder(built: tuple[Manifest, Path, Path]) -> Encoder:
    return load_folder(built[1], provider="cpu", threads=1)


def test_the_folder_holds_the_model_and_its_card(built: tuple[Manifest, Path, Path]) -> None:
    manifest, output, _ = built
    names = {path.name for path in output.iterdir()}
    assert names == {*manifest.files, "manifest.json", "MODEL_CARD.md"}
    assert manifest.sha256 in (output / "MODEL_CARD.md").read_text("utf-8")


def test_the_features_were_kept_for_the_next_run(built: tuple[Manifest, Path, Path]) -> None:
    kinds = {path.name.split("-")[0] for path in built[2].iterdir()}
    assert kinds == {"pictures0", "pictures1", "texts5"}


def test_both_towers_meet_in_one_space(encoder: Encoder, data: Path) -> None:
    with Image.open(data / "training" / "web" / "images" / "red-disc.png") as image:
        pictures = encoder.embed_pictures([image])
    texts = encoder.embed_texts(["A red disc", "A blue bar"])
    assert pictures.shape == (1, 16 + 384)
    assert texts.shared.shape == (2, 16 + 384)
    assert np.abs(pictures @ texts.shared.T).max() <= 1.0


def test_a_matched_pair_is_more_probable_than_a_mismatched_one(encoder: Encoder) -> None:
    assert encoder.manifest.relevance.slope > 0
