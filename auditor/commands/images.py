"""`auditor images`: the inventory of a scan, by image use or by picture."""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass, field
from pathlib import Path

import click

from auditor.catalogue import Tongue
from auditor.commands.marks import harmless
from auditor.commands.options import STDOUT, Reports, language_option, said_in
from auditor.message import marked
from auditor.pages.disagreement import disagreement, shown_role
from auditor.reports.csv_report import alt_state
from auditor.reports.words import file_name, shorten, text_words
from auditor.results import JudgedUse
from auditor.rules.reasons import why_exposed
from auditor.store.reader import StoredScan
from extractors.records import ImageRecord


@click.command()
@click.argument("scan", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--verbose", is_flag=True, help="Also how each name came about, and Chromium's.")
@click.option("--by-picture", is_flag=True, help="One entry a picture: its texts and its uses.")
@click.option("--json", "form", flag_value="json", help="One JSON object a line.")
@click.option("--csv", "form", flag_value="csv", help="For spreadsheets, one row an image use.")
@language_option
def images(
    scan: Path, verbose: bool, by_picture: bool, form: str | None, language: str | None
) -> None:
    """List every image use of a scan, worst first. A missing alternative text is told apart from
    an empty one.

    Example: auditor images site.db --csv > images.csv
    """
    if by_picture and (verbose or form == "csv"):
        raise click.UsageError("--by-picture goes with --json or alone")
    tongue = said_in(language)
    with StoredScan(scan) as store:
        if form == "csv":
            Reports((("csv", STDOUT),), 0, tongue=tongue).write(store.report)
            return
        uses = store.report().uses
        if by_picture:
            lines = _picture_lines(uses, form, tongue)
        else:
            lines = _use_lines(uses, form, verbose, tongue)
        out = sys.stdout if form else harmless(sys.stdout)
        for line in lines:
            click.echo(line, file=out)


def _use_lines(
    uses: Iterable[JudgedUse], form: str | None, verbose: bool, tongue: Tongue
) -> Iterator[str]:
    for use in uses:
        yield json.dumps(_row(use)) if form == "json" else _line(use, tongue)
        if verbose and form is None:
            yield from (f"\t{line}" for line in _details(use.record, tongue))


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


def _details(record: ImageRecord, tongue: Tongue) -> list[str]:
    """How the name came about, a line a step, and what Chromium says where it differs."""
    lines = [f"{record.exposure.state}: {tongue(why_exposed(record))}", *record.name.steps]
    theirs = disagreement(record)
    if theirs is not None:
        told = tongue.translated(
            "Chromium differs: {role} “{name}”, here {own_role} “{own_name}”",
            role=theirs[0],
            name=theirs[1],
            own_role=shown_role(record),
            own_name=record.informative_name,
        )
        lines.append(told)
    return lines


def _line(use: JudgedUse, tongue: Tongue) -> str:
    quality = tongue.number(use.scores.quality, ".1f") if use.scores else "-"
    selector = shorten(use.record.selector, 400)
    text = text_words(use.record, tongue=tongue)
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


_USES_OF_TEXT = {
    "missing": marked("{number} × {said}, alt missing"),
    "empty": marked("{number} × {said}, alt empty"),
    "white space": marked("{number} × {said}, alt white space"),
    "written": marked("{number} × {said}, alt written"),
}
"""By the state of the attribute `alt`."""


def _picture_lines(uses: Iterable[JudgedUse], form: str | None, tongue: Tongue) -> Iterator[str]:
    for picture in _pictures(uses):
        if form == "json":
            yield json.dumps(_picture_row(picture))
            continue
        pages = tongue.counted("{number} page", "{number} pages", len(picture.pages))
        where = tongue.counted(
            "{number} use on {pages}",
            "{number} uses on {pages}",
            picture.texts.total(),
            pages=pages,
        )
        name = file_name(picture.src) or tongue.translated("no file name")
        yield f"{name}\t{where}"
        for (state, text), number in picture.texts.most_common():
            shown = shorten(text, 400)
            said = tongue.translated("“{text}”", text=shown) if text else ""
            said = said or tongue.translated("no text")
            yield "\t" + tongue.translated(_USES_OF_TEXT[state], number=number, said=said)


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
