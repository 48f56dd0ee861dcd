"""Where an edit is made: the section that holds all of it, and that section's new wikitext, as the
wiki's editor has it (`&action=edit&section=N`)."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass
from difflib import SequenceMatcher

from mwparserfromhell.nodes import Heading

from auditor.wiki.wikitext.markup import parse, walk


@dataclass(frozen=True, slots=True)
class EditPlace:
    """What the editor of the wiki is opened with."""

    section: int | None
    """Its number; None: the whole page, as the edit is in more than one section."""
    wikitext: str
    """What stands in the editor after the edit."""


def place_of(before: str, after: str) -> EditPlace:
    """Where the difference of two wikitexts of a page lies. Headings are the same in both."""
    starts, levels = _sections(before)
    first, last = _changed(before, after)
    number = bisect_right(starts, first) - 1
    if bisect_right(starts, last) - 1 != number:
        return EditPlace(None, after)
    level = levels[number]
    # The editor of a section holds those below it, too; that of the beginning holds none.
    later = range(number + 1, len(starts))
    end = next((starts[n] for n in later if number == 0 or levels[n] <= level), len(before))
    stop = len(after) - (len(before) - end)
    return EditPlace(number, after[starts[number] : stop].rstrip("\n") + "\n")


def _sections(wikitext: str) -> tuple[list[int], list[int]]:
    """(offsets, levels) of the sections of a page by number; 0 is what stands before the first
    heading. Headings that templates make, or that stand in them, begin none."""
    found = [(0, 0)]
    for place in walk(parse(wikitext)):
        if isinstance(place.node, Heading) and place.call is None:
            found.append((place.start, place.node.level))
    return [start for start, _ in found], [level for _, level in found]


def _changed(before: str, after: str) -> tuple[int, int]:
    """Offsets in `before` of the first line that differs, and of the end of the last one."""
    old, new = before.splitlines(keepends=True), after.splitlines(keepends=True)
    blocks = SequenceMatcher(None, old, new, autojunk=False).get_opcodes()
    changed = [(start, end) for tag, start, end, *_ in blocks if tag != "equal"]
    if not changed:
        return 0, 0
    offsets = [0]
    for line in old:
        offsets.append(offsets[-1] + len(line))
    return offsets[changed[0][0]], max(offsets[changed[-1][1]] - 1, offsets[changed[0][0]])
