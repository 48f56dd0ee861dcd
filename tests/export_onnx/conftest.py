"""Training data drawn here: discs and bars in four colours, with texts that say so."""

import json
import random
from pathlib import Path

import pytest
from PIL import Image, ImageDraw

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
    """The four sets in their own formats, and ContextRef's file beside them."""
    folder = tmp_path_factory.mktemp("data")
    things = [(colour, shape) for colour in COLOURS for shape in ("disc", "bar")]
    _flickr8k(folder / "training" / "flickr8k", things)
    for name in ("conceptual", "web", "books"):
        _pairs(folder / "training" / name, things)
    rows = [
        {
            "description": f"A {colour} {shape}",
            "page_title": colour,
            "section_title": None,
            "section_context": f"All about {shape}s in {colour}. ",
            "img_id": f"{colour}-{shape}",
            "has_image": colour == "orange",
        }
        for colour, shape in things
    ]
    (folder / "stimuli.json").write_text(json.dumps(rows))
    return folder


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
