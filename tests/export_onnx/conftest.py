"""Training data drawn here: discs and bars in four colours, with texts that say so."""

import json
import random
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from PIL import Image, ImageDraw

from tests.export_onnx.tfjs_graphs import write_detector

if TYPE_CHECKING:
    from export_onnx.languages.lessons import LessonSources

THINGS = {"🐕": "dog", "🐈": "cat", "🚲": "bicycle", "🏠": "house", "🌳": "tree", "🍎": "apple"}
COLOURS = ("red", "green", "blue", "orange")


def draw(path: Path, colour: str, shape: str) -> None:
    image = Image.new("RGB", (60, 40), "white")
    pen = ImageDraw.Draw(image)
    paint = pen.ellipse if shape == "disc" else pen.rectangle
    paint((10, 10, 40, 30), fill=colour)
    path.parent.mkdir(parents=True, exist_ok=True)
    image.save(path)


@pytest.fixture(scope="session")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The six sets and the translations in their own formats, and the benchmarks beside them."""
    folder = tmp_path_factory.mktemp("data")
    things = [(colour, shape) for colour in COLOURS for shape in ("disc", "bar")]
    _flickr8k(folder / "training" / "flickr8k", things)
    for name in ("conceptual", "web", "books", "textbooks", "drawings"):
        _pairs(folder / "training" / name, things)
    _multilingual(folder, things)
    rows = [
        {
            "description": f"A {colour} {shape}",
            "page_title": colour,
            "section_title": None,
            "page_context": f"{colour.capitalize()} is a colour. ",
            "section_context": f"All about {shape}s in {colour}. ",
            "img_id": f"{colour}-{shape}",
            "has_image": colour == "orange",
        }
        for colour, shape in things
    ]
    (folder / "benchmarks" / "contextref").mkdir()
    (folder / "benchmarks" / "contextref" / "stimuli.json").write_text(json.dumps(rows))
    return folder


def _multilingual(folder: Path, things: list[tuple[str, str]]) -> None:
    """One picture is kept back for the benchmark; "bar" is German, too."""
    training = folder / "training" / "multilingual"
    measured = folder / "benchmarks" / "multilingual"
    for each in (training, measured):
        each.mkdir(parents=True)
    english = [f"a {colour} {shape}" for colour, shape in things]
    german = [f"ein {colour} {shape}" for colour, shape in things]
    (training / "parallel.json").write_text(json.dumps({"en": english, "de": german}))
    chinese = {f"{colour}-{shape}.png": ["红色", "蓝色", "绿色"] for colour, shape in things}
    (training / "flickr8k-zh.json").write_text(json.dumps(chinese))
    kept_back = {"images": [{"image": "blue-bar.png", "folder": "training/flickr8k/images"}]}
    (measured / "captions.json").write_text(json.dumps(kept_back))


def _flickr8k(folder: Path, things: list[tuple[str, str]]) -> None:
    lines, names = [], []
    for colour, shape in things:
        name = f"{colour}-{shape}.png"
        draw(folder / "images" / name, colour, shape)
        names.append(name)
        lines += [f"{name}#{n}\tA {colour} {shape} , text {n} ." for n in range(5)]
    random.Random(0).shuffle(names)
    (folder / "captions.tsv").write_text("\n".join(lines))
    (folder / "train.txt").write_text("\n".join(names[:5]))
    (folder / "dev.txt").write_text("\n".join(names[5:]))


def _pairs(folder: Path, things: list[tuple[str, str]]) -> None:
    rows = []
    for colour, shape in things:
        draw(folder / "images" / f"{colour}-{shape}.png", colour, shape)
        row = {"image": f"images/{colour}-{shape}.png", "alt": f"{shape.upper()} IN {colour}"}
        rows.append(row | {"caption": " ", "source": f"{colour}-{folder.name}"})
    (folder / "pairs.json").write_text(json.dumps(rows))


@pytest.fixture(scope="session")
def detector(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A detector of nanodet's shape that has learned nothing."""
    return write_detector(tmp_path_factory.mktemp("detector") / "nanodet.json")


@pytest.fixture(scope="session")
def names(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """As the package has them: every language says the English word with an ending of its own."""
    folder = tmp_path_factory.mktemp("names")
    from export_onnx.languages.lessons import NAMED_IN

    for tag in ("en", *NAMED_IN.split()):
        ending = "" if tag == "en" else f"-{tag}"
        spoken = {sign: {"tts": [name + ending]} for sign, name in THINGS.items()}
        spoken["⬆"] = {"tts": ["up" if tag == "en" else "↑↑↑"]}
        path = folder / "annotations" / tag / "annotations.json"
        path.parent.mkdir(parents=True)
        path.write_text(json.dumps({"annotations": {"annotations": spoken}}), "utf-8")
    return folder


@pytest.fixture(scope="session")
def stamps(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("stamps") / "animals"
    folder.mkdir()
    said = "A hare.\nde.utf8=Ein Hase.\npt_BR.utf8=Uma lebre.\nson.utf8=Tobay.\nfr.utf8=\n"
    (folder / "hare.txt").write_text(said, "utf-8")
    (folder / "again.txt").write_text(said, "utf-8")
    return folder.parent


@pytest.fixture(scope="session")
def sources(data: Path, names: Path, stamps: Path) -> "LessonSources":
    """Of lessons in languages."""
    from export_onnx.languages.lessons import LessonSources

    return LessonSources(data / "training", data / "benchmarks", names, stamps)
