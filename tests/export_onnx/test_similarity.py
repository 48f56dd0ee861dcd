"""Lessons from captions of the sets for semantic similarity."""

from pathlib import Path

import pytest

pytest.importorskip("torch", reason="the extra `export` is not installed")
pytestmark = pytest.mark.export

from export_onnx.compact.data import DataError
from export_onnx.languages import similarity
from export_onnx.languages.lessons import is_held_out
from export_onnx.languages.measured import KeptBack
from export_onnx.languages.similarity import BY_DEEPL, DUTCH, PERSIAN, SICK, similarity_lessons

HELD = "A goat, seen."
CAPTIONS = [f"A dog runs, past {count} trees." for count in range(6)] + [HELD, "No caption."]
MEASURED = KeptBack(frozenset(["7"]), frozenset(), frozenset(["a goat seen", "a cow stands"]))
LANGUAGES = {*BY_DEEPL, "sv", "ko", "ro", "ja", "nl", "fa"}


def put(text: str, tag: str) -> str:
    return f"{text} ({tag})"


def write(path: Path, lines: list[str]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(f"{line}\n" for line in lines), "utf-8")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Of each part of the STS benchmark two captions a row, the row after them none; of SICK four
    rows: of a picture that is shown, of a caption that is held, and two others."""
    monkeypatch.setattr(similarity, "ROWS", {"train": 2, "dev": 1})
    for number, part in enumerate(("train", "dev")):
        texts = CAPTIONS[4 * number : 4 * number + 4]
        rows = list(zip(texts[::2], texts[1::2], strict=True))
        for tag in ("en", *BY_DEEPL):
            said = [f'"{put(a, tag)}","{put(b, tag)}",5' for a, b in rows]
            plain = [f'"{a}","{b}",5' for a, b in rows]
            home = tmp_path / "stsb-multi-mt" / "data"
            write(home / f"stsb-{tag}-{part}.csv", plain if tag == "en" else said)
        swedish = [f"main\tx\t{put(a, 'sv')}\t{put(b, 'sv')}\t5" for a, b in rows]
        write(tmp_path / f"sts-benchmark-swedish/data/{part}-sv.tsv", ["genre", *swedish])
        korean = [f'main\t5\t"{put(a, "ko")}\t{put(b, "ko")}' for a, b in rows]
        write(tmp_path / f"kor-nlu-datasets/KorSTS/sts-{part}.tsv", ["genre", *korean])
        for tag in ("ro", "en"):
            said = texts if tag == "en" else [put(text, tag) for text in texts]
            write(tmp_path / f"RO-STS/dataset/ro-en/RO-STS.{part}.{tag}", said)
    pairs = {
        1: ("A hen.", "Two hens.", "7_ab.jpg", "A hen ."),
        2: ("A cow.", "Two cows.", "8_cd.jpg", "A cow stands ."),
        3: ("A cat.", "Two cats.", "", ""),
        4: ("A cat.", "Two hens.", "9_ef.jpg", "A cat ."),
    }
    first = ["pair_ID", "sentence_A_En", "sentence_B_En", "sentence_A_Ja", "sentence_B_Ja"]
    japanese = [
        "\t".join([str(n), a, b, put(a, "ja"), put(b, "ja"), picture, caption])
        for n, (a, b, picture, caption) in pairs.items()
    ]
    write(tmp_path / SICK, ["\t".join([*first, "image_ID", "original_caption"]), *japanese])
    for tag, path in (("nl", DUTCH), ("fa", PERSIAN)):
        said = [f"{n}\t{put(a, tag)}\t{put(b, tag)}" for n, (a, b, *_) in pairs.items()]
        write(tmp_path / path, ["pair_ID\tsentence_A\tsentence_B", *said])
    return tmp_path


def test_captions_stand_beside_their_english(folder: Path) -> None:
    lessons = list(similarity_lessons(folder, MEASURED))
    assert {each.language for each in lessons} == LANGUAGES
    assert all(each.text.strip('"') == put(each.english[0], each.language) for each in lessons)


def test_no_caption_is_read_that_is_measured_and_nothing_else_than_captions(folder: Path) -> None:
    lessons = list(similarity_lessons(folder, MEASURED))
    of_sick = {each.english[0] for each in lessons if each.language in ("ja", "nl", "fa")}
    assert of_sick == {text for text in ("A cat.", "Two cats.") if not is_held_out(text)}
    others = {each.english[0] for each in lessons} - of_sick
    assert others == {text for text in CAPTIONS[:6] if not is_held_out(text)}


def test_translations_that_lack_rows_are_told(folder: Path) -> None:
    write(folder / "stsb-multi-mt" / "data" / "stsb-pl-dev.csv", [])
    with pytest.raises(DataError, match="in pl"):
        list(similarity_lessons(folder, MEASURED))
