import json
from pathlib import Path

import pytest

from models.manifest import Manifest, ModelError, read_manifest
from models.registry import find

SHIPPED = find("compact")


def changed(**values: object) -> Manifest:
    data = json.loads((SHIPPED / "manifest.json").read_text("utf-8"))
    return Manifest.from_json(data | values)


@pytest.mark.parametrize(
    ("language", "known"),
    [("en", True), ("EN-gb", True), ("de", False), ("eng", False), (None, True), ("", True)],
)
def test_a_model_knows_the_languages_it_names_and_doubts_none_that_is_not_told(
    language: str | None, known: bool
) -> None:
    assert changed(languages=["en"]).knows(language) is known


def test_a_model_that_names_no_language_takes_all() -> None:
    assert changed(languages=[]).knows("ja")


def test_a_manifest_with_missing_or_unknown_entries_is_refused_in_words(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match="colour"):
        changed(colour="red")
    (tmp_path / "manifest.json").write_text("{}")
    with pytest.raises(ModelError, match="not complete"):
        read_manifest(tmp_path)
    (tmp_path / "manifest.json").write_text("{")
    with pytest.raises(ModelError, match="not valid JSON"):
        read_manifest(tmp_path)
    with pytest.raises(ModelError, match="missing"):
        read_manifest(tmp_path / "nowhere")


def test_the_hash_of_a_model_changes_with_any_of_its_files() -> None:
    shipped = read_manifest(SHIPPED)
    assert changed(files={**shipped.files, "text.onnx": "0" * 64}).sha256 != shipped.sha256
