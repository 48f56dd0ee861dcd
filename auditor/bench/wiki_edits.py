"""Edits of wikitext as `wikipedia/edits.json` has them, and the local names of `locales.json`.

A case is right when the wikitext comes out as it stands there, byte for byte, or when it is refused
for the reason that stands there.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import zip_longest
from pathlib import Path
from typing import Any

from auditor.bench.conformance import Result
from auditor.bench.data.files import folder_of, published_format, read_json
from auditor.wiki.edits.patch import find_use, put_alt
from auditor.wiki.wikitext.file_uses import file_uses
from auditor.wiki.wikitext.names import ALT, SiteNames, site_names
from auditor.wiki.wikitext.uses import FileUse, Refused

KEYS = ("edits", "refusals", "locales")
_OPTIONS = ("img_thumbnail", "img_left", "img_framed", "img_frameless", "img_border", "img_none")
"""Options without a value, for a link in every language."""


def run(folder: Path) -> dict[str, list[Result]]:
    """Results by figure. Raises BenchError."""
    names = read_names(folder)
    path = folder_of(folder, "wikipedia") / "edits.json"
    with published_format(path):
        cases = read_json(path)["cases"]
        results = [(case, _edit(case, names[case["lang"]])) for case in cases]
    return {
        "edits": [result for case, result in results if case["refuse"] is None],
        "refusals": [result for case, result in results if case["refuse"] is not None],
        "locales": [result for each in names.values() for result in _locale(each)],
    }


def read_names(folder: Path) -> dict[str, SiteNames]:
    """The names of wikis by language, as siteinfo would answer them. Raises BenchError."""
    path = folder_of(folder, "wikipedia") / "locales.json"
    with published_format(path):
        return {wiki["lang"]: site_names(_siteinfo(wiki)) for wiki in read_json(path)["wikis"]}


def _siteinfo(wiki: Mapping[str, Any]) -> dict[str, Any]:
    spaces = {"6": wiki["file_namespace"], "10": wiki["template_namespace"]}
    return {
        "general": {"lang": wiki["lang"], "wikiid": wiki["wiki"]},
        "namespaces": {
            number: {"name": space["local"], "canonical": space["canonical"], "case": wiki["case"]}
            for number, space in spaces.items()
        },
        "namespacealiases": [
            {"id": int(number), "alias": alias}
            for number, space in spaces.items()
            for alias in space["aliases"]
        ],
        "magicwords": [
            {"name": name, "aliases": word["aliases"], "case-sensitive": word["case_sensitive"]}
            for name, word in wiki["magic_words"].items()
        ],
    }


def _edit(case: Mapping[str, Any], names: SiteNames) -> Result:
    target, wikitext = case["target"], case["before"]
    uses = file_uses(wikitext, names)
    try:
        use = _use(uses, target["file"], target["occurrence"])
        ours = put_alt(wikitext, use, case["alt"], names)
    except Refused as refused:
        ours = f"refused: {refused.reason}"
    refusal = case["refuse"]
    return Result(case["id"], case["after"] if refusal is None else f"refused: {refusal}", ours)


def _use(uses: Sequence[FileUse], file: str | None, occurrence: int) -> FileUse:
    """The target of a case; where it has no file, of the uses that have none."""
    if file is not None:
        return find_use(uses, file, occurrence)
    return [use for use in uses if use.file is None][occurrence]


def _locale(names: SiteNames) -> Iterator[Result]:
    """Every name of a wiki read in a link, and a text written in the wiki's own way."""
    spellings = dict(names.options)
    options = [each for word in _OPTIONS for each in spellings[word]]
    for space, option in zip_longest(names.file, options):
        link = f"[[{space or names.file[0]}:Cat.jpg|{option or options[0]}|-]]"
        yield _written(names, link, link.replace("|-", f"|{names.alt_key}=new|-"))
    for alias in spellings[ALT]:
        if "$1" in alias:
            link = f"[[{names.file[0]}:Cat.jpg|{alias.replace('$1', 'old')}|-]]"
            yield _written(names, link, link.replace("old", "new"))


def _written(names: SiteNames, link: str, expected: str) -> Result:
    name = f"{names.lang}: {link}"
    uses = file_uses(link, names)
    if [(use.file, use.caption) for use in uses] != [("Cat.jpg", "-")]:
        return Result(name, expected, "not read")
    return Result(name, expected, put_alt(link, uses[0], "new", names))
