"""The manifest of an exported model."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

from huggingface_hub import model_info

from export_onnx.compact.package import write_manifest
from export_onnx.openclip.errors import ExportError
from export_onnx.openclip.graph import OPSET
from export_onnx.openclip.network import Network
from export_onnx.openclip.tokenizer import TextRules
from models.manifest import Calibration, Manifest, sha256_of

PICTURE_NAMES = ("pixels", "image_embedding")
TEXT_NAMES = ("ids", "text_embedding")
MANY_LANGUAGES = re.compile("i18n|siglip2|xlm|mt5|nllb|worldwide", re.IGNORECASE)
"""Architectures that were trained on texts of many languages; the others on English ones."""
UNKNOWN = Calibration(1.0, 0.0)


def manifest_of(network: Network, rules: TextRules, weights: Path, dimension: int) -> Manifest:
    """Without files and calibrations. Raises ExportError for a picture that is not square."""
    preparation = network.preparation
    width, height = preparation.input_size[1:]
    if width != height:
        raise ExportError(f"{network.name} reads pictures of {width} × {height}, not square ones")
    architecture = network.name.architecture
    return Manifest(
        name=str(network.name),
        version=sha256_of(weights)[:12],
        licence=terms(network.repository),
        image_size=width,
        image_mean=_triple(preparation.mean),
        image_std=_triple(preparation.std),
        dimension=dimension,
        sentence_dimension=0,
        max_tokens=rules.length,
        languages=() if MANY_LANGUAGES.search(architecture) else ("en",),
        compatibility=UNKNOWN,
        relevance=UNKNOWN,
        files={},
        image_resize=preparation.resize_mode,
        image_filter=preparation.interpolation,
        image_exact=True,
        picture_input=PICTURE_NAMES[0],
        picture_output=PICTURE_NAMES[1],
        text_input=TEXT_NAMES[0],
        text_output=TEXT_NAMES[1],
        text_length=rules.length,
        pad_id=rules.pad_id,
        text_cleaning=rules.cleaning,
        opset=OPSET,
        source=str(network.name),
    )


def sealed(manifest: Manifest, folder: Path) -> Manifest:
    """With the hashes of all files in `folder`, and written there."""
    hashes = {
        path.name: sha256_of(path)
        for path in sorted(folder.iterdir())
        if path.name != "manifest.json"
    }
    complete = replace(manifest, files=hashes)
    write_manifest(complete, folder)
    return complete


def terms(repository: str) -> str:
    """The licence by the publisher's card on the hub; where it cannot be asked, who knows it."""
    if not repository:
        return "see the weights' publisher"
    publisher = f"see the weights' publisher, {repository} on the Hugging Face hub"
    try:
        card = model_info(repository, timeout=5).card_data
    except Exception:  # No network, no such repository, no leave to see it: all the same here.
        return publisher
    return f"{card.license} ({publisher})" if card and card.license else publisher


def _triple(values: tuple[float, ...]) -> tuple[float, float, float]:
    first, second, third = values
    return first, second, third
