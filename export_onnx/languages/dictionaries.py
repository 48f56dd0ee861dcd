"""Bilingual dictionaries as dictd serves them, and the likeliest translation of a word."""

from __future__ import annotations

import gzip
import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from pathlib import Path

from export_onnx.compact.data import DataError

ENGLISH = "eng"
NAMES = re.compile(r"freedict-([a-z]{3})-([a-z]{3})$")
LANGUAGES = {
    "afr": "af",
    "ara": "ar",
    "bul": "bg",
    "ces": "cs",
    "cym": "cy",
    "dan": "da",
    "deu": "de",
    "ell": "el",
    "epo": "eo",
    "fin": "fi",
    "fra": "fr",
    "gle": "ga",
    "hin": "hi",
    "hrv": "hr",
    "hun": "hu",
    "ind": "id",
    "isl": "is",
    "ita": "it",
    "jpn": "ja",
    "kur": "ku",
    "lat": "la",
    "lit": "lt",
    "nld": "nl",
    "nor": "nb",
    "pol": "pl",
    "por": "pt",
    "slk": "sk",
    "slv": "sl",
    "spa": "es",
    "srp": "sr",
    "swe": "sv",
    "swh": "sw",
    "tur": "tr",
}
"""Of FreeDict's codes (ISO 639-3), those of languages that the network was trained on before."""
RUSSIAN = "mueller7"
"""English-Russian, the one large dictionary of its language."""
_OTHER = "ar be bg bn el fa he hi hy ja ka ko mk ru sr ta te th uk ur zh"
OTHER_SCRIPT = frozenset(_OTHER.split())
"""Languages whose words have no Latin letters; all others have some."""
LONGEST = 30
WORDS = 3
"""Characters and words of a translation; what is longer explains."""
JOINING = frozenset(" '’·-")
"""What may stand between the letters of a word."""
CANDIDATES = 4
CONFIRMED = 4
"""Places that a translation is moved up when it is translated back."""

_DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
_SENSE = re.compile(r"\s*(?:[IVX]+\.\s*)?(?:<[^>]*>\s*)?\d+[.)]")
_ASIDE = re.compile(r"\([^)]*\)|\[[^\]]*\]|<[^>]*>|\{[^}]*\}|\"[^\"]*\"|//.*?//|/[^/]*/|_\w+\.")
_NUMBER = re.compile(r"^\s*(?:[IVX]+\.)?\s*(?:\d+[.)])?\s*|\s*\d+\.\s*$")
_PART = re.compile(r"<([A-Za-z])[^>]*>")
_STRESS = "\N{COMBINING ACUTE ACCENT}"


@dataclass(slots=True)
class Translations:
    """Of one language: by English word in lower case, what it may be."""

    found: dict[str, dict[str, int]] = field(default_factory=dict)
    """By translation, the least place at which a dictionary gives it, counted from 0."""
    confirmed: set[tuple[str, str]] = field(default_factory=set)
    """English word and translation, where a dictionary of the other direction says so too."""

    def add(self, english: str, translation: str, place: int) -> None:
        places = self.found.setdefault(english, {})
        places[translation] = min(place, places.get(translation, place))

    def confirm(self, english: str, translation: str, place: int) -> None:
        self.confirmed.add((english, translation))
        self.add(english, translation, place)

    def join(self, other: Translations) -> None:
        """With what another dictionary of the language says."""
        for english, places in other.found.items():
            for translation, place in places.items():
                self.add(english, translation, place)
        self.confirmed |= other.confirmed


def read_dictionaries(folder: Path, wanted: AbstractSet[str]) -> dict[str, Translations]:
    """By language, what the English words `wanted` may be, from all dictionaries in `folder`
    (`usr/share/dictd` of the Debian packages dict-freedict-* and mueller7-dict). Raises
    DataError."""
    found: dict[str, Translations] = {}
    for index in sorted(folder.glob("*.index")):
        pair = NAMES.match(index.stem)
        source, target = pair.groups() if pair else (ENGLISH, "")
        other = source if target == ENGLISH else target
        language = LANGUAGES.get(other, "ru" if index.stem == RUSSIAN else "")
        if not language or ENGLISH not in (source, target):
            continue
        words = found.setdefault(language, Translations())
        for headword, entry in read_dictd(index):
            if source == ENGLISH:
                _forth(words, headword.lower(), entry, language, wanted)
            elif is_word(headword, language):
                _back(words, headword, entry, wanted)
    if not found:
        raise DataError(f"There are no dictionaries of English in {folder}")
    return found


def joined(dictionaries: Iterable[Mapping[str, Translations]]) -> dict[str, Translations]:
    """By language, what all of them say."""
    found: dict[str, Translations] = {}
    for each in dictionaries:
        for language, translations in each.items():
            found.setdefault(language, Translations()).join(translations)
    return found


def _forth(
    words: Translations, english: str, entry: str, language: str, wanted: AbstractSet[str]
) -> None:
    if english in wanted:
        for place, meaning in enumerate(meanings(entry)):
            if is_word(meaning, language):
                words.add(english, meaning, place)


def _back(words: Translations, headword: str, entry: str, wanted: AbstractSet[str]) -> None:
    if not wanted.isdisjoint(re.findall("[a-z]+", entry.lower())):
        for place, meaning in enumerate(meanings(entry)):
            english = meaning.lower().removeprefix("to ")
            if english in wanted:
                words.confirm(english, headword, place)


def read_dictd(index: Path) -> Iterator[tuple[str, str]]:
    """Headword and entry. A line of the index is a word, the offset and the length of its entry,
    in digits of base 64. Raises DataError."""
    try:
        data = gzip.decompress(index.with_suffix(".dict.dz").read_bytes())
        for line in index.read_text("utf-8").splitlines():
            word, offset, length = line.split("\t")[:3]
            start = _number(offset)
            if not word.startswith("00"):  # what the dictionary says of itself
                yield word, data[start : start + _number(length)].decode("utf-8", "replace")
    except (OSError, ValueError) as error:
        raise DataError(f"{index.name} cannot be read: {error}") from error


def meanings(entry: str) -> list[str]:
    """The translations in an entry, in its order: of each numbered sense, or of the first line."""
    lines = [line for line in entry.splitlines()[1:] if line.strip()]
    senses = [line for line in lines if _SENSE.match(line)] or lines[:1]
    return list(dict.fromkeys(each for sense in senses for each in listed(sense)))


def listed(text: str) -> list[str]:
    """What stands between commas, without number, asides and marks of stress."""
    plain = _NUMBER.sub("", _ASIDE.sub(" ", text)).split(". ")[0]
    found = [" ".join(each.split()).strip(" .!?") for each in re.split("[,;،、]", plain)]
    tidy = (unicodedata.normalize("NFC", each.replace(_STRESS, "")) for each in found)
    return [each.replace("~", " ") for each in tidy if each]


def is_word(text: str, language: str) -> bool:
    """Whether it is a word or two, and no explanation."""
    lettered = all(unicodedata.category(each)[0] in "LM" or each in JOINING for each in text)
    if len(text) > LONGEST or len(text.split()) > WORDS or not lettered:
        return False
    latin = re.search("[A-Za-z]", text) is not None
    return any(map(str.isalpha, text)) and latin != (language in OTHER_SCRIPT)


def candidates(word: str, translations: Translations) -> list[str]:
    """The first few translations of an English word, those first that are translated back."""
    places = translations.found.get(word, {})
    confirmed = translations.confirmed

    def late(each: str) -> int:
        return places[each] - CONFIRMED * ((word, each) in confirmed)

    return sorted(places, key=late)[:CANDIDATES]


def _number(digits: str) -> int:
    value = 0
    for digit in digits:
        value = value * 64 + _DIGITS.index(digit)
    return value
