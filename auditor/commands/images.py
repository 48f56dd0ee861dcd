"""`auditor images`: the inventory of a scan, by image use or by picture."""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass, field
from pathlib import Path

import click

from auditor.commands.marks import harmless
from auditor.commands.options import STDOUT, Reports
from auditor.pages.disagreement import disagreement, shown_role
from auditor.reports.csv_report import alt_state
from auditor.reports.words import counted, file_name, shorten, text_words
from auditor.results import JudgedUse
from auditor.store.reader import StoredScan
from extractors.records import ImageRecord


@click.command()
@click.argument("scan", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--verbose", is_flag=True, help="Also how each name came about, and Chromium's.")
@click.option("--by-picture", is_flag=True, help="One entry a picture: its texts and its uses.")
@click.option("--json", "form", flag_value="json", help="One JSON object a line.")
@click.option("--csv", "form", flag_value="csv", help="For spreadsheets, one row an image use.")
def images(scan: Path, verbose: bool, by_picture: bool, form: str | None) -> None:
    """List every image use of a scan, worst first. A missing alternative text is told apart from
    an empty one.

    Example: auditor images site.db --csv > images.csv
    """
    if by_picture and (verbose or form == "csv"):
        raise click.UsageError("--by-picture goes with --json or alone")
    with StoredScan(scan) as store:
        if form == "csv":
            Reports((("csv", STDOUT),), 0).write(store.report)
            return
        uses = store.report().uses
        lines = _picture_lines(uses, form) if by_picture else _use_lines(uses, form, verbose)
        out = sys.stdout if form else harmless(sys.stdout)
        for line in lines:
            click.echo(line, file=out)


def _use_lines(uses: Iterable[JudgedUse], form: str | None, verbose: bool) -> Iterator[str]:
    for use in uses:
        yield json.dumps(_row(use)) if form == "json" else _line(use)
        if verbose and form is None:
            yield from (f"\t{line}" for line in _details(use.record))


def _row(use: JudgedUse) -> dict[str, object]:
    return {
        "rank": use.rank,
        "status": use.verdict.status.value,
        "quality": use.scores.quality if use.scores else None,
        "page": use.page_url,
        "selector": use.record.selector,
        "kind": use.record.kind.value,
        "alt_state": alt_state(use.record),
        "alt": use.record.alt,
        "name": use.record.name.text,
        "src": use.record.src,
        "picture_sha256": use.picture.sha256 if use.picture else None,
        "exposure": asdict(use.record.exposure),
        "steps": use.record.name.steps,
        "chromium": use.record.chromium,
    }


def _details(record: ImageRecord) -> list[str]:
    """How the name came about, a line a step, and what Chromium says where it differs."""
    lines = [f"{record.exposure.state}: {record.exposure.reason}", *record.name.steps]
    theirs = disagreement(record)
    if theirs is not None:
        ours = f"{shown_role(record)} “{record.informative_name}”"
        lines.append(f"Chromium differs: {theirs[0]} “{theirs[1]}”, here {ours}")
    return lines


def _line(use: JudgedUse) -> str:
    quality = f"{use.scores.quality:.1f}" if use.scores else "-"
    selector = shorten(use.record.selector, 400)
    text = text_words(use.record)
    return "\t".join((str(use.rank), use.verdict.status.value, quality, selector, text))


@dataclass(slots=True)
class _Picture:
    """One picture with every text that it has somewhere."""

    src: str | None
    sha256: str | None
    pages: set[str] = field(default_factory=set)
    texts: Counter[tuple[str, str]] = field(default_factory=Counter)
    """Uses by (alt state, text that a listener gets)."""


def _pictures(uses: Iterable[JudgedUse]) -> Iterable[_Picture]:
    """The pictures in the order of their worst use; one that is known by nothing stands alone."""
    found: dict[object, _Picture] = {}
    for use in uses:
        sha256 = use.picture.sha256 if use.picture else None
        key = sha256 or use.record.src or use.rank
        picture = found.setdefault(key, _Picture(use.record.src, sha256))
        picture.pages.add(use.page_url)
        picture.texts[alt_state(use.record), use.record.name.text] += 1
    return found.values()


def _picture_lines(uses: Iterable[JudgedUse], form: str | None) -> Iterator[str]:
    for picture in _pictures(uses):
        if form == "json":
            yield json.dumps(_picture_row(picture))
            continue
        where = f"{counted(picture.texts.total(), 'use')} on {counted(len(picture.pages), 'page')}"
        yield f"{file_name(picture.src) or 'no file name'}\t{where}"
        for (state, text), number in picture.texts.most_common():
            said = f"“{shorten(text, 400)}”" if text else "no text"
            yield f"\t{number} × {said}, alt {state}"


def _picture_row(picture: _Picture) -> dict[str, object]:
    return {
        "src": picture.src,
        "picture_sha256": picture.sha256,
        "uses": picture.texts.total(),
        "pages": sorted(picture.pages),
        "texts": [
            {"alt_state": state, "name": text, "uses": number}
            for (state, text), number in picture.texts.most_common()
        ],
    }
