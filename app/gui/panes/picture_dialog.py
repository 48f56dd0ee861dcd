"""The picture alone, in its own size: to look closer, and to move over it."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from app.desk.pictures import original_address, original_words, shown_words
from app.gui.panes.announce import Announcer
from app.gui.panes.fields import name, plain
from app.gui.panes.picture import name_of, painted, picture_of
from app.gui.panes.tongue import _
from auditor.message import sentences
from auditor.results import JudgedUse

ZOOMS = (0.25, 0.5, 1.0, 1.5, 2.0, 3.0, 4.0, 6.0, 8.0)
_OWN = ZOOMS.index(1.0)


class PictureDialog(QDialog):
    """Shows what the scan file holds of a picture, and says what that is. Nothing is fetched."""

    def __init__(
        self, parent: QWidget | None, use: JudgedUse, open_url: Callable[[str], object]
    ) -> None:
        super().__init__(parent)
        assert use.picture
        self.setWindowTitle(_("The picture"))
        self._whole = picture_of(use)
        self._zoom = _OWN
        size = self._whole.size()
        self.about = plain(
            sentences((shown_words(use.picture, size.width(), size.height()), original_words(use)))
        )
        self.shown = plain()
        self.shown.setObjectName("picture")
        # The picture, not the area around it, is what a screen reader meets; keys that it does not
        # take go to the area, which moves it.
        self.shown.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.shown.setAccessibleName(name_of(use))
        self.shown.setAccessibleDescription(self.about.text())
        self.area = QScrollArea()
        self.area.setWidget(self.shown)
        self.area.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.announcer = Announcer(self)
        layout = QVBoxLayout(self)
        layout.addWidget(self.area, 1)
        layout.addWidget(self.about)
        layout.addWidget(self.announcer)
        layout.addWidget(self._buttons(original_address(use), open_url))
        self._paint()
        letter, line = self.fontMetrics().averageCharWidth(), self.fontMetrics().lineSpacing()
        self.resize(QSize(90 * letter, 30 * line).boundedTo(self.screen().availableSize()))
        self.shown.setFocus()

    def _buttons(self, address: str, open_url: Callable[[str], object]) -> QDialogButtonBox:
        box = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        box.rejected.connect(self.reject)
        self._add(
            box, _("&Larger"), _("Plus"), ("+", "=", "Ctrl++"), lambda: self._go(self._zoom + 1)
        )
        self._add(box, _("&Smaller"), _("Minus"), ("-", "Ctrl+-"), lambda: self._go(self._zoom - 1))
        self._add(box, _("&Own size"), _("Zero"), ("0",), lambda: self._go(_OWN))
        if address:
            label = _("Original in the &browser")
            self._add(box, label, _("Leaves the window"), (), lambda: open_url(address))
        return box

    def _add(
        self,
        box: QDialogButtonBox,
        label: str,
        help: str,
        keys: tuple[str, ...],
        slot: Callable[[], object],
    ) -> None:
        button: QPushButton = box.addButton(label, QDialogButtonBox.ButtonRole.ActionRole)
        name(button, label, help)
        button.setAutoDefault(False)
        button.clicked.connect(lambda: slot())
        for each in keys:
            QShortcut(QKeySequence(each), self, lambda: slot())

    def _go(self, zoom: int) -> None:
        self._zoom = min(max(zoom, 0), len(ZOOMS) - 1)
        self._paint()
        self.announcer.say(_("Picture at {share:.0%}.", share=ZOOMS[self._zoom]))

    def _paint(self) -> None:
        size = QSize(self._whole.size() * ZOOMS[self._zoom]).expandedTo(QSize(1, 1))
        self.shown.setPixmap(painted(self._whole, size))
        self.shown.adjustSize()
