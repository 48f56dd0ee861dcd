"""Scores of texts by texts that people wrote."""

from __future__ import annotations

import shutil
import sys

import numpy as np
import pytest

from auditor import references
from auditor.references import ReferencesError, missing, ref_clipscore, reference_scores

needs_java = pytest.mark.skipif(not shutil.which("java"), reason="there is no Java runtime")


@needs_java
def test_each_text_is_scored_by_its_own_references():
    pytest.importorskip("pycocoevalcap", reason="the extra `references` is not installed")
    texts = ["A dog runs over the lawn.", ". !", "Two ships\u2028at sea", "Cats"]
    approved = [
        ["a dog runs over the lawn", "An animal"],
        ["a dog"],
        ["A boat", "."],
        ["a house on a hill"],
    ]
    found = reference_scores(texts, approved, ("bleu_1", "bleu_4", "rouge_l", "meteor", "cider"))
    assert list(found) == ["bleu_1", "bleu_4", "rouge_l", "meteor", "cider"]
    for key, values in found.items():
        assert len(values) == 4
        assert values[0] == values.max() > 0.9, key
        assert values[1] == 0, key
    assert found["bleu_1"][3] < 1e-6


def test_a_missing_java_is_told_in_one_line(monkeypatch):
    pytest.importorskip("pycocoevalcap", reason="the extra `references` is not installed")
    monkeypatch.setattr(references.shutil, "which", lambda name: None)
    with pytest.raises(ReferencesError, match=r"^[^\n]*no `java` on the path[^\n]*$"):
        reference_scores(["a"], [["a"]])


def test_a_missing_package_is_told_with_its_extra(monkeypatch):
    monkeypatch.setitem(sys.modules, "pycocoevalcap", None)
    with pytest.raises(ReferencesError, match=r"alt-text-auditor\[references\]"):
        missing()


@needs_java
def test_spice_is_not_fetched_unasked(monkeypatch, tmp_path):
    monkeypatch.setattr(references, "_package", lambda: tmp_path)
    assert "get_stanford_models" in missing()["spice"]
    with pytest.raises(ReferencesError, match=r"CoreNLP 3\.6\.0"):
        reference_scores(["a"], [["a"]], ("spice",))


@needs_java
def test_a_java_that_fails_is_told(monkeypatch, tmp_path):
    pytest.importorskip("pycocoevalcap", reason="the extra `references` is not installed")
    broken = tmp_path / "java"
    broken.write_text("#!/bin/sh\necho no memory >&2\nexit 1\n")
    broken.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=":")
    with pytest.raises(ReferencesError, match="could not be run: no memory"):
        reference_scores(["a"], [["a"]], ("bleu_1",))


def test_refclipscore_is_the_harmonic_mean_with_the_best_reference():
    found = ref_clipscore(np.array([0.2, -0.1, 0.4]), [[0.1, 0.5], [0.9], [-0.2, -0.3]])
    assert found == pytest.approx([2 * 0.5 * 0.5 / (0.5 + 0.5), 0, 0])
