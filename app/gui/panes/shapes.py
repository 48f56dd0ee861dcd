"""A shape for each status: no colour says what neither shape nor word says."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen, QPolygonF

from auditor.findings import Status


def draw_status(painter: QPainter, status: Status, place: QRectF, colour: QColor) -> None:
    """Draw the shape of a status into a square."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    width = max(1.5, place.width() / 7)
    pen = QPen(colour, width)
    pen.setCapStyle(Qt.PenCapStyle.RoundCap)
    pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    painter.setPen(pen)
    half = width / 2
    _SHAPES[status](painter, place.adjusted(half, half, -half, -half), colour)
    painter.restore()


def draw_bar(painter: QPainter, place: QRectF, share: float, fill: QColor, track: QColor) -> None:
    """Draw a bar of which a share, 0–1, is full."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    round_ = place.height() / 2
    path = QPainterPath()
    path.addRoundedRect(place, round_, round_)
    painter.fillPath(path, track)
    painter.setClipPath(path)
    painter.fillRect(QRectF(place.topLeft(), QPointF(_at(place, share), place.bottom())), fill)
    painter.restore()


def _at(place: QRectF, share: float) -> float:
    return place.left() + place.width() * min(1.0, max(0.0, share))


def _points(place: QRectF, *shares: tuple[float, float]) -> list[QPointF]:
    return [
        QPointF(place.left() + x * place.width(), place.top() + y * place.height())
        for x, y in shares
    ]


def _ring(painter: QPainter, place: QRectF, colour: QColor) -> None:
    painter.drawEllipse(place)


def _cross(painter: QPainter, place: QRectF, colour: QColor) -> None:
    one, two, three, four = _points(place, (0.1, 0.1), (0.9, 0.9), (0.9, 0.1), (0.1, 0.9))
    painter.drawLine(one, two)
    painter.drawLine(three, four)


def _triangle(painter: QPainter, place: QRectF, colour: QColor) -> None:
    painter.setBrush(colour)
    painter.drawPolygon(QPolygonF(_points(place, (0.5, 0.08), (1, 0.92), (0, 0.92))))


def _twice(painter: QPainter, place: QRectF, colour: QColor) -> None:
    side = place.width() * 0.65
    painter.drawRect(QRectF(place.left(), place.top(), side, side))
    painter.drawRect(QRectF(place.right() - side, place.bottom() - side, side, side))


def _diamond(painter: QPainter, place: QRectF, colour: QColor) -> None:
    painter.drawPolygon(QPolygonF(_points(place, (0.5, 0), (1, 0.5), (0.5, 1), (0, 0.5))))


def _barred(painter: QPainter, place: QRectF, colour: QColor) -> None:
    painter.drawEllipse(place)
    one, two = _points(place, (0.17, 0.83), (0.83, 0.17))
    painter.drawLine(one, two)


def _half(painter: QPainter, place: QRectF, colour: QColor) -> None:
    painter.drawEllipse(place)
    painter.setBrush(colour)
    painter.drawPie(place, 90 * 16, 180 * 16)


def _tick(painter: QPainter, place: QRectF, colour: QColor) -> None:
    painter.drawPolyline(QPolygonF(_points(place, (0.05, 0.55), (0.38, 0.88), (0.95, 0.15))))


def _dot(painter: QPainter, place: QRectF, colour: QColor) -> None:
    painter.setBrush(colour)
    edge = place.width() * 0.25
    painter.drawEllipse(place.adjusted(edge, edge, -edge, -edge))


_SHAPES: Mapping[Status, Callable[[QPainter, QRectF, QColor], None]] = {
    Status.MISSING: _ring,
    Status.WRONG: _cross,
    Status.WEAK: _triangle,
    Status.REDUNDANT: _twice,
    Status.DECORATIVE_SUSPECT: _diamond,
    Status.NOT_CHECKABLE: _barred,
    Status.NOT_COMPARED: _half,
    Status.OK: _tick,
    Status.DECORATIVE: _dot,
}
