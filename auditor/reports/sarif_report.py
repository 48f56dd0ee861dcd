"""The report as SARIF 2.1.0 (OASIS), for code scanning views and editors.

GitHub takes a part of SARIF, and refuses a whole file for one result that is not in it ("SARIF
support for code scanning", GitHub's documentation): every result has a place, every place is a
relative path, and of results there are no more than LIMIT. `partialFingerprints` hold what stays
when markup, lines and addresses change.
"""

from __future__ import annotations

import json
from typing import Any, TextIO

from auditor.catalogue import Tongue
from auditor.findings import Severity, Skipped
from auditor.reports.located import LocatedFinding, located
from auditor.reports.places import FindingPlace, checkout, page_place
from auditor.reports.told_rules import ADDRESS, ToldRule, told_rules
from auditor.reports.words import shorten
from auditor.results import FindingState, ScanReport

SCHEMA = (
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
)
FINGERPRINT = "imageUse/v1"
"""Name of our fingerprint: picture content, text, page path and kind."""
PRIMARY = "primaryLocationLineHash"
"""The one that GitHub reads: the same, and which of several equal uses."""
LIMIT = 25_000
"""Results; of a file with more GitHub takes none."""
_NOTIFICATIONS = 1_000

_LEVEL = {
    Severity.CRITICAL: "error",
    Severity.SERIOUS: "error",
    Severity.MODERATE: "warning",
    Severity.ADVICE: "note",
}
_PROBLEM = {"error": "error", "warning": "warning", "note": "recommendation"}
"""GitHub's own words for levels."""


def write_sarif(report: ScanReport, out: TextIO) -> None:
    """Write one log with one run; its results are streamed, one a line, the worst first."""
    index = {rule: number for number, rule in enumerate(told_rules(report.tongue))}
    run = json.dumps(_run(report), indent=1)
    out.write(f'{{\n "$schema": "{SCHEMA}",\n "version": "2.1.0",\n "runs": [\n')
    out.write(run.removesuffix("\n}") + ',\n "results": [')
    number = 0
    for number, each in enumerate(located(report), 1):
        if number <= LIMIT:
            result = json.dumps(_result(each, index))
            out.write((",\n  " if number > 1 else "\n  ") + result)
    invocation = json.dumps(_invocation(report, max(0, number - LIMIT)))
    out.write(f'\n ],\n "invocations": [\n  {invocation}\n ]\n}}\n]\n}}\n')


def _run(report: ScanReport) -> dict[str, Any]:
    """Everything but results, and what is known after them."""
    driver = {
        "name": "auditor",
        "version": report.tool_version,
        "semanticVersion": report.tool_version,
        "informationUri": ADDRESS,
        "rules": list(map(_rule, told_rules(report.tongue).values())),
    }
    return {
        "tool": {"driver": driver},
        "language": report.tongue.code,
        "columnKind": "unicodeCodePoints",
        "properties": {
            "images": sum(report.counts.values()),
            "statuses": dict(report.counts),
            "model": report.model.name,
            "modelSha256": report.model.sha256,
        },
    }


def _invocation(report: ScanReport, beyond: int) -> dict[str, Any]:
    times = {"startTimeUtc": report.started.replace("+00:00", "Z")}
    if report.finished:
        times["endTimeUtc"] = report.finished.replace("+00:00", "Z")
    tongue = report.tongue
    told = [_notification(item, tongue) for item in report.skipped[:_NOTIFICATIONS]]
    if (more := len(report.skipped) - _NOTIFICATIONS) > 0:
        left = tongue.counted(
            "{number} more thing not checked.", "{number} more things not checked.", more
        )
        told.append(_note(left))
    if beyond:
        others = tongue.counted(
            "{number} less urgent finding left out: a code host takes {most}. JSON has them all.",
            "{number} less urgent findings left out: a code host takes {most}. JSON has them all.",
            beyond,
            most=LIMIT,
        )
        told.append(_note(others))
    return times | {
        "executionSuccessful": report.finished is not None,
        "toolExecutionNotifications": told,
    }


def _note(text: str) -> dict[str, Any]:
    return {"level": "warning", "message": {"text": text}}


def _notification(item: Skipped, tongue: Tongue) -> dict[str, Any]:
    text = tongue.translated(
        "Not checked: {subject}: {reason}",
        subject=shorten(item.subject, 400),
        reason=shorten(item.reason, 400),
    )
    where = {"locations": [_location(page_place(item.page, checkout()))]} if item.page else {}
    return _note(text) | where


def _rule(rule: ToldRule) -> dict[str, Any]:
    level = _LEVEL[rule.severity]
    precision = {"precision": rule.precision} if rule.precision else {}
    return {
        "id": rule.id,
        "name": rule.name,
        "shortDescription": {"text": rule.summary},
        "fullDescription": {"text": f"{rule.summary} {rule.help}"},
        "help": {"text": rule.help, "markdown": rule.markdown},
        "helpUri": rule.address,
        "defaultConfiguration": {"level": level},
        "properties": {
            "tags": ["accessibility", *(f"WCAG {criterion}" for criterion in rule.criteria)],
            "severity": rule.severity.value,
            "problem.severity": _PROBLEM[level],
            **precision,
        },
    }


def _result(each: LocatedFinding, index: dict[str, int]) -> dict[str, Any]:
    """A sure finding fails; the others ask for a person's review (section 3.27.9)."""
    known = {"ruleIndex": index[each.rule]} if each.rule in index else {}
    return {
        "ruleId": each.rule,
        **known,
        "kind": "fail" if each.sure else "review",
        "level": _LEVEL[each.severity] if each.sure else "none",
        "message": {"text": each.told},
        "locations": [_location(each.place)],
        **_related(each),
        "partialFingerprints": {FINGERPRINT: each.key, PRIMARY: f"{each.key}:{each.occurrence}"},
        "rank": min(100.0, max(0.0, each.priority)),
        "properties": {"address": each.place.url} | _group(each),
        **_standing(each.state),
    }


def _related(each: LocatedFinding) -> dict[str, Any]:
    related = [
        {"id": number, "message": {"text": shorten(place.url, 400)}} | _location(place)
        for number, place in enumerate(each.others, 1)
    ]
    return {"relatedLocations": related} if related else {}


def _group(each: LocatedFinding) -> dict[str, Any]:
    site = each.group
    return {"uses": site.uses, "ranks": list(site.ranks)} if site else {}


def _standing(state: FindingState | None) -> dict[str, Any]:
    if state is None:
        return {}
    if state is FindingState.IGNORED:
        return {"baselineState": "unchanged", "suppressions": [{"kind": "external"}]}
    return {"baselineState": "new" if state is FindingState.NEW else "unchanged"}


def _location(place: FindingPlace) -> dict[str, Any]:
    region: dict[str, Any] = {"startLine": place.line or 1}
    if place.html:
        region["snippet"] = {"text": place.html}
    physical = {"artifactLocation": {"uri": place.reference}, "region": region}
    if not place.selector:
        return {"physicalLocation": physical}
    element = {"fullyQualifiedName": place.selector, "kind": "element"}
    return {"physicalLocation": physical, "logicalLocations": [element]}
