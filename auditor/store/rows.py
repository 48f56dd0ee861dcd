"""Rows of the scan file, made of values and back. Pure functions. Those that make values raise what
`understood` takes for damage."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, fields, replace
from typing import Any

from auditor.decision import Decision
from auditor.findings import Finding, Scores
from auditor.message import Message
from auditor.profiles import Profile
from auditor.results import Judged, JudgedUse, PageInfo, PictureInfo, SiteResult
from auditor.store.later import later
from auditor.store.packing import pack_text, unpack, unpack_text
from auditor.store.shared import shared_text, shared_texts
from auditor.store.use_text import PARTS, PackedUse, packed_use, text_of
from auditor.store.values import (
    MOST_JSON,
    address,
    member,
    parsed,
    real,
    rule_id,
    structured,
    text,
    unstructured,
)
from extractors.records import AccessibleName, Exposed, Exposure, ImageRecord, Kind

Understood = Callable[[], AbstractContextManager[None]]
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
    packed = [text_of(outcome) for outcome in outcomes]
    shared = shared_texts([outcome.record.context for outcome in outcomes], packed)
    return [_use_row(*each) for each in zip(outcomes, packed, shared, strict=True)]


def _use_row(outcome: Judged, packed: str, shared: bytes) -> UseRow:
    findings = tuple(finding_row(finding) for finding in outcome.verdict.findings)
    columns = _columns(outcome)
    details = pack_text(packed, _known(columns | {"shared": shared}))
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


class _ToCome:
    """What is left of an image use, made whole once, when the first of it is asked for."""

    def __init__(self, packed: PackedUse, understood: Understood) -> None:
        self.packed = packed
        self._understood = understood
        self._whole: Judged | None = None

    @property
    def whole(self) -> Judged:
        if self._whole is None:
            with self._understood():
                self._whole = self.packed.judged()
                if (self._whole.scores is None) != (self.packed.row["quality"] is None):
                    raise ValueError("scores without a quality, or the other way round")
                if (self._whole.profile is None) != (self.packed.row["purpose"] is None):
                    raise ValueError("a profile without a purpose, or the other way round")
        return self._whole

    def record(self) -> ImageRecord:
        return self.whole.record

    def name(self) -> AccessibleName:
        return self.whole.record.name

    def exposure(self) -> Exposure:
        return self.whole.record.exposure

    def scores(self) -> Any:
        return self.whole.scores

    def profile(self) -> Any:
        return self.whole.profile


def use_to_come(
    row: Mapping[str, Any],
    picture: PictureInfo | None,
    decision: Decision | None,
    understood: Understood,
) -> JudgedUse:
    """An image use from a row of RANKED: at once what a list shows of it, the rest when somebody
    asks, held to its types then. `understood`: what that happens in."""
    packed = _packed(row)
    rest = _ToCome(packed, understood)
    record = later(
        ImageRecord,
        rest.record,
        kind=member(Kind, row["kind"]),
        selector=text(row["selector"]),
        src=_text_or_none(row["src"]),
        alt=_text_or_none(row["alt"]),
        name=later(AccessibleName, rest.name, text=text(row["name"])),
        exposure=later(Exposure, rest.exposure, state=member(Exposed, row["exposure"])),
    )
    scores = None
    if row["quality"] is not None:
        scores = later(Scores, rest.scores, quality=real(row["quality"]))
    profile = None if row["purpose"] is None else later(Profile, rest.profile)
    return JudgedUse(
        rank=row["rank"],
        page_url=address(row["page_url"]),
        page_title=text(row["page_title"] or ""),
        record=record,
        picture=picture,
        scores=scores,
        verdict=packed.verdict,
        profile=profile,
        decision=decision,
    )


def _text_or_none(value: object) -> str | None:
    return None if value is None else text(value)


def outcome_of(row: Mapping[str, Any]) -> Judged:
    """An image use from its row, with what it shares (auditor/store/sql.py)."""
    return _packed(row).judged()


def record_of(row: Mapping[str, Any]) -> ImageRecord:
    """Only what was seen of an image use, from its row."""
    return structured(_packed(row).plain()["record"], ImageRecord)


def _packed(row: Mapping[str, Any]) -> PackedUse:
    packed = unpack_text(row["details"], MOST_JSON, _known(row))
    return packed_use(packed.decode(), row)


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
