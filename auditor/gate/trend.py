"""Many scans in the order of time: counts by status and mean quality, as rows and as a plot."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from xml.etree import ElementTree as ET

from auditor.catalogue import ENGLISH, Tongue
from auditor.findings import Status
from auditor.message import Message, row
from auditor.reports.words import label
from auditor.store.reader import StoredScan

COLOURS: Mapping[Status, str] = {
    Status.MISSING: "#a81420",
    Status.WRONG: "#8f1d6b",
    Status.WEAK: "#b86a1c",
    Status.REDUNDANT: "#2f8aa0",
    Status.DECORATIVE_SUSPECT: "#7a5cc0",
    Status.NOT_CHECKABLE: "#8a8d94",
    Status.NOT_COMPARED: "#6f8fae",
    Status.OK: "#1d6b37",
    Status.DECORATIVE: "#a9a79d",
}


@dataclass(frozen=True, slots=True)
class Point:
    """One scan."""

    started: str
    """ISO 8601, UTC."""
    pages: int
    """Pages that were read."""
    counts: Mapping[str, int]
    """Image uses by status, every status named."""
    quality: float | None
    """Mean of the scored texts, 1 to 5; None: no text was scored."""
    scored: int
    model: str

    @property
    def uses(self) -> int:
        """All image uses."""
        return sum(self.counts.values())


def point(store: StoredScan) -> Point:
    """The figures of one scan. Raises StoreError."""
    report = store.report()
    scored, mean = store.mean_quality()
    pages = sum(page.state == "done" for page in report.pages)
    return Point(report.started, pages, report.counts, mean, scored, report.model.name)


WIDTH, LEFT, RIGHT, STEP = 760, 48, 190, 24
BARS, LINE = (60, 300), (372, 472)
"""Top and bottom of the two plots, in pixels."""


def trend_svg(points: Sequence[Point], tongue: Tongue = ENGLISH) -> str:
    """A plot of at least one scan: bars of image uses by status above, mean quality below.

    The description holds every figure, for those who do not see the plot. `tongue`: the language
    of its words.
    """
    svg = ET.Element(
        "svg",
        {
            "xmlns": "http://www.w3.org/2000/svg",
            "viewBox": f"0 0 {WIDTH} 500",
            "role": "img",
            "aria-labelledby": "title description",
            "font-family": "system-ui, sans-serif",
            "font-size": "13",
            "fill": "#1b1d20",
        },
    )
    ET.SubElement(svg, "title", id="title").text = _title(points, tongue)
    ET.SubElement(svg, "desc", id="description").text = " ".join(
        sentence(each, tongue) for each in points
    )
    ET.SubElement(svg, "rect", width=str(WIDTH), height="500", fill="#ffffff")
    _text(svg, LEFT, 34, tongue.translated("Image uses by status"))
    _bars(svg, points, tongue)
    _legend(svg, tongue)
    _text(svg, LEFT, LINE[0] - 18, tongue.translated("Mean quality of texts, 1 to 5"))
    _line(svg, points, tongue)
    return ET.tostring(svg, encoding="unicode") + "\n"


def sentence(each: Point, tongue: Tongue = ENGLISH) -> str:
    """The figures of one scan in words."""
    met = [status for status in Status if each.counts[status.value]]
    counts = [
        Message("{number} {status}", number=each.counts[status.value], status=label(status, tongue))
        for status in met
    ]
    return tongue.translated(
        "{time}: {uses} ({counts}), {quality}.",
        time=each.started[:16].replace("T", " "),
        uses=Message.counted("{number} use", "{number} uses", each.uses),
        counts=row(counts) if counts else Message("none"),
        quality=Message("no text scored")
        if each.quality is None
        else Message("mean quality {quality:.2f}", quality=each.quality),
    )


def _title(points: Sequence[Point], tongue: Tongue) -> str:
    return tongue.translated(
        "Images by status and mean quality of their texts, {first} to {last}",
        first=points[0].started[:10],
        last=points[-1].started[:10],
    )


def _bars(svg: ET.Element, points: Sequence[Point], tongue: Tongue) -> None:
    top, bottom = BARS
    most = max(1, *(each.uses for each in points))
    _text(svg, LEFT - 6, top + 4, tongue.number(most), "end")
    _text(svg, LEFT - 6, bottom + 4, "0", "end")
    width = min(STEP * 2.0, 0.7 * _distance(points))
    for x, each in zip(_places(points), points, strict=True):
        foot = float(bottom)
        for status in Status:
            height = (bottom - top) * each.counts[status.value] / most
            foot -= height
            if height:
                box = {"x": x - width / 2, "y": foot, "width": width, "height": height}
                ET.SubElement(svg, "rect", _numbers(box), fill=COLOURS[status], stroke="#ffffff")
    _dates(svg, points)


def _dates(svg: ET.Element, points: Sequence[Point]) -> None:
    """A date under as many bars as have room for one."""
    every = math.ceil(90 / _distance(points))
    for number, (x, each) in enumerate(zip(_places(points), points, strict=True)):
        if number % every == 0:
            _text(svg, x, BARS[1] + 18, each.started[:10], "middle")


def _legend(svg: ET.Element, tongue: Tongue) -> None:
    """In the order of the stack, from above."""
    for number, status in enumerate(reversed(Status)):
        y = BARS[0] + number * STEP
        box = {"x": WIDTH - RIGHT + 24, "y": y, "width": 12, "height": 12}
        ET.SubElement(svg, "rect", _numbers(box), fill=COLOURS[status])
        _text(svg, WIDTH - RIGHT + 44, y + 11, label(status, tongue))


def _line(svg: ET.Element, points: Sequence[Point], tongue: Tongue) -> None:
    top, bottom = LINE
    for value in (1, 3, 5):
        y = bottom - (bottom - top) * (value - 1) / 4
        ends = {"x1": LEFT, "x2": WIDTH - RIGHT, "y1": y, "y2": y}
        ET.SubElement(svg, "line", _numbers(ends), stroke="#dcdad2")
        _text(svg, LEFT - 6, y + 4, str(value), "end")
    known = [
        (x, bottom - (bottom - top) * (each.quality - 1) / 4, each.quality)
        for x, each in zip(_places(points), points, strict=True)
        if each.quality is not None
    ]
    path = " ".join(f"{x:.1f},{y:.1f}" for x, y, _ in known)
    ET.SubElement(svg, "polyline", points=path, fill="none", stroke="#0a4f9e")
    for x, y, quality in known:
        ET.SubElement(svg, "circle", _numbers({"cx": x, "cy": y, "r": 4}), fill="#0a4f9e")
        if _distance(points) >= 2 * STEP:
            _text(svg, x, y - 9, tongue.number(quality, ".1f"), "middle")


def _distance(points: Sequence[Point]) -> float:
    return (WIDTH - LEFT - RIGHT) / len(points)


def _places(points: Sequence[Point]) -> Iterable[float]:
    return (LEFT + _distance(points) * (number + 0.5) for number in range(len(points)))


def _text(svg: ET.Element, x: float, y: float, text: str, anchor: str = "start") -> None:
    place = _numbers({"x": x, "y": y}) | {"text-anchor": anchor}
    ET.SubElement(svg, "text", place).text = text


def _numbers(values: Mapping[str, float]) -> dict[str, str]:
    return {name: f"{value:.1f}" for name, value in values.items()}
