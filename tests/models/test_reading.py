from __future__ import annotations

import pytest
from PIL import Image, ImageDraw, ImageFont

from models.lines import Line
from models.reading import PictureTextReader, ReadingError, installed, open_reader

WORDS = "Open daily from 9 to 17"


class Engine:
    """Finds what it is told to find."""

    def __init__(self, *lines: tuple[str, float, list[tuple[int, int]]]) -> None:
        self.lines = lines
        self.sizes: list[tuple[int, int]] = []

    def __call__(self, pixels) -> Engine:
        self.sizes.append(pixels.shape[:2])
        return self

    @property
    def boxes(self):
        return [box for _, _, box in self.lines] or None

    @property
    def txts(self):
        return [text for text, _, _ in self.lines]

    @property
    def scores(self):
        return [score for _, score, _ in self.lines]


BOX = [(10, 20), (90, 20), (90, 40), (10, 40)]


def test_a_line_has_its_place_as_shares_of_the_picture() -> None:
    engine = Engine(("Fox  den", 0.97, BOX))
    lines = PictureTextReader(engine).read(Image.new("RGB", (100, 80)))
    assert lines == (Line("Fox den", 0.97, (0.1, 0.25, 0.8, 0.25)),)


@pytest.mark.parametrize("found", [("Fox", 0.5, BOX), ("人", 0.95, BOX), ("—", 0.99, BOX)])
def test_a_stroke_that_was_taken_for_a_letter_is_left_out(found) -> None:
    assert PictureTextReader(Engine(found)).read(Image.new("RGB", (100, 80))) == ()


def test_a_tiny_picture_is_not_read_and_a_large_one_is_made_smaller() -> None:
    engine = Engine()
    assert PictureTextReader(engine).read(Image.new("RGB", (32, 32))) == ()
    assert engine.sizes == []
    assert PictureTextReader(engine).read(Image.new("RGB", (4000, 1000))) == ()
    assert engine.sizes == [(256, 1024)]


def test_a_picture_that_the_engine_fails_on_counts_as_not_read() -> None:
    def fails(pixels) -> None:
        raise RuntimeError("bad picture")

    assert PictureTextReader(fails).read(Image.new("RGB", (100, 80))) is None


def test_words_that_stand_in_a_picture_are_read() -> None:
    pytest.importorskip("rapidocr", reason="the extra `ocr` is not installed")
    assert installed().startswith("rapidocr ")
    picture = Image.new("RGB", (480, 120), "white")
    font = ImageFont.load_default(size=32)
    ImageDraw.Draw(picture).text((20, 40), WORDS, fill="black", font=font)
    (line,) = open_reader().read(picture)
    assert line.text == WORDS
    assert line.confidence > 0.9
    assert 0.2 < line.box[1] < 0.6


def test_a_package_without_its_models_is_named(tmp_path, monkeypatch) -> None:
    rapidocr = pytest.importorskip("rapidocr", reason="the extra `ocr` is not installed")
    monkeypatch.setattr(rapidocr, "__file__", str(tmp_path / "__init__.py"))
    with pytest.raises(ReadingError, match=r"came without PP-OCRv6_det_small\.onnx"):
        open_reader()
