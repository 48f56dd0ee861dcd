"""A model learns which classes a text names and looks for them in pictures, and forgets it."""

import shutil
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

pytest.importorskip("torch", reason="the extra `export` is not installed")
pytestmark = pytest.mark.export

from export_onnx.languages.lessons import LessonSources
from export_onnx.objects.words import NAMES, named
from export_onnx.things.build import WEIGHT, build
from export_onnx.things.forget import forget_things
from export_onnx.things.naming import class_phrases, heard, new_naming
from models.encoder import Encoder, load_folder

SHIPPED = Path("models/compact")
ENDS = len(NAMES)


@pytest.fixture(scope="module")
def plain(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The shipped model as if it knew no things."""
    folder = tmp_path_factory.mktemp("plain")
    shutil.copytree(SHIPPED, folder, dirs_exist_ok=True)
    forget_things(folder)
    return folder


@pytest.fixture(scope="module")
def before(plain: Path) -> Encoder:
    return load_folder(plain, provider="cpu", threads=1)


@pytest.fixture(scope="module")
def after(
    plain: Path, sources: LessonSources, detector: Path, tmp_path_factory: pytest.TempPathFactory
) -> Encoder:
    folder = tmp_path_factory.mktemp("things")
    shutil.copytree(plain, folder, dirs_exist_ok=True)
    build(sources, detector, folder, 0, None)
    return load_folder(folder, provider="cpu", threads=1)


def test_texts_end_with_what_they_name(before: Encoder, after: Encoder) -> None:
    texts = ["A dog on the beach", "A castle"]
    said = after.embed_texts(texts, ["en", "en"])
    plain = before.embed_texts(texts, ["en", "en"])
    assert said.shared.shape == (2, before.manifest.dimension + ENDS)
    np.testing.assert_allclose(said.shared[:, :-ENDS], plain.shared, atol=1e-5)
    np.testing.assert_allclose(said.sentence, plain.sentence, atol=1e-5)
    dogs = said.shared[:, -ENDS:][:, NAMES.index("dog")] / WEIGHT
    assert dogs[0] > 0.5 > dogs[1]


def test_pictures_end_with_what_is_found(before: Encoder, after: Encoder) -> None:
    image = Image.new("RGB", (60, 40), "red")
    seen = after.embed_pictures([image])
    assert seen.shape == (1, before.manifest.dimension + ENDS)
    np.testing.assert_allclose(seen[:, :-ENDS], before.embed_pictures([image]), atol=1e-5)
    assert np.isfinite(seen).all()


def test_the_manifest_says_what_the_ends_mean(after: Encoder) -> None:
    manifest = after.manifest
    assert manifest.object_classes == NAMES
    assert len(manifest.object_usual) == ENDS
    assert manifest.object_weight == WEIGHT


def test_each_language_keeps_its_line_to_english(before: Encoder, after: Encoder) -> None:
    old, new = before.manifest, after.manifest
    for tag, own in old.compatibility_by_language.items():
        slope = own.slope / old.compatibility.slope
        assert new.compatibility_by_language[tag].slope == pytest.approx(
            new.compatibility.slope * slope, abs=1e-3
        )


def test_phrases_name_every_class() -> None:
    assert named(class_phrases()).any(axis=0).all()


def test_naming_learns_what_the_vectors_tell() -> None:
    rng = np.random.default_rng(0)
    labels = np.eye(80, dtype=np.float32)[rng.integers(80, size=2000)]
    sentences = np.pad(labels, ((0, 0), (0, 384 - 80)))
    assert heard(new_naming(sentences, labels, 0), sentences, labels) == (1.0, 1.0)
