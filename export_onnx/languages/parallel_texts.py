"""Texts that people put into other languages: captions of Multi30k, sentences of Tatoeba.

Both hold a text a line, in two files whose lines mean the same.
"""

from __future__ import annotations

import gzip
from collections import Counter
from collections.abc import Iterator, Sequence
from math import log
from pathlib import Path

from export_onnx.compact.data import DataError, measured_on
from export_onnx.languages.lessons import ENGLISH, Lesson, hash_of, is_held_out

CAPTIONED = ("cs", "de", "fr")
"""Languages of Multi30k (Elliott et al. 2016; Barrault et al. 2018)."""
CAPTIONS = 8000
SENTENCES = 500
"""Captions and sentences that are read of each language."""
_CODES = (
    "af:afr am:amh ar:ara az:aze be:bel bg:bul bn:ben bs:bos ca:cat cs:ces cy:cym da:dan "
    "de:deu el:ell es:spa et:est eu:eus fa:pes fi:fin fr:fra ga:gle gd:gla gl:glg he:heb "
    "hi:hin hr:hrv hu:hun hy:hye id:ind is:isl it:ita ja:jpn jv:jav ka:kat kk:kaz km:khm "
    "ko:kor ku:kur lt:lit lv:lvs mk:mkd ml:mal mn:mon mr:mar ms:zsm nb:nob nl:nld nn:nno "
    "pl:pol pt:por ro:ron ru:rus sk:slk sl:slv sq:sqi sr:srp sv:swe sw:swh ta:tam te:tel "
    "th:tha tl:tgl tr:tur ug:uig uk:ukr ur:urd uz:uzb vi:vie xh:xho zh:cmn"
)
TATOEBA = dict(pair.split(":") for pair in _CODES.split())
"""By language, how the files of the sentences name it (ISO 639-3)."""


def caption_lessons(folder: Path, benchmarks: Path) -> Iterator[Lesson]:
    """`folder`: `data/task1` of Multi30k. Nothing is read of pictures that languages are measured
    on, nor of what other lessons hold out. Raises DataError."""
    measured = {name.split("_")[0] for name in measured_on(benchmarks)}
    pictures = _lines(folder / "image_splits" / "train.txt")
    shown = [name.removesuffix(".jpg") not in measured for name in pictures]
    for language in CAPTIONED:
        lines = [_lines(folder / "raw" / f"train.{tag}.gz") for tag in (ENGLISH, language)]
        if len({len(pictures), *map(len, lines)}) > 1:
            raise DataError(f"{folder}: there are not as many texts in {language} as pictures")
        pairs = zip(*lines, shown, strict=True)
        own = [(english, text) for english, text, allowed in pairs if allowed]
        yield from _some(own, language, "multi30k", CAPTIONS)


def sentence_lessons(folder: Path, captions: Sequence[str]) -> Iterator[Lesson]:
    """`folder`: the sentences of Tatoeba as Artetxe and Schwenk (2019) give them. Of each language
    those that are most like `captions`, by the mean log ratio of how frequent their words are
    there and here (Moore and Lewis 2010). Raises DataError."""
    read = read_sentences(folder)
    sentences = list({english for pairs in read.values() for english, _ in pairs})
    like = _likeness(captions, sentences)
    for language, pairs in read.items():
        own = sorted(pairs, key=lambda pair: -like[pair[0]])[:SENTENCES]
        yield from _some(own, language, "sentences", SENTENCES)


def read_sentences(folder: Path) -> dict[str, list[tuple[str, str]]]:
    """By language, each sentence in English and in it. Raises DataError."""
    return {language: _pairs(folder, code) for language, code in TATOEBA.items()}


def _pairs(folder: Path, code: str) -> list[tuple[str, str]]:
    english, own = (_lines(folder / f"tatoeba.{code}-eng.{tag}") for tag in ("eng", code))
    if len(english) != len(own):
        raise DataError(f"{folder}: there are not as many texts in {code} as in eng")
    return list(zip(english, own, strict=True))


def _likeness(wanted: Sequence[str], texts: Sequence[str]) -> dict[str, float]:
    """Of each text, how much more its words are those of the `wanted` than of all `texts`."""
    there, here = (Counter(_words(" ".join(each))) for each in (wanted, texts))
    kinds = len(there | here)
    ratio = {
        word: log((there[word] + 1) / (there.total() + kinds))
        - log((here[word] + 1) / (here.total() + kinds))
        for word in here
    }
    return {text: sum(map(ratio.__getitem__, _words(text))) / len(_words(text)) for text in texts}


def _words(text: str) -> list[str]:
    return [word.strip(".,!?\"'").lower() for word in text.split()]


def _some(
    pairs: Sequence[tuple[str, str]], language: str, source: str, count: int
) -> Iterator[Lesson]:
    """At most `count` of them, always the same, others for each language."""
    order = sorted(pairs, key=lambda pair: hash_of(f"{language} {pair[0]}"))
    for english, text in order[:count]:
        if text and not is_held_out(english):
            yield Lesson(text, language, (english,), source)


def _lines(path: Path) -> list[str]:
    opened = gzip.open if path.suffix == ".gz" else open
    try:
        with opened(path, "rt", encoding="utf-8") as file:
            return [line.strip() for line in file]
    except (OSError, ValueError) as error:
        raise DataError(f"{path} cannot be read: {error}") from error
