"""The shipped files compute what the packages' own networks compute in torch."""

import numpy as np
import pytest
from PIL import Image, ImageDraw, ImageOps

torch = pytest.importorskip("torch", reason="the extra `export` is not installed")
from models.encoder import FURTHER_TEXT_FILE, TOKENIZER_FILE, Encoder, load
from models.manifest import read_manifest
from models.registry import find

pytestmark = [
    pytest.mark.export,
    pytest.mark.skipif(
        FURTHER_TEXT_FILE in read_manifest(find("compact")).files,
        reason="the model that ships has a text tower for English alone (docs/models.md)",
    ),
]

from export_onnx.compact.backbones import Untrained, class_names
from export_onnx.compact.conse import conse
from export_onnx.compact.features import pixels
from export_onnx.compact.frozen import Backbones, open_backbones
from export_onnx.compact.heads import SENTENCE
from export_onnx.compact.pieces import piece_tokenizer
from export_onnx.compact.towers import Mix


@pytest.fixture(scope="module")
def backbones(tmp_path_factory: pytest.TempPathFactory) -> Backbones:
    return open_backbones(tmp_path_factory.mktemp("backbones"))


@pytest.fixture(scope="module")
def encoder() -> Encoder:
    return load(provider="cpu", threads=1)


def sentences(backbones: Backbones, texts: list[str]) -> np.ndarray:
    """Of the untrained network, less what those of the texts have in common."""
    raw = []
    for text in texts:
        states = backbones.text(torch.from_numpy(backbones.windows.of(text)[0])[None])
        raw.append(torch.nn.functional.normalize(states[-1].mean(1), dim=1)[0].numpy())
    vectors = np.stack(raw) - np.mean(raw, axis=0)
    return vectors / np.linalg.norm(vectors, axis=1, keepdims=True)


WIDTH = 384
"""Of the learned part, which comes first."""
TEXTS = [
    "A man in a red jacket climbs an icy wall.",
    "Ein Mann klettert eine Eiswand hinauf.",
    "Two dogs play on the beach.",
    "两只狗在沙滩上玩耍。",
    "Map of the rail network of Poland",
    "Mapa sieci kolejowej Polski",
]


def test_the_tokenizer_is_the_one_that_the_package_gives(backbones: Backbones) -> None:
    made = piece_tokenizer(backbones.file.pieces, backbones.kept).to_str(pretty=False)
    assert made.encode() == (find("compact") / TOKENIZER_FILE).read_bytes()


def test_sentences_are_near_those_of_the_package(backbones: Backbones, encoder: Encoder) -> None:
    """Which texts are near which: the last layers were trained, so not to the last digit."""
    ours = encoder.embed_texts(TEXTS).sentence
    theirs = sentences(backbones, TEXTS)
    rows, columns = np.triu_indices(len(TEXTS), 1)
    assert (
        np.corrcoef((ours @ ours.T)[rows, columns], (theirs @ theirs.T)[rows, columns])[0, 1] > 0.9
    )


def test_translations_are_near_each_other(encoder: Encoder) -> None:
    vectors = encoder.embed_texts(TEXTS).sentence
    near = vectors[::2] @ vectors[1::2].T
    assert (near.argmax(1) == np.arange(3)).all()


def test_conse_vectors_are_near_those_of_the_untrained_network(
    backbones: Backbones, encoder: Encoder
) -> None:
    """Compared as a difference of two pictures, in which the centre falls out."""
    ball, sky = Image.new("RGB", (260, 260), "white"), Image.linear_gradient("L")
    ImageDraw.Draw(ball).ellipse((60, 60, 200, 200), fill="orange")
    images = [ball, ImageOps.colorize(sky, "navy", "white")]
    network = Untrained(backbones.picture)
    logits = [network(torch.from_numpy(pixels(image)))[2].detach() for image in images]
    names = torch.from_numpy(sentences(backbones, class_names()).astype(np.float32))
    vectors = conse(torch.cat(logits), names).numpy()
    expected = (vectors[0] - vectors[1]) * Mix().named ** 0.5
    shared = encoder.embed_pictures(images)[:, WIDTH : WIDTH + SENTENCE]
    found = shared[0] - shared[1]
    cosine = float(found @ expected / np.linalg.norm(found) / np.linalg.norm(expected))
    assert cosine > 0.85
    assert np.linalg.norm(found) == pytest.approx(float(np.linalg.norm(expected)), rel=0.15)
