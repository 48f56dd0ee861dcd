"""`auditor images`: the inventory of a scan, one line an image use."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path

import click

from auditor.results import JudgedUse
from auditor.second_opinion import disagreement, shown_role
from auditor.store import Store, StoreError
from extractors.records import ImageRecord


@click.command()
@click.argument("scan", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--verbose", is_flag=True, help="Also how each name came about, and Chromium's.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object a line.")
def images(scan: Path, verbose: bool, as_json: bool) -> None:
    """List every image use of a scan, worst first.

    Example: auditor images site.db --json
    """
    try:
        with Store(scan) as store:
            for use in store.report().uses:
                click.echo(json.dumps(_row(use), ensure_ascii=False) if as_json else _line(use))
                if verbose and not as_json:
                    click.echo("\n".join(f"\t{line}" for line in _details(use.record)))
    except StoreError as error:
        raise click.ClickException(str(error)) from error


def _row(use: JudgedUse) -> dict[str, object]:
    return {
        "rank": use.rank,
        "status": use.verdict.status.value,
        "quality": use.scores.quality if use.scores else None,
        "page": use.page_url,
        "selector": use.record.selector,
        "kind": use.record.kind.value,
        "alt": use.record.alt,
        "name": use.record.name.text,
        "src": use.record.src,
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
    name = use.record.name.text or "(no text)"
    fields = (str(use.rank), use.verdict.status.value, quality, use.record.selector, name)
    return "\t".join(fields)
