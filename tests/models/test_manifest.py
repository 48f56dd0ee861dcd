import json
from pathlib import Path

import pytest

from models.manifest import Calibration, Manifest, ModelError, read_manifest, verify_files
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


@pytest.mark.parametrize(
    ("name", "value"),
    [
        *(("image_size", value) for value in (0, -1, "256", 256.5, True, None, 10**12)),
        *(("dimension", value) for value in (0, 10**9)),
        *(("max_tokens", value) for value in ("77", 0)),
        *(("image_mean", value) for value in ([1, 2], ["a", "b", "c"], [float("nan")] * 3)),
        *(("languages", value) for value in ([1], [None])),
        *(("compatibility", value) for value in ({"slope": "1", "intercept": 0}, [1, 2])),
        *(("normalise", value) for value in ("no", 1)),
        *(("pad_id", value) for value in (-1, 1.0)),
        *(("object_usual", value) for value in ([0.5], ["a"], [float("inf")])),
        ("object_classes", ["cat"] * 100_000),
        *(("object_weight", value) for value in ("1", float("nan"))),
        *(("files", value) for value in ([], "text.onnx", {"text.onnx": 1})),
        *(("files", {name: "0"}) for name in ("../a", "/etc/passwd", "a/b", "..", "", "c:\\a")),
    ],
)
def test_a_manifest_from_a_stranger_is_refused_in_a_line(name: str, value: object) -> None:
    with pytest.raises(ModelError) as refused:
        changed(**{name: value})
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize("text", ["[]", "1", '"a"', "null", "[" * 100_000, '{"a":' * 50_000])
def test_what_is_no_manifest_is_refused_in_a_line(tmp_path: Path, text: str) -> None:
    (tmp_path / "manifest.json").write_text(text)
    with pytest.raises(ModelError) as refused:
        read_manifest(tmp_path)
    assert "\n" not in str(refused.value)


def test_a_manifest_without_an_end_is_not_read(tmp_path: Path) -> None:
    (tmp_path / "manifest.json").symlink_to("/dev/zero")
    with pytest.raises(ModelError, match="no regular file"):
        read_manifest(tmp_path)


@pytest.mark.parametrize("target", ["/dev/zero", "/etc/passwd", "."])
def test_files_of_a_model_lie_in_its_folder(tmp_path: Path, target: str) -> None:
    (tmp_path / "text.onnx").symlink_to(target)
    with pytest.raises(ModelError, match="no file of its folder"):
        verify_files(changed(files={"text.onnx": "0" * 64}), tmp_path)


def test_norwegian_has_three_tags() -> None:
    assert changed(languages=["no"]).knows("nb-NO")
    assert changed(languages=["nn"]).knows("no")
    assert not changed(languages=["no"]).knows("da")


def test_a_lent_sentence_network_knows_its_own_languages() -> None:
    manifest = changed(languages=["en", "fi"], sentence_languages=["en"])
    assert manifest.knows("fi")
    assert not manifest.compares("fi")
    assert changed(languages=["en", "fi"]).compares("fi")


def test_a_language_may_have_a_calibration_of_its_own() -> None:
    own = {"slope": 3.0, "intercept": -1.0}
    manifest = changed(compatibility_by_language={"zh": own})
    assert manifest.speaking("zh-Hant").compatibility == Calibration(**own)
    assert manifest.speaking("en") == manifest
    assert manifest.speaking("") == manifest


@pytest.mark.parametrize("wrong", [{"zh": {"slope": "3", "intercept": 0}}, {"zh": 3}, [1]])
def test_a_calibration_that_is_none_is_refused(wrong) -> None:
    with pytest.raises(ModelError):
        changed(compatibility_by_language=wrong)
