"""Scorers that want a language model say so."""

from __future__ import annotations

import pytest

from auditor.bench.errors import BenchError
from auditor.bench.scorers import SCORERS, Tools
from models.manifest import ModelError


@pytest.mark.parametrize("name", ["likelihood", "itc", "itm"])
def test_the_scorer_asks_for_a_language_model(name, encoder):
    with pytest.raises(BenchError, match=f"{name} wants --language-model NAME"):
        SCORERS[name](Tools(encoder))


@pytest.mark.parametrize("name", ["likelihood", "itc", "itm"])
def test_a_language_model_that_is_not_there_is_told(name, encoder, monkeypatch, tmp_path):
    monkeypatch.setenv("AUDITOR_MODELS", str(tmp_path))
    with pytest.raises(ModelError, match="nowhere"):
        SCORERS[name](Tools(encoder, "nowhere"))
