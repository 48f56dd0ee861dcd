"""A tiny model as repositories lay it out, and a hub that has it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from tokenizers import Tokenizer
from tokenizers.models import WordLevel
from tokenizers.pre_tokenizers import Whitespace

from tests.tools.hub import Hub, served

TINY = Path(__file__).parent / "tiny"
WORDS = ("[unknown]", "a", "red", "blue", "surface", "dog", "photo")


def tokenizer() -> bytes:
    words = WordLevel({word: number for number, word in enumerate(WORDS)}, WORDS[0])
    made = Tokenizer(words)
    made.pre_tokenizer = Whitespace()
    return made.to_str().encode()


@pytest.fixture
def transformers_files() -> dict[str, bytes]:
    """As transformers' exports lie: `onnx/vision_model.onnx`, `onnx/text_model.onnx`."""
    config = {"model_type": "clip", "text_config": {"max_position_embeddings": 12}}
    preparation = {
        "size": {"shortest_edge": 16},
        "crop_size": {"height": 16, "width": 16},
        "do_center_crop": True,
        "resample": 3,
        "image_mean": [0.5, 0.5, 0.5],
        "image_std": [0.25, 0.25, 0.25],
    }
    vision = (TINY / "vision_model.onnx").read_bytes()
    text = (TINY / "text_model.onnx").read_bytes()
    return {
        "README.md": b"A tiny model.",
        "config.json": json.dumps(config).encode(),
        "preprocessor_config.json": json.dumps(preparation).encode(),
        "tokenizer.json": tokenizer(),
        "onnx/vision_model.onnx": vision,
        "onnx/text_model.onnx": text,
        "onnx/vision_model_fp16.onnx": vision,
        "onnx/text_model_fp16.onnx": text,
    }


@pytest.fixture
def hub(transformers_files: dict[str, bytes], tmp_path: Path, monkeypatch) -> Iterator[Hub]:
    """The hub, and an empty cache of models."""
    monkeypatch.setenv("AUDITOR_MODELS", str(tmp_path / "models"))
    monkeypatch.setenv("HF_HUB_DISABLE_XET", "1")
    with served(transformers_files) as hub:
        yield hub
