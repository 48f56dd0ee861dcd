"""What a scan is scored with."""

import pytest

from auditor.commands.scoring import Scoring


@pytest.mark.parametrize(
    ("no_score", "no_ocr", "reader"),
    [(False, False, "a reader"), (False, True, ""), (True, False, ""), (True, True, "")],
)
def test_text_in_pictures_is_read_with_scores_alone(monkeypatch, no_score, no_ocr, reader) -> None:
    monkeypatch.setattr("models.reading.installed", lambda: "a reader")
    assert Scoring("compact", "auto", no_score, no_ocr).reads() == reader


def test_a_language_model_that_is_not_there_ends_a_scan_in_one_line(run, tmp_path, monkeypatch):
    monkeypatch.setenv("AUDITOR_MODELS", str(tmp_path))
    page = tmp_path / "page.html"
    page.write_text("<img src=data:, alt=fox>")
    code, _, said = run("scan", page, "--static", "--no-save", "--language-model", "nowhere")
    assert code == 1
    assert said.startswith("Error: There is no language model nowhere; known: none")
    assert "python -m export_onnx.language_model makes one" in said


def test_a_language_model_without_scores_is_refused(run, tmp_path) -> None:
    page = tmp_path / "page.html"
    page.write_text("<img src=data:, alt=fox>")
    code, _, said = run("scan", page, "--no-score", "--language-model", "smollm2-135m")
    assert code == 1
    assert "--language-model is heard by the score" in said
