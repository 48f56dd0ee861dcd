"""`auditor compare-texts`: proposed texts beside texts that people approved."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
import numpy as np
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from auditor.reports.csv_report import before_cell
from auditor.reports.words import printable, shorten

if TYPE_CHECKING:
    from models.encoder import Encoder

SCHEMA = "auditor-compare-texts/1"
_FILE = click.Path(exists=True, dir_okay=False, path_type=Path)
_ALONE = "CIDEr weighs words by how few pictures they are said of: it needs several pictures"
_NAMES = {
    "bleu_1": "BLEU-1",
    "bleu_4": "BLEU-4",
    "rouge_l": "ROUGE-L",
    "meteor": "METEOR",
    "cider": "CIDEr",
    "spice": "SPICE",
    "ref_clipscore": "RefCLIP-\nScore",
}


@dataclass(frozen=True, slots=True)
class ProposedText:
    """One text, and what people approved for the same picture."""

    id: str
    proposed: str
    approved: tuple[str, ...]
    picture: Path | None


@click.command("compare-texts")
@click.argument("file", type=_FILE, required=False)
@click.option("--proposed", metavar="TEXT", help="In place of FILE: the one text to look at.")
@click.option(
    "--approved", multiple=True, metavar="TEXT", help="With --proposed: approved; may be repeated."
)
@click.option("--picture", type=_FILE, help="With --proposed: the picture, for RefCLIPScore.")
@click.option("--model", default="compact", show_default=True, help="Model for RefCLIPScore.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def compare_texts(
    file: Path | None,
    proposed: str | None,
    approved: tuple[str, ...],
    picture: Path | None,
    model: str,
    as_json: bool,
) -> None:
    """Say how near proposed texts are to texts that people approved for the same pictures.

    BLEU, ROUGE-L, METEOR, CIDEr and SPICE compare words, from 0 to 1 (CIDEr to 10); RefCLIPScore
    compares meaning, with the picture too. A low figure says that a text is put otherwise, not that
    it is wrong. Needs the extra `references` and a Java runtime.

    FILE is CSV with the columns `proposed` and `approved`; more approved texts stand in columns
    `approved_2` and so on; `id` and `picture` (a file, from the folder of FILE) may be there.

    Example: auditor compare-texts --proposed "A dog" --approved "A brown dog on a lawn"
    """
    if (file is None) == (proposed is None):
        raise click.UsageError("give either FILE or --proposed with --approved")
    if proposed is None:
        assert file is not None
        texts = _read(file)
    else:
        texts = [ProposedText("1", proposed, approved, picture)]
    if nothing := [each.id for each in texts if not any(map(str.strip, each.approved))]:
        raise click.ClickException(f"No approved text is given for {', '.join(nothing[:5])}.")
    scores, left_out = _scores(texts, model)
    if as_json:
        click.echo(json.dumps(_object(texts, scores, left_out), indent=1, ensure_ascii=False))
        return
    Console().print(_table(texts, scores))
    for why in left_out.values():
        click.echo(f"Left out: {why}.", err=True)


def _read(file: Path) -> list[ProposedText]:
    try:
        with file.open(encoding="utf-8-sig", newline="") as lines:
            reader = csv.DictReader(lines)
            names = reader.fieldnames or ()
            columns = [name for name in names if name and name.startswith("approved")]
            if "proposed" not in names or not columns:
                raise click.ClickException(f"{file} has no columns `proposed` and `approved`.")
            rows = [{k: before_cell(v or "") for k, v in row.items() if k} for row in reader]
    except (OSError, ValueError, csv.Error, AttributeError, TypeError) as error:
        raise click.ClickException(f"{file} cannot be read as CSV: {error}") from error
    if not rows:
        raise click.ClickException(f"{file} holds no text.")
    return [
        ProposedText(
            row.get("id") or str(number),
            row["proposed"],
            tuple(row[name] for name in columns if row.get(name, "").strip()),
            file.parent / row["picture"] if row.get("picture") else None,
        )
        for number, row in enumerate(rows, 1)
    ]


def _scores(
    texts: Sequence[ProposedText], model: str
) -> tuple[dict[str, list[float | None]], dict[str, str]]:
    """By metric, the score of each text, None where it has none; and what is left out, and why."""
    from auditor.references import KEYS, missing, reference_scores

    left_out = missing()
    if len(texts) == 1:
        left_out["cider"] = _ALONE
    wanted = [key for key in KEYS if key not in left_out]
    rows = [each.proposed for each in texts], [each.approved for each in texts]
    found: dict[str, list[float | None]] = {
        key: list(map(float, values)) for key, values in reference_scores(*rows, wanted).items()
    }
    if any(each.picture for each in texts):
        from models.encoder import load

        found["ref_clipscore"] = list(_ref_clipscores(texts, load(model)))
    return found, left_out


def _ref_clipscores(texts: Sequence[ProposedText], encoder: Encoder) -> Iterator[float | None]:
    from auditor.references import PREFIX, ref_clipscore
    from models.pictures import PictureError, decode

    for each in texts:
        if each.picture is None or not each.proposed.strip():
            yield None
            continue
        try:
            image = decode(each.picture.read_bytes()).image
        except OSError as error:
            why = f"{each.picture} cannot be read: {error.strerror}"
            raise click.ClickException(why) from error
        except PictureError as error:
            raise click.ClickException(f"{each.picture}: {error}") from error
        said = [PREFIX + text for text in (each.proposed, *each.approved)]
        rows = np.concatenate([encoder.embed_pictures([image]), encoder.embed_texts(said).shared])
        rows = rows / np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-12)
        cosines = rows @ rows[1]
        yield float(ref_clipscore(cosines[:1], [cosines[2:]])[0])


def _object(
    texts: Sequence[ProposedText],
    scores: dict[str, list[float | None]],
    left_out: dict[str, str],
) -> dict[str, Any]:
    return {
        "schema": SCHEMA,
        "left_out": left_out,
        "texts": [
            {
                "id": each.id,
                "proposed": each.proposed,
                "approved": list(each.approved),
                "scores": {key: values[number] for key, values in scores.items()},
            }
            for number, each in enumerate(texts)
        ],
    }


def _table(texts: Sequence[ProposedText], scores: dict[str, list[float | None]]) -> Table:
    table = Table(caption="Nearness to the approved texts: 0 to 1, CIDEr to 10; higher is nearer.")
    for heading in ("id", "proposed"):
        table.add_column(heading, overflow="fold")
    for key in scores:
        table.add_column(_NAMES[key], justify="right")
    for number, each in enumerate(texts):
        cells = ("–" if (v := values[number]) is None else f"{v:.2f}" for values in scores.values())
        said = escape(printable(shorten(each.proposed, 60)))
        table.add_row(escape(printable(each.id)), said, *cells)
    return table
