"""The user's measure: how high does the ranking put faults planted among good texts?

On a site of ContextRef's image uses, a fifth of the alternative texts are made faulty (`faults`);
the site is scanned like any other, and the queue is held against what was planted. The mean over
several plantings. A scorer other than `queue` and `rules` orders the uses by its score alone.
"""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from auditor import __version__
from auditor.bench.altered.alterations import gather
from auditor.bench.altered.faults import FAULTS, plant
from auditor.bench.data import heldout, site, stimuli
from auditor.bench.data.files import benchmark
from auditor.bench.data.stimuli import Stimulus
from auditor.bench.embed import Track
from auditor.bench.errors import BenchError
from auditor.bench.metrics import Ints, Metric, numbered, share
from auditor.bench.scorers import Scorer, TextSample, Tools
from auditor.clock import now
from auditor.results import ModelIdentity
from auditor.scan.options import ScanOptions
from auditor.scan.run import scan
from auditor.scoring.likelihood import Heard
from auditor.store.writer import ScanInfo, Store
from models.encoder import Encoder

PLANTINGS = 5
HEARD = "heard-queue"
SCANNED = ("queue", "rules", HEARD)
"""Scorers that are scans: with the model, without, and with a language model beside it."""
KEYS = (
    "auroc",
    "first_quarter",
    *(f"auroc_{kind}" for kind in FAULTS),
    *(f"first_quarter_{kind}" for kind in FAULTS),
)


def run(
    folder: Path,
    scorer: Scorer,
    tools: Tools,
    seed: int,
    track: Track,
    training: Path | None,
    browser: bool,
) -> dict[str, Metric]:
    """Plant, scan, look where the faults are. Raises BenchError, ModelError.

    With `training`, the held-out pairs of that folder take the place of ContextRef. The site is
    read without a browser unless `browser` is asked for.
    """
    if training is None:
        rows = [row for row in stimuli.read(benchmark(folder, "contextref")) if row.sample.picture]
    else:
        rows = heldout.read(training, seed)
    among = gather(rows)
    places, faults = [], []
    for number in track(range(PLANTINGS), "Plantings"):
        samples, planted = plant(among, seed + number)
        if scorer.name in SCANNED:
            model = None if scorer.name == "rules" else tools.encoder
            heard = tools.heard(HEARD) if scorer.name == HEARD else None
            places.append(scanned(among.rows, samples, model, browser, heard))
        else:
            places.append(_by_score(samples, scorer))
        faults.append(planted)
    return evaluate(places, faults, numbered(row.img_id for row in rows), seed)


def evaluate(
    places: Sequence[Sequence[float]], faults: Sequence[Sequence[str]], pictures: Ints, seed: int
) -> dict[str, Metric]:
    """Figures from the place of each use in the queue, low is early, and its fault ("" for none),
    both a sequence a planting.

    `auroc` is how often, in percent, a faulty text stands before a good one (half for the same
    place); `first_quarter` the percent of faults in the first quarter. The pictures that have a
    faulty text are drawn again for the intervals.
    """
    kinds, before, early, owners = [], [], [], []
    for placed, planted in zip(places, faults, strict=True):
        good = np.array([place for place, kind in zip(placed, planted, strict=True) if not kind])
        every = np.array(placed)
        for place, kind, picture in zip(placed, planted, pictures, strict=True):
            if kind:
                kinds.append(kind)
                before.append((good > place).mean() + (good == place).mean() / 2)
                rank = (every < place).sum() + ((every == place).sum() + 1) / 2
                early.append(float(rank <= len(placed) / 4))
                owners.append(picture)
    found = {}
    for key, values in (("auroc", before), ("first_quarter", early)):
        found[key] = share(np.array(values), _from_0(owners), seed)
        for kind in sorted(set(kinds), key=list(FAULTS).index):
            of_kind = [number for number, found in enumerate(kinds) if found == kind]
            chosen = [owners[number] for number in of_kind]
            found[f"{key}_{kind}"] = share(np.array(values)[of_kind], _from_0(chosen), seed)
    return found


def scanned(
    rows: Sequence[Stimulus],
    samples: Sequence[TextSample],
    encoder: Encoder | None,
    browser: bool,
    heard: Heard | None = None,
) -> list[float]:
    """The rank of each sample's image in the queue of a scan of the site. Raises BenchError."""
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        where = site.write(rows, samples, folder / "site")
        start = (folder / "site" / "index.html").as_uri()
        with Store(folder / "scan.db") as store:
            model = ModelIdentity.of(encoder.manifest if encoder else None)
            store.begin(ScanInfo((start,), now(), __version__, model, {}))
            options = ScanOptions((start,), max_pages=None, static=not browser)
            asyncio.run(scan(options, store, encoder, heard=heard))
            ranks = {
                (use.page_url.rpartition("/")[2], use.record.ordinal): float(use.rank)
                for use in store.report().uses
            }
    try:
        return [ranks[place] for place in where]
    except KeyError as error:
        raise BenchError(f"the scan did not bring the image {error}") from None


def _by_score(samples: Sequence[TextSample], scorer: Scorer) -> list[float]:
    """The score itself is the place: the lowest is the worst. No text comes first."""
    return [scorer.score(sample) if sample.text else -np.inf for sample in samples]


def _from_0(owners: Sequence[int]) -> Ints:
    return np.unique(owners, return_inverse=True)[1]
