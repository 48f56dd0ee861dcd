"""Puts alternative texts into wikitext, shows what that changes, and sums it up. Nothing is saved
anywhere: a person does that.

Each text goes to the offset that was found for its use, never in the place of an equal string, and
the result is read again: anything else that differs refuses the change.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from difflib import unified_diff

from auditor.wiki.edits.summaries import summary_of
from auditor.wiki.wikitext.escape import clean, escaped
from auditor.wiki.wikitext.file_uses import file_uses
from auditor.wiki.wikitext.markup import plain
from auditor.wiki.wikitext.names import SiteNames
from auditor.wiki.wikitext.templates import NOTHING_KNOWN, Parameters
from auditor.wiki.wikitext.uses import FileUse, Refusal, Refused

Change = tuple[FileUse, str]
"""A use and the text it is to have."""


def find_use(uses: Sequence[FileUse], name: str, occurrence: int) -> FileUse:
    """The use of a file, or of what has none. Raises Refused where the wikitext does not name it
    that often."""
    for use in uses:
        if use.name == name and use.occurrence == occurrence:
            return use
    raise Refused(Refusal.TEMPLATE_GENERATED)


def put_alt(
    wikitext: str,
    use: FileUse,
    alt: str,
    names: SiteNames,
    templates: Parameters = NOTHING_KNOWN,
) -> str:
    """The wikitext with `alt` as the alternative text of one of its uses. Raises Refused."""
    return put_alts(wikitext, [(use, alt)], names, templates)


def put_alts(
    wikitext: str,
    changes: Sequence[Change],
    names: SiteNames,
    templates: Parameters = NOTHING_KNOWN,
) -> str:
    """The wikitext with every change made; the uses are of `file_uses` of this wikitext with the
    same names and templates. Raises Refused."""
    before = file_uses(wikitext, names, templates)
    changed = wikitext
    for start, end, text in sorted((_slot(change) for change in changes), reverse=True):
        changed = changed[:start] + text + changed[end:]
    wanted = {use.start: clean(alt) for use, alt in changes}
    if not _is_only(before, file_uses(changed, names, templates), wanted):
        raise Refused(Refusal.UNSURE)
    return changed


def refusal_of(use: FileUse, alt: str) -> Refusal | None:
    """Why `alt` is not written for a use; None: it may be."""
    if use.refusal is not None:
        return use.refusal
    return None if clean(alt) else Refusal.EMPTY


def _slot(change: Change) -> tuple[int, int, str]:
    """What is replaced, and by what. Raises Refused."""
    use, alt = change
    refusal = refusal_of(use, alt)
    if refusal is not None:
        raise Refused(refusal)
    slot = use.slot
    assert slot is not None
    return slot.start, slot.end, f"{slot.before}{escaped(clean(alt), use.kind)}{slot.after}"


def _is_only(
    before: Sequence[FileUse], after: Sequence[FileUse], wanted: Mapping[int, str]
) -> bool:
    """Whether two readings differ in the alternative texts that were wanted and in nothing else."""
    return len(before) == len(after) and all(
        _place(old) == _place(new) and _agrees(old, new, wanted.get(old.start))
        for old, new in zip(before, after, strict=True)
    )


def _place(use: FileUse) -> tuple[object, ...]:
    return use.kind, use.file, use.refusal, use.template, use.parameter


def _agrees(old: FileUse, new: FileUse, wanted: str | None) -> bool:
    """Whether a use has the text that was wanted, or, where none was, the one it had."""
    if wanted is not None:
        return new.alt is not None and plain(new.alt) == wanted
    if old.refusal is Refusal.HOLDS_IMAGE:
        return True  # the image within may be what is changed
    if old.alt is None or new.alt is None:
        return old.alt is new.alt
    return old.alt == new.alt or plain(old.alt) == plain(new.alt)


def diff(title: str, revision: int | None, before: str, after: str) -> str:
    """A unified diff against a revision of a page, as `patch` takes it; "" for no change."""
    named = f"revision {revision}" if revision is not None else "as it was read"
    lines = unified_diff(
        _lines(before), _lines(after), title, title, named, "with alternative texts", lineterm="\n"
    )
    return "".join(_ended(lines))


def _lines(text: str) -> list[str]:
    """Lines with their ends, cut at new lines alone."""
    lines = [f"{line}\n" for line in text.split("\n")]
    lines[-1] = lines[-1][:-1]
    return lines if lines[-1] else lines[:-1]


def _ended(lines: Iterator[str]) -> Iterator[str]:
    for line in lines:
        yield line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n"


def summary(changes: Sequence[Change], names: SiteNames, tool: str) -> str:
    """The summary of an edit that makes these changes: what, by which rule, with which tool. Who
    saves it answers for the texts."""
    changes = [(use, alt) for use, alt in changes if plain(use.alt or "") != clean(alt)]
    new = sum(1 for use, _ in changes if use.alt is None or not use.alt.strip())
    return summary_of(new, len(changes) - new, names.lang, names.wiki, tool)
