"""The shipped files compute what the packages' own networks compute in torch."""

import numpy as np
import pytest
from PIL import Image, ImageDraw, ImageOps

torch = pytest.importorskip("torch", reason="the extra `export` is not installed")
pytestmark = pytest.mark.export

from export_onnx.compact.backbones import Untrained, class_names
from export_onnx.compact.conse import conse
from export_onnx.compact.features import pixels
from export_onnx.compact.frozen import Backbones, open_backbones
from export_onnx.compact.heads import SENTENCE
from export_onnx.compact.towers import Mix
from models.encoder import Encoder, load


@pytest.fixture(scope="module")
def backbones() -> Backbones:
    return open_backbones()


@pytest.fixture(scope="module")
def encoder() -> Encoder:
    return load(provider="cpu", threads=1)


def test_sentences_are_those_of_the_package(backbones: Backbones, encoder: Encoder) -> None:
    text = "A man in a red jacket climbs an icy wall."
    states = backbones.text(torch.from_numpy(backbones.windows.of(text)[0])[None])
    expected = torch.nn.functional.normalize(states[-1].mean(1), dim=1).numpy()
    assert float((encoder.embed_texts([text]).sentence * expected).sum()) > 0.999


def test_the_text_network_tells_near_names_from_far_ones(backbones: Backbones) -> None:
    names = class_names()
    beagle, basset, teapot = (
        backbones.names[names.index(name)] for name in ("beagle", "basset", "teapot")
    )
    assert beagle @ basset > beagle @ teapot


def test_conse_vectors_are_near_those_of_the_untrained_network(
    backbones: Backbones, encoder: Encoder
) -> None:
    """Compared as a difference of two pictures, in which the centre falls out."""
    ball, sky = Image.new("RGB", (260, 260), "white"), Image.linear_gradient("L")
    ImageDraw.Draw(ball).ellipse((60, 60, 200, 200), fill="orange")
    images = [ball, ImageOps.colorize(sky, "navy", "white")]
    network = Untrained(backbones.picture)
    logits = [network(torch.from_numpy(pixels(image)))[2].detach() for image in images]
    vectors = conse(torch.cat(logits), backbones.names).numpy()
    expected = (vectors[0] - vectors[1]) * Mix().named ** 0.5
    shared = encoder.embed_pictures(images)[:, -SENTENCE:]
    found = shared[0] - shared[1]
    cosine = float(found @ expected / np.linalg.norm(found) / np.linalg.norm(expected))
    assert cosine > 0.85
    assert np.linalg.norm(found) == pytest.approx(float(np.linalg.norm(expected)), rel=0.15)
