"""The manifest of a finished folder."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

from export_onnx.compact.backbones import IMAGE_MEAN, IMAGE_SIZE, IMAGE_STD
from export_onnx.compact.data import OPEN_SETS
from export_onnx.compact.frozen import MAX_TOKENS
from export_onnx.compact.heads import OBJECTS, SENTENCE
from export_onnx.objects.nanodet import SIDE
from export_onnx.objects.words import NAMES
from models.manifest import Calibration, Manifest

VERSION = "10"
RESEARCH_LICENCE = (
    "For research: trained on pictures of Flickr8k and Conceptual Captions; backbones Apache-2.0 "
    "and MIT"
)
OPEN_LICENCE = "Trained on openly licensed pictures over backbones under Apache-2.0 and MIT"


LANGUAGES = [
    "ar",
    "bg",
    "bn",
    "ca",
    "cs",
    "da",
    "de",
    "el",
    "en",
    "es",
    "et",
    "eu",
    "fa",
    "fi",
    "fr",
    "ga",
    "gl",
    "he",
    "hi",
    "hr",
    "hu",
    "id",
    "it",
    "ja",
    "ko",
    "mt",
    "nb",
    "nl",
    "no",
    "pl",
    "pt",
    "ro",
    "ru",
    "sk",
    "sl",
    "sr",
    "sv",
    "ta",
    "th",
    "tr",
    "uk",
    "ur",
    "vi",
    "zh",
]
"""Those of the translations that the text network was trained and can be measured on."""


def uncalibrated(
    folder: Path, width: int, sets: Sequence[str], usual: Sequence[float], weight: float
) -> Manifest:
    """The manifest of the files in `folder`, with calibrations that mean nothing yet. `usual`: mean
    log odds of each class of things, `weight`: what a text's naming one counts."""
    hashes = {
        path.name: hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(folder.iterdir())
        if path.suffix in (".onnx", ".json") and path.name != "manifest.json"
    }
    return Manifest(
        name="compact",
        version=VERSION,
        licence=OPEN_LICENCE if set(sets) <= set(OPEN_SETS) else RESEARCH_LICENCE,
        image_size=IMAGE_SIZE,
        image_mean=(IMAGE_MEAN, IMAGE_MEAN, IMAGE_MEAN),
        image_std=(IMAGE_STD, IMAGE_STD, IMAGE_STD),
        dimension=width + SENTENCE + OBJECTS + len(NAMES),
        sentence_dimension=SENTENCE,
        max_tokens=MAX_TOKENS,
        languages=tuple(LANGUAGES),
        compatibility=Calibration(1.0, 0.0),
        relevance=Calibration(1.0, 0.0),
        files=hashes,
        objects_size=SIDE,
        object_classes=NAMES,
        object_usual=tuple(round(float(odds), 3) for odds in usual),
        object_weight=weight,
    )


def write_manifest(manifest: Manifest, folder: Path) -> None:
    text = json.dumps(asdict(manifest), indent=2, ensure_ascii=False)
    (folder / "manifest.json").write_text(f"{text}\n", "utf-8")
