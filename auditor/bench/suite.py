"""Every benchmark that measures a model or a score, by name, and one way to run them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

from auditor.bench import (
    alt_quality,
    analyses,
    coco,
    contextref,
    cost,
    drawings,
    flickr8k,
    icr,
    multilingual,
    planted,
    ratings,
    references,
    relevance,
    robustness,
    speed,
    textbooks,
    tuned,
    web_alts,
)
from auditor.bench.embed import Track
from auditor.bench.errors import BenchError
from auditor.bench.metrics import Metric
from auditor.bench.scorers import SCORERS, Scorer, Tools
from models.pictures import PictureError


@dataclass(frozen=True, slots=True)
class Task:
    """What is measured, and on what."""

    tools: Tools
    data: Path
    """The folder that holds all data, or a folder of that."""
    scorer: str
    seed: int
    track: Track
    training: Path | None = None
    """Folder of the training data: the development rows are run in place of the reported ones."""
    browser: bool = False
    only: tuple[str, ...] = ()
    """Figures wanted, all when empty; a benchmark may leave out work for the others."""


@dataclass(frozen=True, slots=True)
class Bench:
    """One benchmark."""

    keys: tuple[str, ...]
    """The figures it can give."""
    scorers: tuple[str, ...]
    """The scores it can measure, the usual one first."""
    run: Callable[[Task], dict[str, Metric]]
    tunes: bool = False
    """Whether it has development rows."""


EVERY = tuple(SCORERS)
BLIND = ("quality", "queue", "rules", "relevance", "length")
"""Scores that need no picture."""
COMPATIBILITY = ("compatibility",)

COMPARED = ("quality", "compatibility", "clipscore", "contextual", "relevance", "length")
"""Scores that the analyses hold against each other, and likelihood where a language model is
named."""

BENCHES: Mapping[str, Bench] = {
    "analyses": Bench(
        analyses.keys((*COMPARED, "likelihood")),
        EVERY,
        lambda t: analyses.run(t.data, _scorer(t), _compared(t), t.seed, t.track, t.only),
    ),
    "alt-quality": Bench(
        alt_quality.KEYS,
        BLIND,
        lambda t: alt_quality.run(t.data, _scorer(t), t.seed, t.track),
    ),
    "coco": Bench(
        coco.KEYS,
        COMPATIBILITY,
        lambda t: coco.run(t.data, t.tools.encoder, t.seed, t.track),
    ),
    "context-ratings": Bench(
        ratings.KEYS,
        EVERY,
        lambda t: ratings.run(t.data, _scorer(t), t.seed, t.track),
    ),
    "contextref": Bench(
        contextref.KEYS,
        EVERY,
        lambda t: contextref.run(t.data, _scorer(t), t.seed, t.track, t.training, t.only),
        tunes=True,
    ),
    "cost": Bench(
        cost.KEYS,
        ("quality",),
        lambda t: cost.run(t.data, t.tools.encoder, t.seed, t.track),
    ),
    "drawings": Bench(
        drawings.KEYS,
        COMPATIBILITY,
        lambda t: drawings.run(t.data, t.tools.encoder, t.seed, t.track),
    ),
    "flickr8k": Bench(
        flickr8k.KEYS,
        COMPATIBILITY,
        lambda t: flickr8k.run(t.data, t.tools.encoder, t.seed, t.track),
    ),
    "icr": Bench(
        icr.KEYS,
        ("quality",),
        lambda t: icr.run(t.data, t.tools, t.seed, t.track, t.only),
    ),
    "icr-reference": Bench(
        references.KEYS,
        ("references",),
        lambda t: references.run(t.data, t.tools, t.seed, t.track, t.only),
    ),
    "multilingual": Bench(
        multilingual.KEYS,
        COMPATIBILITY,
        lambda t: multilingual.run(t.data, t.tools.encoder, t.seed, t.track),
    ),
    "planted": Bench(
        planted.KEYS,
        ("queue", *(name for name in EVERY if name != "queue")),
        lambda t: planted.run(t.data, _scorer(t), t.tools, t.seed, t.track, t.training, t.browser),
        tunes=True,
    ),
    "relevance": Bench(
        relevance.KEYS,
        ("relevance",),
        lambda t: relevance.run(t.data, t.tools, t.seed, t.track, t.only),
    ),
    "robustness": Bench(
        robustness.KEYS,
        EVERY,
        lambda t: robustness.run(t.data, _scorer(t), t.seed, t.track),
    ),
    "speed": Bench(
        speed.KEYS,
        COMPATIBILITY,
        lambda t: speed.run(t.data, t.tools.encoder, t.seed, t.track),
    ),
    "textbooks": Bench(
        textbooks.KEYS,
        COMPATIBILITY,
        lambda t: textbooks.run(t.data, t.tools.encoder, t.seed, t.track),
    ),
    "tuned": Bench(
        tuned.KEYS,
        ("quality",),
        lambda t: tuned.run(t.data, t.tools, t.seed, t.track),
    ),
    "web-alts": Bench(
        web_alts.KEYS,
        BLIND,
        lambda t: web_alts.run(t.data, _scorer(t), t.seed, t.track),
    ),
}


def measure(name: str, task: Task, only: Sequence[str] = ()) -> dict[str, Any]:
    """One result as JSON has it, of the figures `only` (all when empty).

    Raises BenchError, ModelError.
    """
    bench = BENCHES[known("benchmark", name, tuple(BENCHES))]
    known("scorer", task.scorer, bench.scorers)
    wanted = tuple(known("figure", figure.replace("-", "_"), bench.keys) for figure in only)
    if task.training is not None and not bench.tunes:
        raise BenchError(f"{name} has no development rows; it is only reported on")
    try:
        metrics = bench.run(replace(task, only=wanted))
    except PictureError as error:
        raise BenchError(f"a picture of the data cannot be used: {error}") from error
    manifest = task.tools.encoder.manifest
    return {
        "bench": name,
        "model": {"name": manifest.name, "sha256": manifest.sha256},
        "scorer": task.scorer,
        **({"language_model": task.tools.language} if task.tools.language else {}),
        "seed": task.seed,
        "metrics": {
            key: asdict(metric) for key, metric in metrics.items() if not wanted or key in wanted
        },
    }


def known(what: str, name: str, names: Sequence[str]) -> str:
    """The name, if it is one of `names`. Raises BenchError naming them."""
    if name not in names:
        raise BenchError(f"There is no {what} {name}; known: {', '.join(names)}")
    return name


def _compared(task: Task) -> dict[str, Callable[[], Scorer]]:
    names = (*COMPARED, "likelihood") if task.tools.language else COMPARED
    return {name: partial(SCORERS[name], task.tools) for name in names}


def _scorer(task: Task) -> Scorer:
    return SCORERS[task.scorer](task.tools)
