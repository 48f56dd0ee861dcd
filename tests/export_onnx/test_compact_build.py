"""A tiny training run goes through the whole path, from drawn pictures to files that load."""

from pathlib import Path

import pytest
from PIL import Image

pytest.importorskip("torch", reason="the extra `export` is not installed")
pytestmark = pytest.mark.export

from export_onnx.compact.build import Plan, Sources, build
from export_onnx.compact.heads import OBJECTS, Sizes
from export_onnx.compact.training import Recipe
from export_onnx.objects.words import NAMES
from models.encoder import Encoder, load_folder
from models.manifest import Manifest

RECIPE = Recipe(sizes=Sizes(width=16, queries=1, hidden=16), epochs=2, batch=8, translated=4)


@pytest.fixture(scope="module")
def built(
    data: Path, detector: Path, tmp_path_factory: pytest.TempPathFactory
) -> tuple[Manifest, Path, Path]:
    output, cache = tmp_path_factory.mktemp("model"), tmp_path_factory.mktemp("cache")
    sources = Sources(data / "training", data / "benchmarks", detector)
    return build(sources, output, Plan(recipe=RECIPE), 0, cache), output, cache


@pytest.fixture(scope="module")
def encoder(built: tuple[Manifest, Path, Path]) -> Encoder:
    return load_folder(built[1], provider="cpu", threads=1)


def test_the_folder_holds_the_model_and_its_card(built: tuple[Manifest, Path, Path]) -> None:
    manifest, output, _ = built
    names = {path.name for path in output.iterdir()}
    assert names == {*manifest.files, "manifest.json", "MODEL_CARD.md"}
    assert manifest.sha256 in (output / "MODEL_CARD.md").read_text("utf-8")


def test_the_features_were_kept_for_the_next_run(built: tuple[Manifest, Path, Path]) -> None:
    kinds = {path.name.rpartition("-")[0] for path in built[2].iterdir()}
    assert {"flickr8k0", "flickr8k1", "books-objects", "web-texts", "parallel-de-texts"} <= kinds
    assert "textbooks1" not in kinds


def test_all_towers_meet_in_one_space(encoder: Encoder, data: Path) -> None:
    with Image.open(data / "training" / "web" / "images" / "red-disc.png") as image:
        pictures = encoder.embed_pictures([image])
    texts = encoder.embed_texts(["A red disc", "Ein blauer Balken"])
    width = 16 + 384 + OBJECTS + len(NAMES)
    assert pictures.shape == (1, width)
    assert texts.shared.shape == (2, width)
    assert texts.sentence.shape == (2, 384)
    assert (texts.shared[:, -len(NAMES) :] >= 0).all()


def test_the_manifest_names_what_the_detector_finds(encoder: Encoder) -> None:
    assert encoder.manifest.object_classes == NAMES
    assert {"en", "de", "ja", "zh"} <= set(encoder.manifest.languages)


def test_a_matched_pair_is_more_probable_than_a_mismatched_one(encoder: Encoder) -> None:
    assert encoder.manifest.relevance.slope > 0
