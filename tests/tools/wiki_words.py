"""Makes `auditor/wiki/wikitext/words.json`: what each language of MediaWiki calls the namespaces of
files, media, templates and categories, and the options of images.

    python -m tests.tools.wiki_words [--ask HOST]... SOURCE... > auditor/wiki/wikitext/words.json

A SOURCE is a file with answers of siteinfo (`api.php?action=query&meta=siteinfo&formatversion=2`
with `siprop=general|namespaces|namespacealiases|magicwords`), as they came or in a list `wikis`, or
a folder of MediaWiki's own `languages/messages`, of which only these words are read. `--ask` asks a
wiki. Later sources add to what earlier ones say; local names of a siteinfo come first, as the wiki
itself has the last word.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

SPACES = {
    "NS_MEDIA": "media",
    "NS_FILE": "file",
    "NS_TEMPLATE": "template",
    "NS_CATEGORY": "category",
}
NUMBERS = {-2: "media", 6: "file", 10: "template", 14: "category"}
OLD = {"NS_IMAGE": "NS_FILE"}
OTHER_CODES = {
    # Codes that MediaWiki no longer uses, and wikis that have another code than their language
    # (LanguageCode::DEPRECATED_LANGUAGE_CODE_MAPPING; the list of Wikipedias).
    **{"als": "gsw", "bat-smg": "sgs", "be-x-old": "be-tarask", "fiu-vro": "vro", "no": "nb"},
    **{"roa-rup": "rup", "zh-classical": "lzh", "zh-min-nan": "nan", "zh-yue": "yue"},
    **{"simple": "en", "eml": "egl", "nrm": "nrf", "bh": "bho", "crh": "crh-latn"},
    **{"sr-cyrl": "sr-ec", "sr-latn": "sr-el"},
}
_STRING = re.compile(r"'((?:[^'\\]|\\.)*)'|\"((?:[^\"\\]|\\.)*)\"")
_COMMENT = re.compile(r"/\*.*?\*/|(?m:^[ \t]*(?:#|//)[^\n]*$)", re.DOTALL)

Words = dict[str, list[str]]
"""By the name of a namespace ("file") or a magic word ("img_alt"), the local one first."""


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--ask", action="append", default=[], metavar="HOST")
    parser.add_argument("sources", nargs="*", type=Path, metavar="SOURCE")
    given = parser.parse_args()
    found: dict[str, Words] = {}
    for path in given.sources:
        told = _messages(path) if path.is_dir() else _answers(json.loads(path.read_text("utf-8")))
        for lang, words in told:
            _join(found.setdefault(lang, {}), words, first=path.is_file())
    for host in given.ask:
        for lang, words in _answers(_asked(host)):
            _join(found.setdefault(lang, {}), words, first=True)
    english = found.get("en", {})
    codes = {old: new for old, new in sorted(OTHER_CODES.items()) if new in found}
    languages = ",\n".join(
        f"{json.dumps(lang)}:{_packed(_local(words, english))}"
        for lang, words in sorted(found.items())
    )
    sys.stdout.write(f'{{"codes":{_packed(codes)},\n"languages":{{\n{languages}\n}}}}\n')


def _local(words: Words, english: Words) -> Words:
    """What is not the same in English."""
    return {
        key: values
        for key, values in sorted(words.items())
        if not set(values) <= set(english.get(key, ()))
    }


def _packed(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _join(known: Words, more: Words, *, first: bool) -> None:
    for key, values in more.items():
        old = known.get(key, [])
        known[key] = list(dict.fromkeys([*values, *old] if first else [*old, *values]))


# Answers of siteinfo


def _answers(data: Any) -> Iterator[tuple[str, Words]]:
    """From one answer, a list of them, or `{"wikis": […]}` of abridged ones."""
    if isinstance(data, dict) and "wikis" in data:
        yield from (_abridged(wiki) for wiki in data["wikis"])
        return
    for answer in data if isinstance(data, list) else [data]:
        query = answer.get("query", answer)
        words: Words = {}
        for number, name in NUMBERS.items():
            space = query["namespaces"].get(str(number), {})
            aliases = (
                alias.get("alias", alias.get("*"))
                for alias in query["namespacealiases"]
                if alias["id"] == number
            )
            words[name] = [each for each in (space.get("name", space.get("*")), *aliases) if each]
        for word in query["magicwords"]:
            if word["name"].startswith("img_"):
                words[word["name"]] = list(word["aliases"])
        yield query["general"]["lang"].lower(), words


def _abridged(wiki: Mapping[str, Any]) -> tuple[str, Words]:
    words: Words = {name: list(word["aliases"]) for name, word in wiki["magic_words"].items()}
    for name in ("file", "media", "template"):
        space = wiki[f"{name}_namespace"]
        words[name] = [space["local"], *space["aliases"]]
    return wiki["lang"].lower(), words


def _asked(host: str) -> Any:
    import httpx

    asked = {"action": "query", "meta": "siteinfo", "format": "json", "formatversion": "2"}
    props = "general|namespaces|namespacealiases|magicwords"
    answer = httpx.get(f"https://{host}/w/api.php", params={**asked, "siprop": props})
    return answer.raise_for_status().json()


# MediaWiki's own files


def _messages(folder: Path) -> Iterator[tuple[str, Words]]:
    """The words of each language, with those that it takes over from the languages it falls back
    to: their options are right in it too, and the names of their namespaces, where it has none of
    its own."""
    files = {_code(path): _php(path.read_text("utf-8")) for path in folder.glob("Messages*.php")}
    for code, (words, fallback, _) in files.items():
        joined = {key: list(values) for key, values in words.items()}
        for other in (*fallback, "en"):
            more, _, aliases = files.get(other, ({}, (), {}))
            for key, values in more.items():
                if key.startswith("img_"):
                    joined[key] = [*joined.get(key, ()), *values]
                elif key in joined:
                    joined[key] = [*joined[key], *aliases.get(key, ())]
                else:
                    joined[key] = list(values)
        yield code, {key: list(dict.fromkeys(values)) for key, values in joined.items()}


def _code(path: Path) -> str:
    return path.stem.removeprefix("Messages").replace("_", "-").lower()


def _php(text: str) -> tuple[Words, tuple[str, ...], Words]:
    """(words, languages it falls back to, aliases of namespaces alone)."""
    text = _COMMENT.sub("", text)
    words: Words = {}
    names = _array(text, "namespaceNames")
    for constant, value in re.findall(r"(NS_\w+)\s*=>\s*((?:'[^']*')|(?:\"[^\"]*\"))", names):
        if name := SPACES.get(OLD.get(constant, constant)):
            words.setdefault(name, []).append(_spaced(value[1:-1]))
    aliases: Words = {}
    for one, two, constant in re.findall(
        r"(?:'([^']*)'|\"([^\"]*)\")\s*=>\s*(NS_\w+)", _array(text, "namespaceAliases")
    ):
        if name := SPACES.get(OLD.get(constant, constant)):
            aliases.setdefault(name, []).append(_spaced(one or two))
    for name, values in aliases.items():
        words[name] = [*words.get(name, ()), *values]
    for name, values in re.findall(
        r"'(img_\w+)'\s*=>\s*(?:\[|array\()(.*?)(?:\]|\)),?\s*$",
        _array(text, "magicWords"),
        re.MULTILINE,
    ):
        words[name] = list(_strings(values))[1:]  # the first says whether case counts
    found = re.search(r"\$fallback\s*=\s*'([^']*)'", text)
    fallback = tuple(re.split(r",\s*", found[1])) if found and found[1] else ()
    return words, fallback, aliases


def _array(text: str, name: str) -> str:
    found = re.search(
        rf"\${name}\s*=\s*(?:\[|array\()(.*?)^(?:\]|\));", text, re.DOTALL | re.MULTILINE
    )
    return found[1] if found else ""


def _strings(text: str) -> Iterable[str]:
    return (single or double for single, double in _STRING.findall(text))


def _spaced(name: str) -> str:
    return name.replace("_", " ")


if __name__ == "__main__":
    main()
