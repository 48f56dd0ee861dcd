"""What benchmarks measure with: no lesson that comes from elsewhere may hold it."""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from export_onnx.compact.data import DataError, measured_on

_WORD = re.compile(r"\w+")
_COCO = re.compile(r"(?:.*_)?0*(\d+)$")


@dataclass(frozen=True, slots=True)
class KeptBack:
    flickr: frozenset[str]
    coco: frozenset[str]
    """Numbers of pictures there."""
    texts: frozenset[str]
    """English captions of these, by `_plain`."""

    def holds(self, english: str) -> bool:
        return _plain(english) in self.texts

    def shows(self, picture: str) -> bool:
        """`picture`: a file of Flickr30k (`ID.jpg`) or COCO (`COCO_train2014_ID.jpg`)."""
        stem = picture.split(".")[0]
        if stem.startswith("COCO"):
            return _coco_number(stem) in self.coco
        return stem in self.flickr


def read_measured(benchmarks: Path, data: Path) -> KeptBack:
    """Of the languages' pictures and their captions in the training `data`, of Flickr8k's test part
    and of COCO; a benchmark that is not there has nothing. Raises DataError."""
    try:
        languages = measured_on(benchmarks)
        captions = list(_flickr8k(benchmarks / "flickr8k-ratings" / "captions.tsv"))
        own = _flickr8k(data / "flickr8k" / "captions.tsv")
        captions += [(name, text) for name, text in own if name in languages]
        coco = _json(benchmarks / "coco" / "captions.json")
        spoken = _json(benchmarks / "multilingual" / "captions.json").get("captions", {})
    except (OSError, KeyError, ValueError) as error:
        raise DataError(f"The benchmarks in {benchmarks} cannot be read: {error}") from error
    texts = [text for _, text in captions] + spoken.get("en", [])
    texts += [text for each in coco.values() for text in each]
    return KeptBack(
        frozenset(name.split(".")[0].split("_")[0] for name in [*languages, *dict(captions)]),
        frozenset(_coco_number(Path(name).stem) for name in coco),
        frozenset(map(_plain, texts)),
    )


def _flickr8k(path: Path) -> Iterator[tuple[str, str]]:
    """Names of pictures and captions."""
    if path.exists():
        with path.open(encoding="utf-8") as lines:
            for caption_id, text in csv.reader(lines, delimiter="\t", quoting=csv.QUOTE_NONE):
                yield caption_id.split("#")[0], text


def _json(path: Path) -> dict[str, dict[str, list[str]]]:
    return json.loads(path.read_text("utf-8")) if path.exists() else {}


def _coco_number(stem: str) -> str:
    found = _COCO.match(stem)
    return found[1] if found else stem


def _plain(text: str) -> str:
    """Its words in lower case."""
    return " ".join(_WORD.findall(text.lower()))
