"""What is kept of the library's table tells languages apart as the library does."""

from __future__ import annotations

from pathlib import Path

import pytest
from py3langid.langid import MODEL_FILE, LanguageIdentifier

from auditor.texts import language_table
from auditor.texts.language_table import identifier

TEXTS = ("The harbour of the old town", "Der Hafen der alten Stadt", "El puerto viejo", "旧港", "…")
LEFT_OUT = ("la", "vo")
TOO = ("arz",)


@pytest.fixture
def kept(monkeypatch, tmp_path) -> Path:
    monkeypatch.setattr(language_table, "user_cache_path", lambda name: tmp_path / name)
    return tmp_path / "auditor" / "languages"


def answers() -> list[object]:
    found = identifier(LEFT_OUT, TOO)
    return [(found.classify(text), found.rank(text)) for text in TEXTS]


def test_it_answers_as_the_library_does(kept) -> None:
    whole = LanguageIdentifier.from_model_file(MODEL_FILE, norm_probs=True)
    tags = {tag for tag in whole.labels if len(tag) == 2 and tag not in LEFT_OUT}
    whole.set_languages(tags | {*TOO})
    unpacked, mapped = answers(), answers()
    assert [answer[0][0] for answer in unpacked] == [whole.classify(text)[0] for text in TEXTS]
    assert mapped == unpacked


def test_it_is_unpacked_once(kept, monkeypatch) -> None:
    first = answers()
    monkeypatch.setattr(language_table, "_unpacked", None)
    assert answers() == first


@pytest.mark.parametrize("damage", [b"", b"no table", "half"])
def test_a_damaged_one_is_made_again(kept, damage) -> None:
    first = answers()
    [file] = kept.iterdir()
    whole = file.read_bytes()
    file.write_bytes(whole[: len(whole) // 2] if damage == "half" else damage)
    assert answers() == first
    assert file.read_bytes() == whole


def test_for_other_languages_there_is_another(kept) -> None:
    answers()
    assert "la" in [tag for tag, _ in identifier((), ()).rank("Gallia est omnis divisa")]
    assert len(list(kept.iterdir())) == 2


def test_where_nothing_can_be_kept_it_is_unpacked(kept, tmp_path) -> None:
    (tmp_path / "auditor").write_text("no folder")
    assert answers()
