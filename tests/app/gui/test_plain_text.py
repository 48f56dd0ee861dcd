"""What a page or a person wrote is shown as it stands, never as mark-up."""

from dataclasses import replace

import pytest

pytest.importorskip("PySide6.QtWidgets", exc_type=ImportError)

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QMessageBox, QWidget

from app.desk.article_request import ArticleRequest
from app.desk.scanning import ScanRequest
from app.gui.panes.article_dialog import ArticleDialog
from app.gui.panes.dialogs import ExportDialog, HelpDialog, ScanDialog
from app.gui.panes.edit_dialog import EditDialog
from auditor.findings import Status
from tests.app.gui.test_names import EDIT
from tests.app.gui.test_window import focus_name, press, said, type_text
from tests.auditor.scan_files import INFO, Image, write

HOSTILE = "<b>x</b><img src='file:///etc/hostname'>"
PLAIN = Qt.TextFormat.PlainText


def labels(root: QWidget) -> list[QLabel]:
    return [
        each
        for each in root.findChildren(QLabel)
        if not isinstance(each.parent(), QMessageBox) or each.objectName() == "qt_msgbox_label"
    ]


def rendered(root: QWidget) -> list[str]:
    """The labels that would show mark-up as such."""
    return [each.text() for each in labels(root) if each.textFormat() is not PLAIN]


@pytest.fixture
def hostile(window, qtbot, tmp_path):
    """The window on a scan whose texts, pages and targets are mark-up."""
    images = (
        Image(HOSTILE, priority=60, page=f"/{HOSTILE}", picture=HOSTILE, rule="alt-file-name"),
        Image(None, Status.MISSING, page=f"/{HOSTILE}", picture=None),
    )
    info = replace(INFO, targets=(f"{HOSTILE}[*]",))
    assert window.open(write(tmp_path / "scan.db", images, info))
    qtbot.waitUntil(lambda: window.queue.model.rowCount() == 2)
    return window


def test_no_label_of_the_window_renders_mark_up(hostile, qtbot):
    press("Ctrl+T")
    type_text(HOSTILE)
    qtbot.waitUntil(lambda: said(hostile).startswith("Quality"))
    press("Alt+3")
    type_text(HOSTILE)
    press("Ctrl+2")
    qtbot.waitUntil(lambda: HOSTILE in said(hostile))
    hostile.queue.go(0)
    assert labels(hostile)
    assert rendered(hostile) == []
    assert HOSTILE in hostile.announcer.accessibleName()
    assert HOSTILE in hostile.detail.picture.accessibleName()


def test_no_label_of_a_dialog_renders_mark_up(hostile, tmp_path):
    request = ScanRequest((HOSTILE,), decisions=tmp_path / "s.db")
    edit = replace(EDIT, diff=EDIT.diff + f"+{HOSTILE}\n", problems=(HOSTILE,))
    for dialog in (
        ScanDialog(hostile, request),
        ExportDialog(hostile, tmp_path, HOSTILE),
        HelpDialog(hostile),
        ArticleDialog(hostile, ArticleRequest(HOSTILE, HOSTILE)),
        EditDialog(hostile, edit, print, print),
    ):
        assert rendered(dialog) == [], dialog.windowTitle()


def test_no_tool_tip_and_no_title_is_written_by_a_page(hostile):
    widgets = hostile.findChildren(QWidget)
    tips = [tip for each in widgets for tip in (each.toolTip(), each.whatsThis())]
    assert not any("<" in tip for tip in tips)
    assert hostile.windowTitle().startswith(f"{HOSTILE}[*][*]")  # [*] alone is Qt's own mark


def test_a_file_that_cannot_be_opened_is_said_as_it_is_named(window, tmp_path):
    path = tmp_path / f"{HOSTILE.replace('/', '')}.db"
    path.write_text("no scan")
    assert not window.open(path)
    assert path.name in window.announcer.text()
    assert rendered(window) == []
    assert focus_name() == "New scan"
