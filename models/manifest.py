"""What a model is: frozen data that travels with its files."""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from functools import lru_cache
from pathlib import Path
from typing import Any

from models.errors import ModelsError

SQUASH, SHORTEST, LONGEST = RESIZES = ("squash", "shortest", "longest")
"""The whole picture is squeezed into the square; its shorter side is fitted and the middle cut
out; its longer side is fitted and the rest filled with black."""
BICUBIC, BILINEAR = FILTERS = ("bicubic", "bilinear")


MOST = 1_000_000
"""Of each size in a manifest: no network is as wide, and no text as long."""
MOST_MANIFEST = 1_000_000
"""Bytes of a manifest."""


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
    objects_size: int = 0
    """Side of the square picture that an object detector reads, in pixels; 0: there is none."""
    object_classes: tuple[str, ...] = ()
    """English names of what it finds. The last entries of the shared embedding are theirs: of a
    picture, the log odds of each class above their mean; of a text, how much it names each."""
    object_usual: tuple[float, ...] = ()
    """Mean log odds of each class."""
    object_weight: float = 0.0
    """What the end of a text's embedding holds for a class that it surely names."""
    precision: str = "fp32"
    """Of the arithmetic: fp32, fp16 or int8."""
    opset: int = 18
    """The ONNX operator set of both towers."""
    further_languages: tuple[str, ...] = ()
    """Those of `languages` whose texts a text tower of their own embeds, into the same space."""
    sentence_languages: tuple[str, ...] = ()
    """As `languages`, of sentence embeddings that another model lends; empty: the same."""
    compatibility_by_language: Mapping[str, Calibration] = field(default_factory=dict)
    """As `compatibility`, by primary language subtag, for languages that need their own."""
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
        return _holds(self.languages, language)

    def compares(self, language: str | None) -> bool:
        """The same of texts held against texts: the sentence embeddings may be another model's."""
        return _holds(self.sentence_languages or self.languages, language)

    def is_further(self, language: str | None) -> bool:
        """Whether texts in a language go to the further text tower; not where it is unknown."""
        known = bool(language and self.further_languages)
        return known and _holds(self.further_languages, language)

    def speaking(self, language: str | None) -> Manifest:
        """The same with the calibration for texts in a language, where it has one of its own."""
        primary = primary_subtag(language or "")
        found = next(
            (
                c
                for tag, c in self.compatibility_by_language.items()
                if primary_subtag(tag) == primary
            ),
            None,
        )
        return self if found is None else replace(self, compatibility=found)

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Manifest:
        """Raises ModelError naming what is missing or unknown."""
        values = dict(data)
        try:
            for key in ("compatibility", "relevance"):
                values[key] = Calibration(**values[key])
            by_language = values.get("compatibility_by_language", {})
            values["compatibility_by_language"] = {
                tag: Calibration(**each) for tag, each in by_language.items()
            }
            for key in ("sentence_languages", "further_languages"):
                values[key] = tuple(values.get(key, ()))
            for key in ("image_mean", "image_std", "languages"):
                values[key] = tuple(values[key])
            for key in ("object_classes", "object_usual"):
                values[key] = tuple(values.get(key, ()))
            manifest = cls(**values)
        except (AttributeError, KeyError, TypeError) as error:
            raise ModelError(f"The model's manifest is not complete: {error}") from error
        if wrong := _wrong(manifest):
            raise ModelError(f"The model's manifest cannot be used: {wrong}")
        return manifest


def _wrong(manifest: Manifest) -> str:
    """What of a manifest is not of its type or in its range, "" when all is: it may have come from
    anywhere, and its numbers say how much memory is taken."""
    for each in fields(manifest):
        value = getattr(manifest, each.name)
        if not _fits(value, str(each.type)):
            return f"{each.name} is {value!r:.60}"
    for name in ("image_size", "dimension", "max_tokens"):
        if not 1 <= getattr(manifest, name) <= MOST:
            return f"{name} is {getattr(manifest, name)}"
    for name in ("sentence_dimension", "text_length", "pad_id", "objects_size"):
        if not 0 <= getattr(manifest, name) <= MOST:
            return f"{name} is {getattr(manifest, name)}"
    if len(manifest.object_classes) > manifest.dimension:
        return f"object_classes has {len(manifest.object_classes)} names"
    if len(manifest.object_usual) not in (0, len(manifest.object_classes)):
        return f"object_usual has {len(manifest.object_usual)} numbers"
    strange = [name for name in manifest.files if not _plain(name)]
    return f"{strange[0]!r:.60} is no name of a file" if strange else ""


def _fits(value: Any, kind: str) -> bool:
    if kind == "Calibration":
        return _number(value.slope) and _number(value.intercept)
    if kind.startswith("tuple[float"):
        return ("..." in kind or len(value) == 3) and all(map(_number, value))
    if kind == "float":
        return _number(value)
    if kind.startswith("tuple[str"):
        return all(type(each) is str for each in value)
    if kind == "Mapping[str, Calibration]":
        return all(_fits(each, "Calibration") for each in value.values())
    if kind.startswith("Mapping"):
        return isinstance(value, dict) and all(type(each) is str for each in value.values())
    return type(value).__name__ == kind


@lru_cache(10_000)
def _holds(languages: tuple[str, ...], language: str | None) -> bool:
    """Asked several times of each text, of lists of many languages."""
    primary = primary_subtag(language or "")
    return not primary or not languages or primary in map(primary_subtag, languages)


@lru_cache(10_000)
def primary_subtag(tag: str) -> str:
    """In lower case (BCP 47); Norwegian is written in two ways and named in three."""
    primary = tag.replace("_", "-").partition("-")[0].lower()
    return {"nb": "no", "nn": "no", "iw": "he", "in": "id", "cmn": "zh"}.get(primary, primary)


def _number(value: Any) -> bool:
    return type(value) in (int, float) and math.isfinite(value)


def _plain(name: str) -> bool:
    """Whether it names something right in the folder, on every system."""
    return name not in ("", ".", "..") and not set(name) & set("/\\:\0")


def read_manifest(folder: Path) -> Manifest:
    """Read `manifest.json` of a model's folder. Raises ModelError."""
    path = folder / "manifest.json"
    try:
        found = json.loads(_text(path))
        if not isinstance(found, dict):
            raise ValueError("it is no object")
        return Manifest.from_json(found)
    except FileNotFoundError:
        raise ModelError(f"There is no model in {folder}: manifest.json is missing") from None
    except (ValueError, RecursionError) as error:
        raise ModelError(f"{path} is not valid JSON: {error}") from error
    except OSError as error:
        raise ModelError(f"{path} cannot be read: {error.strerror}") from error


def _text(path: Path) -> str:
    if path.exists() and not path.is_file():
        raise ValueError("it is no regular file")
    if path.stat().st_size > MOST_MANIFEST:
        raise ValueError("it is too large")
    return path.read_text("utf-8")


def verify_files(manifest: Manifest, folder: Path) -> None:
    """Compare every file with its hash. Raises ModelError naming the first that differs, or that is
    no regular file of the folder: a device never ends."""
    for name, expected in manifest.files.items():
        path = folder / name
        if path.exists() and not (path.is_file() and path.resolve().parent == folder.resolve()):
            raise ModelError(f"{name} of the model {manifest.name} is no file of its folder")
        try:
            digest = sha256_of(path)
        except FileNotFoundError:
            raise ModelError(f"The model {manifest.name} lacks the file {name}") from None
        if digest != expected:
            raise ModelError(f"The file {name} of the model {manifest.name} was changed or cut off")


def sha256_of(path: Path) -> str:
    """In hex, read in parts: files may be larger than the memory. Raises OSError."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
