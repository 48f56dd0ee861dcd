"""From a network that sees and speaks to its folder, compared with it before it is there."""

from __future__ import annotations

import json
import shutil
import tempfile
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

import click
import torch
from PIL import Image

from export_onnx.language_model.parity import LanguageParity, require_close
from export_onnx.vision_language.graph import write
from export_onnx.vision_language.opened import SightedNetwork
from export_onnx.vision_language.parity import compare_sight, require_near
from models.language import DECODER_FILE, TOKENIZER_FILE
from models.manifest import sha256_of
from models.vision_language import (
    PICTURE_FILE,
    VISION_LANGUAGE_FILE,
    VisionLanguageManifest,
    load_vision_language,
)

COMPARED = 6
"""Texts, each before a picture."""


def build_sighted(
    network: SightedNetwork,
    name: str,
    licence: str,
    output: Path,
    samples: tuple[Sequence[Image.Image], Sequence[str]],
) -> LanguageParity:
    """Make OUTPUT of a network; nothing is written on failure. Raises ParityError, ModelError,
    OSError."""
    pictures, texts = samples
    output.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=output.parent, prefix=".export-") as temporary:
        folder = Path(temporary) / "made"
        folder.mkdir()
        write_sighted(network, name, licence, folder)
        click.echo(f"Comparing {COMPARED} texts", err=True)
        model = load_vision_language(str(folder))
        if network.processed:
            require_near(model.pixels(pictures[0]), network.processed(pictures[0]))
        parity = compare_sight(model, network.reference, pictures, texts[:COMPARED])
        require_close(parity)
        if output.exists():
            shutil.rmtree(output)
        folder.rename(output)
    return parity


def write_sighted(
    network: SightedNetwork, name: str, licence: str, folder: Path
) -> VisionLanguageManifest:
    """The parts of a network and its manifest."""
    shape, size = network.shape, network.preparation.size
    click.echo("Exporting the picture network", err=True)
    pixels = torch.zeros(1, 3, size, size)
    write(network.picture, {"pixels": (pixels, ())}, ("rows",), folder / PICTURE_FILE)
    click.echo("Exporting the decoder", err=True)
    ids = torch.tensor([3, 4, 5, -2, -1] if network.rows else [3, 4, 5, 6, 7])
    inputs = {
        "ids": (ids, (0,)),
        "rows": (torch.zeros(max(2, network.rows), network.width), (0,)),
        "past": (torch.zeros(shape.layers, 2, shape.groups, 3, shape.size), (3,)),
    }
    write(network.decoder, inputs, ("logits", "present"), folder / DECODER_FILE)
    network.tokenizer.save(str(folder / TOKENIZER_FILE))
    files = {path.name: sha256_of(path) for path in sorted(folder.iterdir())}
    made = network.preparation
    manifest = VisionLanguageManifest(
        name=name,
        licence=licence,
        layers=shape.layers,
        groups=shape.groups,
        size=shape.size,
        rows=network.rows,
        before=network.before,
        after=network.after,
        places=network.places,
        spaced=network.spaced,
        image_size=made.size,
        image_mean=made.mean,
        image_std=made.std,
        files=files,
        image_resize=made.resize,
        image_filter=made.resampling,
        text_cleaning=network.cleaning,
    )
    text = json.dumps(asdict(manifest), indent=1) + "\n"
    (folder / VISION_LANGUAGE_FILE).write_text(text, "utf-8")
    return manifest
