"""Draws the ten pictures of the tutorial on rating: python -m tests.tools.tutorial_pictures"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from pathlib import Path

from PIL import Image, ImageDraw

FOLDER = Path(__file__).parents[2] / "auditor" / "ratings" / "tutorial"
SIZE = (480, 320)
FINE = 3
"""Drawn so many times larger, so that edges come out smooth."""

Pen = ImageDraw.ImageDraw
Point = tuple[float, float]


def box(pen: Pen, x: float, y: float, width: float, height: float, colour: str) -> None:
    pen.rectangle(_fine(x, y, x + width, y + height), fill=colour)


def disc(pen: Pen, x: float, y: float, radius: float, colour: str, tall: float = 1.0) -> None:
    pen.ellipse(_fine(x - radius, y - radius * tall, x + radius, y + radius * tall), fill=colour)


def shape(pen: Pen, colour: str, *points: Point) -> None:
    pen.polygon([(x * FINE, y * FINE) for x, y in points], fill=colour)


def line(pen: Pen, colour: str, width: float, *points: Point) -> None:
    pen.line([(x * FINE, y * FINE) for x, y in points], fill=colour, width=round(width * FINE))


def boat(pen: Pen) -> None:
    box(pen, 0, 0, 480, 190, "#bfe3f5")
    box(pen, 0, 190, 480, 130, "#2b6fa8")
    disc(pen, 80, 60, 32, "#f7d046")
    shape(pen, "#4d7a3a", (330, 190), (390, 140), (480, 165), (480, 190))
    shape(pen, "#b3261e", (150, 215), (300, 215), (270, 255), (180, 255))
    line(pen, "#5a3a22", 5, (225, 215), (225, 80))
    shape(pen, "#fdfdfd", (231, 85), (231, 205), (310, 205))
    shape(pen, "#f0ead8", (219, 100), (219, 205), (165, 205))


def house(pen: Pen) -> None:
    box(pen, 0, 0, 480, 220, "#cfeaf7")
    box(pen, 0, 220, 480, 100, "#6fae4e")
    box(pen, 200, 120, 170, 130, "#f3e3c3")
    shape(pen, "#b5432b", (180, 125), (285, 50), (390, 125))
    box(pen, 265, 185, 42, 65, "#5b3a1e")
    for x in (215, 325):
        box(pen, x, 150, 34, 34, "#7fb8dd")
    box(pen, 88, 150, 18, 90, "#6b4526")
    disc(pen, 97, 120, 52, "#3f8040")
    disc(pen, 285, 42, 12, "#222222")
    shape(pen, "#222222", (275, 35), (278, 22), (284, 33))
    shape(pen, "#222222", (286, 33), (292, 22), (295, 35))
    disc(pen, 300, 50, 15, "#222222", 0.6)


def apples(pen: Pen) -> None:
    box(pen, 0, 0, 480, 200, "#e9dfcf")
    box(pen, 0, 200, 480, 120, "#a9743f")
    for x, y, colour in ((190, 150, "#c4281d"), (245, 138, "#d8b82c"), (298, 152, "#5d9c3c")):
        disc(pen, x, y, 32, colour)
        line(pen, "#5a3a22", 4, (x, y - 30), (x + 5, y - 46))
    pen.pieslice(_fine(140, 90, 350, 260), 0, 180, fill="#3f6fb0")
    shape(pen, "#c9ccd1", (385, 222), (450, 216), (452, 226), (385, 232))
    box(pen, 345, 222, 42, 10, "#3b2a1e")


def street(pen: Pen) -> None:
    box(pen, 0, 0, 480, 320, "#d7dde2")
    box(pen, 0, 230, 480, 90, "#4c4f54")
    for x in range(0, 480, 80):
        box(pen, x, 272, 44, 6, "#f2f2f2")
    box(pen, 368, 60, 12, 170, "#333333")
    box(pen, 348, 40, 52, 120, "#1f1f1f")
    for y, colour in ((62, "#e02b20"), (100, "#4a4115"), (138, "#17401f")):
        disc(pen, 374, y, 15, colour)
    shape(pen, "#e8b21e", (60, 230), (95, 185), (215, 185), (255, 230))
    box(pen, 40, 222, 240, 40, "#e8b21e")
    shape(pen, "#9cc9e3", (104, 192), (150, 192), (150, 220), (80, 220))
    shape(pen, "#9cc9e3", (160, 192), (208, 192), (232, 220), (160, 220))
    for x in (95, 225):
        disc(pen, x, 262, 24, "#161616")


def chart(pen: Pen) -> None:
    box(pen, 0, 0, 480, 320, "#ffffff")
    line(pen, "#333333", 3, (60, 30), (60, 270), (450, 270))
    for place, (year, height) in enumerate(((2019, 50), (2020, 90), (2021, 140), (2022, 210))):
        x = 90 + place * 90
        box(pen, x, 270 - height, 56, height, "#2f7f9e")
        pen.text(((x + 10) * FINE, 276 * FINE), str(year), fill="#222222", font_size=16 * FINE)
    pen.text((150 * FINE, 8 * FINE), "Visitors", fill="#222222", font_size=18 * FINE)


def dog(pen: Pen) -> None:
    box(pen, 0, 0, 480, 180, "#cdeaf8")
    box(pen, 0, 180, 480, 140, "#77b255")
    disc(pen, 400, 225, 20, "#d8352a")
    disc(pen, 180, 190, 70, "#8a5a33", 0.5)
    disc(pen, 265, 160, 33, "#8a5a33")
    shape(pen, "#5f3c20", (245, 135), (230, 175), (256, 165))
    disc(pen, 292, 168, 16, "#8a5a33", 0.8)
    disc(pen, 304, 162, 6, "#1a1a1a")
    disc(pen, 272, 150, 4, "#1a1a1a")
    for x, end in ((135, 110), (160, 150), (215, 235), (235, 268)):
        line(pen, "#8a5a33", 13, (x, 205), (end, 250))
    line(pen, "#8a5a33", 10, (118, 175), (80, 140))


def camp(pen: Pen) -> None:
    box(pen, 0, 0, 480, 320, "#14203c")
    box(pen, 0, 240, 480, 80, "#22331f")
    disc(pen, 390, 65, 34, "#f4efd2")
    disc(pen, 404, 57, 30, "#14203c")
    for x, y in ((60, 40), (140, 85), (220, 35), (300, 95), (450, 140), (30, 130)):
        disc(pen, x, y, 3, "#ffffff")
    shape(pen, "#e07b2c", (70, 250), (160, 130), (250, 250))
    shape(pen, "#fbe39a", (135, 250), (160, 180), (185, 250))
    line(pen, "#5a3a22", 9, (310, 265), (370, 250))
    line(pen, "#5a3a22", 9, (310, 250), (370, 265))
    shape(pen, "#f2a33a", (318, 252), (340, 195), (362, 252))
    shape(pen, "#f7e26b", (329, 252), (340, 218), (351, 252))


def seesaw(pen: Pen) -> None:
    box(pen, 0, 0, 480, 240, "#e6f4fb")
    box(pen, 0, 240, 480, 80, "#d8c48a")
    shape(pen, "#555555", (240, 190), (215, 250), (265, 250))
    line(pen, "#3f6fb0", 12, (90, 145), (390, 240))
    for x, y, shirt in ((115, 140, "#c4281d"), (365, 220, "#2f8f4e")):
        box(pen, x - 15, y - 58, 30, 50, shirt)
        disc(pen, x, y - 78, 20, "#e6b58f")
        line(pen, shirt, 8, (x, y - 45), (x + (30 if x < 240 else -30), y - 25))
        line(pen, "#2c3e66", 10, (x, y - 8), (x + (22 if x < 240 else -22), y + 18))


def island(pen: Pen) -> None:
    box(pen, 0, 0, 480, 320, "#a9d3ea")
    coast = [
        (240 + 165 * math.cos(a) * (1 + 0.12 * math.sin(3 * a)), 160 + 110 * math.sin(a))
        for a in (math.tau * k / 60 for k in range(60))
    ]
    shape(pen, "#d9cf9a", *coast)
    line(pen, "#3d7fc0", 7, (240, 95), (225, 140), (265, 175), (235, 215), (245, 272))
    shape(pen, "#7d6a4c", (225, 100), (245, 62), (268, 100))
    disc(pen, 245, 262, 12, "#c4281d")
    shape(pen, "#333333", (440, 60), (430, 90), (450, 90))
    pen.text((433 * FINE, 30 * FINE), "N", fill="#333333", font_size=20 * FINE)


def rain(pen: Pen) -> None:
    box(pen, 0, 0, 480, 320, "#9aa7b3")
    box(pen, 0, 255, 480, 65, "#6b6f74")
    for x in range(10, 480, 38):
        for y in range(10 + x % 60, 250, 70):
            line(pen, "#dfe8ef", 2, (x, y), (x - 7, y + 20))
    line(pen, "#333333", 8, (120, 255), (120, 90))
    box(pen, 90, 60, 60, 44, "#1f5fa8")
    pen.text((100 * FINE, 70 * FINE), "BUS", fill="#ffffff", font_size=20 * FINE)
    pen.pieslice(_fine(215, 70, 395, 250), 180, 360, fill="#c4281d")
    line(pen, "#222222", 4, (305, 160), (305, 225))
    disc(pen, 290, 178, 18, "#e6b58f")
    box(pen, 270, 196, 40, 50, "#3a4a6b")
    for x in (276, 294):
        box(pen, x, 244, 10, 30, "#222222")


SCENES: Mapping[str, Callable[[Pen], None]] = {
    scene.__name__: scene
    for scene in (boat, house, apples, street, chart, dog, camp, seesaw, island, rain)
}


def draw(name: str) -> Image.Image:
    """One of the pictures."""
    large = Image.new("RGB", (SIZE[0] * FINE, SIZE[1] * FINE))
    SCENES[name](ImageDraw.Draw(large))
    return large.resize(SIZE, Image.Resampling.LANCZOS).quantize(64)


def _fine(*values: float) -> list[float]:
    return [value * FINE for value in values]


if __name__ == "__main__":
    for name in SCENES:
        draw(name).save(FOLDER / f"{name}.png", optimize=True)
