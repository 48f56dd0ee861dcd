"""Words that make a text suspicious, one data file a language in `words/`.

A file has sections `[name]`, an entry a line, `#` starts a comment line. Entries are compared as
whole phrases after `text.normalise`, never as parts of words; in Japanese, where no space divides
words, as parts of the text.

Users add files of the same form (`en.txt`, `de.txt`) in a folder of their own; there, `!entry`
takes an entry out. The folder is what the environment variable AUDITOR_WORDS names, else `words`
in the user's configuration folder.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from itertools import chain
from pathlib import Path

from platformdirs import user_config_path

from auditor.errors import AuditorError
from auditor.texts.compare import normalise, starts_with_entry
from auditor.texts.memo import remembered

VARIABLE = "AUDITOR_WORDS"
"""Environment variable that names the folder of the user's own word files."""
KINDS = ("screenshot", "map", "chart", "logo", "portrait", "artwork", "product")
"""Kinds of pictures that have words of their own; where two would do, the first counts."""
TELLING = ("screenshot", "map", "chart", "artwork")
"""Those whose pictures tell something that the name of the kind does not."""
SECTIONS = (
    "placeholder",
    "machine",
    "prefix",
    "prefix-exception",
    "suffix",
    "credit",
    "looks",
    "looks-start",
    "icon",
    "drawn",
    "look",
    "no-destination",
    "complex",
    "complex-exception",
    *KINDS,
    "common",
)


class WordsError(AuditorError):
    """A word file cannot be used; the message is fit to show."""


@dataclass(frozen=True, slots=True)
class WordList:
    """The lists that hold for a text: English, and the language of the text where it has one."""

    placeholder: frozenset[str]
    """Whole texts that tell nothing of any picture."""
    prefix: tuple[str, ...]
    """Openings that only say that a picture is a picture, longest first."""
    prefix_exception: tuple[str, ...]
    """Openings that look like one and are not."""
    suffix: tuple[str, ...]
    """The same at the end, for languages that put it there."""
    credit: tuple[str, ...]
    """Openings of a credit ("photo by"), which a caption has and an alternative text may lack."""
    looks: tuple[str, ...]
    """Ends of a text that tells what a link's picture is ("logo"), not where the link leads."""
    looks_start: tuple[str, ...]
    """Openings of such a text ("logo of")."""
    icon: frozenset[str]
    """What icons are drawn as ("magnifying glass"), where a control should say what it does."""
    drawn: frozenset[str]
    """Words that only a drawing is told by: its shapes, and what it stands on ("background")."""
    look: frozenset[str]
    """Words for how a thing looks: its colour, its size, where it points."""
    no_destination: frozenset[str]
    """Whole texts of a link that would fit any link ("read more")."""
    complex: tuple[str, ...]
    """Words for pictures that hold more than a text can ("bar chart")."""
    complex_exception: tuple[str, ...]
    """Phrases that hold such a word and mean something else ("flip chart")."""
    kinds: Mapping[str, tuple[str, ...]]
    """Words by which captions, file names and classes call a picture a map, a logo, …"""
    telling_kinds: frozenset[str]
    """Names of kinds of pictures that tell something ("bar chart"), which the name does not."""


def parse_words(text: str) -> dict[str, list[str]]:
    """Sections of one file, entries normalised; `!` before an entry is kept. Raises WordsError for
    an entry outside a section, and for a section that nobody knows."""
    sections: dict[str, list[str]] = {}
    entries: list[str] | None = None
    for number, raw in enumerate(text.splitlines(), 1):
        line = raw.strip()
        if not line or line.startswith("#"):
            continue
        if line.startswith("[") and line.endswith("]"):
            if line[1:-1] not in SECTIONS:
                raise WordsError(f"line {number}: there is no section {line}")
            entries = sections.setdefault(line[1:-1], [])
        elif entries is None:
            raise WordsError(f"line {number}: {line!r} stands before the first [section]")
        else:
            entries.append("!" * line.startswith("!") + normalise(line))
    return sections


def user_folder() -> Path:
    """Where the user's own word files are looked for; it need not exist."""
    return _folder(os.environ.get(VARIABLE))


@cache
def _folder(named: str | None) -> Path:
    return Path(named) if named else user_config_path("auditor") / "words"


def words_for(language: str | None, extra: Path | None = None) -> WordList:
    """Lists for a BCP 47 tag. English always counts: tools write it on pages of every language.

    extra: folder of the user's files; None: `user_folder`. Raises WordsError.
    """
    primary = _primary(language or "en")
    return _lists(primary, extra if extra is not None else user_folder())


def check_user_words() -> None:
    """Read every file of the user's folder, so that a fault is said before a scan and not once an
    image. Raises WordsError."""
    folder = user_folder()
    if not folder.is_dir():
        if VARIABLE in os.environ:
            raise WordsError(f"{VARIABLE} names {folder}, and that is no folder")
        return
    for path in sorted(folder.glob("*.txt")):
        _read(path)


def foreign_placeholders(language: str | None) -> frozenset[str]:
    """Placeholders of several words, of every language that `words_for` leaves out: templates bring
    them to pages of other languages, where nobody means anything else ("Descrizione immagine")."""
    return _phrases_but(_primary(language or "en"))


@cache
def _phrases_but(primary: str) -> frozenset[str]:
    others = (lists for tag, lists in _shipped().items() if tag not in ("en", primary))
    found = (entry for lists in others for entry in lists.get("placeholder", ()) if " " in entry)
    return frozenset(found)


@cache
def common_words() -> dict[str, frozenset[str]]:
    """The commonest small words ("the", "und") of each language that has a list, by its tag."""
    sections = {language: lists.get("common", ()) for language, lists in _shipped().items()}
    return {language: frozenset(entries) for language, entries in sections.items() if entries}


@cache
def small_words() -> frozenset[str]:
    """The commonest small words of all languages together."""
    return frozenset().union(*common_words().values())


@cache
def machine_openings() -> tuple[str, ...]:
    """How texts begin that a site makes of its own guesses ("may be an image of"), in every
    language: the site's language need not be the page's. Longest first."""
    return _of_all("machine")


@cache
def screenshot_names() -> tuple[str, ...]:
    """What systems call a screenshot, in every language: the author's system tells no page's
    language. Longest first."""
    return _of_all("screenshot")


def _of_all(section: str) -> tuple[str, ...]:
    lists = (lists.get(section, ()) for lists in _shipped().values())
    return _longest_first(frozenset(chain.from_iterable(lists)))


@cache
def _shipped() -> dict[str, dict[str, list[str]]]:
    """The sections of each of our own files, by its language."""
    folder = files("auditor.texts") / "words"
    return {
        file.name.removesuffix(".txt"): parse_words(file.read_text("utf-8"))
        for file in sorted(folder.iterdir(), key=lambda file: file.name)
        if file.name.endswith(".txt")
    }


@remembered
def _primary(language: str) -> str:
    primary = language.casefold().split("-")[0]
    return primary if re.fullmatch(r"[a-z]{2,3}", primary) else "en"


@cache
def _lists(primary: str, extra: Path) -> WordList:
    merged: dict[str, set[str]] = {section: set() for section in SECTIONS}
    for sections in _sources(sorted({"en", primary}), extra):
        for section, entries in sections.items():
            added = {entry for entry in entries if not entry.startswith("!")}
            merged[section] |= added
            merged[section] -= {entry[1:] for entry in entries} - added
    return WordList(
        placeholder=frozenset(merged["placeholder"]),
        prefix=_longest_first(merged["prefix"]),
        prefix_exception=_longest_first(merged["prefix-exception"]),
        suffix=_longest_first(merged["suffix"]),
        credit=_longest_first(merged["credit"]),
        looks=_longest_first(merged["looks"]),
        looks_start=_longest_first(merged["looks-start"]),
        icon=frozenset(merged["icon"]),
        drawn=frozenset(merged["drawn"]),
        look=frozenset(merged["look"]),
        no_destination=frozenset(merged["no-destination"]),
        complex=_longest_first(merged["complex"]),
        complex_exception=_longest_first(merged["complex-exception"]),
        kinds={kind: _longest_first(merged[kind]) for kind in KINDS},
        telling_kinds=frozenset(merged["complex"].union(*(merged[kind] for kind in TELLING))),
    )


def _sources(names: list[str], extra: Path) -> Iterator[dict[str, list[str]]]:
    """Our own files, then the user's, so that the user's `!entry` counts."""
    for name in names:
        file = files("auditor.texts") / "words" / f"{name}.txt"
        if file.is_file():
            yield parse_words(file.read_text("utf-8"))
    for name in names:
        path = extra / f"{name}.txt"
        if path.is_file():
            yield _read(path)


def _read(path: Path) -> dict[str, list[str]]:
    try:
        return parse_words(path.read_text("utf-8"))
    except (OSError, UnicodeError, WordsError) as error:
        raise WordsError(f"{path} cannot be used as a word list: {error}") from error


def _longest_first(entries: Iterable[str]) -> tuple[str, ...]:
    return tuple(sorted(entries, key=lambda entry: (-len(entry), entry)))


@remembered
def opening(text: str, openings: tuple[str, ...]) -> str:
    """The first of `openings` that `text` starts with, as whole words; "" when none."""
    plain = normalise(text) + " "
    return next((entry for entry in openings if starts_with_entry(plain, entry)), "")
