"""Lessons from captions of photographs that people and programs put into other languages."""

import gzip
import json
from collections.abc import Callable
from pathlib import Path

import pytest

pytest.importorskip("torch", reason="the extra `export` is not installed")
pytestmark = pytest.mark.export

from export_onnx.compact.data import DataError
from export_onnx.languages import captions
from export_onnx.languages.captions import (
    CAPTIONED,
    PROGRAMS,
    SETS,
    XTD,
    XTD200,
    caption_lessons,
    portuguese_lessons,
    program_lessons,
    spanish_captions,
    xtd_lessons,
)
from export_onnx.languages.lessons import Lesson, is_held_out
from export_onnx.languages.measured import KeptBack, read_measured

CAPTIONS = [f"A dog runs past {count} trees." for count in range(40)]
SHOWN, HELD = 7, 9
"""Of these a benchmark shows the picture, and holds the caption."""


def write(path: Path, texts: list[str]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    opened = gzip.open if path.suffix == ".gz" else open
    with opened(path, "wt", encoding="utf-8") as file:
        file.writelines(f"{text}\n" for text in texts)


def put(language: str) -> list[str]:
    return [f"{text} ({language})" for text in CAPTIONS]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """As the repositories have them, all in one."""
    names = [f"{100 + number}.jpg" for number in range(len(CAPTIONS))]
    write(tmp_path / "task1" / "image_splits" / "train.txt", names)
    write(tmp_path / "task2" / "image_splits" / "train_images.txt", names)
    raw = tmp_path / "task1" / "raw"
    write(raw / "train.en.gz", CAPTIONS)
    for tag in (*CAPTIONED, "pt"):
        write(raw / f"train.{tag}.gz", put(tag))
    for number in range(1, SETS + 1):
        texts = [f"Dog {number} at {text}" for text in CAPTIONS]
        write(tmp_path / "task2" / "raw" / f"train.{number}.en.gz", texts)
    for tag, code in PROGRAMS.items():
        write(tmp_path / f"multi30k-dataset-en-{code}" / f"train.{code}", put(tag))
    coco = [f"COCO_train2014_{100 + number:012}.jpg" for number in range(len(CAPTIONS))]
    write(tmp_path / "xtd200" / "test_image_names.txt", coco)
    write(tmp_path / "xtd200" / "eng_Latn.txt", CAPTIONS)
    for tag, code in XTD200.items():
        write(tmp_path / "xtd200" / f"{code}.txt", put(tag))
    for tag, code in [("en", "en"), *XTD.items()]:
        texts = CAPTIONS if tag == "en" else put(tag)
        write(tmp_path / "xtd10" / "captions" / f"test_1kcaptions_{code}.txt", texts)
    return tmp_path


@pytest.fixture
def measured(tmp_path: Path) -> KeptBack:
    benchmarks, data = tmp_path / "benchmarks", tmp_path / "data"
    for name in ("multilingual", "flickr8k-ratings", "coco"):
        (benchmarks / name).mkdir(parents=True)
    (data / "flickr8k").mkdir(parents=True)
    images = {"images": [{"image": f"{100 + SHOWN}_a1b2.jpg"}]}
    (benchmarks / "multilingual" / "captions.json").write_text(json.dumps(images))
    coco = {f"images/{100 + SHOWN}.jpg": [CAPTIONS[HELD].upper()]}
    (benchmarks / "coco" / "captions.json").write_text(json.dumps(coco))
    own = f"{100 + SHOWN}_a1b2.jpg#0\tA cat .\n5_c.jpg#0\tA bird .\n"
    (data / "flickr8k" / "captions.tsv").write_text(own)
    (benchmarks / "flickr8k-ratings" / "captions.tsv").write_text("6_d.jpg#0\tA cow .\n")
    return read_measured(benchmarks, data)


READERS: dict[str, Callable[[Path, KeptBack], list[Lesson]]] = {
    "multi30k": lambda folder, m: list(caption_lessons(folder, m)),
    "framed": lambda folder, m: list(portuguese_lessons(folder, folder / "task1" / "raw", m)),
    "extension": lambda folder, m: list(program_lessons(folder, folder, m)),
    "xtd": lambda folder, m: list(xtd_lessons(folder, m)),
}


@pytest.mark.parametrize("reader", READERS.values(), ids=READERS)
def test_a_caption_stands_beside_its_english(
    folder: Path, measured: KeptBack, reader: Callable[[Path, KeptBack], list[Lesson]]
) -> None:
    lessons = reader(folder, measured)
    other = [each for each in lessons if each.language != "en"]
    assert other
    assert all(each.text == f"{each.english[0]} ({each.language})" for each in other)
    assert all(each.english == (each.text,) for each in lessons if each.language == "en")


@pytest.mark.parametrize("reader", READERS.values(), ids=READERS)
def test_nothing_is_read_that_a_benchmark_shows_or_holds(
    folder: Path, measured: KeptBack, reader: Callable[[Path, KeptBack], list[Lesson]]
) -> None:
    read = {each.english[0] for each in reader(folder, measured) if not each.held_out}
    kept = {text for text in CAPTIONS if not is_held_out(text)}
    assert read & set(CAPTIONS) == kept - {CAPTIONS[SHOWN], CAPTIONS[HELD]}


def test_english_is_read_beyond_what_is_translated(folder: Path, measured: KeptBack) -> None:
    read = [each.text for each in caption_lessons(folder, measured) if each.language == "en"]
    assert len(read) == len(set(read))
    assert {text.split(" at ")[0] for text in read} > {f"Dog {n}" for n in range(1, SETS + 1)}
    assert not [text for text in read if CAPTIONS[SHOWN] in text]


def test_other_spanish_captions_are_for_each_neighbour(
    folder: Path, measured: KeptBack, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(captions, "NEIGHBOURS", 10)
    read = [spanish_captions(folder, folder, tag, measured) for tag in ("it", "ca")]
    assert all(each.text == f"{each.english[0]} (es)" for some in read for each in some)
    assert len({each.text for some in read for each in some}) > len(read[0])


def test_a_benchmark_holds_captions_of_its_pictures_alone(measured: KeptBack) -> None:
    assert [measured.holds(text) for text in ("a CAT", "A bird.", "A cow")] == [True, False, True]
    assert [measured.shows(name) for name in ("6.jpg", "5.jpg")] == [True, False]


def test_files_of_unlike_length_or_none_are_told(folder: Path, measured: KeptBack) -> None:
    path = folder / "task1" / "raw" / "train.fr.gz"
    path.unlink()
    with pytest.raises(DataError, match=r"train\.fr\.gz"):
        list(caption_lessons(folder, measured))
    write(path, ["Un chien."])
    with pytest.raises(DataError, match="as many"):
        list(caption_lessons(folder, measured))
