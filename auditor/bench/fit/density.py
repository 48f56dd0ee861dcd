"""How many English words one word of another language stands for, from captions in 44 languages.

    python -m auditor.bench.fit.density --data ../shared > auditor/texts/density.json

The captions are translations of one another (`training/multilingual/parallel.json`), on which no
figure is reported; different words are counted, as the score counts them.
"""

from __future__ import annotations

import json
from pathlib import Path

import click

from auditor.bench.data.files import folder_of, published_format, read_json
from auditor.texts.languages import primary
from auditor.texts.sentences import words

ENGLISH = "en"


@click.command()
@click.option("--data", type=click.Path(path_type=Path), required=True)
def density(data: Path) -> None:
    """Print the ratios as JSON."""
    path = folder_of(data, "training", "multilingual") / "parallel.json"
    with published_format(path):
        captions: dict[str, list[str]] = read_json(path)
    totals: dict[str, list[int]] = {}
    for tag, texts in captions.items():
        totals.setdefault(primary(tag), []).append(sum(len(set(words(text))) for text in texts))
    means = {tag: sum(each) / len(each) for tag, each in totals.items()}
    ratios = {tag: round(means[ENGLISH] / mean, 3) for tag, mean in sorted(means.items())}
    captions_of_each = len(captions[ENGLISH])
    run = {"command": "python -m auditor.bench.fit.density --data ../shared", "n": captions_of_each}
    click.echo(json.dumps({"run": run, "words": ratios}, indent=1))


if __name__ == "__main__":
    density()
