"""ContextRef: does what was made worse score lower? (Kreiss, Zelikman et al. 2024, section 5.)

Each of the ten alterations is a figure: percent of the rows whose altered sample has the lower
score; an equal score is wrong, and a row where there is nothing to alter is left out. Figures are
of the rows that have a picture; those ending in `_texts` of all texts that are reported on, where
no picture is needed.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Sequence
from pathlib import Path

import numpy as np

from auditor.bench.altered.alterations import ALTERATIONS, Collection, gather
from auditor.bench.data import heldout, stimuli
from auditor.bench.data.files import benchmark
from auditor.bench.data.stimuli import Stimulus
from auditor.bench.embed import Track
from auditor.bench.metrics import Metric, numbered, share
from auditor.bench.scorers import Scorer, TextSample

NEEDS_PICTURE = ("shuffled_descriptions", "alignment_errors", "frankenstein")
KEYS = (
    *ALTERATIONS,
    *(f"{name}_texts" for name in ALTERATIONS if name not in NEEDS_PICTURE),
)
MOST = 20
DRAWS = {"shuffled_descriptions": MOST, "shuffled_contexts": MOST}
"""How often a row is altered, 1 where nothing is said; its share of right answers counts. One
shuffle of 257 moves by some points with its seed; the mean of many does not. A slow score gets
one."""


def run(
    folder: Path,
    scorer: Scorer,
    seed: int,
    track: Track,
    training: Path | None,
    only: Sequence[str] = (),
) -> dict[str, Metric]:
    """Read, alter, score. Raises BenchError, ModelError.

    With `training`, the rows to tune on take the place of those that are reported: held-out pairs
    of that folder as the rows with a picture, ContextRef's development rows as the texts. `only`
    these figures are computed, all when it is empty.
    """
    rows = stimuli.read(benchmark(folder, "contextref"))
    if training is None:
        texts = stimuli.reported(rows)
        pictures = [row for row in texts if row.sample.picture is not None]
    else:
        texts = [row for row in rows if row.development]
        pictures = heldout.read(training, seed)
    wanted = only or KEYS
    names = [name for name in ALTERATIONS if name in wanted]
    found = _figures(gather(pictures), names, scorer, seed, track)
    if not scorer.sees:
        names = [name for name in ALTERATIONS if f"{name}_texts" in wanted]
        more = _figures(gather(texts), names, scorer, seed, track)
        found |= {f"{name}_texts": metric for name, metric in more.items()}
    return found


def _figures(
    among: Collection, names: Sequence[str], scorer: Scorer, seed: int, track: Track
) -> dict[str, Metric]:
    if not names:
        return {}
    own = [scorer.score(row.sample) for row in _tracked(among.rows, "as they are", track)]
    found = {}
    for name in names:
        right, pictures = [], []
        for number in track(range(len(among.rows)), name):
            altered = altered_samples(name, number, among, seed, 1 if scorer.slow else MOST)
            if altered:
                right.append(np.mean([scorer.score(sample) < own[number] for sample in altered]))
                pictures.append(among.rows[number].img_id)
        if right:
            found[name] = share(np.array(right), numbered(pictures), seed)
    return found


def altered_samples(
    name: str, number: int, among: Collection, seed: int, most: int = MOST
) -> list[TextSample]:
    """What an alteration makes of one row: the same for the same seed, whatever else is run."""
    rng = np.random.default_rng([seed, zlib.crc32(name.encode()), number])
    count = min(most, DRAWS.get(name, 1))
    draws = (ALTERATIONS[name](among.rows[number], among, rng) for _ in range(count))
    return [sample for sample in draws if sample is not None]


def _tracked(rows: Sequence[Stimulus], what: str, track: Track) -> Iterable[Stimulus]:
    return (rows[i] for i in track(range(len(rows)), what))
