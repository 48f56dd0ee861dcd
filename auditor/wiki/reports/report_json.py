"""The report for editors as JSON, `auditor-wiki/1` (docs/wikipedia.md)."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import Any, TextIO

from auditor.catalogue import Tongue
from auditor.reports.json_report import use_object
from auditor.wiki.reading.audit import AuditedArticle
from auditor.wiki.reports import report as words
from auditor.wiki.reports.report import WikiEntry, WikiReport
from auditor.wiki.wikitext.uses import FileUse
from extractors.mediawiki.records import OtherMedia, WikiImage

SCHEMA = "auditor-wiki/1"


def write_json(report: WikiReport, out: TextIO) -> None:
    """Write one object."""
    json.dump(report_object(report), out, indent=1, allow_nan=False)
    out.write("\n")


def report_object(report: WikiReport) -> dict[str, Any]:
    """The report as one object."""
    return {
        "schema": SCHEMA,
        "tool": {"name": "auditor", "version": report.tool_version},
        "language": report.tongue.code,
        "model": asdict(report.model),
        "started": report.started,
        "finished": report.finished,
        "summary": {
            "images": len(report.entries),
            "statuses": {status.value: number for status, number in report.counts.items()},
            "left_out": report.left_out,
        },
        "articles": [_article(audited) for audited in report.articles],
        "images": [_entry(entry, report.tongue) for entry in report.entries],
        "skipped": [asdict(item) for item in report.skipped],
    }


def _article(audited: AuditedArticle) -> dict[str, Any]:
    article = audited.article
    return {
        "title": article.title,
        "url": article.url,
        "permanent": article.permanent,
        "revision": article.revision,
        "lang": article.lang,
        "views_a_day": article.views,
        "notes": article.notes,
        "images": len(audited.images),
        "left_out": dict(audited.left_out),
        "others": [_other(other) for other in audited.others],
    }


def _entry(entry: WikiEntry, tongue: Tongue) -> dict[str, Any]:
    page = entry.image.file_page
    return {
        "article": entry.article.title,
        "revision": entry.article.revision,
        "file": entry.image.image.file,
        "occurrence": entry.image.image.occurrence,
        "edit": words.section_link(entry) or None,
        **use_object(entry.image.use, tongue),
        "wiki": _image(entry.image.image),
        "wikitext": _use(entry.image.located.use),
        "not_located": None if entry.image.located.use else words.place_words(entry, tongue),
        "reach": round(entry.image.reach, 3),
        "file_page": asdict(page) if page else None,
    }


def _image(image: WikiImage) -> dict[str, Any]:
    return {
        "alt": image.alt,
        "origin": image.origin,
        "caption": image.caption,
        "caption_visible": image.caption_visible,
        "format": image.format,
        "container": image.container,
        "link": image.link,
        "decorative": image.decorative,
        "section": asdict(image.section),
        "made_by": asdict(image.made_by) if image.made_by else None,
        "extension": image.extension,
    }


def _use(use: FileUse | None) -> dict[str, Any] | None:
    if use is None:
        return None
    return {
        "id": use.id,
        "kind": use.kind,
        "start": use.start,
        "end": use.end,
        "alt": use.alt,
        "template": use.template,
        "parameter": use.parameter,
        "refusal": use.refusal,
    }


def _other(other: OtherMedia) -> dict[str, Any]:
    return {"kind": other.kind, "file": other.file, "text": other.text, "caption": other.caption}
