import json
from pathlib import Path

import numpy as np
import pytest

from auditor.bench import drawings

SHARED = Path("../shared/benchmarks/drawings")


def test_the_own_name_is_first_or_it_is_not():
    scores = np.array([[0.9, 0.1, 0.2], [0.1, 0.1, 0.0]])  # a tie is a loss
    assert drawings.evaluate(scores, [0, 1], seed=0)["first_of_50"].value == 50


def test_fifty_names_are_drawn_anew_for_each_picture_by_the_seed():
    scores = np.zeros((400, 100))
    scores[:, 0], scores[:, 1] = 1, 2  # the one better name is among 49 of 99 others half the time
    first = drawings.evaluate(scores, [0] * 400, seed=0)["first_of_50"]
    assert 40 < first.value < 60
    assert drawings.evaluate(scores, [0] * 400, seed=0)["first_of_50"] == first
    assert drawings.evaluate(scores, [0] * 400, seed=1)["first_of_50"] != first


def test_one_name_of_two_pictures_is_one_candidate(tmp_path, encoder):
    from PIL import Image

    folder = tmp_path / "drawings"
    (folder / "images").mkdir(parents=True)
    pairs = []
    for number, name in enumerate(("red", "red", "blue")):
        Image.new("RGB", (8, 8), name).save(folder / f"images/{number}.png")
        pairs.append({"image": f"images/{number}.png", "alt": name})
    (folder / "pairs.json").write_text(json.dumps(pairs))
    metrics = drawings.run(tmp_path, encoder, 0, lambda items, _: items)
    assert metrics["first_of_50"].value == 100
    assert metrics["first_of_50"].n == 3


@pytest.mark.skipif(not SHARED.is_dir(), reason="no ../shared/benchmarks/drawings here")
def test_the_published_data_is_whole():
    pictures, names = drawings.read(SHARED)
    assert len(pictures) == 386
    assert len({name.casefold() for name in names}) == 324
