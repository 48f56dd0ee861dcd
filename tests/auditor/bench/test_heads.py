"""Scores of heads that were trained over a model's towers, read from the user's cache."""

from __future__ import annotations

from io import BytesIO

import numpy as np
import pytest
from PIL import Image

from auditor.bench import trained
from auditor.bench.errors import BenchError
from auditor.bench.scorers import SCORERS, TextSample, Tools

RNG = np.random.default_rng(0)
SHAPES = {
    "vsepp": {"picture": (4, 3), "text": (4, 3)},
    "umic": {"first": (5, 12), "last": (1, 5)},
}


@pytest.fixture
def cache(monkeypatch, tmp_path):
    monkeypatch.setattr(trained, "user_cache_path", lambda name: tmp_path)
    return tmp_path


def red() -> bytes:
    out = BytesIO()
    Image.new("RGB", (4, 4), (255, 0, 0)).save(out, "PNG")
    return out.getvalue()


@pytest.mark.parametrize("name", [*SHAPES, "alignment", "spurts", "qace"])
def test_a_head_that_nobody_trained_is_told(name, cache, encoder):
    with pytest.raises(BenchError, match=r"export_onnx\.caption_heads --model colours"):
        SCORERS[name](Tools(encoder))


@pytest.mark.parametrize("name", list(SHAPES))
def test_a_trained_head_scores_a_picture_with_a_text(name, cache, encoder):
    weights = {}
    for layer, shape in SHAPES[name].items():
        weights[f"{layer}.weight"] = RNG.normal(size=shape).astype(np.float32)
        weights[f"{layer}.bias"] = RNG.normal(size=shape[0]).astype(np.float32)
    path = cache / name / f"{encoder.manifest.sha256}.npz"
    path.parent.mkdir()
    np.savez(path, **weights)
    scorer = SCORERS[name](Tools(encoder))
    one, two = (scorer.score(TextSample(text, red())) for text in ("all red", "very green"))
    assert one != two
    assert scorer.sees
    if name == "vsepp":
        seen = weights["picture.weight"] @ [1, 0, 0] + weights["picture.bias"]
        said = weights["text.weight"] @ [1, 0, 0] + weights["text.bias"]
        cosine = seen @ said / np.linalg.norm(seen) / np.linalg.norm(said)
        assert one == pytest.approx(cosine, abs=1e-5)
