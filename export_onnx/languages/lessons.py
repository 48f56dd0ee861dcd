"""What is taught: texts of many languages, each with the English that means the same."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from export_onnx.compact.data import CHINESE, DataError, Example, read_examples, read_parallel

ENGLISH = "en"
CAPTIONS = 3
"""English captions that are read of each picture of Flickr8k."""
ENGLISH_TENTHS = 2
"""Of the English texts that are read: the program has another tower for them, so they only show
the space."""
NAMES = 900
KEYWORDS = 120
"""Names of things, and lists of what they bring to mind, that are read of each language."""
LISTED = 5
"""Words of such a list."""
LOOKED_AT = 4096
"""Pictures of the training data on which a builder looks at what it makes."""
HELD_OUT = 8
"""One sentence, one picture in so many is never taught, in any language."""
NAMED_IN = (
    "af am ar as az be bg bn br bs ca cs cy da de el es et eu fa fi fil fr ga gd gl gu ha he hi hr "
    "hu hy id is it ja jv ka kk km kn ko ku ky lo lt lv mk ml mn mr ms my ne nl no om or pa pl ps "
    "pt ro ru sd si sk sl so sq sr sr-Latn su sv sw ta te th tr ug uk ur uz vi xh zh zh-Hant"
)
"""Of the languages that the network was trained on before (Conneau et al. 2020, table 6), those
with names of things."""
STAMPS = "stamps"
INHERITED = "↑↑↑"
"""What CLDR writes where a language has no name of its own."""


@dataclass(frozen=True, slots=True)
class Lesson:
    text: str
    language: str
    english: tuple[str, ...]
    """What the tower says of these, in the mean, is to be said of the text."""
    source: str
    held_out: bool = False


@dataclass(frozen=True, slots=True)
class LessonSources:
    """Where the lessons are."""

    data: Path
    """The folder of docs/models.md with the training sets."""
    benchmarks: Path
    """The folder with the list of pictures that languages are measured on, which are left out."""
    names: Path
    """Of the npm package `cldr-annotations-full`."""
    stamps: Path
    """`tuxpaint/stamps` of the Debian package `tuxpaint-stamps-default`."""
    dictionaries: Path | None = None
    """Indexes and texts of the Debian packages dict-freedict-* and mueller7-dict; without them
    nothing is put into other languages word by word."""
    captions: Path | None = None
    """`data` of Multi30k; without it no captions are read, nor what `portuguese` and `programs`
    made of them."""
    portuguese: Path | None = None
    """`data/multi30k/task1/raw` of framed-multi30k."""
    programs: Path | None = None
    """The repository multi30k-extension."""
    photographs: Path | None = None
    """`data` of nllb-clip: captions of COCO in many languages."""
    sentences: Path | None = None
    """The sentences of Tatoeba; without them none are read."""
    wiktionary: Path | None = None
    """`src` of wiktionary-dict: more words beside `dictionaries`."""
    wordnets: Path | None = None
    """`wns` of omw-data: the same, beside `senses`."""
    senses: Path | None = None
    """`usr/share/wordnet` of the Debian package wordnet-base."""
    iglue: Path | None = None
    """`datasets` of iglue."""
    similar: Path | None = None
    """With the repositories that `similarity.py` names."""
    dutch: Path | None = None
    """`Data` of DutchDescriptions."""
    arabic: Path | None = None
    """`data/Flickr8k_text` of Arabic-Image-Captioning."""
    news: Path | None = None
    """`NTREX-128` of NTREX."""
    aligned: bool = False
    """Whether captions are put word by word by what captions in two languages have in common."""
    rules: bool = False
    """Whether captions are put into other languages by Apertium."""


def read_lessons(sources: LessonSources) -> list[Lesson]:
    """All lessons, always in the same order. Raises DataError."""
    examples = read_examples(sources.data, sources.benchmarks)
    try:
        found = [
            *_english(examples),
            *_translations(read_parallel(sources.data)),
            *_chinese(sources.data, examples),
            *names(sources.names, NAMES),
            *_keywords(sources.names),
            *_stamps(sources.stamps),
        ]
    except (OSError, KeyError, ValueError) as error:
        raise DataError(f"The lessons cannot be read: {error}") from error
    if not found[-1].source == STAMPS:
        raise DataError(f"There are no stamps in {sources.stamps}")
    return found


def flickr_captions(sources: LessonSources) -> list[str]:
    """English captions of the pictures of Flickr8k that are taught. Raises DataError."""
    found: dict[str, None] = {}
    for example in read_examples(sources.data, sources.benchmarks):
        if example.dataset == "flickr8k" and not example.held_out:
            found |= dict.fromkeys(_captions(example)[:CAPTIONS])
    return list(found)


def some_pictures(examples: Sequence[Example]) -> list[Path]:
    """At most LOOKED_AT of the pictures that are trained on, the same each time."""
    paths = [example.picture for example in examples if not example.held_out]
    some = np.random.default_rng(0).permutation(len(paths))[:LOOKED_AT]
    return [paths[place] for place in sorted(some.tolist())]


def english_texts(examples: Sequence[Example]) -> list[str]:
    """All that are taught."""
    found: dict[str, None] = {}
    for example in examples:
        if example.language == ENGLISH and not example.held_out:
            texts = _captions(example) if example.dataset == "flickr8k" else example.texts
            found |= dict.fromkeys(texts)
    return list(found)


def _english(examples: Sequence[Example]) -> Iterator[Lesson]:
    """English as it is, so that the space is learned where most texts are."""
    for text in english_texts(examples):
        if hash_of(text) % 10 < ENGLISH_TENTHS:
            yield Lesson(text, ENGLISH, (text,), "english")


def _captions(example: Example) -> list[str]:
    """Some captions of a picture of Flickr8k, and a text of three."""
    english = [text for text in example.texts if text.isascii()]
    return [*english[:CAPTIONS], english[-1]] if english else []


def _translations(parallel: Mapping[str, Sequence[str]]) -> Iterator[Lesson]:
    for language, texts in parallel.items():
        for english, text in zip(parallel[ENGLISH], texts, strict=True):
            yield Lesson(text, language, (english,), "translations", is_held_out(english))


def _chinese(data: Path, examples: Sequence[Example]) -> Iterator[Lesson]:
    """Captions that people wrote in Chinese."""
    written = json.loads((data / CHINESE).read_text("utf-8"))
    yield from of_pictures(written, examples, "zh", "chinese")


def of_pictures(
    written: Mapping[str, Sequence[str]], examples: Sequence[Example], language: str, source: str
) -> Iterator[Lesson]:
    """What is `written` of a picture of Flickr8k, by its name, means what its English captions
    mean together."""
    for example in examples:
        name = example.picture.name
        if example.dataset == "flickr8k" and not example.held_out:
            english = tuple(_captions(example))
            for text in written.get(name, [])[:CAPTIONS]:
                yield Lesson(text, language, english, source, is_held_out(name))


def names(folder: Path, most: int) -> Iterator[Lesson]:
    """Names of things by the Common Locale Data Repository (Unicode), as they are read aloud: at
    most so many in each language. `folder`: see LessonSources."""
    return _by_sign(folder, "names", most, lambda each: each.get("tts", [])[:1])


def _keywords(folder: Path) -> Iterator[Lesson]:
    """What things bring to mind, by the same: a list of words in each language."""
    return _by_sign(folder, "keywords", KEYWORDS, lambda each: each.get("default", [])[:LISTED])


def _by_sign(
    folder: Path, source: str, count: int, words: Callable[[Mapping[str, list[str]]], list[str]]
) -> Iterator[Lesson]:
    """Of `count` signs in each language, the `words` of its entry."""
    english = _annotations(folder, ENGLISH)
    for tag in NAMED_IN.split():
        own = _annotations(folder, tag)
        shared = sorted(english.keys() & own.keys(), key=lambda sign: hash_of(f"{tag} {sign}"))
        told = ((", ".join(words(own[sign])), ", ".join(words(english[sign]))) for sign in shared)
        whole = [
            (ours, theirs) for ours, theirs in told if ours and theirs and INHERITED not in ours
        ]
        for text, meaning in whole[:count]:
            yield Lesson(text, tag.split("-")[0], (meaning,), source, is_held_out(meaning))


def _annotations(folder: Path, tag: str) -> dict[str, dict[str, list[str]]]:
    """By sign, its name (`tts`) and keywords (`default`)."""
    path = folder / "annotations" / tag / "annotations.json"
    found: dict[str, dict[str, list[str]]] = json.loads(path.read_text("utf-8"))["annotations"][
        "annotations"
    ]
    return found


def _stamps(folder: Path) -> Iterator[Lesson]:
    """What the pictures of a children's drawing program show, one sentence each."""
    spoken = {*NAMED_IN.split(), "nb", "nn"}
    seen: set[str] = set()
    for path in sorted(folder.rglob("*.txt")):
        english, *rest = path.read_text("utf-8").splitlines() or [""]
        if not english.strip() or english in seen:
            continue
        seen.add(english)
        for line in rest:
            name, _, text = line.partition(".utf8=")
            language = re.split("[_@]", name)[0]
            if language in spoken and text.strip():
                yield Lesson(text.strip(), language, (english,), STAMPS, is_held_out(english))


def is_held_out(key: str) -> bool:
    """Decided by a hash, so the same in every language and each time."""
    return hash_of(key) % HELD_OUT == 0


def hash_of(key: str) -> int:
    return int(hashlib.sha256(key.encode()).hexdigest(), 16)
