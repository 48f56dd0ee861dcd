"""What MediaWiki calls namespaces and options of images in each of its languages, for articles from
files, which bring no siteinfo. The wiki itself may have further names (`SiteNames.told`).

`words.json` is made by `tests/tools/wiki_words.py`: names by language where they are not all
English, and codes that stand for another language ("no" for "nb").
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from importlib.resources import files
from typing import Any

from auditor.wiki.wikitext.names import ENGLISH, SiteNames, option_words

_FAMILY = re.compile(
    r"([a-z][a-z0-9-]*)\.(?:m\.)?"
    r"(?:wikipedia|wiktionary|wikibooks|wikinews|wikiquote|wikisource|wikiversity|wikivoyage)\.org"
)
_DATABASE = re.compile(
    r"([a-z][a-z0-9_]*?)"
    r"(?:wiki|wiktionary|wikibooks|wikinews|wikiquote|wikisource|wikiversity|wikivoyage)"
)


def names_in(lang: str, wiki: str = "") -> SiteNames:
    """The names in a language of MediaWiki ("de", also "de-AT"). `wiki`: its short name. Where the
    language is not known, the English ones, which hold on every wiki."""
    code = known_code(lang)
    if code.partition("-")[0] == "en":
        return replace(ENGLISH, lang=lang, wiki=wiki)
    words = _words()["languages"].get(code, {})
    return SiteNames(
        lang=lang or "en",
        wiki=wiki,
        file=_joined(words, "file", ENGLISH.file),
        media=_joined(words, "media", ENGLISH.media),
        template=_joined(words, "template", ENGLISH.template),
        options=option_words(words),
        told=False,
    )


def with_words_of(names: SiteNames) -> SiteNames:
    """Names that a wiki tells in part, with those that its language has for the rest."""
    more = names_in(names.lang, names.wiki)
    return replace(
        names,
        file=tuple(dict.fromkeys((*names.file[:1], *more.file, *names.file))),
        media=tuple(dict.fromkeys((*names.media, *more.media))),
        template=tuple(dict.fromkeys((*names.template[:1], *more.template, *names.template))),
        options=more.options,
        told=more.told,
    )


def known_code(lang: str) -> str:
    """The code that the words of a language stand under: itself, another name of it, or the
    language without its region; "" where none is known."""
    table = _words()
    code = lang.lower().replace("_", "-")
    while code:
        code = table["codes"].get(code, code)
        if code in table["languages"]:
            return str(code)
        code = code.rpartition("-")[0]
    return ""


def lang_of_host(host: str) -> str:
    """The language in the name of a wiki of Wikimedia: "de" of de.wikipedia.org; "" of others."""
    found = _FAMILY.fullmatch(host.lower())
    return _real(found[1]) if found and found[1] not in ("www", "species", "m") else ""


def lang_of_database(name: str) -> str:
    """The same of the short name of a wiki: "de" of dewiki."""
    found = _DATABASE.fullmatch(name.lower())
    code = found[1].replace("_", "-") if found else ""
    return _real(code) if known_code(code) else ""


def _real(code: str) -> str:
    real: str = _words()["codes"].get(code, code)
    return real


def _joined(words: Mapping[str, Any], key: str, english: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(dict.fromkeys((*words.get(key, ()), *english)))


@cache
def _words() -> Mapping[str, Any]:
    text = files("auditor.wiki.wikitext").joinpath("words.json").read_text("utf-8")
    words: Mapping[str, Any] = json.loads(text)
    return words
