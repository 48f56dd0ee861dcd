"""What changed between two scans as a page that can be mailed: only what is new and asks for work,
what got worse, and what is gone. Styles stand in the elements, since readers of mail drop all
others; no picture, no script, no request."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from jinja2 import ChoiceLoader, Environment, PackageLoader

from auditor.catalogue import ENGLISH, Tongue
from auditor.findings import ASKS_FOR_WORK
from auditor.gate.compare import Change, ChangedUse, Comparison
from auditor.reports.html_templates import templates
from auditor.reports.words import images
from auditor.results import ScanReport

LISTED = 25
"""Images of a sort: a larger mail is cut by its reader."""


@dataclass(frozen=True, slots=True)
class DigestSection:
    """One sort of change."""

    title: str
    pairs: tuple[ChangedUse, ...]
    """The first LISTED."""
    total: int


def digest_html(found: Comparison, old: ScanReport, new: ScanReport) -> str:
    """The page, in the language of the newer report."""
    sections = [section for section in _sections(found, new.tongue) if section.total]
    return (
        _environment(new.tongue)
        .get_template("digest.html")
        .render(
            sections=sections,
            sentence=sentence(sections, new.tongue),
            same_model=found.same_model,
            unread=sum(not pair.read for pair in found.pairs),
            old=old,
            new=new,
        )
    )


def sentence(sections: list[DigestSection], tongue: Tongue = ENGLISH) -> str:
    """ "Worse: 2 images. New, and to be mended: 1 image."; says so where nothing is."""
    if not sections:
        return tongue.translated("Nothing is new, nothing got worse, and nothing is gone.")
    return " ".join(
        tongue.translated(
            "{change}: {images}.", change=each.title, images=images(each.total, tongue)
        )
        for each in sections
    )


def _sections(found: Comparison, tongue: Tongue) -> Iterator[DigestSection]:
    """What nobody knows, since one scan did not read the page, is in none of them."""
    appeared = (*found.of(Change.APPEARED), *found.of(Change.CHANGED))
    sorts = {
        tongue.translated("Worse"): found.of(Change.WORSE),
        tongue.translated("New, and to be mended"): list(filter(_is_new_work, appeared)),
        tongue.translated("Gone"): found.of(Change.GONE),
    }
    for title, pairs in sorts.items():
        sure = [pair for pair in pairs if pair.read]
        yield DigestSection(title, tuple(sure[:LISTED]), len(sure))


def _is_new_work(pair: ChangedUse) -> bool:
    """Whether it asks for work for another reason than before, if it was there at all."""
    asks = pair.new is not None and pair.new.status in ASKS_FOR_WORK
    return asks and (pair.old is None or pair.new is None or pair.old.status != pair.new.status)


@cache
def _environment(tongue: Tongue) -> Environment:
    found = templates(tongue)
    found.loader = ChoiceLoader(
        [PackageLoader("auditor", "gate"), PackageLoader("auditor", "reports")]
    )
    return found
