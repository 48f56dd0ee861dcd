"""BLIP-2's similarities of a picture and a text in ONNX (Li et al. 2023, section 3.1).

Its folder holds `matching.json` (MatchingManifest), `tokenizer.json` and three networks.
`picture.onnx`: `pixels` (1, 3, size, size) to `answers` (k, dimension) and `seen` (1, cells,
width); `text.onnx`: `ids` (1, t) to `text` (dimension,); `together.onnx`: `ids` and `seen` to
`match`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from PIL import Image
from tokenizers import Tokenizer

from models.language import TOKENIZER_FILE, Floats, open_tokenizer, read_as, require_unchanged
from models.manifest import BICUBIC, SQUASH
from models.prepare import pixels_for
from models.registry import require_folder_with
from models.session import NO_LIMITS, Session, SessionLimits, open_session

MATCHING_FILE = "matching.json"
PICTURE_FILE, TEXT_FILE, TOGETHER_FILE = "picture.onnx", "text.onnx", "together.onnx"


@dataclass(frozen=True, slots=True)
class MatchingManifest:
    """What a model of both similarities is."""

    name: str
    licence: str
    max_tokens: int
    image_size: int
    image_mean: Sequence[float]
    image_std: Sequence[float]
    files: Mapping[str, str]
    """sha256 in hex by file name."""
    image_resize: str = SQUASH
    image_filter: str = BICUBIC
    """As in models.manifest.Manifest."""


@dataclass(frozen=True, slots=True)
class Answered:
    """What was made of a picture."""

    answers: Floats
    """(k, dimension), unit vectors."""
    seen: Floats
    """(1, cells, width)."""


@dataclass(frozen=True, slots=True)
class MatchingModel:
    """Open networks."""

    manifest: MatchingManifest
    picture: Session
    text: Session
    together: Session
    tokenizer: Tokenizer

    def look(self, image: Image.Image) -> Answered:
        """Raises ModelError."""
        given = {"pixels": self.pixels(image)[np.newaxis]}
        return Answered(*self.picture.run(given, ["answers", "seen"]))

    def contrast(self, picture: Answered, text: str) -> float:
        """The best cosine, −1 to 1, of the text with an answer of the picture. Raises
        ModelError."""
        (said,) = self.text.run({"ids": np.array([self.ids(text)])}, ["text"])
        return float((picture.answers @ said).max())

    def match(self, picture: Answered, text: str) -> float:
        """The logarithm of the odds that text and picture match. Raises ModelError."""
        given = {"ids": np.array([self.ids(text)]), "seen": picture.seen}
        return float(self.together.run(given, ["match"])[0])

    def ids(self, text: str) -> list[int]:
        """The ids of a text with its special tokens, cut where they end."""
        return list(self.tokenizer.encode(text).ids)[: self.manifest.max_tokens]

    def pixels(self, image: Image.Image) -> Floats:
        """(3, size, size), as the picture network reads them."""
        return pixels_for(image, self.manifest)


def load_matching(name: str, limits: SessionLimits = NO_LIMITS) -> MatchingModel:
    """Open the model by its name in the cache or by its folder, on the CPU. Raises ModelError."""
    made = "auditor models export hf:OWNER/REPOSITORY makes one of a BLIP-2 for retrieval"
    folder = require_folder_with(MATCHING_FILE, name, f"model {name} of matching", made)
    manifest = read_as(MatchingManifest, folder / MATCHING_FILE, "a model of matching")
    require_unchanged(manifest.files, folder, f"the model {manifest.name}")
    picture, text, together = (
        open_session(folder / f, "cpu", limits) for f in (PICTURE_FILE, TEXT_FILE, TOGETHER_FILE)
    )
    tokenizer = open_tokenizer(folder / TOKENIZER_FILE)
    return MatchingModel(manifest, picture, text, together, tokenizer)
