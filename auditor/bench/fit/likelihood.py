"""`python -m auditor.bench.fit.likelihood`: how much a language model moves the quality and the
probability of a fault.

On held-out pictures with texts as they are and made worse: of each sum, the least step a nat that
leaves the most texts made worse below their own, the mean of all alterations, where none loses
much. The usual likelihood is the median of the texts as they are. Nothing that the benchmarks
report on is read.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from pathlib import Path

import click
import numpy as np

from auditor.bench import contextref
from auditor.bench.altered.alterations import ALTERATIONS, Collection, gather
from auditor.bench.data import heldout
from auditor.bench.errors import BenchError
from auditor.bench.fit.__main__ import FOLDER, SCORING, show_progress
from auditor.bench.metrics import Floats
from auditor.bench.scorers import TextSample, Tools, looked, record_of
from auditor.findings import Scores
from auditor.profiles import Profile
from auditor.scoring.combine import LIKELIHOOD, total
from auditor.scoring.doubt import fault_total
from auditor.scoring.purpose import profile_of
from auditor.scoring.weights import PARTS, shipped_likelihood, shipped_weights
from models.encoder import load
from models.manifest import ModelError
from models.registry import SHIPPED

STEPS = (0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.8, 1.0, 1.2, 1.6, 2.0)
LOSS = 4.0
"""Percent that any one alteration may lose: what is heard has to help."""
Sums = tuple[float, float, float]
"""Of a text: what the quality and the doubt are read off without a language model, and how much
likelier than usual it is."""


@click.command(epilog="Example: python -m auditor.bench.fit.likelihood --data ../shared")
@click.option("--data", required=True, type=FOLDER, help="Folder with training/.")
@click.option("--language-model", default="smollm2-135m", show_default=True)
@click.option("--output", default=SCORING, type=FOLDER, help="Folder of likelihood.json.")
@click.option("--rows", default=100, show_default=True, help="Pictures used, of all sets alike.")
@click.option("--seed", default=0, show_default=True)
def main(data: Path, language_model: str, output: Path, rows: int, seed: int) -> None:
    """Fit and write likelihood.json."""
    try:
        every = heldout.read(data, seed)
        among = gather(every[:: max(1, round(len(every) / rows))])
        sums = _reader(Tools(load(SHIPPED[0]), language_model))
        own = {n: sums(among.rows[n].sample) for n in show_progress(range(len(among.rows)), "Own")}
        falls = {name: _falls(name, among, own, sums, seed) for name in ALTERATIONS}
        falls = {name: found for name, found in falls.items() if len(found)}
    except (BenchError, ModelError) as error:
        raise click.ClickException(str(error)) from error
    usual = shipped_likelihood().usual + float(np.median([likely for *_, likely in own.values()]))
    steps = {"quality": fitted(falls, 0), "doubt": fitted(falls, 1)}
    run = {
        "command": "python -m auditor.bench.fit.likelihood --data ../shared "
        f"--rows {rows} --seed {seed}",
        "date": datetime.now(UTC).date().isoformat(),
        "texts": len(own),
        "lower when worsened, percent, without and with": {
            key: {name: [right(f, which, by) for by in (0, step)] for name, f in falls.items()}
            for which, (key, step) in enumerate(steps.items())
        },
    }
    found = {"run": run, "model": language_model, "usual": round(usual, 3), **steps}
    text = json.dumps(found, indent=2)
    (output / "likelihood.json").write_text(f"{text}\n", "utf-8")
    click.echo(text)


def fitted(falls: Mapping[str, Floats], which: int) -> float:
    """The step of the sum in column `which` of falls (n, 3)."""

    def shares(step: float) -> Floats:
        return np.array([right(each, which, step) for each in falls.values()])

    free = [step for step in STEPS if (shares(step) >= shares(0.0) - LOSS).all()]
    return max(free, key=lambda step: (shares(step).mean(), -step))


def right(falls: Floats, which: int, step: float) -> float:
    """Percent of the falls (n, 3) that are above 0 with this step a nat."""
    return round(100 * float(np.mean(falls[:, which] + step * falls[:, 2] > 0)), 1)


def _falls(
    name: str,
    among: Collection,
    own: Mapping[int, Sums],
    sums: Callable[[TextSample], Sums],
    seed: int,
) -> Floats:
    """How far an alteration lowers the three numbers (n, 3)."""
    return np.array(
        [
            np.subtract(own[number], sums(sample))
            for number in show_progress(range(len(among.rows)), name)
            for sample in contextref.altered_samples(name, number, among, seed, 1)
        ]
    ).reshape(-1, 3)


def _reader(tools: Tools) -> Callable[[TextSample], Sums]:
    judge = tools.hearing("heard-quality")

    def sums(sample: TextSample) -> Sums:
        record, seen = record_of(sample), looked(judge, sample)
        scores = judge.rate(record, seen)
        if scores is None:
            raise BenchError(f"nothing to score in “{sample.text}”")
        profile = profile_of(record, seen.info if seen else None)
        return _without(scores, profile)

    return sums


def _without(scores: Scores, profile: Profile) -> Sums:
    """Both sums less what the language model adds to them today."""
    fitted, likely = shipped_likelihood(), scores.form.numbers.get(LIKELIHOOD, 0.0)
    parts = {name: getattr(scores, name) for name in PARTS}
    quality = total(parts, shipped_weights(), profile) - fitted.quality * likely
    return quality, fault_total(scores, profile) - fitted.doubt * likely, likely


if __name__ == "__main__":
    main()
