"""Rows of the scan file, made of values and back. Pure functions."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any

import cattrs

from auditor.decision import Decision
from auditor.findings import Finding
from auditor.results import Judged, JudgedUse, PictureInfo, SiteResult
from auditor.store.packing import pack, unpack
from extractors.records import ImageRecord
from models.lines import Line

PARTS = ("compatibility", "relevance", "informativeness", "form")
_TEXTS = ("picture", "heading", "caption", "src", "selector", "alt", "name", "reason")
RANKS_LISTED = 100
"""Uses of one group that a report names, so that a logo on every page stays one line."""

_converter = cattrs.Converter()


@dataclass(frozen=True, slots=True)
class UseRow:
    """A judged image use as the scan file keeps it."""

    columns: Mapping[str, Any]
    """Some to look at, and the whole, packed; without its page."""
    findings: tuple[Mapping[str, str], ...]

    @property
    def outcome(self) -> Judged:
        """The image use again."""
        return outcome_of(self.columns)


@dataclass(frozen=True, slots=True)
class _Seen:
    """The part of an outcome that nobody judged."""

    record: ImageRecord


def picture_row(info: PictureInfo, embedding: bytes | None) -> dict[str, Any]:
    """The row of one picture."""
    values: dict[str, Any] = _converter.unstructure(info)
    lines = values["lines"]
    return values | {
        "lines": None if lines is None else json.dumps(lines, ensure_ascii=False),
        "words": " ".join(info.words),
        "embedding": embedding,
    }


def picture_of(row: Mapping[str, Any]) -> PictureInfo:
    """A picture from its row."""
    lines = row["lines"] and _converter.structure(json.loads(row["lines"]), tuple[Line, ...])
    names = (column.name for column in fields(PictureInfo))
    values = {name: row[name] for name in names}
    return PictureInfo(**values | {"flat": bool(row["flat"]), "lines": lines})


def finding_row(finding: Finding) -> dict[str, str]:
    """The columns that every finding has."""
    return {
        "rule": finding.rule,
        "outcome": finding.outcome.value,
        "severity": finding.severity.value,
    }


def use_row(outcome: Judged) -> UseRow:
    """The rows of one image use."""
    findings = tuple(finding_row(finding) for finding in outcome.verdict.findings)
    return UseRow(_columns(outcome), findings)


def _columns(outcome: Judged) -> dict[str, Any]:
    record, scores, verdict = outcome.record, outcome.scores, outcome.verdict
    row: dict[str, Any] = {
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
        "reason": verdict.reason,
    }
    return row | {"details": pack(outcome, _known(row))}


def outcome_of(row: Mapping[str, Any]) -> Judged:
    """An image use from its row. Raises zlib.error when its columns were changed."""
    return unpack(row["details"], _known(row), Judged)


def record_of(row: Mapping[str, Any]) -> ImageRecord:
    """Only what was seen of an image use, from its row. Raises as `outcome_of`."""
    return unpack(row["details"], _known(row), _Seen).record


def _known(row: Mapping[str, Any]) -> str:
    """What columns of a row say of the image use already."""
    return "\n".join(row[column] or "" for column in _TEXTS)


def use_of(
    row: Mapping[str, Any], picture: PictureInfo | None, decision: Decision | None = None
) -> JudgedUse:
    """An image use from a row of the view `queue`."""
    outcome = outcome_of(row)
    return JudgedUse(
        rank=row["rank"],
        page_url=row["page_url"],
        page_title=row["page_title"] or "",
        record=outcome.record,
        picture=picture,
        scores=outcome.scores,
        verdict=outcome.verdict,
        profile=outcome.profile,
        decision=decision,
    )


def site_result(members: Sequence[Mapping[str, Any]]) -> SiteResult:
    """One group from its rows, a row a use, in the order of their ranks."""
    first = {**members[0], "evidence": json.loads(members[0]["evidence"])}
    ranks = tuple(member["rank"] for member in members[:RANKS_LISTED])
    return SiteResult(_converter.structure(first, Finding), members[0]["uses"], ranks)
