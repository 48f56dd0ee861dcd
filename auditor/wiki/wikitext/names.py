"""What a wiki calls its namespaces and the options of images, as it says itself (`action=query`,
`meta=siteinfo`).

Names of namespaces are compared without regard to case, options with regard to it; the English
names hold on every wiki. See https://www.mediawiki.org/wiki/Help:Images and
https://www.mediawiki.org/wiki/Manual:Page_title.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from html import unescape
from typing import Any
from urllib.parse import unquote

MEDIA, FILE, TEMPLATE = -2, 6, 10
"""Numbers of namespaces on every wiki (MediaWiki, Defines.php)."""
ALT = "img_alt"

_WORDS = {
    ALT: ("alt=$1",),
    "img_baseline": ("baseline",),
    "img_border": ("border",),
    "img_bottom": ("bottom",),
    "img_center": ("center", "centre"),
    "img_class": ("class=$1",),
    "img_framed": ("frame", "framed", "enframed"),
    "img_frameless": ("frameless",),
    "img_lang": ("lang=$1",),
    "img_left": ("left",),
    "img_link": ("link=$1",),
    "img_manualthumb": ("thumbnail=$1", "thumb=$1"),
    "img_middle": ("middle",),
    "img_none": ("none",),
    "img_page": ("page=$1", "page $1"),
    "img_right": ("right",),
    "img_sub": ("sub",),
    "img_super": ("super", "sup"),
    "img_text_bottom": ("text-bottom",),
    "img_text_top": ("text-top",),
    "img_thumbnail": ("thumb", "thumbnail"),
    "img_top": ("top",),
    "img_upright": ("upright", "upright=$1", "upright $1"),
    "img_width": ("$1px",),
}
"""Magic words of image options and their English spellings; $1 stands for the value."""
_WIDTH = re.compile(r"\d*(?:x\d+)?\s*(?:px\s*)?")
"""A value of img_width; "px" twice is let pass."""
_UNSEEN = re.compile("[\u200e\u200f\u202a-\u202e]")
"""Marks of direction, which titles lose."""
_BAD = re.compile(r"[\[\]{}|<>\x00-\x1f\x7f]")


@dataclass(frozen=True, slots=True)
class SiteNames:
    """The names of one wiki; the local one first everywhere."""

    lang: str = "en"
    """Language of its content."""
    wiki: str = ""
    """Its short name, such as "enwiki"; "" where it does not say."""
    file: tuple[str, ...] = ("File", "Image")
    media: tuple[str, ...] = ("Media",)
    """What links to a file itself, and shows no image."""
    template: tuple[str, ...] = ("Template",)
    options: tuple[tuple[str, tuple[str, ...]], ...] = tuple(_WORDS.items())
    """Magic word ("img_alt") and its spellings ("alt=$1")."""
    first_letter: bool = True
    """Are "cat.jpg" and "Cat.jpg" one file?"""
    told: bool = True
    """Are these all names? False: they are those of MediaWiki in this language, and the wiki was
    not asked for further ones."""

    @property
    def alt_key(self) -> str:
        """What the wiki writes before "=" for an alternative text: "alternativtext" in German."""
        words = dict(self.options)[ALT]
        return next(word[: -len("=$1")] for word in words if word.endswith("=$1"))


ENGLISH = SiteNames()


def site_names(query: Mapping[str, Any]) -> SiteNames:
    """The names in the answer of siteinfo: `general`, `namespaces`, `namespacealiases` and
    `magicwords`, formatversion 1 or 2. Raises KeyError, TypeError or AttributeError for another
    shape."""
    general = query["general"]
    return SiteNames(
        lang=general["lang"],
        wiki=general.get("wikiid", ""),
        file=_namespace(query, FILE, ENGLISH.file),
        media=_namespace(query, MEDIA, ENGLISH.media),
        template=_namespace(query, TEMPLATE, ENGLISH.template),
        options=option_words({word["name"]: word["aliases"] for word in query["magicwords"]}),
        first_letter=query["namespaces"][str(FILE)].get("case", "first-letter") == "first-letter",
    )


def option_words(local: Mapping[str, Iterable[str]]) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """`SiteNames.options` of a wiki's own spellings by magic word. One of an alternative text that
    has no place for the text is left out."""
    found = {}
    for name, english in _WORDS.items():
        spellings = dict.fromkeys((*local.get(name, ()), *english))
        found[name] = tuple(each for each in spellings if name != ALT or each.endswith("=$1"))
    return tuple(found.items())


def _namespace(query: Mapping[str, Any], number: int, english: Iterable[str]) -> tuple[str, ...]:
    needed = number != MEDIA  # which an export may leave out
    own = query["namespaces"][str(number)] if needed else query["namespaces"].get(str(number), {})
    aliases = (
        alias.get("alias", alias.get("*"))
        for alias in query["namespacealiases"]
        if alias["id"] == number
    )
    names = (own.get("name", own.get("*")), own.get("canonical"), *aliases, *english)
    return tuple(dict.fromkeys(name for name in names if name))


def option(text: str, names: SiteNames, *, kinds: Iterable[str] | None = None) -> str | None:
    """The magic word of one option of an image ("img_alt"), or None for a caption.

    `kinds`: the magic words that count, all of them if None. Spaces before the "=" of an
    alternative text are let pass: MediaWiki takes such a text for a caption, but nobody who writes
    one means it.
    """
    text = text.strip()
    wanted = None if kinds is None else frozenset(kinds)
    for word, pattern in _patterns(names):
        if wanted is not None and word not in wanted:
            continue
        match = pattern.fullmatch(text)
        if match and (word != "img_width" or _WIDTH.fullmatch(match["value"])):
            return word
    return None


@cache
def _patterns(names: SiteNames) -> tuple[tuple[str, re.Pattern[str]], ...]:
    """One pattern for each spelling: words without a value first, as MediaWiki has it."""
    spellings = [(word, alias) for word, aliases in names.options for alias in aliases]
    spellings.sort(key=lambda pair: "$1" in pair[1])
    return tuple((word, _pattern(alias, word)) for word, alias in spellings)


def _pattern(alias: str, word: str) -> re.Pattern[str]:
    escaped = re.escape(alias).replace(r"\$1", "(?P<value>.*)")
    if word == ALT:
        escaped = escaped.replace("=", r"\s*=")
    return re.compile(escaped, re.DOTALL)


def in_namespace(title: str, namespace: tuple[str, ...]) -> bool:
    """Whether a title begins with one of the names of a namespace and a colon."""
    prefix, colon, _ = title.partition(":")
    return bool(colon) and _folded(prefix) in {_folded(name) for name in namespace}


def file_name(title: str, names: SiteNames, *, bare: bool = False) -> str | None:
    """The file that a title names, as MediaWiki writes it: "File:big_cat.jpg" is "Big cat.jpg".

    None where it names none: no name of the namespace before the colon (`bare`: it may be left
    out), or what no title may hold.
    """
    text = _UNSEEN.sub("", unescape(unquote(title) if "%" in title else title))
    text = text.partition("#")[0]
    if in_namespace(text, names.file):
        text = text.partition(":")[2]
    elif not bare:
        return None
    text = " ".join(text.replace("_", " ").split())
    if not text or _BAD.search(text):
        return None
    return upper_first(text) if names.first_letter else text


def template_name(title: str, names: SiteNames) -> str:
    """A template's name without its namespace, with spaces, the first letter upper."""
    text = title.replace("_", " ").strip()
    if in_namespace(text, names.template):
        text = text.partition(":")[2]
    return upper_first(" ".join(text.split()))


def upper_first(text: str) -> str:
    """The text with a capital first, where that is one letter as well (not for "ß")."""
    first = text[:1].upper()
    return first + text[1:] if len(first) == 1 else text


def _folded(name: str) -> str:
    return " ".join(_UNSEEN.sub("", name).replace("_", " ").split()).casefold()
