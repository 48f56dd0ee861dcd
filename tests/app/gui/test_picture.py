"""The picture of the current image: all of it beside the queue, and alone on a key."""

from __future__ import annotations

from dataclasses import replace
from io import BytesIO

import pytest

pytest.importorskip("PySide6.QtWidgets", exc_type=ImportError)

from PIL import Image as Pixels
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QAbstractButton, QApplication

from app.gui.panes.picture_dialog import ZOOMS, PictureDialog
from tests.app.gui.test_names import ROLE, nameless
from tests.app.gui.test_window import dialog, focus_name, press, said
from tests.auditor.scan_files import Image, write


def picture(width: int, height: int) -> bytes:
    """A picture with a red frame: what is cut off shows."""
    drawn = Pixels.new("RGB", (width, height), "red")
    edge = min(width, height) // 4
    drawn.paste("blue", (edge, edge, width - edge, height - edge))
    written = BytesIO()
    drawn.save(written, "png")
    return written.getvalue()


SIZES = ((256, 171), (256, 256), (40, 256), (256, 30), (16, 16))


@pytest.fixture
def pictures(window, qtbot, tmp_path):
    """A queue of pictures of many shapes; they are copies, and one has none."""
    images = [
        Image(f"{width} by {height}", picture=f"p{n}", thumbnail=picture(width, height))
        for n, (width, height) in enumerate(SIZES)
    ]
    assert window.open(write(tmp_path / "scan.db", [*images, Image("none", picture=None)]))
    qtbot.waitUntil(lambda: window.queue.model.rowCount() == len(SIZES) + 1)
    return window


@pytest.mark.parametrize("place", range(len(SIZES)))
@pytest.mark.parametrize("size", [(1280, 800), (800, 600), (640, 480)])
def test_the_whole_picture_is_seen_at_every_size_of_the_window(pictures, place, size):
    pictures.resize(*size)
    pictures.queue.go(place)
    QApplication.processEvents()  # lays the parts out
    view = pictures.detail.picture
    shown = view.pixmap().deviceIndependentSize()
    room = view.contentsRect()
    width, height = SIZES[place]
    assert shown.width() <= room.width()
    assert shown.height() <= room.height()
    assert shown.width() == width or shown.height() >= room.height() - 2
    assert shown.width() / shown.height() == pytest.approx(width / height, rel=0.1)
    drawn = view.pixmap().toImage()
    for x, y in ((0, 0), (drawn.width() - 1, drawn.height() - 1)):
        assert drawn.pixelColor(x, y).red() > 100, "an edge of the picture is cut off"


def test_a_picture_is_a_picture_to_a_screen_reader_and_says_that_it_is_a_copy(pictures):
    interface = QAccessible.queryAccessibleInterface(pictures.detail.picture)
    assert interface.role() == ROLE.Graphic
    words = pictures.detail.picture.accessibleDescription()
    assert words.startswith("30 by 20 pixels, image/png, 99 bytes; ")
    assert words.endswith("shown is the copy in the scan file, 256 by 171 pixels.")


def test_the_picture_alone_is_shown_in_its_own_size_zoomed_and_moved_over(pictures, qtbot):
    press("F4")
    shown = dialog(PictureDialog, qtbot)
    assert focus_name() == "Picture of “256 by 171”"
    assert shown.shown.pixmap().size().toTuple() == (256, 171)
    assert "copy in the scan file, 256 by 171" in shown.about.text()
    assert "The original, not looked at again: http://site/p0.png" in shown.about.text()
    press("+", 4)
    assert shown.announcer.text() == "Picture at 400%."
    assert shown.shown.pixmap().size().toTuple() == (1024, 684)
    press("Right", 3)
    press("Down", 2)
    assert shown.area.horizontalScrollBar().value() > 0
    assert shown.area.verticalScrollBar().value() > 0
    press("0")
    assert shown.announcer.text() == "Picture at 100%."
    press("-", len(ZOOMS))
    assert shown.announcer.text() == "Picture at 25%."
    assert nameless(shown) == []
    press("Escape")
    qtbot.waitUntil(lambda: not isinstance(QApplication.activeWindow(), PictureDialog))


def test_the_original_is_opened_in_the_browser_only_where_it_is_of_the_web(pictures, qtbot):
    asked = []
    pictures.open_url = asked.append
    press("F4")
    dialog(PictureDialog, qtbot)
    press("Alt+B")
    qtbot.waitUntil(lambda: asked == ["http://site/p0.png"])
    press("Escape")
    use = pictures.opened.use
    for address in ("file:///etc/hostname", "data:image/png;base64,AAAA", None, "javascript:1"):
        changed = replace(use, record=replace(use.record, src=address))
        alone = PictureDialog(pictures, changed, asked.append)
        buttons = alone.findChildren(QAbstractButton)
        assert buttons
        assert not any("browser" in each.text() for each in buttons), address


def test_a_picture_that_is_not_there_is_said(pictures):
    press("Ctrl+End")
    press("F4")
    assert said(pictures) == "No picture file came for this image."
