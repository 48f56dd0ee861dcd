"""A network of each kind becomes a folder that gives the network's own vectors."""

import errno
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner
from PIL import Image, ImageDraw

torch = pytest.importorskip("torch", reason="the extra `export` is not installed")
open_clip = pytest.importorskip("open_clip", reason="the extra `export` is not installed")
pytestmark = pytest.mark.export

from open_clip.transform import image_transform_v2

from export_onnx.openclip import build as building
from export_onnx.openclip import graph, parity
from export_onnx.openclip.__main__ import main
from export_onnx.openclip.build import Wish, build
from export_onnx.openclip.errors import ExportError
from export_onnx.openclip.network import open_network, parse
from export_onnx.openclip.tokenizer import text_rules
from models.encoder import Encoder, load_folder
from models.manifest import read_manifest

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


@pytest.mark.parametrize("precision", ["fp16", "int8"])
def test_smaller_precisions_stay_near(export: Exporter, precision: str) -> None:
    plain, small = opened(export("tiny-vit")), opened(export("tiny-vit", precision))
    assert small.manifest.precision == precision
    least = parity.LEAST[precision]
    pairs = zip(
        (plain.embed_pictures([drawn()])[0], plain.embed_texts([TEXT]).shared[0]),
        (small.embed_pictures([drawn()])[0], small.embed_texts([TEXT]).shared[0]),
        strict=True,
    )
    for left, right in pairs:
        assert float(left @ right) >= least * float(np.linalg.norm(right))
    size = {
        p: sum(f.stat().st_size for f in export("tiny-vit", p).glob("*.onnx"))
        for p in ("fp32", precision)
    }
    assert size[precision] < size["fp32"]


def test_the_manifest_says_how_the_network_wants_its_input(export: Exporter) -> None:
    siglip, mobile = read_manifest(export("tiny-siglip")), read_manifest(export("tiny-mobileclip"))
    assert (siglip.image_resize, siglip.text_length, siglip.pad_id) == ("squash", 64, 1)
    assert siglip.text_cleaning == "canonicalize"
    assert siglip.image_mean == (0.5, 0.5, 0.5)
    assert (mobile.image_resize, mobile.image_filter) == ("shortest", "bilinear")
    assert (mobile.text_length, mobile.pad_id, mobile.text_cleaning) == (77, 0, "lower")
    assert siglip.sentence_dimension == 0
    assert siglip.source == "openclip:tiny-siglip:drawn"
    assert siglip.licence == "see the weights' publisher"


def test_a_sigmoid_is_calibrated_by_its_own_bias_at_equal_odds(export: Exporter) -> None:
    found = read_manifest(export("tiny-siglip")).compatibility
    assert found.slope == pytest.approx(1 / 0.07, rel=1e-3)
    assert found.intercept == pytest.approx(-10 + np.log(32767), abs=1e-3)


def test_what_stands_beyond_the_networks_window_counts(export: Exporter) -> None:
    encoder = opened(export("tiny-vit"))
    start = "The castle stands on a hill above the river. " * 10
    ends = [f"{start}{end}" for end in ("A black dog sleeps.", "Four ships sail past.")]
    one, other = encoder.embed_texts(ends).shared
    assert np.abs(one - other).max() > 1e-3
    ids = open_clip.get_tokenizer("tiny-vit")(ends)
    assert torch.equal(ids[0], ids[1])  # where open_clip itself sees no difference


@pytest.mark.parametrize("text", ["word " * 5000, "🎉" * 200, "東京の夜景。" * 100, "x" * 3000])
def test_any_text_becomes_a_unit_vector_or_nearly(export: Exporter, text: str) -> None:
    shared = opened(export("tiny-vit")).embed_texts([text]).shared
    assert np.linalg.norm(shared, axis=1) == pytest.approx(1, abs=1e-4)


def test_large_weights_lie_beside_their_file(
    export: Exporter, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(graph, "LARGEST", 1000)
    manifest, _ = build(export.wish("tiny-vit", "int8"), tmp_path / "model")
    assert {"picture.onnx.data", "text.onnx.data"} <= set(manifest.files)
    near = opened(tmp_path / "model").embed_texts([TEXT]).shared
    assert near == pytest.approx(opened(export("tiny-vit", "int8")).embed_texts([TEXT]).shared)


def test_a_model_that_differs_is_not_written(
    export: Exporter, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(parity, "EXACT", 0.0)
    with pytest.raises(ExportError, match=r"differs from its network and was not written: diff"):
        build(export.wish("tiny-vit"), tmp_path / "model")
    assert not list(tmp_path.iterdir())


def test_a_model_is_replaced_and_nothing_else_is(export: Exporter, tmp_path: Path) -> None:
    output = tmp_path / "model"
    output.mkdir()
    (output / "manifest.json").write_text("{}")
    (output / "old.onnx").write_text("")
    build(export.wish("tiny-vit"), output)
    assert not (output / "old.onnx").exists()
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "diary.txt").write_text("dear")
    with pytest.raises(ExportError, match="holds no model"):
        build(export.wish("tiny-vit"), tmp_path / "other")


def test_a_full_disk_is_one_clear_line(
    export: Exporter, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(building, "write_graph", full)
    wish = export.wish("tiny-vit")
    arguments = [wish.name, "--weights", str(wish.weights), "--output", str(tmp_path / "model")]
    result = CliRunner().invoke(main, arguments)
    assert result.exit_code == 1
    assert result.stderr.endswith(f"written to {tmp_path / 'model'}: No space left on device\n")
    assert not list(tmp_path.iterdir())
