"""Texts put into made-up wikitext.

    python -m tests.tools.wikitext --count 10000

A case is its number: it comes out the same each time. Each page is read, some of its images get
texts that are hard to write, and the result has to be, byte for byte, the page with these texts in
their places, and has to give back exactly these texts when read again. Prints a line a finding.
"""

from __future__ import annotations

import argparse
import html
import re
import sys
from random import Random

from auditor.wiki.edits.patch import put_alts
from auditor.wiki.wikitext.escape import clean
from auditor.wiki.wikitext.file_uses import file_uses
from auditor.wiki.wikitext.markup import plain
from auditor.wiki.wikitext.names import ENGLISH, SiteNames
from tests.tools.wikitext_pages import GERMAN, Hole, Page, Pieces

HARD = (
    *("|", "[[x|y]]", "{{z}}", "<ref>r</ref>", "''", "'''", "~~~~", "__TOC__", "&amp;", "&lt;"),
    *("&", "http://a.b/?c=d", "\n", '"', "'", "=", "* ", "#", "-{", "}-", "alt=", "thumb", "é"),
    *(
        "</gallery>",
        "<!--",
        "-->",
        "<nowiki/>",
        "]]",
        "}}",
        "{|",
        "|}",
        "==",
        "قطة",
        "🐈",
        "&#x7C;",
    ),
    *(
        "a tabby cat",
        "asleep on",
        "the wall",
        "e\u0301",
        "__",
        "~~",
        "{{{1}}}",
        "\t",
        "[http://x y]",
    ),
)


def alternative(rng: Random) -> str:
    """A text that is hard to write, never empty."""
    words = rng.choices(HARD, k=rng.randint(1, 5))
    return rng.choice(("", " ")).join([*words, rng.choice(("cat", "dog", "'s", "x"))])


def run(number: int) -> str | None:
    """One case; what went wrong, or None."""
    rng = Random(number)
    names = rng.choice((ENGLISH, ENGLISH, GERMAN))
    page = Page(rng, names)
    pieces = page.build()
    before = "".join(piece if isinstance(piece, str) else piece.old for piece in pieces)
    uses = file_uses(before, names)
    found = [(use.kind, use.file, use.refusal is None) for use in uses]
    known = [(each.kind, each.file, each.editable) for each in page.images]
    if found != known:
        return f"{number}: read {found}, not {known}, in {before!r}"
    able = [n for n, each in enumerate(page.images) if each.editable]
    chosen = {n: alternative(rng) for n in able if rng.random() < 0.6}
    after = put_alts(before, [(uses[n], alt) for n, alt in chosen.items()], names)
    pattern, order = _expected(pieces, chosen)
    match = re.fullmatch(pattern, after, re.DOTALL)
    if match is None:
        return f"{number}: {after!r} is not {before!r} with {chosen}"
    for image, value in zip(order, match.groups(), strict=True):
        if html.unescape(value) != clean(chosen[image]) or _unsafe(value):
            return f"{number}: {value!r} stands for {chosen[image]!r}"
    return _read_again(number, page, after, chosen, names)


def _expected(pieces: Pieces, chosen: dict[int, str]) -> tuple[str, list[int]]:
    """A pattern of the page with the texts in, and the images whose texts its groups are."""
    parts, order = [], []
    for piece in pieces:
        if isinstance(piece, Hole) and piece.image in chosen:
            parts.append(f"{re.escape(piece.lead)}(.+?){re.escape(piece.tail)}")
            order.append(piece.image)
        else:
            parts.append(re.escape(piece if isinstance(piece, str) else piece.old))
    return "".join(parts), order


def _unsafe(value: str) -> bool:
    return bool(re.search(r"[|\[\]{}<>\n]|''|~~~|__|://", value))


def _read_again(
    number: int, page: Page, after: str, chosen: dict[int, str], names: SiteNames
) -> str | None:
    for image, (use, known) in enumerate(zip(file_uses(after, names), page.images, strict=True)):
        if not known.editable:
            continue
        wanted = clean(chosen[image]) if image in chosen else known.alt and plain(known.alt)
        read = use.alt and plain(use.alt)
        if read != wanted or (use.file, use.kind) != (known.file, known.kind):
            return f"{number}: image {image} reads {read!r}, not {wanted!r}, in {after!r}"
    return None


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--start", type=int, default=0)
    given = parser.parse_args()
    findings = 0
    for number in range(given.start, given.start + given.count):
        if (finding := run(number)) is not None:
            findings += 1
            print(finding)
    print(f"{given.count} cases from {given.start}: {findings} findings", file=sys.stderr)
    return int(bool(findings))


if __name__ == "__main__":
    sys.exit(main())
