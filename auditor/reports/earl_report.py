"""The report as EARL 1.0 in JSON-LD (W3C, Evaluation and Report Language 1.0 Schema).

Every image use is a test subject. It has one assertion on the audit as a whole, and one on each
rule that found something. Places are pointers (Pointer Methods in RDF 1.0, CSSSelectorPointer).

Nodes have names, so that files of several tools and scans join: a page is its address, a criterion
its anchor in WCAG 2.2, a rule says which criteria it is part of and which ACT rules ask the same.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from typing import Any, TextIO
from urllib.parse import quote
from uuid import NAMESPACE_URL, uuid5

from auditor.catalogue import Tongue
from auditor.findings import Finding, Outcome, Status
from auditor.fingerprint import fingerprint
from auditor.net.urls import split
from auditor.reports.addresses import uri
from auditor.reports.told_rules import ADDRESS, told_rules
from auditor.reports.words import shorten, title_of
from auditor.results import JudgedUse, PageInfo, ScanReport

CONTEXT = {
    "earl": "http://www.w3.org/ns/earl#",
    "ptr": "http://www.w3.org/2009/pointers#",
    "dct": "http://purl.org/dc/terms/",
    "doap": "http://usefulinc.com/ns/doap#",
    "xsd": "http://www.w3.org/2001/XMLSchema#",
    "dct:date": {"@type": "xsd:dateTime"},
    "dct:isPartOf": {"@type": "@id"},
    "dct:relation": {"@type": "@id"},
    "foaf": "http://xmlns.com/foaf/0.1/",
    "foaf:homepage": {"@type": "@id"},
    "earl:assertedBy": {"@type": "@id"},
    "earl:mode": {"@type": "@id"},
    "earl:outcome": {"@type": "@id"},
    "earl:subject": {"@type": "@id"},
    "earl:test": {"@type": "@id"},
}
AUDIT = f"{ADDRESS}#audit"
"""The test that every image use has an assertion on."""
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
        "@id": (tool := f"{ADDRESS}{report.tool_version}/"),
        "@type": ["earl:Assertor", "earl:Software"],
        "dct:title": "auditor",
        "dct:hasVersion": report.tool_version,
        "foaf:homepage": ADDRESS,
    }
    scan = _urn("scan", report.started, *report.targets)
    yield {"@id": scan, "@type": "earl:TestSubject", "dct:date": report.started}
    yield from _tests(report.tongue)
    yield from map(_page, report.pages)
    met: Counter[tuple[str, str]] = Counter()
    for use in report.uses:
        key = use.page_url, fingerprint(use)
        met[key] += 1
        subject = _urn("use", *key, str(met[key]))
        yield _subject(use, subject, report.tongue)
        yield from _use_assertions(use, subject, tool, report.tongue)
    for site in report.site_findings:
        yield _assertion(scan, site.finding, tool)
    for number, item in enumerate(report.skipped, 1):
        name = _urn("skipped", report.started, item.page, str(number))
        yield {"@id": name, "@type": "earl:TestSubject", "dct:title": shorten(item.subject, 400)}
        yield _node(name, AUDIT, "untested", item.reason, tool)


def _urn(*parts: str) -> str:
    """A name for what has no address, the same in every scan (RFC 9562, version 5)."""
    return uuid5(NAMESPACE_URL, json.dumps([ADDRESS, *parts])).urn


def _rule_name(rule: str) -> str:
    return f"{ADDRESS}#{quote(rule)}"


def _use_assertions(
    use: JudgedUse, subject: str, tool: str, tongue: Tongue
) -> Iterator[dict[str, Any]]:
    selector = use.record.selector
    info = f"{use.verdict.status}: {use.verdict.reason}"
    yield _node(subject, AUDIT, outcome_of(use), info, tool, selector)
    for finding in use.verdict.findings:
        yield _assertion(subject, finding, tool, selector)


def outcome_of(use: JudgedUse) -> Outcome:
    """The audit's outcome for one use: the worst of its findings, or what its status says."""
    outcomes = {finding.outcome for finding in use.verdict.findings}
    if Outcome.FAILED in outcomes:
        return Outcome.FAILED
    doubtful = Outcome.CANT_TELL in outcomes or use.verdict.status in _OPEN
    return Outcome.CANT_TELL if doubtful else Outcome.PASSED


def _tests(tongue: Tongue) -> Iterator[dict[str, Any]]:
    yield {
        "@id": AUDIT,
        "@type": ["earl:TestCriterion", "earl:TestRequirement"],
        "dct:title": tongue.translated(
            "The text serves a blind reader, for this picture, on this page"
        ),
    }
    criteria = dict.fromkeys(
        pair
        for rule in told_rules(tongue).values()
        for pair in zip(rule.criterion_ids, rule.criteria, strict=True)
    )
    for name, title in criteria:
        types = ["earl:TestCriterion", "earl:TestRequirement"]
        yield {"@id": name, "@type": types, "dct:title": title}
    for rule in told_rules(tongue).values():
        parts = {"dct:isPartOf": list(rule.criterion_ids)} if rule.criteria else {}
        alike = {"dct:relation": list(rule.act)} if rule.act else {}
        yield {
            "@id": _rule_name(rule.id),
            "@type": ["earl:TestCriterion", "earl:TestCase"],
            "dct:identifier": rule.id,
            "dct:title": rule.summary,
            "dct:description": rule.help,
            **parts,
            **alike,
        }


def _page(page: PageInfo) -> dict[str, Any]:
    return {
        "@id": page_name(page.url),
        "@type": "earl:TestSubject",
        "dct:title": shorten(page.title, 400),
        "dct:source": uri(page.url),
    }


def page_name(url: str) -> str:
    """The address of a page, by which other tools name it too; a name for what has none."""
    return uri(url) if split(url).scheme in ("http", "https", "file") else _urn("page", url)


def _subject(use: JudgedUse, name: str, tongue: Tongue) -> dict[str, Any]:
    return {
        "@id": name,
        "@type": "earl:TestSubject",
        "dct:title": title_of(use.record, tongue=tongue),
        "dct:identifier": str(use.rank),
        "dct:isPartOf": page_name(use.page_url),
    }


def _assertion(subject: str, finding: Finding, tool: str, selector: str = "") -> dict[str, Any]:
    rule, outcome = _rule_name(finding.rule), finding.outcome.value
    return _node(subject, rule, outcome, finding.message, tool, selector)


def _node(
    subject: str, test: str, outcome: str, info: str, tool: str, selector: str = ""
) -> dict[str, Any]:
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
        "earl:assertedBy": tool,
        "earl:mode": "earl:automatic",
        "earl:subject": subject,
        "earl:test": test,
        "earl:result": result,
    }
