import json
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from auditor.bench import multilingual
from auditor.bench.errors import BenchError

SHARED = Path("../shared")
COLOURS = ("red", "green", "blue")


def _data(folder: Path, captions: dict[str, list[str]]) -> None:
    pictures = folder / "benchmarks/flickr8k-ratings/images"
    pictures.mkdir(parents=True)
    for colour in COLOURS:
        Image.new("RGB", (8, 8), colour if colour != "green" else "lime").save(
            pictures / f"{colour}.png"
        )
    images = [
        {"image": f"{c}.png", "folder": "benchmarks/flickr8k-ratings/images"} for c in COLOURS
    ]
    written = {f"{c}.png": [f"a {c} sea", "nothing"] for c in COLOURS}
    (folder / "benchmarks/multilingual").mkdir()
    for name, value in (
        ("captions.json", {"images": images, "captions": captions}),
        ("flickr8k-zh-test.json", {"written": written, "translated": {}}),
    ):
        (folder / "benchmarks/multilingual" / name).write_text(json.dumps(value))


def test_every_language_is_a_figure_and_a_share_of_english(tmp_path, encoder):
    _data(
        tmp_path, {"en": list(COLOURS), "zh-hans": ["red", "green", "x"], "mt": ["red", "x", "x"]}
    )
    metrics = multilingual.run(tmp_path, encoder, 0, lambda items, _: items)
    values = {key: metric.value for key, metric in metrics.items()}
    assert values == {
        "share_of_english_20": pytest.approx(200 / 3),
        "share_of_english_worst": pytest.approx(100 / 3),
        "zh_first": 50,
        "en": 100,
        "zh_hans": pytest.approx(200 / 3),
        "mt": pytest.approx(100 / 3),
    }
    assert set(values) <= set(multilingual.KEYS)


def test_the_worst_is_of_every_language_and_the_mean_of_the_largest():
    right = {"en": np.ones(4), "de": np.array([1.0, 1, 1, 0]), "ga": np.array([0.0, 0, 0, 1])}
    metrics = multilingual.shares(right, seed=0)
    assert metrics["share_of_english_20"].value == 75
    assert metrics["share_of_english_worst"].value == 25
    assert metrics["share_of_english_worst"].low <= 25 <= metrics["share_of_english_worst"].high


def test_a_language_with_fewer_captions_is_a_clear_error(tmp_path):
    _data(tmp_path, {"en": list(COLOURS), "de": ["rot"]})
    with pytest.raises(BenchError, match="not in the published format"):
        multilingual.read(tmp_path)


@pytest.mark.skipif(not SHARED.is_dir(), reason="no ../shared here")
def test_the_published_data_is_whole():
    data = multilingual.read(SHARED)
    assert tuple(data.captions) == multilingual.LANGUAGES
    assert len(multilingual.LARGEST) == 20
    assert set(multilingual.LARGEST) < set(data.captions)
    assert len(data.pictures) == 239
    assert len(data.chinese) == 5000
    assert all(path.is_file() for path in (*data.pictures, *data.chinese_pictures))
