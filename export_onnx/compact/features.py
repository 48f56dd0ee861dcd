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
from torch.nn import functional

from export_onnx.compact.backbones import (
    IMAGE_MEAN,
    IMAGE_SIZE,
    IMAGE_STD,
    PictureTrunk,
    Untrained,
)
from export_onnx.compact.bert import Bert
from export_onnx.compact.half import half_products
from export_onnx.compact.heads import TUNED_LAYERS
from export_onnx.compact.onnx_file import write_onnx
from export_onnx.compact.towers import text_means
from export_onnx.compact.views import view
from export_onnx.objects.nanodet import FOUND, PIXELS, object_pixels
from models.prepare import picture_array
from models.session import Session, SessionLimits, open_session
from models.texts import Windows

Arrays = dict[str, NDArray[np.generic]]
Rows = NDArray[np.int64]

LONGEST = 64
"""Tokens of a text that are trained on; few texts are longer."""
TOGETHER = 2000
"""Tokens that are run together."""


def pixels(image: Image.Image) -> NDArray[np.float32]:
    """One picture as a batch of one, exactly as the program will do it."""
    mean, std = (IMAGE_MEAN,) * 3, (IMAGE_STD,) * 3
    return picture_array(image, IMAGE_SIZE, mean, std)[np.newaxis]


def picture_features(
    trunk: PictureTrunk, name: str, paths: Sequence[Path], number: int, cache: Path | None
) -> Arrays:
    """View `number` of every picture of the data set `name`: `maps`, `levels` (both float16) and
    `logits` (float32)."""

    def make() -> Arrays:
        session = _session(trunk)
        rows: list[Arrays] = []
        with click.progressbar(paths, label=f"{name}, view {number}") as bar:
            for row, path in enumerate(bar):
                with Image.open(path) as image:
                    seen = view(image.convert("RGB"), number, np.random.default_rng([number, row]))
                maps, levels, logits = (part[0] for part in session.run({"pixels": pixels(seen)}))
                half = {"maps": maps.astype(np.float16), "levels": levels.astype(np.float16)}
                rows.append({**half, "logits": logits})
        return {name: np.stack([row[name] for row in rows]) for name in rows[0]}

    return cached(cache, f"{name}{number}", [path.name for path in paths], make)


def object_features(detector: Path, name: str, paths: Sequence[Path], cache: Path | None) -> Arrays:
    """`objects` (n, OBJECT_FEATURES) float16: what the detector found in the data set `name`."""

    def make() -> Arrays:
        session = open_session(detector, "cpu", SessionLimits(threads=1))
        rows = []
        with click.progressbar(paths, label=f"{name}, objects") as bar:
            for path in bar:
                with Image.open(path) as image:
                    (found,) = session.run({PIXELS: object_pixels(image)[np.newaxis]}, [FOUND])
                rows.append(found[0].astype(np.float16))
        return {"objects": np.stack(rows)}

    return cached(cache, f"{name}-objects", [path.name for path in paths], make)


def text_readings(
    bert: Bert,
    windows: Windows,
    name: str,
    texts: Sequence[str],
    cache: Path | None,
    longest: int = LONGEST,
) -> Arrays:
    """Of the texts of the data set `name`: `features` (n, features) float16, the sentence last,
    `lengths` (n,), and the `tokens` below the trained layers, float16, of all texts one after the
    other."""

    def make() -> Arrays:
        ids = [windows.of(text)[0][:longest] for text in texts]
        features: list[NDArray[np.float16]] = [np.empty(0, np.float16)] * len(ids)
        tokens: list[NDArray[np.float16]] = [np.empty(0, np.float16)] * len(ids)
        with click.progressbar(list(by_length(ids)), label=f"{name}, texts") as bar:
            for rows, batch in bar:
                with torch.no_grad(), half_products():
                    states = [state.float() for state in bert(batch)]
                sentence = functional.normalize(states[-1].mean(1), dim=1)
                found = torch.cat([text_means(states), sentence], 1).numpy().astype(np.float16)
                below = states[-1 - TUNED_LAYERS].numpy().astype(np.float16)
                for row, feature, state in zip(rows, found, below, strict=True):
                    features[row], tokens[row] = feature, state
        lengths = np.array([len(row) for row in ids])
        return {
            "features": np.stack(features),
            "lengths": lengths,
            "tokens": np.concatenate(tokens),
        }

    return cached(cache, f"{name}-texts", texts, make)


def by_length(ids: Sequence[NDArray[np.int64]]) -> Iterator[tuple[Rows, Tensor]]:
    """Rows and token ids (n, t) of texts of equal length, so that none is padded."""
    for part in of_one_length([len(row) for row in ids]):
        yield part, torch.from_numpy(np.stack([ids[row] for row in part]))


def of_one_length(lengths: Sequence[int], together: int = TOGETHER) -> Iterator[Rows]:
    """Places of texts of one length, `together` tokens or fewer each; short ones first."""
    found = np.array(lengths)
    for length in np.unique(found):
        at = np.flatnonzero(found == length)
        yield from np.array_split(at, -(-len(at) * int(length) // together))


def _session(trunk: PictureTrunk) -> Session:
    """ONNX Runtime is about three times as fast as torch here, and it is what the program uses."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "trunk.onnx"
        example = torch.zeros(2, 3, IMAGE_SIZE, IMAGE_SIZE)
        write_onnx(Untrained(trunk), example, path, "pixels", ("maps", "levels", "logits"))
        return open_session(path, "cpu", SessionLimits(threads=1))


def cached(
    cache: Path | None, kind: str, names: Sequence[str], make: Callable[[], Arrays]
) -> Arrays:
    """What `make` makes of `names`, made once. What the cache holds is read where it is needed."""
    if cache is None:
        return make()
    key = hashlib.sha256("\n".join(names).encode("utf-8", "replace")).hexdigest()[:16]
    folder = cache / f"{kind}-{key}"
    if not folder.exists():
        unfinished = folder.with_suffix(".part")  # an interrupted run leaves nothing half written
        unfinished.mkdir(parents=True, exist_ok=True)
        for name, values in make().items():
            np.save(unfinished / f"{name}.npy", values, allow_pickle=False)
        unfinished.replace(folder)
    return {path.stem: np.load(path, mmap_mode="c") for path in sorted(folder.glob("*.npy"))}
