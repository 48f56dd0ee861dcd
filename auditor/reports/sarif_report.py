"""The report as SARIF 2.1.0 (OASIS), for code scanning views and editors.

A web page has no lines, so a result points to the page's address and, as its logical location, to
the element's selector. `partialFingerprints` hold what stays when markup and addresses change.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, TextIO

from auditor.findings import Finding, Outcome, Severity, Skipped
from auditor.fingerprint import fingerprint
from auditor.pages.source_lines import line_of
from auditor.reports.addresses import uri
from auditor.reports.states import with_states
from auditor.reports.words import shorten, title_of
from auditor.results import FindingState, JudgedUse, ScanReport, SiteResult
from auditor.rules import RULES
from auditor.rules.across_pages import SITE_RULES, SiteRule
from auditor.rules.rule import Rule

SCHEMA = (
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
)
FINGERPRINT = "imageUse/v1"
"""Name of our fingerprint: picture content, text, page path and kind."""

_LEVEL = {
    Severity.CRITICAL: "error",
    Severity.SERIOUS: "error",
    Severity.MODERATE: "warning",
    Severity.ADVICE: "note",
}
_IDS = (*(rule.id for rule in RULES), *(rule.id for rule in SITE_RULES))
_INDEX = {rule: index for index, rule in enumerate(_IDS)}


def write_sarif(report: ScanReport, out: TextIO) -> None:
    """Write one log with one run; its results are streamed, one a line."""
    run = json.dumps(_run(report), indent=1)
    out.write(f'{{\n "$schema": "{SCHEMA}",\n "version": "2.1.0",\n "runs": [\n')
    out.write(run.removesuffix("\n}") + ',\n "results": [')
    for number, result in enumerate(_results(report)):
        out.write((",\n  " if number else "\n  ") + json.dumps(result))
    out.write("\n ]\n}\n]\n}\n")


def _run(report: ScanReport) -> dict[str, Any]:
    """Everything but the results."""
    rules = [*map(_rule, RULES), *map(_site_rule, SITE_RULES)]
    driver = {"name": "auditor", "version": report.tool_version, "rules": rules}
    return {
        "tool": {"driver": driver},
        "columnKind": "unicodeCodePoints",
        "invocations": [_invocation(report)],
        "properties": {
            "images": sum(report.counts.values()),
            "statuses": dict(report.counts),
            "model": report.model.name,
            "modelSha256": report.model.sha256,
        },
    }


def _invocation(report: ScanReport) -> dict[str, Any]:
    times = {"startTimeUtc": report.started.replace("+00:00", "Z")}
    if report.finished:
        times["endTimeUtc"] = report.finished.replace("+00:00", "Z")
    return times | {
        "executionSuccessful": report.finished is not None,
        "toolExecutionNotifications": [_notification(item) for item in report.skipped],
    }


def _notification(item: Skipped) -> dict[str, Any]:
    text = f"Not checked: {shorten(item.subject, 400)}: {shorten(item.reason, 400)}"
    where = {"locations": [_location(item.page)]} if item.page else {}
    return {"level": "warning", "message": {"text": text}} | where


def _rule(rule: Rule) -> dict[str, Any]:
    tags = ["accessibility", *(f"WCAG {criterion}" for criterion in rule.criteria)]
    return {
        "id": rule.id,
        "shortDescription": {"text": rule.summary},
        "help": {"text": rule.help, "markdown": rule.help},
        "defaultConfiguration": {"level": _LEVEL[rule.severity]},
        "properties": {"tags": tags, "severity": rule.severity.value},
    }


def _site_rule(rule: SiteRule) -> dict[str, Any]:
    return {
        "id": rule.id,
        "shortDescription": {"text": rule.summary},
        "help": {"text": rule.help, "markdown": rule.help},
        "defaultConfiguration": {"level": _LEVEL[Severity.ADVICE]},
        "properties": {"tags": ["accessibility"], "severity": Severity.ADVICE.value},
    }


def _results(report: ScanReport) -> Iterator[dict[str, Any]]:
    for use in report.uses:
        if use.verdict.findings:
            place = [_location(use.page_url, use)]
            prints = {FINGERPRINT: fingerprint(use)}
            for finding, state in with_states(use):
                message = f"{title_of(use.record, 200)}: {shorten(finding.message, 800)}"
                result = _result(finding, message) | _standing(state)
                yield result | {
                    "locations": place,
                    "partialFingerprints": prints,
                    "rank": _rank(use),
                }
    for site in report.site_findings:
        yield _result(site.finding, shorten(site.finding.message, 800)) | _group(site)


def _result(finding: Finding, message: str) -> dict[str, Any]:
    """A sure finding fails; the others ask for a person's review (section 3.27.9)."""
    sure = finding.outcome is Outcome.FAILED
    result: dict[str, Any] = {
        "ruleId": finding.rule,
        "kind": "fail" if sure else "review",
        "level": _LEVEL[finding.severity] if sure else "none",
        "message": {"text": message},
    }
    if finding.rule in _INDEX:
        result["ruleIndex"] = _INDEX[finding.rule]
    return result


def _standing(state: FindingState | None) -> dict[str, Any]:
    if state is None:
        return {}
    if state is FindingState.IGNORED:
        return {"baselineState": "unchanged", "suppressions": [{"kind": "external"}]}
    return {"baselineState": "new" if state is FindingState.NEW else "unchanged"}


def _rank(use: JudgedUse) -> float:
    """Priority, 0 to 100, as SARIF's rank (section 3.27.25)."""
    return min(100.0, max(0.0, use.verdict.priority))


def _group(site: SiteResult) -> dict[str, Any]:
    return {"properties": {"uses": site.uses, "ranks": list(site.ranks)}}


def _location(page_url: str, use: JudgedUse | None = None) -> dict[str, Any]:
    line = line_of(use.record) if use is not None else None
    region: dict[str, Any] = {"startLine": line or 1}
    place: dict[str, Any] = {
        "physicalLocation": {"artifactLocation": {"uri": uri(page_url)}, "region": region}
    }
    if use is not None:
        if use.record.html:
            region["snippet"] = {"text": shorten(use.record.html, 500)}
        selector = shorten(use.record.selector, 1000)
        place["logicalLocations"] = [{"fullyQualifiedName": selector, "kind": "element"}]
    return place
