"""An image use as text, to be packed beside the row that it belongs to (auditor/store/packing.py):
JSON of what was found, then JSON of the rest, so that the first is read without the second. What
stands in the columns of the row is left out of both. Files of before 2026-12 have one JSON object.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from auditor.findings import Finding, Outcome, Scores, Severity, Status, Verdict
from auditor.message import Message, of_parts, parts_of
from auditor.profiles import Profile
from auditor.results import Judged
from auditor.store.values import (
    json_of,
    member,
    parsed,
    parsed_first,
    real,
    rule_id,
    structured,
    text,
    unstructured_in_short,
)
from extractors.records import ImageRecord

PARTS = ("compatibility", "relevance", "informativeness", "form")
_SEEN = ("kind", "selector", "ordinal", "src", "alt")
"""Of a record, by the names of their columns; so are these of its context:"""
_AROUND = ("heading", "caption")
_NAME = {"text": "name", "source": "name_source"}
"""Of the accessible name, with their columns."""


@dataclass(frozen=True, slots=True)
class PackedUse:
    """An image use whose verdict is read, and the rest not yet."""

    row: Mapping[str, Any]
    verdict: Verdict
    rest: str | Mapping[str, Any]
    """Its JSON, or the plain values of an earlier version, with what stands in columns."""

    def plain(self) -> Mapping[str, Any]:
        """The plain values of all but the verdict."""
        if isinstance(self.rest, str):
            return _with_columns(parsed(self.rest), self.row)
        return self.rest

    def judged(self) -> Judged:
        """The whole."""
        plain = self.plain()
        picture, scores, profile = plain["picture"], plain["scores"], plain.get("profile")
        return Judged(
            structured(plain["record"], ImageRecord),
            None if picture is None else text(picture),
            None if scores is None else structured(scores, Scores),
            self.verdict,
            None if profile is None else structured(profile, Profile),
        )


def text_of(outcome: Judged) -> str:
    """The text to be packed."""
    plain = unstructured_in_short(outcome)
    rest: dict[str, Any] = {"record": _unsaid(plain["record"])}
    if outcome.scores:
        rest["scores"] = [_but(plain["scores"][part], ["value"]) for part in PARTS]
    if outcome.profile:
        rest["profile"] = plain["profile"]
    return json_of(_told(outcome.verdict)) + json_of(rest)


def _told(verdict: Verdict) -> list[Any]:
    """The reason, which is mostly the message of a finding: its number then; and the findings."""
    reason, found = verdict.reason, [_found(finding) for finding in verdict.findings]
    same = (n for n, finding in enumerate(verdict.findings) if _is_same(finding.message, reason))
    return [next(same, parts_of(reason)), found]


def _is_same(one: Message, other: Message) -> bool:
    return one == other and parts_of(one) == parts_of(other)


def _found(finding: Finding) -> list[Any]:
    what = [finding.rule, finding.outcome, finding.severity, parts_of(finding.message)]
    return [*what, *([dict(finding.evidence)] if finding.evidence else [])]


def _unsaid(record: Mapping[str, Any]) -> dict[str, Any]:
    """A plain record without what stands in columns."""
    parts = {
        "name": _but(record["name"], _NAME),
        "exposure": _but(record["exposure"], ["state"]),
        "context": _but(record["context"], _AROUND),
    }
    return _but(record, _SEEN) | parts


def _but(plain: Mapping[str, Any], names: Any) -> dict[str, Any]:
    return {name: value for name, value in plain.items() if name not in names}


def packed_use(packed: str, row: Mapping[str, Any]) -> PackedUse:
    """An image use of its text and its row."""
    first, rest = parsed_first(packed)
    if isinstance(first, dict):
        verdict = structured(first["verdict"], Verdict)
        for finding in verdict.findings:
            rule_id(finding.rule)
        return PackedUse(row, verdict, first)
    reason, found = first
    findings = tuple([_finding(*each) for each in found])
    is_number = type(reason) is int and reason >= 0
    said = findings[reason].message if is_number else of_parts(reason)
    status = member(Status, row["status"])
    return PackedUse(row, Verdict(status, said, findings, real(row["priority"])), rest)


def _finding(
    rule: object, outcome: object, severity: object, message: object, evidence: Any = None
) -> Finding:
    told = {text(name): text(value) for name, value in evidence.items()} if evidence else {}
    return Finding(
        rule_id(text(rule)),
        member(Outcome, outcome),
        member(Severity, severity),
        of_parts(message),
        told,
    )


def _with_columns(rest: Any, row: Mapping[str, Any]) -> dict[str, Any]:
    """The plain values of all but the verdict, with what stands in columns."""
    seen, scores = rest["record"], rest.get("scores")
    record = seen | {name: row[name] for name in _SEEN}
    record["name"] = seen["name"] | {name: row[column] for name, column in _NAME.items()}
    record["exposure"] = seen["exposure"] | {"state": row["exposure"]}
    record["context"] = seen["context"] | {name: row[name] for name in _AROUND}
    if scores is not None:
        parts = zip(PARTS, scores, strict=True)
        scores = {part: {"value": row[part]} | each for part, each in parts}
        scores["quality"] = row["quality"]
    return {
        "record": record,
        "picture": row["picture"],
        "scores": scores,
        "profile": rest.get("profile"),
    }
