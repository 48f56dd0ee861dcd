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
