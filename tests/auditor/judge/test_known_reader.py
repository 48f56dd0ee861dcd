"""Text in a picture is read once on a machine."""

from __future__ import annotations

from collections import Counter

import pytest
from PIL import Image

from auditor.judge.kept_bytes import KeptBytes
from auditor.judge.known_reader import KnownReader
from models.lines import Line

SIGN = Image.new("RGB", (60, 20), "red")
LINES = (Line("Way out", 0.97, (0.1, 0.25, 0.5, 0.5)), Line("出口", 0.9, (0.0, 0.0, 1.0, 1.0)))


class Counting:
    """Reads the same in all pictures, and counts how often it is asked."""

    def __init__(self, lines: tuple[Line, ...] | None = LINES) -> None:
        self.lines = lines
        self.asked: Counter[tuple[int, int]] = Counter()

    def read(self, image: Image.Image) -> tuple[Line, ...] | None:
        self.asked[image.size] += 1
        return self.lines


def known(reader: Counting, path, maker: str = "reader 1") -> KnownReader:
    return KnownReader(reader, KeptBytes(maker, path / "kept.db"))


@pytest.mark.parametrize("lines", [LINES, ()])
def test_a_picture_that_was_read_by_an_earlier_scan_is_not_read_again(tmp_path, lines) -> None:
    assert known(Counting(lines), tmp_path).read(SIGN) == lines
    later = Counting()
    assert known(later, tmp_path).read(SIGN.copy()) == lines
    assert not later.asked


def test_pictures_of_one_sum_of_pixels_and_another_shape_are_two(tmp_path) -> None:
    reader = Counting()
    twice = known(reader, tmp_path)
    twice.read(SIGN)
    twice.read(Image.new("RGB", (20, 60), "red"))
    assert reader.asked == {(60, 20): 1, (20, 60): 1}


def test_another_reader_reads_anew(tmp_path) -> None:
    known(Counting(), tmp_path).read(SIGN)
    other = Counting(())
    assert known(other, tmp_path, "reader 2").read(SIGN) == ()


def test_what_failed_is_tried_again(tmp_path) -> None:
    assert known(Counting(None), tmp_path).read(SIGN) is None
    assert known(Counting(), tmp_path).read(SIGN) == LINES


@pytest.mark.parametrize("damaged", [b"no JSON", b"[[1]]", b'[["a", 1, [2]]]', b"7", b"\xff"])
def test_what_is_damaged_is_read_anew(tmp_path, damaged) -> None:
    known(Counting(), tmp_path).read(SIGN)
    kept = KeptBytes("reader 1", tmp_path / "kept.db")
    with kept._opened() as database:
        database.execute("update vectors set vector = ?", (damaged,))
    reader = Counting()
    assert known(reader, tmp_path).read(SIGN) == LINES
    assert reader.asked
