"""English words in other languages by the Open Multilingual Wordnet (Bond and Foster 2013): words
of two languages mean the same where they stand for one concept of WordNet 3.0."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from collections.abc import Set as AbstractSet
from pathlib import Path

from export_onnx.compact.data import DataError
from export_onnx.languages.dictionaries import Translations, is_word

_CODES = (
    "als:sq bel:be ben:bn cym:cy est:et eus:eu fin:fi gle:ga glg:gl hye:hy isl:is kat:ka lav:lv "
    "lit:lt mkd:mk mlt:mt slk:sk slv:sl swa:sw tam:ta tel:te tha:th urd:ur"
)
LANGUAGES = dict(pair.split(":") for pair in _CODES.split())
"""By how the files name it (ISO 639-3), each language that is read."""
PARTS = {"noun": "n", "verb": "v", "adj": "a"}
"""By the name of an index of WordNet, what its concepts end with."""
SENSES = 3
"""Of an English word that are looked up, the most frequent first."""


def read_wordnets(folder: Path, index: Path, wanted: AbstractSet[str]) -> dict[str, Translations]:
    """By language, what the English words `wanted` may be. `folder`: `wns` of omw-data; `index`:
    of the Debian package wordnet-base, which says which sense of a word is frequent. Raises
    DataError."""
    concepts = _concepts(index, wanted)
    found: dict[str, Translations] = {}
    for path in sorted(folder.rglob("wn-*.tab")):
        language = LANGUAGES.get(path.stem.split("-")[-1])
        if language:
            words = found.setdefault(language, Translations())
            for concept, word in _words(path):
                for english, place in concepts.get(concept, []):
                    if is_word(word, language):
                        words.add(english, word, place)
    if not found:
        raise DataError(f"There are no wordnets in {folder}")
    return found


def _concepts(index: Path, wanted: AbstractSet[str]) -> dict[str, list[tuple[str, int]]]:
    """By concept (`02084071-n`), the words for it, each with the place of this sense among its
    own. A line of the index ends with the concepts of a word, whose number is its third field."""
    found: defaultdict[str, list[tuple[str, int]]] = defaultdict(list)
    for name, part in PARTS.items():
        for line in _lines(index / f"index.{name}"):
            word, *fields = line.split()
            if word in wanted:
                for place, offset in enumerate(fields[-int(fields[1]) :][:SENSES]):
                    found[f"{offset}-{part}"].append((word, place))
    return found


def _words(path: Path) -> Iterator[tuple[str, str]]:
    """Concept and word."""
    for line in _lines(path):
        concept, _, rest = line.partition("\t")
        kind, _, word = rest.partition("\t")
        if kind.split(":")[-1] == "lemma":
            yield concept, word.replace("_", " ").strip()


def _lines(path: Path) -> Iterator[str]:
    """Without those that tell of the file. Raises DataError."""
    try:
        with path.open(encoding="utf-8") as file:
            yield from (line.rstrip("\n") for line in file if line[0] not in "# \n")
    except (OSError, ValueError) as error:
        raise DataError(f"{path} cannot be read: {error}") from error
