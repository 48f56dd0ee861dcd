"""Late interaction of tokens with cells, and the questions that a picture's classes answer."""

from io import BytesIO
from types import SimpleNamespace

import numpy as np
import pytest
from PIL import Image

from auditor.bench.alignment import Alignment, OpenPicture, interaction, projected
from auditor.bench.qace import Answerer, colours, likely

NAMES = np.array([[1, 0], [0, 1], [-1, 0], [0, -1], [-1, -1], [-2, -2]], np.float32)


def picture(colour="red") -> bytes:
    out = BytesIO()
    image = Image.new("RGB", (40, 40), colour)
    image.paste("white", (0, 0, 20, 40))
    image.save(out, "PNG")
    return out.getvalue()


class Opened:
    """Cells and classes of a picture that shows the first class."""

    def __init__(self):
        self.runs = 0

    def run(self, given, outputs):
        self.runs += 1
        assert given["pixels"].shape == (1, 3, 8, 8)
        found = {
            "cells": np.array([[[1, 0], [0, 2]]], np.float32),
            "classes": np.array([[5, -9, 1, 1, 1, 1]], np.float32),
            "names": NAMES,
        }
        return [found[name] for name in outputs]


def opened():
    manifest = SimpleNamespace(image_size=8, image_mean=(0, 0, 0), image_std=(1, 1, 1))
    return OpenPicture(manifest, Opened())


SAME = np.eye(2, dtype=np.float32), np.zeros(2, np.float32)


def test_each_token_takes_its_best_cell():
    tokens = projected(np.array([[1, 0], [3, 4]], np.float32), SAME)
    cells = projected(np.array([[2, 0], [0, 1]], np.float32), SAME)
    assert interaction(tokens, cells) == pytest.approx((1 + 0.8) / 2)
    assert interaction(tokens[:0], cells) == -1


def test_a_text_is_held_against_a_picture_without_the_tokens_around_it():
    text = SimpleNamespace(
        run=lambda given, names: [np.array([[[9, 9], [0, 1], [1, 1], [9, 9]]], np.float32)]
    )
    windows = SimpleNamespace(of=lambda text: [np.arange(4)])
    looked = opened()
    head = Alignment(looked, text, windows, SAME, SAME)
    assert head.score("a dog", picture()) == pytest.approx((1 + 0.5**0.5) / 2)
    head.score("a cat", picture())
    assert looked.session.runs == 1  # a picture is looked at once


def test_a_picture_answers_what_a_text_raises():
    words = {"dog": [1, 0], "sky": [0, 1], "cat": [-1, 0]}
    looked = opened()
    answers = Answerer(looked, lambda word: np.array(words[word], np.float32), 10)
    assert answers.score("dog", picture()) == pytest.approx(1)
    assert answers.score("sky", picture()) == pytest.approx(0)  # its class is the least likely
    assert answers.score("a red dog", picture()) == pytest.approx(1)
    assert answers.score("a green dog", picture()) == pytest.approx(0.5)
    assert answers.score("It is there", picture()) == 0
    assert looked.session.runs == 2  # the names, and the picture once


def test_colours_are_those_of_enough_pixels():
    assert colours(picture("red")) == {"red", "white"}
    assert likely(np.arange(9, dtype=np.float32)) == [8, 7, 6, 5, 4]
