"""What people wrote, or a program, of pictures that others described in English: a text means what
the English captions of its picture mean together."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path

from export_onnx.compact.data import DataError, Example
from export_onnx.languages.captions import lines
from export_onnx.languages.lessons import CAPTIONS, Lesson, is_held_out, of_pictures
from export_onnx.languages.measured import KeptBack

DESCRIPTIONS = 5
"""Of each picture, in Dutch and in English."""
ARABIC = "Flickr8k.arabic.full.txt"
ARABIC_CAPTIONS = 1
"""That are read of each picture."""
PARTS = ("val",)


def dutch_lessons(folder: Path, measured: KeptBack) -> Iterator[Lesson]:
    """`folder`: `Data` of DutchDescriptions (van Miltenburg et al. 2017): pictures of Flickr30k.
    Raises DataError."""
    for part in PARTS:
        pictures = lines(folder / "splits" / f"{part}_images.txt")
        home = part.capitalize()
        names = [f"English/{home}/{part}.{number + 1}" for number in range(DESCRIPTIONS)]
        names += [f"Dutch/{home}/{part}.{number}" for number in range(DESCRIPTIONS)]
        columns = [lines(folder / name) for name in names]
        if any(len(column) != len(pictures) for column in columns):
            raise DataError(f"{folder}: there are not as many texts as pictures in {part}")
        for picture, *texts in zip(pictures, *columns, strict=True):
            english, dutch = texts[:DESCRIPTIONS], texts[DESCRIPTIONS:]
            if not measured.shows(picture) and not any(map(measured.holds, english)):
                for text in filter(None, dutch):
                    meant = tuple(filter(None, english))[:CAPTIONS]
                    yield Lesson(text, "nl", meant, "dutch", is_held_out(picture))


def arabic_lessons(folder: Path, examples: Sequence[Example]) -> Iterator[Lesson]:
    """`folder`: with the Arabic captions of Flickr8k (ElJundi et al. 2020). Raises DataError."""
    found: defaultdict[str, list[str]] = defaultdict(list)
    for line in lines(folder / ARABIC):
        picture, _, text = line.partition("\t")
        if text.strip():
            found[picture.split("#")[0]].append(text.strip())
    some = {picture: texts[:ARABIC_CAPTIONS] for picture, texts in found.items()}
    yield from of_pictures(some, examples, "ar", "arabic")
