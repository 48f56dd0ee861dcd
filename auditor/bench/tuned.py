"""Fine-tuning as in ContextRef: what a light adapter of the towers and a join of the parts gain,
trained together on texts made worse and on ratings (Kreiss, Zelikman et al. 2024, section 6).

As in the paper four fifths are learned from and one is reported; here that is done five times, so
that every picture is reported once, by a score that has not seen it. `NAME_before` and `NAME_after`
are the alterations of `contextref` by contextual CLIPScore and by the tuned score;
`blv_overall_before`, … agreement with the readers of `context-ratings`.
"""

from __future__ import annotations

import subprocess
import tempfile
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from auditor.bench import contextref, ratings
from auditor.bench.altered.alterations import ALTERATIONS, gather
from auditor.bench.beside_torch import ROOT, environment, interpreter
from auditor.bench.data import stimuli
from auditor.bench.data.files import benchmark
from auditor.bench.embed import Track
from auditor.bench.errors import BenchError
from auditor.bench.metrics import Floats, Ints, Metric, numbered, pearson, share
from auditor.bench.scorers import TextSample, Tools, context_text, looked, record_of
from auditor.references import PREFIX

FOLDS = 5
RATED = ("blv_overall", "sighted_overall_after")
TIMES = ("before", "after")
KEYS = tuple(f"{name}_{time}" for name in (*ALTERATIONS, *RATED) for time in TIMES)
DRAWS = 1
"""Of an alteration that goes by chance."""


@dataclass
class Material:
    """Samples, and what is known of them, as they are gathered."""

    tools: Tools
    rows: list[tuple[int, int, int]] = field(default_factory=list)
    """Of each sample, its picture, text and context among the vectors."""
    parts: list[Sequence[float]] = field(default_factory=list)
    folds: list[int] = field(default_factory=list)
    vectors: dict[bytes, int] = field(default_factory=dict)
    kept: list[Floats] = field(default_factory=list)

    def add(self, sample: TextSample, fold: int) -> int:
        """The sample's number. Raises PictureError, ModelError."""
        assert sample.picture is not None
        seen = self.tools.picture(sample.picture)
        around = context_text(sample.context) or sample.text
        rows = seen, self.tools.text(PREFIX + sample.text), self.tools.text(around)
        one, two, three = map(self._place, rows)
        self.rows.append((one, two, three))
        scores = self.tools.judge.rate(record_of(sample), looked(self.tools.judge, sample))
        parts = (
            (scores.compatibility, scores.relevance, scores.informativeness, scores.form)
            if scores
            else ()
        )
        self.parts.append([part.value or 0.0 for part in parts] or [0.0] * 4)
        self.folds.append(fold)
        return len(self.rows) - 1

    def _place(self, vector: Floats) -> int:
        number = self.vectors.setdefault(vector.tobytes(), len(self.kept))
        if number == len(self.kept):
            self.kept.append(vector)
        return number


def run(folder: Path, tools: Tools, seed: int, track: Track) -> dict[str, Metric]:
    """Gather, tune in a process with torch, report. Raises BenchError, ModelError."""
    python = interpreter("Fine-tuning")
    rows = stimuli.reported(stimuli.read(benchmark(folder, "contextref")))
    among = gather([row for row in rows if row.sample.picture is not None])
    lessons = Material(tools)
    pairs: dict[str, list[tuple[int, int]]] = {name: [] for name in ALTERATIONS}
    pictures: dict[int, str] = {}
    for number in track(range(len(among.rows)), "Alterations"):
        row = among.rows[number]
        fold = fold_of(row.img_id)
        own = lessons.add(row.sample, fold)
        pictures[own] = row.img_id
        for name in ALTERATIONS:
            for made in contextref.altered_samples(name, number, among, seed, DRAWS):
                pairs[name].append((own, lessons.add(made, fold)))
    names, samples, answers = ratings.read(benchmark(folder, "context-ratings"))
    rated = [
        lessons.add(samples[i], fold_of(names[i][1])) for i in track(range(len(samples)), "Ratings")
    ]
    file, column = ratings.COLUMNS[RATED[0]]
    levels = np.array([answers[file][name][column] for name in names])
    scores = _scores(python, lessons, list(pairs.values()), np.array(rated), levels, seed)
    found: dict[str, Metric] = {}
    for time in TIMES:
        found |= altered(scores[time], pairs, pictures, seed, time)
        for key in RATED:
            file, column = ratings.COLUMNS[key]
            told = np.array([answers[file][name][column] for name in names])
            owners = numbered(picture for picture, _, _ in names)
            found[f"{key}_{time}"] = pearson(scores[time][rated], told, owners, seed)
    return {key: found[key] for key in KEYS if key in found}


def fold_of(group: str) -> int:
    """Which part of FOLDS a picture, or an article, is left out with."""
    return zlib.crc32(group.encode()) % FOLDS


def altered(
    scores: Floats,
    pairs: Mapping[str, Sequence[tuple[int, int]]],
    pictures: Mapping[int, str],
    seed: int,
    time: str,
) -> dict[str, Metric]:
    """Percent of what was made worse that scores lower, by alteration."""
    found = {}
    for name, made in pairs.items():
        if made:
            own, other = np.array(made).T
            right = (scores[other] < scores[own]).astype(float)
            groups = numbered(pictures[place] for place in own.tolist())
            found[f"{name}_{time}"] = share(right, groups, seed)
    return found


def _scores(
    python: str,
    lessons: Material,
    pairs: Sequence[Sequence[tuple[int, int]]],
    rated: Ints,
    levels: Floats,
    seed: int,
) -> dict[str, Floats]:
    """Of each sample, before and after; in a process of its own, as nothing here imports torch."""
    both = np.array([pair for made in pairs for pair in made], dtype=np.int64).reshape(-1, 2)
    kinds = [number for number, made in enumerate(pairs) for _ in made]
    seen, said, around = np.array(lessons.rows, dtype=np.int64).T
    with tempfile.TemporaryDirectory() as name:
        given, answer = Path(name) / "given.npz", Path(name) / "answer.npz"
        np.savez(
            given,
            vectors=np.stack(lessons.kept).astype(np.float32),
            pictures=seen,
            texts=said,
            contexts=around,
            parts=np.array(lessons.parts, dtype=np.float32),
            fold=np.array(lessons.folds),
            better=both[:, 0],
            worse=both[:, 1],
            kind=np.array(kinds, dtype=np.int64),
            rated=rated,
            ratings=levels,
            seed=seed,
        )
        command = [python, "-P", "-m", "export_onnx.fine_tuning.crossed", str(given), str(answer)]
        if subprocess.run(command, cwd=ROOT, env=environment(), check=False).returncode:
            raise BenchError("the score was not tuned: see above")
        with np.load(answer) as found:
            return {time: found[time] for time in TIMES}
