"""From a name to a folder with both towers, tokenizer and manifest."""

from __future__ import annotations

import shutil
import tempfile
from dataclasses import dataclass, replace
from pathlib import Path

import click
import torch

from export_onnx.openclip import calibration
from export_onnx.openclip.errors import ExportError
from export_onnx.openclip.graph import to_fp16, to_int8, write_graph
from export_onnx.openclip.network import Network, fetch, folded, open_network, parse
from export_onnx.openclip.package import PICTURE_NAMES, TEXT_NAMES, manifest_of, sealed
from export_onnx.openclip.parity import Parity, Vectors, by_files, by_network, compare, require
from export_onnx.openclip.samples import Samples, read_samples
from export_onnx.openclip.tokenizer import TextRules, text_rules
from export_onnx.openclip.towers import OpenClipPictureTower, OpenClipTextTower
from models.encoder import PICTURE_FILE, TEXT_FILE, TOKENIZER_FILE, Encoder, load_folder
from models.manifest import Calibration, Manifest
from models.texts import open_windows

COMPARED = 16
"""Pictures and texts, at most, that a model is compared with its network on."""
CONVERSIONS = {"fp16": to_fp16, "int8": to_int8}
PRECISIONS = ("fp32", *CONVERSIONS)


@dataclass(frozen=True, slots=True)
class Wish:
    """What is to be exported."""

    name: str
    weights: Path | None = None
    """A state dict or safetensors file; None: downloaded."""
    tokenizer: Path | None = None
    """A folder with a Hugging Face tokenizer; None: open_clip's own, or downloaded."""
    precision: str = "fp32"
    pictures: Path | None = None
    """A folder whose pictures, or pairs, the model is compared and calibrated on."""


def build(wish: Wish, output: Path) -> tuple[Manifest, Parity]:
    """Write the model's folder, or nothing. Raises ExportError, ModelError and OSError."""
    _check_free(output)
    samples = read_samples(wish.pictures)
    name = parse(wish.name, with_weights=wish.weights is not None)
    rules = text_rules(name.architecture, wish.tokenizer)
    _say(f"Opening {name}")
    weights = wish.weights or fetch(name)
    network = open_network(name, weights)
    output.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=output.parent, prefix=".export-") as temporary:
        folder = Path(temporary) / PRECISIONS[0]
        _write(network, rules, folder)
        few = _few(samples, rules, folder)
        expected = by_network(network, rules, few)
        plain = manifest_of(network, rules, weights, expected.texts.shape[1])
        manifest, parity = _compared(plain, few, expected, folder)
        if wish.precision in CONVERSIONS:
            folder = _converted(wish.precision, folder)
            plain = replace(plain, precision=wish.precision)
            manifest, parity = _compared(plain, few, expected, folder)
        fits = _calibrated(network, load_folder(folder, provider="cpu"), samples)
        manifest = sealed(replace(manifest, compatibility=fits), folder)
        if output.exists():
            shutil.rmtree(output)
        folder.rename(output)
    return manifest, parity


def _write(network: Network, rules: TextRules, folder: Path) -> None:
    """Both towers in fp32, and the tokenizer."""
    folder.mkdir()
    rules.tokenizer.save(str(folder / TOKENIZER_FILE))
    model, (_, width, height) = folded(network.model), network.preparation.input_size
    _say("Exporting the picture tower")
    pixels = torch.zeros(2, 3, width, height)
    write_graph(OpenClipPictureTower(model), pixels, folder / PICTURE_FILE, *PICTURE_NAMES)
    _say("Exporting the text tower")
    ids = rules.original(["One", "Two"])
    write_graph(OpenClipTextTower(model), ids, folder / TEXT_FILE, *TEXT_NAMES)


def _few(samples: Samples, rules: TextRules, folder: Path) -> Samples:
    """What is compared: open_clip cuts a text that the program would take in parts."""
    windows = open_windows(folder / TOKENIZER_FILE, rules.length, rules.cleaning)
    short = [text for text in samples.texts if len(windows.of(text)) == 1]
    return Samples(samples.pictures[:COMPARED], short[:COMPARED], paired=False)


def _converted(precision: str, source: Path) -> Path:
    """The folder of another precision, beside that of fp32."""
    _say(f"Converting to {precision}")
    folder = source.with_name(precision)
    folder.mkdir()
    shutil.copyfile(source / TOKENIZER_FILE, folder / TOKENIZER_FILE)
    for file in (PICTURE_FILE, TEXT_FILE):
        CONVERSIONS[precision](source / file, folder / file)
    return folder


def _compared(
    manifest: Manifest, few: Samples, expected: Vectors, folder: Path
) -> tuple[Manifest, Parity]:
    """Raises ExportError when the files do not compute what the network computes."""
    _say(f"Comparing {manifest.precision} with torch")
    complete = sealed(manifest, folder)
    parity = compare(expected, by_files(load_folder(folder, provider="cpu"), few))
    require(parity, manifest.precision)
    return complete, parity


def _calibrated(network: Network, encoder: Encoder, samples: Samples) -> Calibration:
    _say("Calibrating" + (f" on {len(samples.texts)} pairs" if samples.paired else ""))
    vectors = by_files(encoder, samples)
    return calibration.fitted(vectors) if samples.paired else calibration.derived(network, vectors)


def _check_free(output: Path) -> None:
    """A model may be replaced; anything else stays. Raises ExportError."""
    if output.is_file() or (
        output.is_dir() and any(output.iterdir()) and not (output / "manifest.json").is_file()
    ):
        raise ExportError(f"{output} is not empty and holds no model: name another folder")


def _say(line: str) -> None:
    click.echo(line, err=True)
