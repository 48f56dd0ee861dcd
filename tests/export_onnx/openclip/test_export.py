"""A network of each kind becomes a folder that gives the network's own vectors."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from PIL import Image, ImageDraw

torch = pytest.importorskip("torch", reason="the extra `export` is not installed")
open_clip = pytest.importorskip("open_clip", reason="the extra `export` is not installed")
pytestmark = pytest.mark.export

from open_clip.transform import image_transform_v2

from export_onnx.openclip.build import Wish, build
from export_onnx.openclip.network import open_network, parse
from export_onnx.openclip.tokenizer import text_rules
from models.encoder import Encoder, load_folder

Weights = Callable[[str], Path]
FAMILIES = ("tiny-vit", "tiny-siglip", "tiny-mobileclip", "tiny-eva", "tiny-coca")
TEXT = "Two dogs run, “fast”, on the beach &amp; a cat sits"


def drawn() -> Image.Image:
    image = Image.new("RGB", (200, 120), "white")
    ImageDraw.Draw(image).ellipse((60, 20, 140, 100), fill="orange")
    return image


@dataclass
class Exporter:
    weights: Weights
    tokenizer: Path
    folder: Path

    def wish(self, architecture: str, precision: str = "fp32") -> Wish:
        folder = self.tokenizer if architecture == "tiny-siglip" else None
        name = f"openclip:{architecture}:drawn"
        return Wish(name, self.weights(architecture), folder, precision)

    def __call__(self, architecture: str, precision: str = "fp32") -> Path:
        output = self.folder / f"{architecture}@{precision}"
        if not output.exists():
            build(self.wish(architecture, precision), output)
        return output


@pytest.fixture(scope="module")
def export(
    weights: Weights, hub_tokenizer: Path, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Exporter]:
    return Exporter(weights, hub_tokenizer, tmp_path_factory.mktemp("models"))


def opened(folder: Path) -> Encoder:
    return load_folder(folder, provider="cpu", threads=1)


@pytest.mark.parametrize("architecture", FAMILIES)
def test_the_program_gives_the_vectors_of_the_network(export: Exporter, architecture: str) -> None:
    encoder, wish = opened(export(architecture)), export.wish(architecture)
    network = open_network(parse(wish.name, with_weights=True), wish.weights or Path())
    transform = image_transform_v2(network.preparation, is_train=False)
    rules = text_rules(architecture, wish.tokenizer)
    with torch.no_grad():
        picture = network.model.encode_image(transform(drawn())[None], normalize=True).numpy()
        text = network.model.encode_text(rules.original([TEXT]), normalize=True).numpy()
    found = encoder.embed_texts([TEXT])
    assert encoder.embed_pictures([drawn()]) == pytest.approx(picture, abs=1e-4)
    assert found.shared == pytest.approx(text, abs=1e-4)
    assert found.sentence.shape == (1, 384)  # borrowed: the network has none of its own
