"""A tiny CoCa's decoder with a cache, beside open_clip's own class."""

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

torch = pytest.importorskip("torch", reason="the extra `export` is not installed")
open_clip = pytest.importorskip("open_clip", reason="the extra `export` is not installed")
pytestmark = pytest.mark.export

from export_onnx.openclip.errors import ExportError
from export_onnx.openclip.network import open_network, parse
from export_onnx.openclip.samples import read_samples
from export_onnx.openclip.tokenizer import text_rules
from export_onnx.vision_language.build import build_sighted
from export_onnx.vision_language.opened import coca_apart
from models.vision_language import load_vision_language

NAME = "openclip:tiny-coca:drawn"


def test_a_text_is_as_likely_as_coca_says_with_a_cache_and_without(
    weights: Callable[[str], Path], tmp_path: Path
) -> None:
    network = open_network(parse(NAME, with_weights=True), weights("tiny-coca"))
    torch.manual_seed(0)  # open_clip draws no weights for the last layer: every token were alike
    torch.nn.init.normal_(network.model.text_decoder.text_projection)
    sighted = coca_apart(network, text_rules("tiny-coca", None))
    drawn = read_samples(None)
    folder = tmp_path / "coca"
    parity = build_sighted(sighted, NAME, "none", folder, (drawn.pictures, drawn.texts))
    assert parity.tokens > 40
    assert parity.reference < 1e-4
    assert parity.cache < 1e-4
    model = load_vision_language(str(folder))
    assert model.tokens(" A DOG.") == model.tokens("a dog .")
    blank, other = (model.look(image) for image in (Image.new("RGB", (64, 64)), drawn.pictures[0]))
    tokens = model.tokens("a dog")
    read = [each.read(tokens, each.begin())[0] for each in (blank, other)]
    assert not np.allclose(*read)
    assert blank.room(blank.begin()) == 75


def test_a_network_without_a_decoder_is_told(weights: Callable[[str], Path]) -> None:
    name = "openclip:tiny-vit:drawn"
    network = open_network(parse(name, with_weights=True), weights("tiny-vit"))
    with pytest.raises(ExportError, match="has no decoder"):
        coca_apart(network, text_rules("tiny-vit", None))
