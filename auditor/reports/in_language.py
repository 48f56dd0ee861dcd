"""A scan as it is told in another language: what rules and scores say, translated as it passes.
Texts of pages, ids, keys and the terms of markup stay as they are."""

from __future__ import annotations

from dataclasses import replace

from auditor.catalogue import ENGLISH, Tongue
from auditor.findings import Finding, Part, Scores, Skipped, Verdict
from auditor.message import Message
from auditor.reports.unchecked import unchecked_thing, why_unchecked
from auditor.results import JudgedUse, ScanReport


def in_language(report: ScanReport, tongue: Tongue) -> ScanReport:
    """The report in this language; writers say the rest of it in `report.tongue`."""
    if tongue == ENGLISH:
        return report
    sites = (replace(site, finding=_finding(site.finding, tongue)) for site in report.site_findings)
    return replace(
        report,
        uses=(use_in(use, tongue) for use in report.uses),
        site_findings=tuple(sites),
        skipped=tuple(unchecked_in(item, tongue) for item in report.skipped),
        tongue=tongue,
    )


def use_in(use: JudgedUse, tongue: Tongue) -> JudgedUse:
    """An image use in this language; one that is in it already stays as it is."""
    if tongue == ENGLISH:
        return use
    scores, profile = use.scores, use.profile
    return replace(
        use,
        verdict=_verdict(use.verdict, tongue),
        scores=scores and _scores(scores, tongue),
        profile=profile and replace(profile, why=Message(tongue(profile.why))),
    )


def unchecked_in(item: Skipped, tongue: Tongue) -> Skipped:
    """What was not checked, and why, in this language, as far as its catalogue knows the words."""
    if tongue == ENGLISH:
        return item
    subject, reason = unchecked_thing(item.subject), why_unchecked(item.reason)
    return replace(item, subject=tongue(subject), reason=tongue(reason))


def _verdict(verdict: Verdict, tongue: Tongue) -> Verdict:
    findings = tuple(_finding(finding, tongue) for finding in verdict.findings)
    return replace(verdict, reason=Message(tongue(verdict.reason)), findings=findings)


def _finding(finding: Finding, tongue: Tongue) -> Finding:
    return replace(finding, message=Message(tongue(finding.message)))


def _scores(scores: Scores, tongue: Tongue) -> Scores:
    def told(part: Part) -> Part:
        return replace(part, reason=Message(tongue(part.reason)))

    return replace(
        scores,
        compatibility=told(scores.compatibility),
        relevance=told(scores.relevance),
        informativeness=told(scores.informativeness),
        form=told(scores.form),
    )
