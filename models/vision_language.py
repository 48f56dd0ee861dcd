"""A vision-language model in ONNX: how likely is a text, token by token, after a picture?

Its folder holds `vision_language.json` (VisionLanguageManifest), `picture.onnx`, `decoder.onnx` and
`tokenizer.json`. The picture network takes `pixels` (1, 3, size, size) and gives `rows` (k, width).
The decoder takes `ids` (t,), these `rows` and `past` (layers, 2, groups, p, size); it gives
`logits` (t, vocabulary) and `present`, the past of the next call. Where a picture stands among the
tokens, the id of its row j is -1 - j; else every place looks at all rows (CoCa).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PIL import Image
from tokenizers import Tokenizer

from models.language import (
    DECODER_FILE,
    TOKENIZER_FILE,
    Floats,
    Read,
    empty_past,
    log_softmax,
    open_tokenizer,
    read_as,
    read_with,
    require_unchanged,
)
from models.manifest import BICUBIC, SQUASH, ModelError
from models.prepare import pixels_for
from models.registry import folder_with, require_folder_with
from models.session import NO_LIMITS, Session, SessionLimits, open_session
from models.texts import CLEANINGS

VISION_LANGUAGE_FILE = "vision_language.json"
PICTURE_FILE = "picture.onnx"


@dataclass(frozen=True, slots=True)
class VisionLanguageManifest:
    """What a vision-language model is."""

    name: str
    licence: str
    layers: int
    groups: int
    """Heads of keys and values."""
    size: int
    """Width of one head."""
    rows: int
    """Places that a picture takes among the tokens; 0: every place looks at it."""
    before: Sequence[int]
    after: Sequence[int]
    """Tokens that stand before and after the picture."""
    places: int
    """Most places that can be read; 0: no bound is known."""
    spaced: bool
    """Whether the tokenizer puts a space before a text by itself."""
    image_size: int
    image_mean: Sequence[float]
    image_std: Sequence[float]
    files: Mapping[str, str]
    """sha256 in hex by file name."""
    image_resize: str = SQUASH
    image_filter: str = BICUBIC
    text_cleaning: str = ""
    """As in models.manifest.Manifest."""


@dataclass(frozen=True, slots=True)
class VisionLanguageModel:
    """An open picture network and its decoder."""

    manifest: VisionLanguageManifest
    picture: Session
    decoder: Session
    tokenizer: Tokenizer

    def look(self, image: Image.Image) -> Looking:
        """The model before a picture. Raises ModelError."""
        return self.look_at(self.pixels(image))

    def look_at(self, pixels: Floats) -> Looking:
        """The model before a picture that is ready for it, (3, size, size). Raises ModelError."""
        (rows,) = self.picture.run({"pixels": pixels[np.newaxis]}, ["rows"])
        return Looking(self, rows)

    def pixels(self, image: Image.Image) -> Floats:
        """(3, size, size), as the picture network reads them."""
        return pixels_for(image, self.manifest)

    def tokens(self, text: str) -> list[int]:
        """The ids of a text that goes on after others, nothing added."""
        text = CLEANINGS[self.manifest.text_cleaning](text)
        text = text.removeprefix(" ") if self.manifest.spaced else text
        return list(self.tokenizer.encode(text, add_special_tokens=False).ids)


@dataclass(frozen=True, slots=True)
class Looking:
    """A vision-language model before one picture."""

    model: VisionLanguageModel
    rows: Floats
    """(k, width)."""

    def tokens(self, text: str) -> list[int]:
        """As VisionLanguageModel.tokens."""
        return self.model.tokens(text)

    def begin(self) -> Read:
        """The picture is read, and what stands around it. Raises ModelError."""
        m = self.model.manifest
        picture = range(-1, -1 - m.rows, -1)
        return self._run([*m.before, *picture, *m.after], empty_past(m.layers, m.groups, m.size))[1]

    def read(self, tokens: Sequence[int], before: Read) -> tuple[Floats, Read]:
        """As LanguageModel.read. Raises ModelError, also for more than the model has places for."""
        room = self.room(before)
        if room is not None and len(tokens) > room:
            raise ModelError(
                f"{self.model.manifest.name} reads {self.model.manifest.places} tokens and no more"
            )
        return read_with(tokens, before, self._run)

    def room(self, before: Read) -> int | None:
        """How many more tokens can be read; None: no bound is known."""
        places = self.model.manifest.places
        return max(0, places - before.past.shape[3]) if places else None

    def _run(self, ids: Sequence[int], past: Floats) -> tuple[Floats, Read]:
        """Log-probabilities (t, vocabulary) of what comes after each place."""
        given: dict[str, NDArray[np.generic]] = {
            "ids": np.array(ids, dtype=np.int64),
            "rows": self.rows,
            "past": past,
        }
        logits, present = self.model.decoder.run(given, ["logits", "present"])
        rows = log_softmax(logits)
        return rows, Read(present, rows[-1])


def find_vision_language(name: str) -> Path | None:
    """The folder of a vision-language model by its name in the cache or by its folder."""
    return folder_with(VISION_LANGUAGE_FILE, name)


def load_vision_language(name: str, limits: SessionLimits = NO_LIMITS) -> VisionLanguageModel:
    """Open a vision-language model by its name or folder, on the CPU. Raises ModelError."""
    made = "auditor models export hf:OWNER/REPOSITORY makes one"
    asked = f"vision-language model {name}"
    folder = require_folder_with(VISION_LANGUAGE_FILE, name, asked, made)
    path = folder / VISION_LANGUAGE_FILE
    manifest = read_as(VisionLanguageManifest, path, "a vision-language model")
    require_unchanged(manifest.files, folder, f"the vision-language model {manifest.name}")
    return VisionLanguageModel(
        replace(manifest, files=dict(manifest.files)),
        open_session(folder / PICTURE_FILE, "cpu", limits),
        open_session(folder / DECODER_FILE, "cpu", limits),
        open_tokenizer(folder / TOKENIZER_FILE),
    )
