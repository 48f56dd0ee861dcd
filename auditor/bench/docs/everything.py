"""Runs every benchmark that is reported and writes docs/benchmarks.md anew.

    python -m auditor.bench.docs.everything --data ../shared

Each result is written when it is there; with --resume, those of the same program and model are
kept, so that an interrupted run goes on.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from pathlib import Path

import click
from rich.console import Console
from rich.progress import track

from auditor.bench.docs import page, plots, results
from auditor.bench.errors import BenchError
from auditor.bench.scorers import Tools
from auditor.bench.suite import Task, measure
from models.encoder import load
from models.manifest import ModelError

RUNS: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("cost", ("quality",)),
    ("planted", ("queue", "rules", "quality", "length")),
    ("context-ratings", ("quality", "clipscore", "contextual", "relevance", "length")),
    ("web-alts", ("quality", "queue", "length")),
    ("contextref", ("quality", "compatibility", "clipscore", "contextual", "relevance", "length")),
    ("robustness", ("quality", "clipscore", "length")),
    ("flickr8k", ("compatibility",)),
    ("coco", ("compatibility",)),
    ("textbooks", ("compatibility",)),
    ("drawings", ("compatibility",)),
    ("multilingual", ("compatibility",)),
    ("relevance", ("relevance",)),
)
DOCS = Path("docs")


@click.command()
@click.option("--data", type=click.Path(path_type=Path), required=True, help="With benchmarks/.")
@click.option("--model", default="compact", show_default=True)
@click.option("--seed", default=0, show_default=True)
@click.option("--resume", is_flag=True, help="Keep the results of this program and this model.")
def everything(data: Path, model: str, seed: int, resume: bool) -> None:
    """Run all, then write docs/benchmarks.md and its plots."""
    folder, program = DOCS / "benchmarks", results.program()
    try:
        tools = Tools(load(model))
        same = {"program": program, "seed": seed, "sha256": tools.encoder.manifest.sha256}
        for bench, scorers in RUNS:
            for scorer in scorers:
                path = results.path_of(folder, bench, scorer)
                if resume and _made_by(path) == same:
                    continue
                click.echo(f"{bench}, {scorer}", err=True)
                result = measure(bench, Task(tools, data, scorer, seed, _track))
                results.write(path, {**result, "program": program})
        found = results.read(folder)
        plots.draw(found, folder)
    except (BenchError, ModelError) as error:
        raise click.ClickException(str(error)) from error
    (DOCS / "benchmarks.md").write_text(page.page(found), "utf-8")


def _made_by(path: Path) -> dict[str, object] | None:
    try:
        result = json.loads(path.read_text("utf-8"))
        return {
            "program": result["program"],
            "seed": result["seed"],
            "sha256": result["model"]["sha256"],
        }
    except (OSError, ValueError, KeyError):
        return None


def _track(items: Sequence[int], description: str) -> Iterable[int]:
    return track(items, description, console=Console(stderr=True))


if __name__ == "__main__":
    everything()
