"""Lessons from IGLUE, and from what people wrote of pictures that others described in English."""

import json
from pathlib import Path

import pytest

pytest.importorskip("torch", reason="the extra `export` is not installed")
pytestmark = pytest.mark.export

from export_onnx.compact.data import DataError, Example
from export_onnx.languages.described import (
    ARABIC,
    DESCRIPTIONS,
    PARTS,
    arabic_lessons,
    dutch_lessons,
)
from export_onnx.languages.iglue import PARTS as IGLUE
from export_onnx.languages.iglue import iglue_lessons
from export_onnx.languages.lessons import is_held_out
from export_onnx.languages.measured import KeptBack

CAPTIONS = [f"A dog runs past {count} trees." for count in range(40)]
TAUGHT = {text for text in CAPTIONS if not is_held_out(text)}
SHOWN, HELD = 7, 9
MEASURED = KeptBack(
    frozenset([str(100 + SHOWN)]), frozenset(), frozenset([CAPTIONS[HELD].lower().strip(".")])
)


def write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8")


def write_rows(path: Path, fields: tuple[str, ...], mark: str) -> None:
    """Each caption in each of the `fields`, the pictures numbered from 100."""
    rows = [
        {field: [text + mark] if field == "sentences" else text + mark for field in fields}
        | {"img_path": f"{100 + number}.jpg"}
        for number, text in enumerate(CAPTIONS)
    ]
    named = json.dumps({str(number): row for number, row in enumerate(rows)})
    listed = "\n".join(map(json.dumps, rows))
    write(path, named if path.suffix == ".json" else listed + "\n")


@pytest.fixture
def iglue(tmp_path: Path) -> Path:
    for part in IGLUE:
        for tag in part.languages:
            write_rows(tmp_path / part.own.format(tag), part.fields, f" ({tag})")
            write_rows(tmp_path / part.english.format(tag), part.fields, "")
    return tmp_path


def test_a_text_of_iglue_stands_beside_its_english(iglue: Path) -> None:
    lessons = list(iglue_lessons(iglue, MEASURED))
    assert {each.language for each in lessons} == {tag for each in IGLUE for tag in each.languages}
    assert all(each.text == f"{each.english[0]} ({each.language})" for each in lessons)
    assert {each.english[0] for each in lessons} == TAUGHT - {CAPTIONS[SHOWN], CAPTIONS[HELD]}


def test_rows_that_do_not_belong_together_are_told(iglue: Path) -> None:
    write(iglue / IGLUE[0].own.format("ja"), "")
    with pytest.raises(DataError, match="other rows"):
        list(iglue_lessons(iglue, MEASURED))


@pytest.fixture
def dutch(tmp_path: Path) -> Path:
    for part in PARTS:
        write(tmp_path / f"splits/{part}_images.txt", "105.jpg\n107.jpg\n106.jpg\n")
        home = part.capitalize()
        for number in range(DESCRIPTIONS):
            english = [f"A cat {number}", "A cow", CAPTIONS[HELD] if number else "A goat"]
            write(tmp_path / f"English/{home}/{part}.{number + 1}", "\n".join(english) + "\n")
            texts = f"Een kat {number}\nEen koe\nEen geit\n" if number else "\nEen koe\nEen geit\n"
            write(tmp_path / f"Dutch/{home}/{part}.{number}", texts)
    return tmp_path


def test_a_description_means_what_the_english_of_its_picture_means(dutch: Path) -> None:
    lessons = list(dutch_lessons(dutch, MEASURED))
    assert {each.text for each in lessons} == {f"Een kat {number}" for number in range(1, 5)}
    assert {each.english for each in lessons} == {("A cat 0", "A cat 1", "A cat 2")}


def test_descriptions_of_fewer_pictures_are_told(dutch: Path) -> None:
    write(dutch / "splits/val_images.txt", "105.jpg\n")
    with pytest.raises(DataError, match="as many"):
        list(dutch_lessons(dutch, MEASURED))


def test_captions_are_read_of_pictures_that_are_taught(tmp_path: Path) -> None:
    lines = "1_a.jpg#0\tكلب\n1_a.jpg#1\tكلبان\n2_b.jpg#0\tقط\n3_c.jpg#0\tبقرة\n"
    write(tmp_path / ARABIC, lines)
    texts = ("A dog.", "A black dog.")
    taught = Example(Path("images/1_a.jpg"), texts, "flickr8k", held_out=False)
    kept = Example(Path("images/2_b.jpg"), texts, "flickr8k", held_out=True)
    (lesson,) = arabic_lessons(tmp_path, [taught, kept])
    assert (lesson.text, lesson.language) == ("كلب", "ar")
    assert lesson.english == ("A dog.", "A black dog.", "A black dog.")
