"""Images of MediaWiki renderings as `wikipedia/cases.json` has them, with the wikitext where a case
gives it; and what `wiki_edits` measures.

A rendering is right when everything that its case says of its images is: alt, its origin, caption,
whether readers see it, link, decoration. White space counts: words that stand apart are two, be it
one space between them or a new line. An origin that a case calls unknown is no claim (its article's
wikitext was not at hand when the data was made) and is left out.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from auditor.bench import wiki_edits
from auditor.bench.conformance import Result
from auditor.bench.data.files import folder_of, published_format, read_json
from auditor.wiki.reading.match import locate
from auditor.wiki.reading.origin import settled
from auditor.wiki.wikitext.file_uses import file_uses
from auditor.wiki.wikitext.names import SiteNames
from extractors.mediawiki.page import read_wiki
from extractors.mediawiki.records import OtherMedia, WikiImage

_FIELDS = {
    "alt": "alt",
    "alt_origin": "origin",
    "caption": "caption",
    "caption_visible": "caption_visible",
    "link": "link",
    "decorative": "decorative",
}
"""What a case says, and the figure that it counts for."""
KEYS = ("cases", *_FIELDS.values(), *wiki_edits.KEYS)
URL = "https://wiki.invalid/wiki/Page"
Case = Mapping[str, Any]


def run(folder: Path) -> dict[str, list[Result]]:
    """Results by figure. Raises BenchError."""
    names = wiki_edits.read_names(folder)
    path = folder_of(folder, "wikipedia") / "cases.json"
    with published_format(path):
        found = evaluate(read_json(path)["cases"], names)
    return found | wiki_edits.run(folder)


def evaluate(cases: Iterable[Case], names: Mapping[str, SiteNames]) -> dict[str, list[Result]]:
    """Results by figure, of `names` by language."""
    found: dict[str, list[Result]] = {key: [] for key in ("cases", *_FIELDS.values())}
    for case in cases:
        fields = _fields(case, names[case["language"]])
        for key, results in fields.items():
            found[key] += results
        wrong = [r for results in fields.values() for r in results if not r.right]
        expected = "; ".join(f"{r.id}: {r.expected}" for r in wrong)
        ours = "; ".join(f"{r.id}: {r.ours}" for r in wrong)
        found["cases"].append(Result(case["id"], expected, ours))
    return found


def _fields(case: Case, names: SiteNames) -> dict[str, list[Result]]:
    results: dict[str, list[Result]] = defaultdict(list)
    items = _media(case, names)
    if len(items) != len(case["expected"]):
        counts = (f"{len(case['expected'])} uses", f"{len(items)} uses")
        return {"alt": [Result(f"{case['id']} uses", *counts)]}
    for number, (expected, item) in enumerate(zip(case["expected"], items, strict=True), 1):
        ours = _said(item)
        for field, key in _FIELDS.items():
            name = f"{case['id']} use {number} {key}"
            if expected["tag"] == "broken-media" and key == "alt":
                results[key].append(Result(name, expected["text"], str(ours[key])))
            elif field in expected and expected[field] != "unknown":
                wanted = _collapsed(expected[field]) if key == "caption" else expected[field]
                results[key].append(Result(name, str(wanted), str(ours[key])))
    return results


def _media(case: Case, names: SiteNames) -> list[WikiImage | OtherMedia]:
    """The uses of files in the order of the page, origins made sure by the wikitext."""
    page = read_wiki(case["html"], URL)
    uses = file_uses(case["wikitext"] or "", names)
    places = locate(page, uses)
    images = [settled(i, place.use, uses) for i, place in zip(page.images, places, strict=True)]
    return sorted([*images, *page.others], key=lambda item: item.order)


def _said(item: WikiImage | OtherMedia) -> Mapping[str, object]:
    common: dict[str, object] = {
        "caption": _collapsed(item.caption),
        "caption_visible": item.caption_visible,
        "link": item.link,
    }
    if isinstance(item, OtherMedia):
        alt = item.text if item.kind == "missing-file" else None
        return common | {"alt": alt, "origin": "none", "decorative": False}
    return common | {"alt": item.alt, "origin": item.origin, "decorative": item.decorative}


def _collapsed(text: str | None) -> str | None:
    return None if text is None else " ".join(text.split())
