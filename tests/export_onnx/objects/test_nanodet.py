"""The detector as one file: what its three levels say, put together."""

from pathlib import Path

import numpy as np
import pytest
from PIL import Image

onnx = pytest.importorskip("onnx", reason="the extra `export` is not installed")
pytest.importorskip("torch", reason="the extra `export` is not installed")
pytestmark = pytest.mark.export

from export_onnx.objects.nanodet import MEAN, PIXELS, SIDE, STD, nanodet, object_pixels
from export_onnx.objects.tfjs import read_tfjs
from export_onnx.objects.words import NAMES, named
from models.session import Session, open_session


@pytest.fixture(scope="module")
def noise() -> Image.Image:
    values = np.random.default_rng(0).integers(0, 255, (300, 400, 3), dtype=np.uint8)
    return Image.fromarray(values)


def opened(detector: Path, folder: Path, side: int) -> Session:
    path = folder / f"{side}.onnx"
    onnx.save(nanodet(detector, side), path)
    return open_session(path, "cpu")


def test_the_levels_are_put_together_as_the_graph_says_them(
    detector: Path, tmp_path: Path, noise: Image.Image
) -> None:
    """At the side that the graph was made for, with its own normalisation."""
    pixels = np.asarray(noise.resize((416, 416)), dtype=np.float32)
    plain = tmp_path / "plain.onnx"
    onnx.save(read_tfjs(detector), plain)
    bgr = ((pixels[..., ::-1] - MEAN) / STD).transpose(2, 0, 1)[np.newaxis]
    theirs = open_session(plain, "cpu").run({"input_1": bgr.astype(np.float32)})
    found = opened(detector, tmp_path, 416).run({PIXELS: pixels.transpose(2, 0, 1)[np.newaxis]})
    assert np.allclose(found[0], np.concatenate([level[0] for level in theirs[:3]]), atol=1e-5)
    best = found[0].max(0)
    assert np.allclose(found[2][0, : len(NAMES)], np.log(best / (1 - best)), atol=1e-3)


def test_another_side_has_fewer_cells_and_boxes_around_their_middles(
    detector: Path, tmp_path: Path, noise: Image.Image
) -> None:
    classes, boxes, found = opened(detector, tmp_path, SIDE).run(
        {PIXELS: object_pixels(noise)[np.newaxis]}
    )
    cells = sum((SIDE // stride) ** 2 for stride in (8, 16, 32))
    assert classes.shape == (cells, len(NAMES))
    assert boxes.shape == (cells, 4)
    assert found.shape == (1, len(NAMES) + 2 * 3 * 128)
    middle = np.array([4, 4]) / SIDE  # of the first cell
    assert (boxes[0, :2] <= middle).all()
    assert (boxes[0, 2:] >= middle).all()


def test_texts_name_classes_by_their_usual_words() -> None:
    rows = named(["Two puppies chase a BALL.", "A hot dog on a dining table", "Der Hund"])
    found = [[NAMES[place] for place in np.flatnonzero(row)] for row in rows]
    assert found == [["dog", "sports ball"], ["hot dog", "dining table"], []]
