"""The report as EARL 1.0 in JSON-LD (W3C, Evaluation and Report Language 1.0 Schema).

Every image use is a test subject. It has one assertion on the audit as a whole, and one on each
rule that found something. Places are pointers (Pointer Methods in RDF 1.0, CSSSelectorPointer).
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, TextIO

from auditor.findings import Finding, Outcome, Status
from auditor.reports.addresses import uri
from auditor.reports.words import shorten, title_of
from auditor.results import JudgedUse, PageInfo, ScanReport
from auditor.rules import RULES
from auditor.rules.across_pages import SITE_RULES, SiteRule
from auditor.rules.rule import Rule

CONTEXT = {
    "earl": "http://www.w3.org/ns/earl#",
    "ptr": "http://www.w3.org/2009/pointers#",
    "dct": "http://purl.org/dc/terms/",
    "doap": "http://usefulinc.com/ns/doap#",
    "xsd": "http://www.w3.org/2001/XMLSchema#",
    "dct:date": {"@type": "xsd:dateTime"},
    "dct:isPartOf": {"@type": "@id"},
    "earl:assertedBy": {"@type": "@id"},
    "earl:mode": {"@type": "@id"},
    "earl:outcome": {"@type": "@id"},
    "earl:subject": {"@type": "@id"},
    "earl:test": {"@type": "@id"},
}
AUDIT = "_:audit"
"""The test that every image use has an assertion on."""
_TOOL = "_:auditor"
_SCAN = "_:scan"
_OPEN = frozenset({Status.NOT_CHECKABLE, Status.NOT_COMPARED, Status.DECORATIVE_SUSPECT})


def write_earl(report: ScanReport, out: TextIO) -> None:
    """Write one graph, a node a line, as they come."""
    head = json.dumps({"@context": CONTEXT}, indent=1)
    out.write(head.removesuffix("\n}") + ',\n "@graph": [')
    for number, node in enumerate(_nodes(report)):
        out.write((",\n  " if number else "\n  ") + json.dumps(node))
    out.write("\n ]\n}\n")


def _nodes(report: ScanReport) -> Iterator[dict[str, Any]]:
    yield {
        "@id": _TOOL,
        "@type": ["earl:Assertor", "earl:Software"],
        "dct:title": "auditor",
        "dct:hasVersion": report.tool_version,
    }
    yield {"@id": _SCAN, "@type": "earl:TestSubject", "dct:date": report.started}
    yield from _tests()
    pages = {page.url: f"_:page{number}" for number, page in enumerate(report.pages, 1)}
    yield from (_page(page, pages[page.url]) for page in report.pages)
    for use in report.uses:
        yield _subject(use, pages.get(use.page_url))
        yield from _use_assertions(use)
    for site in report.site_findings:
        yield _assertion(_SCAN, site.finding)
    for number, item in enumerate(report.skipped, 1):
        name = f"_:skipped{number}"
        yield {"@id": name, "@type": "earl:TestSubject", "dct:title": shorten(item.subject, 400)}
        yield _node(name, AUDIT, "untested", item.reason)


def _use_assertions(use: JudgedUse) -> Iterator[dict[str, Any]]:
    subject, selector = f"_:use{use.rank}", use.record.selector
    info = f"{use.verdict.status}: {use.verdict.reason}"
    yield _node(subject, AUDIT, outcome_of(use), info, selector)
    for finding in use.verdict.findings:
        yield _assertion(subject, finding, selector)


def outcome_of(use: JudgedUse) -> Outcome:
    """The audit's outcome for one use: the worst of its findings, or what its status says."""
    outcomes = {finding.outcome for finding in use.verdict.findings}
    if Outcome.FAILED in outcomes:
        return Outcome.FAILED
    doubtful = Outcome.CANT_TELL in outcomes or use.verdict.status in _OPEN
    return Outcome.CANT_TELL if doubtful else Outcome.PASSED


def _tests() -> Iterator[dict[str, Any]]:
    yield {
        "@id": AUDIT,
        "@type": ["earl:TestCriterion", "earl:TestRequirement"],
        "dct:title": "The text serves a blind reader, for this picture, on this page",
    }
    rules: tuple[Rule | SiteRule, ...] = (*RULES, *SITE_RULES)
    for rule in rules:
        yield {
            "@id": f"_:rule-{rule.id}",
            "@type": ["earl:TestCriterion", "earl:TestCase"],
            "dct:identifier": rule.id,
            "dct:title": rule.summary,
            "dct:description": rule.help,
        }


def _page(page: PageInfo, name: str) -> dict[str, Any]:
    return {
        "@id": name,
        "@type": "earl:TestSubject",
        "dct:title": shorten(page.title, 400),
        "dct:source": uri(page.url),
    }


def _subject(use: JudgedUse, page: str | None) -> dict[str, Any]:
    part_of = {"dct:isPartOf": page} if page else {}
    return {
        "@id": f"_:use{use.rank}",
        "@type": "earl:TestSubject",
        "dct:title": title_of(use.record),
        "dct:identifier": str(use.rank),
        **part_of,
    }


def _assertion(subject: str, finding: Finding, selector: str = "") -> dict[str, Any]:
    rule = f"_:rule-{finding.rule}"
    return _node(subject, rule, finding.outcome.value, finding.message, selector)


def _node(subject: str, test: str, outcome: str, info: str, selector: str = "") -> dict[str, Any]:
    result: dict[str, Any] = {
        "@type": "earl:TestResult",
        "earl:outcome": f"earl:{outcome}",
        "earl:info": shorten(info, 1200),
    }
    if selector:
        expression = shorten(selector, 2000)
        result["earl:pointer"] = {"@type": "ptr:CSSSelectorPointer", "ptr:expression": expression}
    return {
        "@type": "earl:Assertion",
        "earl:assertedBy": _TOOL,
        "earl:mode": "earl:automatic",
        "earl:subject": subject,
        "earl:test": test,
        "earl:result": result,
    }
