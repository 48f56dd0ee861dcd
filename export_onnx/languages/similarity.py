"""Captions of the sets for semantic similarity, which people and programs put into other languages:
STS benchmark (Cer et al. 2017) and SICK (Marelli et al. 2014).

What a benchmark holds is not read; nor, of SICK, what was made of a caption of a picture that one
shows; nor what other lessons hold out.
"""

from __future__ import annotations

import csv
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from export_onnx.compact.data import DataError
from export_onnx.languages.captions import lines, some
from export_onnx.languages.lessons import Lesson
from export_onnx.languages.measured import KeptBack

Pair = tuple[str, str]
ROWS = {"train": 2000, "dev": 625, "test": 625}
"""Of the parts of the STS benchmark, the rows that are captions, which stand first."""
BY_DEEPL = ("it", "pl", "ru")
"""Of its translations by DeepL, those into languages that have not captions by the thousand."""
MOST = 3000
"""Sentences that are read of one language of one set."""
SICK = Path("JSICK", "jsick", "jsick.tsv")
PERSIAN = Path("FarSick", "FarSick.txt")
DUTCH = Path("sick_nl", "data", "tasks", "sick_nl", "SICK_NL.txt")


def similarity_lessons(folder: Path, measured: KeptBack) -> Iterator[Lesson]:
    """`folder`: with the repositories PhilipMay/stsb-multi-mt, timpal0l/sts-benchmark-swedish,
    kakaobrain/kor-nlu-datasets, dumitrescustefan/RO-STS, verypluming/JSICK, gijswijnholds/sick_nl
    and ZahraGhasemi-AI/FarSick. Raises DataError."""
    english = _sentences(_stsb(folder, "en"))
    files = {tag: _stsb(folder, tag) for tag in BY_DEEPL}
    files["sv"] = [
        (folder / "sts-benchmark-swedish" / "data" / f"{part}-sv.tsv", -3) for part in ROWS
    ]
    files["ko"] = [
        (folder / "kor-nlu-datasets" / "KorSTS" / f"sts-{part}.tsv", -2) for part in ROWS
    ]
    sets = [(tag, _beside(english, _sentences(each), tag)) for tag, each in files.items()]
    sets += [("ro", _romanian(folder / "RO-STS" / "dataset" / "ro-en")), *_sick(folder, measured)]
    for language, pairs in sets:
        allowed = [pair for pair in dict.fromkeys(pairs) if not measured.holds(pair[0])]
        yield from some(allowed, language, "similarity", MOST)


def _stsb(folder: Path, language: str) -> list[tuple[Path, int]]:
    """Files of the three parts, and the column of the first sentence in them."""
    home = folder / "stsb-multi-mt" / "data"
    return [(home / f"stsb-{language}-{part}.csv", 0) for part in ROWS]


def _sentences(files: Sequence[tuple[Path, int]]) -> list[str]:
    """The captions: two in each row, one after the other."""
    found = []
    for (path, column), count in zip(files, ROWS.values(), strict=True):
        listed = path.suffix == ".csv"
        rows = _rows(path, "," if listed else "\t")[0 if listed else 1 :]
        for row in rows[:count]:
            found += [row[column].strip(), row[column + 1].strip()]
    return found


def _beside(english: Sequence[str], own: Sequence[str], language: str) -> list[Pair]:
    if len(english) != len(own):
        raise DataError(f"There are not as many captions in {language} as in English")
    return list(zip(english, own, strict=True))


def _romanian(home: Path) -> list[Pair]:
    found = []
    for part, count in ROWS.items():
        own, english = (lines(home / f"RO-STS.{part}.{tag}")[: 2 * count] for tag in ("ro", "en"))
        found += _beside(english, own, "ro")
    return found


def _sick(folder: Path, measured: KeptBack) -> Iterator[tuple[str, list[Pair]]]:
    """A sentence stands in several rows: it is left out where one of them is of a picture or of a
    caption that is measured."""
    named = _named(folder / SICK)
    kept_back = {
        sentence
        for row in named.values()
        if measured.shows(f"{row['image_ID'].split('_')[0]}.jpg")
        or measured.holds(row["original_caption"])
        for sentence in _both(row, "sentence_{}_En")
    }
    for language, own, field in (
        ("ja", named, "sentence_{}_Ja"),
        ("nl", _named(folder / DUTCH), "sentence_{}"),
        ("fa", _named(folder / PERSIAN), "sentence_{}"),
    ):
        pairs = [
            pair
            for number, row in named.items()
            if number in own
            for pair in zip(_both(row, "sentence_{}_En"), _both(own[number], field), strict=True)
            if pair[0] not in kept_back
        ]
        yield language, pairs


def _both(row: Mapping[str, str], field: str) -> list[str]:
    return [row.get(field.format(name), "").strip() for name in "AB"]


def _named(path: Path) -> dict[str, dict[str, str]]:
    """Rows by the number of the pair."""
    first, *rows = _rows(path, "\t")
    found = (dict(zip(first, row, strict=False)) for row in rows)
    return {row["pair_ID"]: row for row in found}


def _rows(path: Path, delimiter: str) -> list[list[str]]:
    """Lines between tabs are as they stand, those between commas may be quoted. Raises
    DataError."""
    try:
        with path.open(encoding="utf-8-sig", newline="") as file:
            if delimiter == "\t":
                return list(csv.reader(file, delimiter=delimiter, quoting=csv.QUOTE_NONE))
            return list(csv.reader(file, delimiter=delimiter))
    except (OSError, ValueError, csv.Error) as error:
        raise DataError(f"{path} cannot be read: {error}") from error
