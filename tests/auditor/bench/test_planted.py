import io

import numpy as np
import pytest
from PIL import Image

from auditor.bench import planted
from auditor.bench.altered.alterations import gather
from auditor.bench.altered.faults import FAULTS, SHARE, plant
from auditor.bench.data import site
from auditor.bench.data.stimuli import Stimulus
from auditor.bench.scorers import SCORERS, TextSample, Tools
from extractors.records import Context

CITIES = ("Prague", "Vienna")


@pytest.fixture
def rows(picture):
    return [
        Stimulus(
            f"{n}.png",
            f"Article {n // 2}",
            TextSample(
                f"Two red boats lie below the bridge in {CITIES[n % 2]}, number {n}. A man waves.",
                picture,
                Context(
                    page_title=f"Article {n // 2}", caption=f"Caption {n}", text_before="Text."
                ),
            ),
            development=True,
        )
        for n in range(60)
    ]


@pytest.fixture
def picture():
    return photograph()


def photograph():
    """Of many colours: a flat picture may well be decoration."""
    out = io.BytesIO()
    Image.effect_noise((300, 200), 90).convert("RGB").save(out, "JPEG")
    return out.getvalue()


def test_a_fifth_is_made_faulty_in_all_twelve_ways(rows):
    samples, faults = plant(gather(rows), seed=0)
    assert sum(map(bool, faults)) == round(SHARE * len(rows))
    assert set(faults) == {"", *FAULTS}
    for row, sample, fault in zip(rows, samples, faults, strict=True):
        assert (sample.text != row.sample.text) == bool(fault)
        assert sample.picture == row.sample.picture


def test_another_seed_plants_elsewhere(rows):
    among = gather(rows)
    assert plant(among, seed=0) == plant(among, seed=0)
    assert plant(among, seed=0)[1] != plant(among, seed=1)[1]


def test_faults_at_the_head_of_the_queue_are_all_found():
    faults = [["empty", "", "", "", "", "", "", ""]]
    metrics = planted.evaluate([[1, 2, 3, 4, 5, 6, 7, 8]], faults, np.arange(8), seed=0)
    assert metrics["auroc"].value == metrics["first_quarter_empty"].value == 100
    assert metrics["auroc"].n == 1
    last = planted.evaluate([[8, 7, 6, 5, 4, 3, 2, 1]], faults, np.arange(8), seed=0)
    assert last["auroc"].value == last["first_quarter"].value == 0


def test_equal_places_count_half_and_are_not_in_the_first_quarter():
    faults = [["empty", "", "", ""]]
    metrics = planted.evaluate([[1, 1, 1, 1]], faults, np.arange(4), seed=0)
    assert metrics["auroc"].value == 50
    assert metrics["first_quarter"].value == 0


def test_the_scan_of_the_site_ranks_every_use(rows):
    ranks = planted.scanned(rows, [row.sample for row in rows], None, browser=False)
    assert sorted(ranks) == list(range(1, 61))


def test_an_empty_text_is_found_by_the_rules_alone(rows, encoder):
    samples = [row.sample for row in rows[:8]]
    samples[3] = TextSample("", photograph(), samples[3].context)
    assert planted.scanned(rows[:8], samples, None, browser=False)[3] == 1
    assert SCORERS["rules"](Tools(encoder)).score(samples[3]) < -10


def test_a_sample_stands_on_the_page_of_its_article(rows, tmp_path):
    samples = [row.sample for row in rows[:3]]
    samples[2] = TextSample('a "quoted" <text>', samples[2].picture, samples[2].context)
    assert site.write(rows[:3], samples, tmp_path) == [("0.html", 0), ("0.html", 1), ("1.html", 0)]
    assert 'alt="a &quot;quoted&quot; &lt;text&gt;"' in (tmp_path / "1.html").read_text()
    assert (tmp_path / "images/0.png").read_bytes() == samples[0].picture
