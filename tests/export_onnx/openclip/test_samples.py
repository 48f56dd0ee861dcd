"""What a model is compared and calibrated on."""

import json
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

pytest.importorskip("torch", reason="the extra `export` is not installed")
pytest.importorskip("open_clip", reason="the extra `export` is not installed")
pytestmark = pytest.mark.export

from export_onnx.openclip.calibration import derived, fitted
from export_onnx.openclip.errors import ExportError
from export_onnx.openclip.parity import Parity, Vectors, require
from export_onnx.openclip.samples import TEXTS, read_samples
from models.scoring import calibrated


def unit(rows: np.ndarray) -> np.ndarray:
    return (rows / np.linalg.norm(rows, axis=1, keepdims=True)).astype(np.float32)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "images").mkdir()
    for name in ("a.png", "b.png"):
        Image.new("RGB", (30, 20), "red").save(tmp_path / "images" / name)
    return tmp_path


def test_a_list_of_pairs_is_read(folder: Path) -> None:
    rows = [{"image": f"images/{name}.png", "alt": alt} for name, alt in (("a", "One"), ("b", " "))]
    (folder / "pairs.json").write_text(json.dumps(rows))
    samples = read_samples(folder)
    assert (samples.paired, list(samples.texts), len(samples.pictures)) == (True, ["One"], 1)


def test_captions_give_each_picture_its_first_text(folder: Path) -> None:
    lines = ["a.png#0\tA “red” field", "a.png#1\tRed", "b.png#0\tAnother"]
    (folder / "captions.tsv").write_text("\n".join(lines))
    assert list(read_samples(folder).texts) == ["A “red” field", "Another"]
    (folder / "dev.txt").write_text("b.png\n")
    assert list(read_samples(folder).texts) == ["Another"]


def test_pictures_alone_serve_for_the_comparison(folder: Path) -> None:
    (folder / "notes.txt").write_text("no picture")
    samples = read_samples(folder)
    assert (samples.paired, samples.texts, len(samples.pictures)) == (False, TEXTS, 2)


def test_a_folder_that_cannot_serve_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ExportError, match="There are no pictures in"):
        read_samples(tmp_path)
    (tmp_path / "pairs.json").write_text('[{"image": "gone.png", "alt": "A cat"}]')
    with pytest.raises(ExportError, match=r"cannot be read: .*gone\.png"):
        read_samples(tmp_path)


def test_pairs_calibrate_so_that_own_texts_are_probable() -> None:
    rng = np.random.default_rng(0)
    texts = unit(rng.normal(size=(200, 32)))
    pictures = unit(texts + 0.2 * rng.normal(size=(200, 32)))
    found = fitted(Vectors(pictures, texts))
    cosines = pictures @ texts.T
    assert calibrated(float(np.diag(cosines).mean()), found) > 0.9
    assert calibrated(float(cosines[~np.eye(200, dtype=bool)].mean()), found) < 0.1


class Softmax:
    scale, bias = 20.0, None


def test_a_softmax_is_calibrated_by_its_scale_around_texts_of_other_pictures() -> None:
    rng = np.random.default_rng(0)
    others = Vectors(unit(rng.normal(size=(8, 64))), unit(rng.normal(size=(12, 64))))
    found = derived(Softmax(), others)
    ratios = np.exp(found.slope * (others.pictures @ others.texts.T) + found.intercept)
    assert found.slope == 20
    assert ratios.mean() == pytest.approx(1, abs=1e-3)


def test_each_precision_has_its_own_limit() -> None:
    near = Parity(difference=2e-4, cosine=0.9995)
    require(near, "int8")
    with pytest.raises(ExportError, match=r"fp16 model differs .* cosine 0.9995"):
        require(near, "fp16")
    with pytest.raises(ExportError, match=r"fp32 model differs .* difference 0.0002"):
        require(near, "fp32")
