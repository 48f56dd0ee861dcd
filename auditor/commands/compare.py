"""`auditor compare`: what changed between two scans."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import click

from auditor.catalogue import Tongue
from auditor.commands.marks import harmless
from auditor.commands.options import checked, language_option, said_in
from auditor.gate.compare import Change, ChangedUse, Comparison, SeenUse, compare
from auditor.gate.digest import digest_html
from auditor.message import marked
from auditor.reports.words import label, shorten
from auditor.results import ScanReport
from auditor.store.reader import StoredScan

SCHEMA = "auditor-compare/1"
SCAN = click.Path(exists=True, dir_okay=False, path_type=Path)

_LABEL: Mapping[Change, str] = {
    Change.WORSE: marked("Worse"),
    Change.BETTER: marked("Better"),
    Change.CHANGED: marked("Changed, neither better nor worse"),
    Change.APPEARED: marked("Appeared"),
    Change.GONE: marked("Gone"),
}


def _digest(ctx: click.Context, param: click.Parameter, path: Path | None) -> Path | None:
    """A place that cannot be written is said before the scans are read."""
    if path is None:
        return None
    if path.suffix.lower() not in (".html", ".htm"):
        raise click.BadParameter("the digest is a page: name it FILE.html", ctx, param)
    return Path(checked(ctx, param, (path,))[0])


def _write(path: Path, text: str) -> None:
    try:
        path.write_text(text, "utf-8")
    except OSError as error:
        raise click.ClickException(f"{path} cannot be written: {error.strerror}") from error


@click.command("compare")
@click.argument("old", type=SCAN)
@click.argument("new", type=SCAN)
@click.option(
    "--limit", type=click.IntRange(min=1), default=20, show_default=True, help="Images of a sort."
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@click.option(
    "--output",
    "-o",
    type=click.Path(dir_okay=False, path_type=Path),
    callback=_digest,
    help="Also write a page to mail, of what got worse, is new and asks for work, or is gone: "
    "digest.html.",
)
@language_option
def compare_scans(
    old: Path, new: Path, limit: int, as_json: bool, output: Path | None, language: str | None
) -> None:
    """Say which images got worse or better from scan OLD to scan NEW, appeared, or went.

    An image is known again by its page and its picture, whatever its text is.

    Example: auditor compare monday.db friday.db --output digest.html
    """
    with StoredScan(old) as before, StoredScan(new) as after:
        tongue = said_in(language)
        reports = replace(before.report(), tongue=tongue), replace(after.report(), tongue=tongue)
        found = compare(*reports)
    if output is not None:
        _write(output, digest_html(found, *reports))
    if as_json:
        click.echo(json.dumps(_object(found, *reports), indent=1))
        return
    out = harmless(sys.stdout)
    for line in _lines(found, limit, tongue):
        click.echo(line, file=out)


def _object(found: Comparison, old: ScanReport, new: ScanReport) -> dict[str, Any]:
    return {
        "schema": SCHEMA,
        "old": _scan(old),
        "new": _scan(new),
        "same_model": found.same_model,
        "counts": {"unchanged": found.unchanged}
        | {change.value: len(found.of(change)) for change in Change},
        "changes": [
            {
                "change": pair.change,
                "page_read_by_both": pair.read,
                "old": _seen(pair.old),
                "new": _seen(pair.new),
            }
            for pair in found.pairs
        ],
    }


def _scan(report: ScanReport) -> dict[str, Any]:
    return {"started": report.started, "finished": report.finished, "model": report.model.name}


def _seen(seen: SeenUse | None) -> dict[str, Any] | None:
    if seen is None:
        return None
    return {
        "page": seen.page_url,
        "selector": seen.selector,
        "src": seen.src,
        "text": seen.text,
        "status": seen.status,
        "quality": seen.quality,
        "fingerprint": seen.fingerprint,
    }


def _lines(found: Comparison, limit: int, tongue: Tongue) -> list[str]:
    counts = {change.value: len(found.of(change)) for change in Change}
    lines = [
        tongue.translated(
            "{worse} worse, {better} better, {changed} changed, {appeared} appeared, {gone} gone; "
            "{unchanged} as they were.",
            unchanged=found.unchanged,
            **counts,
        )
    ]
    if not found.same_model:
        lines.append(
            tongue.translated(
                "The scans used different models, so their qualities are not compared."
            )
        )
    for change in Change:
        if pairs := found.of(change):
            lines += ["", f"{tongue.translated(_LABEL[change])}: {tongue.number(len(pairs))}"]
            lines += [_line(pair, tongue) for pair in pairs[:limit]]
            if (rest := len(pairs) - limit) > 0:
                template = marked("and {rest} more, which --limit {all} or --json list")
                more = tongue.translated(template, rest=rest, all=str(len(pairs)))
                lines.append(f"- {more}")
    if unread := sum(not pair.read for pair in found.pairs):
        told = tongue.counted(
            "{number} image of these: on a page that one scan did not read.",
            "{number} images of these: on pages that one scan did not read.",
            unread,
        )
        lines += ["", told]
    return lines


def _line(pair: ChangedUse, tongue: Tongue) -> str:
    seen = pair.new or pair.old
    assert seen is not None
    where = f"{shorten(seen.page_url, 300)}, {shorten(seen.selector, 200)}"
    if pair.old and pair.new:
        return f"- {_words(pair.old, tongue)} → {_words(pair.new, tongue)}\n  {where}"
    return f"- {_words(seen, tongue)}\n  {where}"


def _words(seen: SeenUse, tongue: Tongue) -> str:
    status = label(seen.status, tongue)
    if seen.quality is not None:
        quality = tongue.number(seen.quality, ".1f")
        status = tongue.translated("{status}, {quality} of 5", status=status, quality=quality)
    return f"{seen.title} ({status})"
