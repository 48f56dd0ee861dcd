"""Agreement with the test cases of other tools: names, roles, and findings element by element.

Folder `conformance`: `accname.dev.json`, `roles.dev.json`, and one file a tool. A case is a piece
of HTML, a selector, and what its suite expects. Of a tool's outcomes, fail and incomplete are
"problem", pass and inapplicable "no problem".
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from auditor.bench import agreement
from auditor.bench.data import peers
from auditor.bench.data.files import folder_of, published_format, read_json
from auditor.bench.metrics import Metric, share
from auditor.rules import evaluate as evaluate_rules
from auditor.rules.rule import Use
from extractors.extract import extract
from extractors.probe import probe
from extractors.records import ImageRecord, Kind

KEYS = (
    "accname_image",
    "accname_image_contested",
    "accname_all",
    "roles",
    "axe",
    "act",
    "alfa",
    "ibm",
    "htmlcs",
    "lighthouse",
    "qualweb",
    "chromium_agreement",
)
URL = "http://127.0.0.1/page.html"
Case = Mapping[str, Any]

_PROBLEM = {"fail": True, "failed": True, "incomplete": True}
_ROLES = {"": "none", "generic": "none", "generic or none": "none"} | {
    "img": "image",
    "presentation": "none",
}
_HOSTS = {
    "axe:check:duplicate-img-label:10": ('<div role="button">', "My button"),
    "axe:check:explicit-label:9": ("<div>", "Name"),
    "axe:check:explicit-label:10": ("<div>", '<label for="target">Name</label>'),
}
"""Cases of which the data hold the shadow root alone: the start of its host and what is slotted,
as the suite has them (axe-core 57cb1efb, test/checks/label)."""


@dataclass(frozen=True, slots=True)
class Result:
    """One case, as its suite expects it and as this program says."""

    id: str
    expected: str
    ours: str

    @property
    def right(self) -> bool:
        """Do both say the same?"""
        return self.expected == self.ours


def run(folder: Path) -> dict[str, list[Result]]:
    """Results by figure. Raises BenchError."""
    return evaluate(read(folder_of(folder, "conformance")))


def run_in_browser(folder: Path) -> list[Result]:
    """Chromium's names (as expected) and ours, of the images of all pages. Raises BenchError."""
    records = asyncio.run(
        agreement.read_pages(agreement.pages_of(read(folder_of(folder, "conformance"))))
    )
    return [Result(*names) for names in agreement.both_names(records)]


def read(folder: Path) -> dict[str, list[Case]]:
    """The cases of each file. Raises BenchError."""
    cases: dict[str, list[Case]] = {}
    for name in ("accname", "roles", "axe", "act", "alfa", "ibm", "other"):
        path = folder / f"{name}.dev.json"
        with published_format(path):
            cases[name] = [_whole(dict(case)) for case in read_json(path)]
    return cases


def _whole(case: Case) -> Case:
    """The case, with the host around what is only the content of a shadow root."""
    if case["id"] not in _HOSTS:
        return case
    start, slotted = _HOSTS[case["id"]]
    root = f'<template shadowrootmode="open">{case["html"]}</template>'
    return {**case, "html": f"{start}{root}{slotted}</div>"}


def evaluate(cases: Mapping[str, Sequence[Case]]) -> dict[str, list[Result]]:
    """Results by figure, from the cases of each file."""
    firm = [case for case in cases["accname"] if not case["disputed_by"]]
    images = [case for case in firm if case["target"] == "image-like" and not case["tentative"]]
    other = {peer: [c for c in cases["other"] if c["peer"] == peer] for peer in _OTHER}
    return {
        "accname_image": [_name(case) for case in images if not _is_contested(case)],
        "accname_image_contested": [_name(case) for case in images if _is_contested(case)],
        "accname_all": [_name(case) for case in firm],
        "roles": [_role(case) for case in cases["roles"] if case["asserted"]],
        "axe": _findings((c for c in cases["axe"] if c["comparable"]), "rule", peers.AXE),
        "act": _findings((c for c in cases["act"] if c["automatable"]), "rule_id", peers.ACT),
        "alfa": _findings((c for c in cases["alfa"] if c["automatable"]), "rule", peers.ALFA),
        "ibm": _findings(cases["ibm"], "rule", peers.IBM),
        **{_OTHER[peer]: _findings(found, "rule", peers.OTHER) for peer, found in other.items()},
    }


def metrics(results: Mapping[str, Sequence[Result]], seed: int) -> dict[str, Metric]:
    """Percent of cases that agree, a figure each; a figure without cases is left out."""
    return {
        key: share(np.array([float(r.right) for r in found]), np.arange(len(found)), seed)
        for key, found in results.items()
        if found
    }


def _is_contested(case: Case) -> bool:
    """Is it an empty alt beside a title? The suites contradict one another there, firm cases of one
    suite included (README of the data, Conflicts), so that no program can agree with all."""
    own = probe(case["html"], URL, case["selector"]).own
    return any(record.alt == "" and _TITLE.search(record.html) for record in own)


_TITLE = re.compile(r'\stitle="[^"]')
_OTHER = {"HTML_CodeSniffer": "htmlcs", "Lighthouse (axe)": "lighthouse", "QualWeb": "qualweb"}


def _name(case: Case) -> Result:
    expected = " ".join(case["expected_name"].split())
    return Result(case["id"], expected, probe(case["html"], URL, case["selector"]).name.text)


def _role(case: Case) -> Result:
    expected = case["expected_role"]
    role = probe(case["html"], URL, case["selector"]).role
    return Result(case["id"], _ROLES.get(expected, str(expected)), _ROLES.get(role, role))


def _findings(
    cases: Iterable[Case], key: str, questions: Mapping[str, peers.Question]
) -> list[Result]:
    results = []
    for case in cases:
        question = questions.get(str(case[key]).partition(" ")[0])
        ours = question is not None and question(_answer(case))
        expected = case["expected"] in _PROBLEM
        results.append(Result(f"{case['id']} ({case[key]})", _said(expected), _said(ours)))
    return results


def _said(problem: bool) -> str:
    return "problem" if problem else "no problem"


def _answer(case: Case) -> peers.Answer:
    """Of a case with one target, what is found there, or else inside; of others, on the page."""
    if not case["selector"]:
        return peers.Answer(None, _found(extract(case["html"], URL).records))
    target = probe(case["html"], URL, case["selector"])
    return peers.Answer(target, _found(target.own or target.inside))


def _found(records: Iterable[ImageRecord]) -> set[tuple[str, Kind]]:
    return {
        (finding.rule, record.kind)
        for record in records
        for finding in evaluate_rules(Use(record), strict=True).findings
    }
