"""How fast picture towers run here, side by side: torch and ONNX, by precision and batch size.

    python -m export_onnx.openclip.speed ViT-B-32
    python -m export_onnx.openclip.speed ViT-B-32 --provider cuda --batch 1 --batch 16 --batch 64

An architecture of open_clip with seeded random weights, since these change no speed: it is
exported in each precision, and with that compared with its network, and timed on drawn pixels that
are ready. In each round every way runs once, so that other work on the machine meets all.
"""

from __future__ import annotations

import json
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path

import click
import numpy as np
import open_clip
import torch
from numpy.typing import NDArray
from safetensors.torch import save_file

from export_onnx.openclip.build import Wish, build
from export_onnx.openclip.errors import ExportError
from export_onnx.openclip.network import Network, open_network, parse, quiet
from models.encoder import PICTURE_FILE
from models.manifest import Manifest, ModelError
from models.session import PROVIDERS, open_session
from models.towers import PictureTower

WARM_UP = 2
"""Rounds that are run first and not counted."""
RESAMPLES = 1000
SMALLER = {"cpu": "int8", "cuda": "fp16"}
"""The precision beside fp32 that a provider is worth being asked about; int8 elsewhere."""

Pixels = NDArray[np.float32]
Way = Callable[[Pixels], object]


@dataclass(frozen=True, slots=True)
class EmbeddingSpeed:
    """Of one way at one batch size."""

    images_per_s: float
    of_torch: float
    """Its rate by that of torch in fp32, each the mean of all rounds; 95% by bootstrap:"""
    low: float
    high: float


@click.command(epilog="Example: python -m export_onnx.openclip.speed ViT-B-32")
@click.argument("architecture")
@click.option("--provider", type=click.Choice([*PROVIDERS]), default="cpu", show_default=True)
@click.option("--batch", "batches", type=click.IntRange(1), multiple=True, default=(1, 8))
@click.option("--rounds", type=click.IntRange(3), default=20, show_default=True)
@click.option("--seed", default=0, show_default=True)
def main(
    architecture: str, provider: str, batches: tuple[int, ...], rounds: int, seed: int
) -> None:
    """Time the picture tower of ARCHITECTURE; one JSON object."""
    precisions = ("fp32", SMALLER.get(provider, "int8"))
    try:
        with tempfile.TemporaryDirectory() as folder:
            network, made = exported(architecture, Path(folder), precisions, seed)
            found = measure(ways(network, made, provider), made, batches, rounds, seed)
    except (ExportError, ModelError) as error:
        raise click.ClickException(str(error)) from error
    answer = {
        "architecture": architecture,
        "provider": provider,
        "torch": torch.__version__,
        "device": torch.cuda.get_device_name() if provider == "cuda" else "cpu",
        "threads": torch.get_num_threads(),
        "rounds": rounds,
        "seed": seed,
        "parity": {precision: parity for precision, (_, _, parity) in made.items()},
        "batches": {
            str(size): {way: asdict(pace) for way, pace in paces.items()}
            for size, paces in found.items()
        },
    }
    click.echo(json.dumps(answer, indent=1))


Made = Mapping[str, tuple[Path, Manifest, Mapping[str, float]]]
"""Folder, manifest and parity of an export by its precision."""


def exported(
    architecture: str, folder: Path, precisions: Sequence[str], seed: int
) -> tuple[Network, Made]:
    """The network with random weights, and its exports. Raises ExportError, ModelError."""
    name = parse(architecture, with_weights=True)
    weights = folder / "weights.safetensors"
    torch.manual_seed(seed)
    with quiet():
        state = open_clip.create_model(name.architecture).state_dict()
    save_file({key: value.clone() for key, value in state.items()}, weights)
    made = {}
    for precision in precisions:
        wish = Wish(architecture, weights, precision=precision)
        manifest, parity = build(wish, folder / precision)
        made[precision] = (folder / precision, manifest, asdict(parity))
    return open_network(name, weights), made


def ways(network: Network, made: Made, provider: str) -> dict[str, Way]:
    """What is timed, by name; torch in fp32 is the first. Each takes pixels (n, 3, size, size)."""
    found: dict[str, Way] = {}
    if provider == "cuda":
        model = network.model.cuda()
        found["torch fp32"] = partial(_by_torch, model, torch.float32)
        found["torch fp16"] = partial(_by_torch, model, torch.float16)
    else:
        found["torch fp32"] = partial(_by_torch, network.model, torch.float32)
    for precision, (folder, manifest, _) in made.items():
        session = open_session(folder / PICTURE_FILE, provider, precision=precision)
        found[f"onnx {precision} {provider}"] = PictureTower(manifest, session).run
    if provider != "cpu":
        folder, manifest, _ = made["fp32"]
        session = open_session(folder / PICTURE_FILE, "cpu")
        found["onnx fp32 cpu"] = PictureTower(manifest, session).run
    return found


@torch.inference_mode()
def _by_torch(model: torch.nn.Module, number: torch.dtype, pixels: Pixels) -> object:
    device = next(model.parameters()).device
    with torch.autocast(device.type, dtype=number, enabled=number is not torch.float32):
        encoded: torch.Tensor = model.encode_image(  # type: ignore[operator]
            torch.from_numpy(pixels).to(device), normalize=True
        )
    return encoded.cpu()


def measure(
    timed: Mapping[str, Way], made: Made, batches: Sequence[int], rounds: int, seed: int
) -> dict[int, dict[str, EmbeddingSpeed]]:
    """Paces by batch size and way."""
    size = made["fp32"][1].image_size
    chance = np.random.default_rng(seed)
    found = {}
    for batch in batches:
        pixels = chance.normal(size=(batch, 3, size, size)).astype(np.float32)
        seconds = np.array(
            [[_seconds(way, pixels) for way in timed.values()] for _ in range(WARM_UP + rounds)]
        )[WARM_UP:]
        found[batch] = dict(zip(timed, paces(seconds, batch, chance), strict=True))
    return found


def paces(
    seconds: NDArray[np.float64], batch: int, chance: np.random.Generator
) -> list[EmbeddingSpeed]:
    """From the seconds (rounds, ways) of one batch each; the first way is what others are held
    against. Rounds are drawn again for the intervals."""
    draws = chance.integers(len(seconds), size=(RESAMPLES, len(seconds)))
    means = seconds[draws].mean(axis=1)
    low, high = np.percentile(means[:, :1] / means, (2.5, 97.5), axis=0)
    mean = seconds.mean(axis=0)
    return [
        EmbeddingSpeed(*(round(float(value), 3) for value in row))
        for row in zip(batch / mean, mean[0] / mean, low, high, strict=True)
    ]


def _seconds(way: Way, pixels: Pixels) -> float:
    start = time.perf_counter()
    way(pixels)
    return time.perf_counter() - start


if __name__ == "__main__":
    main()
