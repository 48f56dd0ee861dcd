"""The report as JSON, `auditor-report/1`: docs/report.schema.json says what each key means."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import asdict
from typing import Any, TextIO

from auditor.catalogue import ENGLISH, Tongue
from auditor.findings import Finding, Part, Scores
from auditor.profiles import Profile
from auditor.reports.groups import FaultGroup, Grouping
from auditor.reports.in_language import use_in
from auditor.reports.states import with_states
from auditor.reports.words import spoken
from auditor.results import FindingState, JudgedUse, PageInfo, PictureInfo, ScanReport, SiteResult
from extractors.records import Context, ImageRecord

SCHEMA = "auditor-report/1"


def write_json(report: ScanReport, out: TextIO) -> None:
    """Write one object; `uses` is streamed, an entry a line, and then the groups that they make."""
    head = json.dumps(_head(report), indent=1, allow_nan=False)
    out.write(head.removesuffix("\n}") + ',\n "uses": [')
    grouping = Grouping()
    _write_lines(out, (use_object(use, report.tongue) for use in grouping.watched(report.uses)))
    out.write('\n ],\n "groups": [')
    _write_lines(out, map(group_object, grouping.groups))
    out.write("\n ]\n}\n")


def _write_lines(out: TextIO, objects: Iterable[dict[str, Any]]) -> None:
    for number, each in enumerate(objects):
        out.write((",\n  " if number else "\n  ") + json.dumps(each, allow_nan=False))


def _head(report: ScanReport) -> dict[str, Any]:
    return scan_object(report) | {
        "site_findings": [site_object(site) for site in report.site_findings],
        "skipped": [asdict(item) for item in report.skipped],
        "pages": [page_object(page) for page in report.pages],
    }


def scan_object(report: ScanReport) -> dict[str, Any]:
    """The scan as a whole: what was asked, with what, and the counts."""
    return {
        "schema": SCHEMA,
        "tool": {"name": "auditor", "version": report.tool_version},
        "language": report.tongue.code,
        "model": asdict(report.model),
        "reader": report.reader or None,
        "targets": list(report.targets),
        "started": report.started,
        "finished": report.finished,
        "summary": {
            "images": sum(report.counts.values()),
            "statuses": dict(report.counts),
            "rules": dict(report.rule_counts),
            **({"states": dict(report.states)} if report.states else {}),
        },
    }


def page_object(page: PageInfo) -> dict[str, Any]:
    """One page as the schema's `page`."""
    return {
        "url": page.url,
        "final_url": page.final_url,
        "http_status": page.status,
        "title": page.title,
        "lang": page.lang,
        "state": page.state,
        "images": page.images,
    }


def site_object(site: SiteResult) -> dict[str, Any]:
    """One finding across the pages as the schema's `site_finding`."""
    return _finding(site.finding) | {"uses": site.uses, "ranks": site.ranks}


def group_object(group: FaultGroup) -> dict[str, Any]:
    """One group of uses with the same fault as the schema's `group`."""
    return {
        "rule": group.rule or None,
        "status": group.status,
        "uses": group.uses,
        "pages": len(group.pages),
        "pictures": len(group.pictures),
        "template": group.template or None,
        "harm": round(group.harm, 2),
        "ranks": group.ranks,
    }


def use_object(use: JudgedUse, tongue: Tongue = ENGLISH) -> dict[str, Any]:
    """One image use as the schema's `use`; also what the loopback backend answers with. What is
    said is said in `tongue`, keys and values for programs stay as they are."""
    use = use_in(use, tongue)
    return {
        "rank": use.rank,
        "status": use.verdict.status,
        "priority": use.verdict.priority,
        "reason": use.verdict.reason,
        "page": {"url": use.page_url, "title": use.page_title},
        "spoken": spoken(use.record, tongue),
        "image": _image(use.record),
        "context": _context(use.record.context),
        "picture": _picture(use.picture) if use.picture else None,
        "purpose": _purpose(use.profile, tongue) if use.profile else None,
        "scores": _scores(use.scores) if use.scores else None,
        "findings": [_finding(f) | _state(state) for f, state in with_states(use)],
        **_state(use.state),
        **({"decision": asdict(use.decision)} if use.decision else {}),
    }


def _image(record: ImageRecord) -> dict[str, Any]:
    box = record.box
    return {
        "kind": record.kind,
        "tag": record.tag,
        "role": record.role,
        "selector": record.selector,
        "frame": record.frame,
        "ordinal": record.ordinal,
        "src": record.src,
        "alt": record.alt,
        "name": asdict(record.name),
        "exposure": asdict(record.exposure),
        "lang": record.lang,
        "language": record.language,
        "box": [box.x, box.y, box.width, box.height] if box else None,
        "natural_size": record.natural_size,
        "loaded": record.loaded,
        "html": record.html,
        "chromium": dict(zip(("role", "name"), record.chromium, strict=True))
        if record.chromium
        else None,
    }


def _context(context: Context) -> dict[str, Any]:
    return {
        "heading": context.heading,
        "caption": context.caption,
        "control": asdict(context.control) if context.control else None,
        "text_before": context.text_before,
        "text_after": context.text_after,
        "described_by": context.described_by,
        "details": context.details,
        "longdesc": context.longdesc,
        "mediawiki": dict(context.mediawiki),
    }


def _picture(picture: PictureInfo) -> dict[str, Any]:
    return {
        "sha256": picture.sha256,
        "mime": picture.mime,
        "width": picture.width,
        "height": picture.height,
        "bytes": picture.size,
        "frames": picture.frames,
        "flat": picture.flat,
        "problem": picture.problem,
        "text": None if picture.lines is None else [asdict(line) for line in picture.lines],
    }


def _purpose(profile: Profile, tongue: Tongue) -> dict[str, Any]:
    return {
        "name": profile.name,
        "why": profile.why,
        "expects": tongue(profile.expects),
        "telling_words": profile.telling_words,
        "weights": dict(profile.weights),
    }


def _scores(scores: Scores) -> dict[str, Any]:
    return {
        "quality": scores.quality,
        "compatibility": _part(scores.compatibility),
        "relevance": _part(scores.relevance),
        "informativeness": _part(scores.informativeness),
        "form": _part(scores.form),
    }


def _part(part: Part) -> dict[str, Any]:
    return {
        "value": part.value,
        "reason": part.reason,
        "numbers": dict(part.numbers),
        "evidence": dict(part.evidence),
    }


def _state(state: FindingState | None) -> dict[str, Any]:
    return {} if state is None else {"state": state}


def _finding(finding: Finding) -> dict[str, Any]:
    return {
        "rule": finding.rule,
        "outcome": finding.outcome,
        "severity": finding.severity,
        "message": finding.message,
        "evidence": dict(finding.evidence),
    }
