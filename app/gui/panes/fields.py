"""Controls with a label that names them."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QFocusEvent, QHelpEvent
from PySide6.QtWidgets import QComboBox, QGridLayout, QLabel, QLineEdit, QToolTip, QWidget

from app.gui.panes.tongue import said


class Field(QLineEdit):
    """A line to type into that is heard of when Tab leads to it empty: Qt would select its text
    first, which is none, and Orca 43 then takes it for the place where it was already."""

    def focusInEvent(self, event: QFocusEvent) -> None:
        if not self.text():
            event = QFocusEvent(event.type(), Qt.FocusReason.OtherFocusReason)
        super().focusInEvent(event)


def add(grid: QGridLayout, row: int, column: int, label: str, control: QWidget, help: str) -> None:
    """Put a control with its label into a grid. The label names it and has its mnemonic; `help` is
    its description."""
    name(control, label, help)
    grid.addWidget(label_of(control, label), row, 2 * column)
    grid.addWidget(control, row, 2 * column + 1)


def label_of(control: QWidget, text: str) -> QLabel:
    """The label of a control, with its mnemonic."""
    label = QLabel(said(text))
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setBuddy(control)
    return label


def plain(text: str = "", parent: QWidget | None = None) -> QLabel:
    """A label for sentences, wrapped. They are shown as they stand: a page, a file or a person may
    have written them, and mark-up in them is obeyed by nobody."""
    label = QLabel(said(text), parent)
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setWordWrap(True)
    return label


class _Hint(QObject):
    """Shows the hint of a control under the pointer, and takes its description away when it is
    left: who comes again has heard it. Another description, such as what is wrong with an entry,
    stays. It is no tooltip of Qt's, which would be given out in place of an empty description."""

    def __init__(self, control: QWidget) -> None:
        super().__init__(control)
        control.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if not isinstance(watched, QWidget):
            return False
        hint = watched.whatsThis()
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            QToolTip.showText(event.globalPos(), hint, watched)
            return True
        if event.type() == QEvent.Type.FocusOut and watched.accessibleDescription() == hint:
            watched.setAccessibleDescription("")
        return False


def name(control: QWidget, label: str, help: str) -> None:
    """Give a control its name and its description, which is heard the first time."""
    label, help = said(label), said(help)
    control.setAccessibleName(label.replace("&", "").rstrip(":"))
    control.setAccessibleDescription(help)
    is_new = not control.whatsThis()
    control.setWhatsThis(help)
    if is_new and help:
        _Hint(control)


def choices(items: Iterable[tuple[str, object]], box: QComboBox | None = None) -> QComboBox:
    """A box of choices: words, and the value that each stands for."""
    box = box or QComboBox()
    fill(box, items)
    box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
    box.setMinimumContentsLength(8)
    return box


def fill(box: QComboBox, items: Iterable[tuple[str, object]]) -> None:
    """Other choices; what is chosen stays chosen."""
    before, words_before = box.currentData(), box.currentText()
    box.blockSignals(True)
    box.clear()
    for words, value in items:
        box.addItem(words, value)
    if before and box.findData(before) < 0:
        box.addItem(words_before, before)
    box.setCurrentIndex(max(0, box.findData(before)))
    box.blockSignals(False)
    box.updateGeometry()
