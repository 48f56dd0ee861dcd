"""Runs the frozen trunks once over the training data and keeps what they say."""

from __future__ import annotations

import hashlib
import tempfile
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import click
import numpy as np
import torch
from numpy.typing import NDArray
from PIL import Image
from torch import Tensor

from export_onnx.compact.backbones import (
    IMAGE_MEAN,
    IMAGE_SIZE,
    IMAGE_STD,
    PictureTrunk,
    Untrained,
)
from export_onnx.compact.bert import Bert
from export_onnx.compact.onnx_file import write_onnx
from export_onnx.compact.towers import text_features
from export_onnx.compact.views import view
from models.prepare import picture_array
from models.session import Session, open_session
from models.texts import Windows

Arrays = dict[str, NDArray[np.generic]]
Rows = NDArray[np.int64]

LONGEST = 96
"""Tokens of a text that are trained on; few texts are longer."""
TOGETHER = 2000
"""Tokens that are run together."""


def pixels(image: Image.Image) -> NDArray[np.float32]:
    """One picture as a batch of one, exactly as the program will do it."""
    mean, std = (IMAGE_MEAN,) * 3, (IMAGE_STD,) * 3
    return picture_array(image, IMAGE_SIZE, mean, std)[np.newaxis]


def picture_features(
    trunk: PictureTrunk, paths: Sequence[Path], number: int, cache: Path | None
) -> Arrays:
    """View `number` of every picture: `maps`, `levels` (both float16) and `logits` (float32)."""

    def make() -> Arrays:
        session = _session(trunk)
        rows: list[Arrays] = []
        with click.progressbar(paths, label=f"pictures, view {number}") as bar:
            for row, path in enumerate(bar):
                with Image.open(path) as image:
                    seen = view(image.convert("RGB"), number, np.random.default_rng([number, row]))
                maps, levels, logits = (part[0] for part in session.run({"pixels": pixels(seen)}))
                half = {"maps": maps.astype(np.float16), "levels": levels.astype(np.float16)}
                rows.append({**half, "logits": logits})
        return {name: np.stack([row[name] for row in rows]) for name in rows[0]}

    return _cached(cache, f"pictures{number}", [path.name for path in paths], make)


def text_readings(
    bert: Bert, windows: Windows, texts: Sequence[str], layer: int, cache: Path | None
) -> Arrays:
    """`features` (n, features) float32, `lengths` (n,), and the `tokens` of `layer`, float16, of
    all texts one after the other."""

    def make() -> Arrays:
        ids = [windows.of(text)[0][:LONGEST] for text in texts]
        features: list[NDArray[np.float32]] = [np.empty(0, np.float32)] * len(ids)
        tokens: list[NDArray[np.float16]] = [np.empty(0, np.float16)] * len(ids)
        with click.progressbar(list(by_length(ids)), label="texts") as bar:
            for rows, batch in bar:
                with torch.no_grad():
                    states = bert(batch)
                found = text_features(states).numpy()
                for row, feature, state in zip(rows, found, states[layer].numpy(), strict=True):
                    features[row], tokens[row] = feature, state.astype(np.float16)
        lengths = np.array([len(row) for row in ids])
        return {
            "features": np.stack(features),
            "lengths": lengths,
            "tokens": np.concatenate(tokens),
        }

    return _cached(cache, f"texts{layer}", texts, make)


def by_length(ids: Sequence[NDArray[np.int64]]) -> Iterator[tuple[Rows, Tensor]]:
    """Rows and token ids (n, t) of texts of equal length, so that none is padded."""
    lengths = np.array([len(row) for row in ids])
    for length in np.unique(lengths):
        rows = np.flatnonzero(lengths == length)
        for part in np.array_split(rows, -(-len(rows) * int(length) // TOGETHER)):
            yield part, torch.from_numpy(np.stack([ids[row] for row in part]))


def _session(trunk: PictureTrunk) -> Session:
    """ONNX Runtime is about three times as fast as torch here, and it is what the program uses."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "trunk.onnx"
        example = torch.zeros(2, 3, IMAGE_SIZE, IMAGE_SIZE)
        write_onnx(Untrained(trunk), example, path, "pixels", ("maps", "levels", "logits"))
        return open_session(path, "cpu")


def _cached(
    cache: Path | None, kind: str, names: Sequence[str], make: Callable[[], Arrays]
) -> Arrays:
    if cache is None:
        return make()
    key = hashlib.sha256("\n".join(names).encode("utf-8", "replace")).hexdigest()[:16]
    path = cache / f"{kind}-{key}.npz"
    if not path.exists():
        cache.mkdir(parents=True, exist_ok=True)
        np.savez(path, allow_pickle=False, **make())
    with np.load(path) as found:
        return {name: found[name] for name in found.files}
