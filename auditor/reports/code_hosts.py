"""Findings as the annotations of code hosts: GitLab's code quality and accessibility reports,
Bitbucket's Code Insights, Azure's logging commands. Each is a template over `LocatedFinding`.

What a baseline, an ignore or a person lets stand is left out.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator, Mapping
from typing import Any, TextIO

from auditor.findings import Severity
from auditor.reports.located import LocatedFinding, located
from auditor.reports.told_rules import BEYOND_WCAG, told_rules
from auditor.reports.words import shorten
from auditor.results import ScanReport

BITBUCKET_LIMIT = 1_000
"""Annotations of one report."""
_SUMMARY, _DETAILS = 450, 2_000
"""Characters of a Bitbucket annotation."""

_GITLAB: Mapping[Severity, str] = {
    Severity.CRITICAL: "critical",
    Severity.SERIOUS: "major",
    Severity.MODERATE: "minor",
    Severity.ADVICE: "info",
}
_BITBUCKET: Mapping[Severity, str] = {
    Severity.CRITICAL: "HIGH",
    Severity.SERIOUS: "HIGH",
    Severity.MODERATE: "MEDIUM",
    Severity.ADVICE: "LOW",
}
_FAILING = (Severity.CRITICAL, Severity.SERIOUS)


def write_code_quality(report: ScanReport, out: TextIO) -> None:
    """GitLab's code quality: a list of issues, each on a path with a line, told apart by
    fingerprint. A doubt is of severity info."""
    _write_list(out, map(_issue, _open(report)))


def _issue(each: LocatedFinding) -> dict[str, Any]:
    return {
        "type": "issue",
        "check_name": each.rule,
        "description": each.told,
        "categories": ["Accessibility"],
        "severity": _GITLAB[each.severity] if each.sure else "info",
        "fingerprint": each.identity,
        "location": {"path": each.place.path, "lines": {"begin": each.place.line or 1}},
    }


def write_accessibility(report: ScanReport, out: TextIO) -> None:
    """GitLab's accessibility report, which has pa11y's form: errors by page. A doubt is no error,
    so only what failed is in it."""
    pages: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for page in report.pages:
        if page.state == "done":
            pages[page.url] = []
    for each in _open(report):
        if each.sure:
            pages[each.place.url].append(_error(each))
    results = {url: errors for url, errors in pages.items() if errors}
    errors = sum(map(len, results.values()))
    counts = {"total": len(pages), "passes": len(pages) - len(results), "errors": errors}
    json.dump(counts | {"results": results}, out, indent=1)
    out.write("\n")


def _error(each: LocatedFinding) -> dict[str, Any]:
    rule = told_rules(each.tongue).get(each.rule)
    extras = {"severity": each.severity.value, "helpUrl": rule.address if rule else BEYOND_WCAG}
    return {
        "code": each.rule,
        "type": "error",
        "typeCode": 1,
        "message": each.message,
        "context": each.place.html,
        "selector": each.place.selector,
        "runner": "auditor",
        "runnerExtras": extras,
    }


def write_bitbucket(report: ScanReport, out: TextIO) -> None:
    """Annotations for Bitbucket's Code Insights (REST API 2.0, reports), the worst that fit."""
    found = (each for each in _open(report))
    first = (each for each, _ in zip(found, range(BITBUCKET_LIMIT), strict=False))
    _write_list(out, map(_annotation, first))


def _annotation(each: LocatedFinding) -> dict[str, Any]:
    rule = told_rules(each.tongue).get(each.rule)
    return {
        "external_id": each.identity,
        "annotation_type": "CODE_SMELL",
        "path": each.place.path,
        "line": each.place.line or 1,
        "summary": shorten(f"{each.rule}: {each.told}", _SUMMARY),
        "details": shorten(rule.help if rule else each.message, _DETAILS),
        "severity": _BITBUCKET[each.severity] if each.sure else "LOW",
        "link": rule.address if rule else BEYOND_WCAG,
    }


def write_azure(report: ScanReport, out: TextIO) -> None:
    """Logging commands for the log of an Azure pipeline: an error or a warning each."""
    for each in _open(report):
        error = each.sure and each.severity in _FAILING
        values = {
            "type": "error" if error else "warning",
            "sourcepath": each.place.path,
            "linenumber": str(each.place.line or 1),
            "code": each.rule,
        }
        inside = ";".join(f"{name}={_azure(text)}" for name, text in values.items())
        # A text of a page is no command of its own.
        message = _azure(each.told).replace("##vso[", "##vso [")
        out.write(f"##vso[task.logissue {inside}]{message}\n")


def _azure(text: str) -> str:
    """As the agent reads a value: nothing in it ends the property or the command."""
    escaped = shorten(text, _DETAILS).replace("%", "%AZP25")
    return escaped.replace(";", "%3B").replace("]", "%5D")


def _open(report: ScanReport) -> Iterator[LocatedFinding]:
    return (each for each in located(report) if not each.settled)


def _write_list(out: TextIO, objects: Iterator[dict[str, Any]]) -> None:
    """A JSON list, an object a line."""
    out.write("[")
    for number, each in enumerate(objects):
        out.write((",\n " if number else "\n ") + json.dumps(each))
    out.write("\n]\n")
