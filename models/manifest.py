"""What a model is: frozen data that travels with its files."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from models.errors import ModelsError

SQUASH, SHORTEST, LONGEST = RESIZES = ("squash", "shortest", "longest")
"""The whole picture is squeezed into the square; its shorter side is fitted and the middle cut
out; its longer side is fitted and the rest filled with black."""
BICUBIC, BILINEAR = FILTERS = ("bicubic", "bilinear")


class ModelError(ModelsError):
    """A model cannot be used; the message is fit to show."""


@dataclass(frozen=True, slots=True)
class Calibration:
    """Turns a raw score into a probability: 1 / (1 + exp(-(slope * score + intercept)))."""

    slope: float
    intercept: float


@dataclass(frozen=True, slots=True)
class Manifest:
    """Description of one two-tower model and of every file it needs.

    What has a default is what the shipped model does; other models say what they need instead.
    """

    name: str
    version: str
    licence: str
    """Terms of use in one line; the model card says more."""
    image_size: int
    """Side of the square picture in pixels."""
    image_mean: tuple[float, float, float]
    image_std: tuple[float, float, float]
    """Per channel, on the 0–1 scale: (x - mean) / std."""
    dimension: int
    """Length of the shared picture-text embedding."""
    sentence_dimension: int
    """Length of the text-only sentence embedding; 0 when the model has none."""
    max_tokens: int
    languages: tuple[str, ...]
    """Primary language subtags (BCP 47) of the texts it can judge: ("en",); empty for any."""
    compatibility: Calibration
    """From the raw picture-text score to P(the text belongs to this picture)."""
    relevance: Calibration
    """From the sentence cosine to P(the text belongs to this page)."""
    files: Mapping[str, str]
    """sha256 in hex by file name."""

    image_resize: str = SQUASH
    """How a picture becomes square, one of RESIZES."""
    image_filter: str = BICUBIC
    """One of FILTERS."""
    image_exact: bool = False
    """Resized as torchvision does it: in the own mode of a picture, with no shortcut when large."""
    picture_input: str = "pixels"
    """The input (n, 3, size, size) float32 of the picture tower."""
    picture_output: str = ""
    """The output (n, dimension) of the picture tower; empty: the first."""
    text_input: str = "ids"
    """The input (n, tokens) of the text tower, int64 or int32."""
    text_mask: str = ""
    """A second input of the same shape: 1 for tokens, 0 for padding; empty: there is none."""
    text_output: str = ""
    """The output (n, dimension) of the text tower; empty: the first."""
    text_length: int = 0
    """Each text is padded to this many tokens; 0: none is padded."""
    pad_id: int = 0
    """The id that fills a text up to `text_length`."""
    text_cleaning: str = ""
    """What is done to a text before it is cut into tokens, one of models.texts.CLEANINGS."""
    normalise: bool = False
    """Whether the towers leave it to the caller to make unit vectors."""
    precision: str = "fp32"
    """Of the arithmetic: fp32, fp16 or int8."""
    opset: int = 18
    """The ONNX operator set of both towers."""
    source: str = ""
    """Where the weights come from, as it was asked for: "openclip:ViT-B-16:laion400m_e32"."""

    @property
    def sha256(self) -> str:
        """One hash for the model: of its files' hashes in name order."""
        joined = "".join(f"{name}:{self.files[name]}\n" for name in sorted(self.files))
        return hashlib.sha256(joined.encode()).hexdigest()

    def knows(self, language: str | None) -> bool:
        """Whether it can judge texts in a language (BCP 47); an unknown one gets the benefit of
        the doubt."""
        primary = (language or "").partition("-")[0].lower()
        return not primary or not self.languages or primary in self.languages

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Manifest:
        """Raises ModelError naming what is missing or unknown."""
        values = dict(data)
        try:
            for key in ("compatibility", "relevance"):
                values[key] = Calibration(**values[key])
            for key in ("image_mean", "image_std", "languages"):
                values[key] = tuple(values[key])
            return cls(**values)
        except (KeyError, TypeError) as error:
            raise ModelError(f"The model's manifest is not complete: {error}") from error


def read_manifest(folder: Path) -> Manifest:
    """Read `manifest.json` of a model's folder. Raises ModelError."""
    path = folder / "manifest.json"
    try:
        return Manifest.from_json(json.loads(path.read_text("utf-8")))
    except FileNotFoundError:
        raise ModelError(f"There is no model in {folder}: manifest.json is missing") from None
    except ValueError as error:
        raise ModelError(f"{path} is not valid JSON: {error}") from error


def verify_files(manifest: Manifest, folder: Path) -> None:
    """Compare every file with its hash. Raises ModelError naming the first that differs."""
    for name, expected in manifest.files.items():
        try:
            digest = sha256_of(folder / name)
        except FileNotFoundError:
            raise ModelError(f"The model {manifest.name} lacks the file {name}") from None
        if digest != expected:
            raise ModelError(f"The file {name} of the model {manifest.name} was changed or cut off")


def sha256_of(path: Path) -> str:
    """In hex, read in parts: files may be larger than the memory. Raises OSError."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
