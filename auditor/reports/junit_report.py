"""The report as JUnit XML, for the test views of CI servers: a suite a page, a case an image use.

There is no standard; the form is the one that Jenkins' xUnit plugin describes in its schema, which
GitLab and Azure DevOps read too.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import TextIO
from xml.sax.saxutils import escape, quoteattr

from auditor.catalogue import Tongue
from auditor.findings import Finding, Outcome, Severity, Status
from auditor.reports.places import checkout, path_in
from auditor.reports.states import SETTLED, with_states
from auditor.reports.words import shorten, title_of
from auditor.results import JudgedUse, ScanReport

NOT_CHECKED = "Not checked"
"""Name of the last suite: a skipped case for each thing that was not checked."""
PACKAGE = "alt-texts"
"""Under which Jenkins shows the pages."""
_NO_XML = re.compile("[\ufffe\uffff]")
_SEVERE = frozenset({Severity.CRITICAL, Severity.SERIOUS, Severity.MODERATE})


@dataclass(slots=True)
class _Suite:
    """The cases of one page, already written, and how many of each kind there are."""

    cases: list[str] = field(default_factory=list)
    kinds: Counter[str] = field(default_factory=Counter)

    def add(self, kind: str, case: str) -> None:
        self.cases.append(case)
        self.kinds[kind] += 1


def write_junit(report: ScanReport, out: TextIO) -> None:
    """Write the XML. A use fails by a rule that failed at severity moderate or worse and is not
    known from a baseline or ignored. Cases are held until their page is complete."""
    root = checkout()
    suites = {page.url: _Suite() for page in report.pages}
    found: defaultdict[str, _Suite] = defaultdict(_Suite, suites)
    for use in report.uses:
        found[use.page_url].add(*_case(use, root, report.tongue))
    for item in report.skipped:
        where = f" on {item.page}" if item.page and item.page != item.subject else ""
        skipped = _element("skipped", message=item.reason)
        case = _element(
            "testcase", skipped, name=item.subject + where, classname=f"{PACKAGE}.{NOT_CHECKED}"
        )
        found[NOT_CHECKED].add("skipped", case)
    out.write("<?xml version='1.0' encoding='UTF-8'?>\n")
    _write_suites(report, found, out)


def _write_suites(report: ScanReport, suites: dict[str, _Suite], out: TextIO) -> None:
    totals = _counts(suites.values())
    del totals["skipped"]
    out.write(f"<testsuites{_attributes(name='auditor', **totals)}>\n")
    for name, suite in suites.items():
        counts = _counts([suite])
        about = _attributes(name=name, timestamp=report.started[:19], **counts)
        out.write(f"<testsuite{about}>\n")
        out.writelines(case + "\n" for case in suite.cases)
        out.write("</testsuite>\n")
    out.write("</testsuites>\n")


def _counts(suites: Iterable[_Suite]) -> dict[str, str]:
    kinds = sum((suite.kinds for suite in suites), Counter[str]())
    return {
        "tests": str(kinds.total()),
        "failures": str(kinds["failure"]),
        "errors": "0",
        "skipped": str(kinds["skipped"]),
    }


def _case(use: JudgedUse, root: Path, tongue: Tongue) -> tuple[str, str]:
    """ "failure", "skipped" or "passed", and the case of one use."""
    found = failing(use)
    others = [finding for finding in use.verdict.findings if finding not in found]
    kind, inner = "passed", ""
    if found:
        kind, first = "failure", found[0]
        inner = _element("failure", _lines(found), type=first.rule, message=first.message)
    elif unchecked(use):
        kind, inner = "skipped", _element("skipped", message=use.verdict.reason)
    if others:
        inner += _element("system-out", _lines(others))
    name = f"{title_of(use.record, 120, tongue)} {shorten(use.record.selector, 200)}"
    return kind, _element("testcase", inner, **_where(use.page_url, root), name=name)


def _where(url: str, root: Path) -> dict[str, str]:
    """Class and file of a case. Jenkins takes what stands before the last dot of a class for its
    package, so that the name of the page has none; GitLab opens the file."""
    path = path_in(root, url)
    classname = f"{PACKAGE}.{path.replace('.', '_')}"
    return {"classname": classname} | ({"file": path} if url.startswith("file:") else {})


def failing(use: JudgedUse) -> list[Finding]:
    """The findings that fail a test on a use: sure, of severity moderate or worse, and neither
    known nor ignored."""
    return [finding for finding, state in with_states(use) if _fails(finding, state)]


def unchecked(use: JudgedUse) -> bool:
    """Whether nobody can say that the text serves."""
    return use.verdict.status in (Status.NOT_CHECKABLE, Status.NOT_COMPARED)


def _fails(finding: Finding, state: object) -> bool:
    failed = finding.outcome is Outcome.FAILED and finding.severity in _SEVERE
    return failed and state not in SETTLED


def _lines(findings: Iterable[Finding]) -> str:
    return "\n".join(
        escape(_clean(f"{f.rule} ({f.severity}, {f.outcome}): {f.message}")) for f in findings
    )


def _element(tag: str, content: str = "", **attributes: str) -> str:
    """An element; `content` is XML already, the attributes are not."""
    return f"<{tag}{_attributes(**attributes)}>{content}</{tag}>"


def _attributes(**attributes: str) -> str:
    return "".join(f" {name}={quoteattr(_clean(text))}" for name, text in attributes.items())


def _clean(text: str) -> str:
    """A text that XML 1.0 can hold, of bounded length."""
    return _NO_XML.sub("\ufffd", shorten(text, 2000))
