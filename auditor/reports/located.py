"""Every finding of a scan with the place that it is on: what the formats of code hosts are made
of. Findings across the pages stand on the worst of their uses."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from auditor.catalogue import ENGLISH, Tongue
from auditor.findings import Finding, Outcome, Severity
from auditor.fingerprint import fingerprint
from auditor.message import marked
from auditor.reports.places import FindingPlace, checkout, page_place, place_of
from auditor.reports.states import SETTLED, with_states
from auditor.reports.words import shorten, title_of
from auditor.results import FindingState, JudgedUse, ScanReport, SiteResult

PLACES = 10
"""Places of one finding across the pages."""
_TITLE, _MESSAGE = 200, 800
"""Characters."""
_SAME = ("file", "target", "language", "other")
"""Evidence that stays when a group grows; without it the text that the group shares."""


@dataclass(frozen=True, slots=True)
class LocatedFinding:
    """One finding, with all that a format for code hosts tells of it."""

    finding: Finding
    place: FindingPlace
    message: str
    """The image, and what was seen; fit to show."""
    key: str
    """What stays when markup, lines and addresses change: 32 hexadecimal digits."""
    occurrence: int
    """From 1: the same rule on an equal use of the same page is another finding."""
    state: FindingState | None = None
    priority: float = 0.0
    """0 to 100; 0 for a finding across the pages."""
    group: SiteResult | None = None
    """What it is of, for a finding across the pages."""
    others: tuple[FindingPlace, ...] = ()
    """More of the places of a group."""
    tongue: Tongue = ENGLISH

    @property
    def rule(self) -> str:
        """Id."""
        return self.finding.rule

    @property
    def sure(self) -> bool:
        """Whether a rule failed; else a person is asked to look."""
        return self.finding.outcome is Outcome.FAILED

    @property
    def settled(self) -> bool:
        """Whether a baseline, an ignore or a person lets it stand."""
        return self.state in SETTLED

    @property
    def told(self) -> str:
        """The message, with the address of a page that is no file of the checkout."""
        address = self.place.on_server
        if not address:
            return self.message
        template = marked("{message} (On {address})")
        return self.tongue.translated(template, message=self.message, address=address)

    @property
    def severity(self) -> Severity:
        """How much it hurts."""
        return self.finding.severity

    @property
    def identity(self) -> str:
        """Rule, key and occurrence in 32 hexadecimal digits: no other finding of the scan has
        them."""
        text = f"{self.rule} {self.key} {self.occurrence}"
        return hashlib.sha256(text.encode("ascii", "backslashreplace")).hexdigest()[:32]


def located(report: ScanReport, root: Path | None = None) -> Iterator[LocatedFinding]:
    """The findings of a scan, those of the worst use first, then those across the pages. `root`:
    the top of the checkout; None: that of the current folder."""
    top = checkout() if root is None else root
    wanted = {rank for site in report.site_findings for rank in site.ranks[:PLACES]}
    places: dict[int, FindingPlace] = {}
    met: Counter[tuple[str, str]] = Counter()
    for use in report.uses:
        if not use.verdict.findings and use.rank not in wanted:
            continue
        place = place_of(use, top)
        if use.rank in wanted:
            places[use.rank] = place
        yield from _of_use(use, place, report.tongue, met)
    start = next((page.url for page in report.pages), "")
    for site in report.site_findings:
        found = [places[rank] for rank in site.ranks[:PLACES] if rank in places]
        group = _of_group(site, found or [page_place(start, top)], met)
        yield replace(group, tongue=report.tongue)


def _of_use(
    use: JudgedUse, place: FindingPlace, tongue: Tongue, met: Counter[tuple[str, str]]
) -> Iterator[LocatedFinding]:
    key = fingerprint(use) if use.verdict.findings else ""
    for finding, state in with_states(use):
        met[finding.rule, key] += 1
        message = f"{title_of(use.record, _TITLE, tongue)}: {shorten(finding.message, _MESSAGE)}"
        occurrence, priority = met[finding.rule, key], use.verdict.priority
        yield LocatedFinding(
            finding, place, message, key, occurrence, state, priority, tongue=tongue
        )


def _of_group(
    site: SiteResult, places: list[FindingPlace], met: Counter[tuple[str, str]]
) -> LocatedFinding:
    evidence = site.finding.evidence
    kept = [evidence[name] for name in _SAME if name in evidence] or [evidence.get("text", "")]
    data = json.dumps([site.finding.rule, *kept]).encode("ascii")
    key = hashlib.sha256(data).hexdigest()[:32]
    met[site.finding.rule, key] += 1
    return LocatedFinding(
        site.finding,
        places[0],
        shorten(site.finding.message, _MESSAGE),
        key,
        met[site.finding.rule, key],
        group=site,
        others=tuple(places[1:]),
    )
