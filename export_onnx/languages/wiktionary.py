"""English words in other languages as Wiktionary translates them, a sense a line (Buchmeier's
lists): `dog {n} (animal) :: cane {m}, cagna {f}`."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Set as AbstractSet
from pathlib import Path

from export_onnx.compact.data import DataError
from export_onnx.languages.dictionaries import Translations, is_word, listed

CODES = {"arb": ("ar",), "cmn": ("zh",), "no": ("nb",), "sh": ("hr", "sr")}
"""By how the file names it, the languages: Serbo-Croatian is read by script."""

_HEADWORD = re.compile(r"([^{(/]+) \{")


def read_wiktionary(folder: Path, wanted: AbstractSet[str]) -> dict[str, Translations]:
    """By language, what the English words `wanted` may be, from `en-*-enwiktionary.txt`: first what
    most senses of a word have, for the senses stand in no order. Raises DataError."""
    found: dict[str, Translations] = {}
    for path in sorted(folder.glob("en-*-enwiktionary.txt")):
        code = path.name.split("-")[1]
        senses = _senses(path, wanted)
        for language in CODES.get(code, (code,)):
            found[language] = _translations(senses, language)
    if not found:
        raise DataError(f"There are no dictionaries of English in {folder}")
    return found


def _senses(path: Path, wanted: AbstractSet[str]) -> dict[str, list[str]]:
    """By English word, what stands on the right of its lines, in their order."""
    found: defaultdict[str, list[str]] = defaultdict(list)
    try:
        for line in path.read_text("utf-8").splitlines():
            left, _, right = line.partition(" :: ")
            headword = _HEADWORD.match(left)
            if headword and headword[1].lower() in wanted:
                found[headword[1].lower()].append(right)
    except (OSError, ValueError) as error:
        raise DataError(f"{path.name} cannot be read: {error}") from error
    return found


def _translations(senses: dict[str, list[str]], language: str) -> Translations:
    found = Translations()
    for english, each in senses.items():
        said = Counter(word for right in each for word in listed(right) if is_word(word, language))
        for place, (word, _) in enumerate(said.most_common()):
            found.add(english, word, place)
    return found
