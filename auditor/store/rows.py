"""Rows of the scan file, made of values and back. Pure functions. Those that make values raise what
`understood` takes for damage."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from typing import Any

from auditor.decision import Decision
from auditor.findings import Finding
from auditor.message import Message
from auditor.results import Judged, JudgedUse, PageInfo, PictureInfo, SiteResult
from auditor.store.packing import as_json, pack_text, unpack, unpack_json
from auditor.store.shared import shared_text, shared_texts
from auditor.store.values import address, parsed, rule_id, structured, unstructured
from extractors.records import ImageRecord

PARTS = ("compatibility", "relevance", "informativeness", "form")
_TEXTS = ("picture", "heading", "caption", "src", "selector", "alt", "name", "reason")
RANKS_LISTED = 100
"""Uses of one group that a report names, so that a logo on every page stays one line."""

MOST_THUMBNAIL = 1_000_000
"""Bytes; one of 256 × 256 pixels takes fewer in any format."""
MOST_EMBEDDING = 100_000
"""Bytes; models give 2,000 to 6,000."""
STATES = ("done", "queued", "failed", "same")
_INFO = tuple(field.name for field in fields(PictureInfo) if field.name != "blank")


@dataclass(frozen=True, slots=True)
class UseRow:
    """A judged image use as the scan file keeps it."""

    columns: Mapping[str, Any]
    """Some to look at, and the whole, packed; without its page."""
    findings: tuple[Mapping[str, str], ...]
    shared: bytes = b""
    """What it says alike with its neighbours (auditor/store/shared.py)."""

    @property
    def outcome(self) -> Judged:
        """The image use again."""
        return outcome_of({**self.columns, "shared": self.shared})


@dataclass(frozen=True, slots=True)
class _Seen:
    """The part of an outcome that nobody judged."""

    record: ImageRecord


def picture_row(info: PictureInfo, embedding: bytes | None) -> dict[str, Any]:
    """The row of one picture."""
    values: dict[str, Any] = unstructured(info)
    lines = values["lines"]
    del values["blank"]
    return values | {
        "lines": None if lines is None else json.dumps(lines, ensure_ascii=False),
        "words": " ".join(info.words),
        "embedding": embedding,
    }


def picture_of(row: Mapping[str, Any]) -> PictureInfo:
    """A picture from its row."""
    values = {name: row[name] for name in _INFO}
    lines = values["lines"]
    info = structured(values | {"lines": None if lines is None else parsed(lines)}, PictureInfo)
    thumbnail_of({"thumbnail": info.thumbnail})
    return info


def thumbnail_of(row: Any) -> bytes | None:
    """The small copy of a picture; None: there is none."""
    if row is None or row["thumbnail"] is None:
        return None
    found = structured(row["thumbnail"], bytes)
    if len(found) > MOST_THUMBNAIL:
        raise ValueError("no thumbnail")
    return found


def embedding_of(row: Any) -> bytes | None:
    """The embedding of a picture, float32, little endian; None: there is none."""
    if row is None or row["embedding"] is None:
        return None
    found = structured(row["embedding"], bytes)
    if len(found) > MOST_EMBEDDING or len(found) % 4:
        raise ValueError("no embedding")
    return found


def page_of(row: Any) -> PageInfo:
    """A page from the columns that are named as its fields."""
    page = structured(dict(row), PageInfo)
    address(page.url)
    address(page.final_url)
    if page.state not in STATES:
        raise ValueError("no state of a page")
    return page


def finding_row(finding: Finding) -> dict[str, str]:
    """The columns that every finding has."""
    return {
        "rule": finding.rule,
        "outcome": finding.outcome.value,
        "severity": finding.severity.value,
    }


def use_row(outcome: Judged) -> UseRow:
    """The rows of one image use that shares nothing."""
    return use_rows([outcome])[0]


def use_rows(outcomes: Iterable[Judged]) -> list[UseRow]:
    """The rows of the image uses of one page, by their ordinals."""
    outcomes = sorted(outcomes, key=lambda outcome: outcome.record.ordinal)
    texts = [as_json(outcome, in_short=True) for outcome in outcomes]
    shared = shared_texts([outcome.record.context for outcome in outcomes], texts)
    return [_use_row(*each) for each in zip(outcomes, texts, shared, strict=True)]


def _use_row(outcome: Judged, text: str, shared: bytes) -> UseRow:
    findings = tuple(finding_row(finding) for finding in outcome.verdict.findings)
    columns = _columns(outcome)
    details = pack_text(text, _known(columns | {"shared": shared}))
    return UseRow(columns | {"details": details}, findings, shared)


def _columns(outcome: Judged) -> dict[str, Any]:
    record, scores, verdict = outcome.record, outcome.scores, outcome.verdict
    return {
        "ordinal": record.ordinal,
        "status": verdict.status.value,
        "priority": verdict.priority,
        "quality": scores.quality if scores else None,
        **{part: getattr(scores, part).value if scores else None for part in PARTS},
        "purpose": outcome.profile.name if outcome.profile else None,
        "kind": record.kind.value,
        "selector": record.selector,
        "alt": record.alt,
        "name": record.name.text,
        "name_source": record.name.source.value,
        "exposure": record.exposure.state.value,
        "src": record.src,
        "picture": outcome.picture,
        "heading": record.context.heading,
        "caption": record.context.caption,
        "reason": None,  # as an earlier version kept it again; it stands in `details`
    }


def shared_rows(uses: Sequence[UseRow]) -> list[dict[str, Any]]:
    """What the image uses of one page share, a row from each use on where it changes."""
    before = [b"", *(use.shared for use in uses)]
    return [
        {"first": use.columns["ordinal"], "text": use.shared}
        for use, last in zip(uses, before, strict=False)
        if use.shared != last
    ]


def outcome_of(row: Mapping[str, Any]) -> Judged:
    """An image use from its row, with what it shares (auditor/store/sql.py)."""
    outcome = unpack_json(row["details"], _known(row), Judged)
    for finding in outcome.verdict.findings:
        rule_id(finding.rule)
    return outcome


def record_of(row: Mapping[str, Any]) -> ImageRecord:
    """Only what was seen of an image use, from its row."""
    return unpack_json(row["details"], _known(row), _Seen).record


def _known(row: Mapping[str, Any]) -> bytes:
    """What is said of the image use elsewhere: what it shares, then columns of its row."""
    shared = b"" if row["shared"] is None else structured(row["shared"], bytes)
    columns = "\n".join(row[column] or "" for column in _TEXTS)
    return shared_text(shared) + columns.encode()


def use_of(row: Any, picture: PictureInfo | None, decision: Decision | None = None) -> JudgedUse:
    """An image use from a row of RANKED."""
    return JudgedUse.of(
        outcome_of(row),
        picture,
        rank=row["rank"],
        page_url=address(row["page_url"]),
        page_title=structured(row["page_title"] or "", str),
        decision=decision,
    )


def site_result(members: Sequence[Mapping[str, Any]]) -> SiteResult:
    """One group from its rows, a row a use, in the order of their ranks."""
    first = members[0]
    values = {field.name: first[field.name] for field in fields(Finding)}
    finding = structured(values | {"evidence": parsed(first["evidence"])}, Finding)
    if first["packed"]:
        message = unpack(first["packed"], finding.message, Message)
        finding = replace(finding, message=message)
    elif first["parts"]:
        finding = replace(finding, message=structured(parsed(first["parts"]), Message))
    rule_id(finding.rule)
    ranks = tuple(member["rank"] for member in members[:RANKS_LISTED])
    return SiteResult(finding, first["uses"], ranks)
