"""Runs the frozen networks once over the training data and keeps what they say."""

from __future__ import annotations

import hashlib
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import click
import numpy as np
import torch
from numpy.typing import NDArray
from PIL import Image
from torch import Tensor, nn

from export_onnx.compact.backbones import IMAGE_MEAN, IMAGE_SIZE, IMAGE_STD
from export_onnx.compact.bert import Bert
from export_onnx.compact.onnx_file import write_onnx
from export_onnx.compact.views import view
from models.prepare import picture_array
from models.session import Session, open_session
from models.texts import Windows

Arrays = dict[str, NDArray[np.generic]]


@dataclass(frozen=True, slots=True)
class PictureFeatures:
    cells: Tensor
    """(n, 9, 1280) float16"""
    logits: Tensor
    """(n, 1000) float32"""


def pixels(image: Image.Image) -> NDArray[np.float32]:
    """One picture as a batch of one, exactly as the program will do it."""
    mean, std = (IMAGE_MEAN,) * 3, (IMAGE_STD,) * 3
    return picture_array(image, IMAGE_SIZE, mean, std)[np.newaxis]


def picture_features(
    backbone: nn.Module, paths: Sequence[Path], number: int, cache: Path | None
) -> PictureFeatures:
    """Features of view `number` of every picture."""

    def make() -> Arrays:
        cells = np.empty((len(paths), 9, 1280), np.float16)
        logits = np.empty((len(paths), 1000), np.float32)
        session = _session(backbone, torch.zeros(2, 3, IMAGE_SIZE, IMAGE_SIZE), ("cells", "logits"))
        with click.progressbar(paths, label=f"pictures, view {number}") as bar:
            for row, path in enumerate(bar):
                with Image.open(path) as image:
                    seen = view(image.convert("RGB"), number, np.random.default_rng([number, row]))
                first, second = session.run({"input": pixels(seen)})
                cells[row], logits[row] = first[0], second[0]
        return {"cells": cells, "logits": logits}

    found = _cached(cache, f"pictures{number}", [path.name for path in paths], make)
    return PictureFeatures(torch.from_numpy(found["cells"]), torch.from_numpy(found["logits"]))


def text_means(bert: Bert, windows: Windows, texts: Sequence[str], cache: Path | None) -> Tensor:
    """(n, layers + 1, width) float16: each layer's mean token, windows of a long text averaged."""

    def make() -> Arrays:
        session = _session(_Stacked(bert), torch.ones(2, 8, dtype=torch.int64), ("means",))
        with click.progressbar(texts, label="texts") as bar:
            return {"means": np.stack([_text_mean(session, windows, text) for text in bar])}

    return torch.from_numpy(_cached(cache, "texts", texts, make)["means"])


class _Stacked(nn.Module):
    def __init__(self, bert: Bert) -> None:
        super().__init__()
        self.bert = bert

    def forward(self, ids: Tensor) -> Tensor:
        return torch.stack(self.bert(ids)[0], 1)


def _text_mean(session: Session, windows: Windows, text: str) -> NDArray[np.float16]:
    parts = windows.of(text)
    means = np.stack([session.run({"input": part[np.newaxis]})[0][0] for part in parts])
    lengths = np.array([len(part) for part in parts], dtype=np.float32)
    return np.tensordot(lengths / lengths.sum(), means, axes=1).astype(np.float16)


def _session(network: nn.Module, example: Tensor, outputs: tuple[str, ...]) -> Session:
    """ONNX Runtime is about three times as fast as torch here, and it is what the program uses."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "frozen.onnx"
        write_onnx(network, example, path, "input", outputs)
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
