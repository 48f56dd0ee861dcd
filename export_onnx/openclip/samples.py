"""Pictures and texts by which a finished model is compared with its network and calibrated."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

import numpy as np
from PIL import Image, ImageDraw

from export_onnx.openclip.errors import ExportError
from models.pictures import PictureError, decode

MOST = 500
"""Pictures of a folder that are looked at."""
TEXTS = (
    "A dog.",
    "Two children in red coats build a snowman in front of a wooden house.",
    "“It’s 5 o’clock” – a clock tower in Prague, 1998",
    "Bar chart: sales of 3,200 units in May &amp; 4,100 in June",
    "Logo of the town library",
    "Portrait of an old man with a white beard, oil on canvas",
    "a plate of spaghetti with tomatoes and basil",
    "Map of the lake and the paths around it",
    "🎉 Happy birthday! 🎂",
    "東京の夜景",
    "Ein Fahrrad lehnt an einer Mauer",
    "IMG_2041.JPG",
)


@dataclass(frozen=True, slots=True)
class Samples:
    pictures: Sequence[Image.Image]
    """RGB, as the program decodes them."""
    texts: Sequence[str]
    paired: bool
    """Whether each text belongs to the picture in its place."""


def read_samples(folder: Path | None) -> Samples:
    """Pairs or pictures of a folder, at most MOST; without one, what is drawn here.

    Pairs are `pairs.json` (a list of `image`, `alt`) or Flickr8k's layout: `captions.tsv`
    (picture#number, tab, text), `images/`, perhaps `dev.txt` that names the pictures to take.
    Raises ExportError.
    """
    if folder is None:
        return Samples([_drawn(number) for number in range(8)], TEXTS, paired=False)
    try:
        pairs = list(islice(_pairs(folder), MOST))
        shown = [_picture(path) for path, _ in pairs] or _pictures(folder)
    except (OSError, KeyError, ValueError, PictureError) as error:
        raise ExportError(f"The pictures in {folder} cannot be read: {error}") from error
    if not shown:
        raise ExportError(f"There are no pictures in {folder}")
    return Samples(shown, [text for _, text in pairs] or TEXTS, paired=bool(pairs))


def _pairs(folder: Path) -> Iterator[tuple[Path, str]]:
    """Each picture once, with the first of its texts."""
    if (folder / "pairs.json").is_file():
        for row in json.loads((folder / "pairs.json").read_text("utf-8")):
            if row["alt"].strip():
                yield folder / row["image"], row["alt"]
    elif (folder / "captions.tsv").is_file():
        wanted = folder / "dev.txt"
        names = set(wanted.read_text("utf-8").split()) if wanted.is_file() else None
        for name, text in _first_captions(folder / "captions.tsv").items():
            if names is None or name in names:
                yield folder / "images" / name, text


def _first_captions(path: Path) -> dict[str, str]:
    first: dict[str, str] = {}
    with path.open(encoding="utf-8", newline="") as file:
        for key, text in csv.reader(file, delimiter="\t", quoting=csv.QUOTE_NONE):
            first.setdefault(key.partition("#")[0], text)
    return first


def _pictures(folder: Path) -> list[Image.Image]:
    """What can be decoded of the files below a folder."""
    shown = []
    for path in sorted(path for path in folder.rglob("*") if path.is_file()):
        try:
            shown.append(_picture(path))
        except PictureError:
            continue
        if len(shown) == MOST:
            break
    return shown


def _picture(path: Path) -> Image.Image:
    return decode(path.read_bytes()).image


def _drawn(number: int) -> Image.Image:
    """Discs and bars over noise, each picture of another size and colours."""
    rng = np.random.default_rng(number)
    width, height = (int(side) for side in rng.integers(60, 700, 2))
    coarse = rng.integers(0, 256, (height // 16 + 1, width // 16 + 1, 3), dtype=np.uint8)
    image = Image.fromarray(coarse).resize((width, height), Image.Resampling.BICUBIC)
    pen = ImageDraw.Draw(image)
    for paint in (pen.ellipse, pen.rectangle, pen.ellipse):
        left, top = int(rng.integers(width)), int(rng.integers(height))
        colour = tuple(int(part) for part in rng.integers(0, 256, 3))
        paint((left, top, left + width // 3, top + height // 3), fill=colour)
    return image
