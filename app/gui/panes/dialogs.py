"""The dialogs for a new scan, for an export, and for help."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QCheckBox,
    QDialog,
    QDialogButtonBox,
    QFileDialog,
    QGridLayout,
    QMessageBox,
    QPlainTextEdit,
    QPushButton,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from app.desk.exports import FORM_WORDS, ending
from app.desk.facts import help_facts
from app.desk.scanning import ScanRequest
from app.gui.panes.detail_pane import filled_list
from app.gui.panes.fields import Field, add, choices, name, plain
from app.gui.panes.tongue import _, said, tongue_now

NO_LIMIT = -1


def show(dialog: QDialog) -> None:
    """Show a dialog; it is gone when it is closed."""
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    dialog.open()


def ask(parent: QWidget, question: str, label: str, yes: Callable[[], object]) -> None:
    """Ask before something is done that is seldom wanted; Enter and Escape leave it."""
    box = QMessageBox(parent)
    box.setTextFormat(Qt.TextFormat.PlainText)
    box.setIcon(QMessageBox.Icon.Warning)
    box.setWindowTitle(_("Are you sure?"))
    box.setText(said(question))
    do = box.addButton(label, QMessageBox.ButtonRole.AcceptRole)
    leave = box.addButton(_("&Leave it"), QMessageBox.ButtonRole.RejectRole)
    box.setDefaultButton(leave)
    box.setEscapeButton(leave)
    box.buttonClicked.connect(lambda button: yes() if button is do else None)
    show(box)


class ScanDialog(QDialog):
    """Asks what is to be scanned; `request` says it."""

    def __init__(self, parent: QWidget | None, begin: ScanRequest) -> None:
        super().__init__(parent)
        self.setWindowTitle(_("New scan"))
        self._begin = begin
        self.targets = QPlainTextEdit("\n".join(begin.targets))
        self.targets.setTabChangesFocus(True)
        self.sitemap = Field(begin.sitemap)
        self.max_pages = QSpinBox(minimum=1, maximum=1_000_000, value=begin.max_pages)
        depth = NO_LIMIT if begin.depth is None else begin.depth
        self.links = QSpinBox(minimum=NO_LIMIT, maximum=100, value=depth)
        for box in (self.max_pages, self.links):
            box.lineEdit().setTextMargins(6, 0, 6, 0)  # a style sheet does not reach it
        self.links.setSpecialValueText(_("no limit"))
        # Their buttons are hidden by the style sheet: under one, NoButtons leaves no room for text.
        self.include = Field(" ".join(begin.include))
        self.exclude = Field(" ".join(begin.exclude))
        self.session = Field(begin.storage_state)
        self.static = QCheckBox(_("&Without a browser: quicker, but scripts do not run"))
        self.static.setChecked(begin.static)
        self.keep = QCheckBox(_("&Keep the decisions of the open scan"))
        self.keep.setChecked(begin.decisions is not None)
        self.keep.setVisible(begin.decisions is not None)
        self.problem = plain()
        layout = QVBoxLayout(self)
        layout.addLayout(self._grid())
        layout.addWidget(self.static)
        layout.addWidget(self.keep)
        layout.addWidget(self.problem)
        layout.addWidget(buttons(self, _("&Start scan")))
        self.targets.setFocus()

    def _grid(self) -> QGridLayout:
        grid = QGridLayout()
        fields: tuple[tuple[str, QWidget, str], ...] = (
            (_("&Pages:"), self.targets, _("Addresses, files or folders, one a line")),
            (_("S&itemap:"), self.sitemap, _("Address of a sitemap, or the word auto")),
            (_("&Most pages:"), self.max_pages, _("The scan ends after so many pages")),
            (_("&Links to follow:"), self.links, _("From each page that you name; 0: none")),
            (
                _("&Only links like:"),
                self.include,
                _("Patterns such as /docs/*, with spaces between"),
            ),
            (_("&No links like:"), self.exclude, _("Patterns such as */archive/*")),
            (_("Si&gned in with:"), self.session, _("File with the session of a browser")),
        )
        for row, (label, control, help) in enumerate(fields):
            add(grid, row, 0, label, control, help)
        line = self.targets.fontMetrics().lineSpacing()
        self.targets.setFixedHeight(3 * line + 16)
        self.targets.setMinimumWidth(30 * self.fontMetrics().averageCharWidth())
        return grid

    @property
    def request(self) -> ScanRequest:
        """What was asked for."""
        lines = self.targets.toPlainText().splitlines()
        return ScanRequest(
            targets=tuple(line.strip() for line in lines if line.strip()),
            sitemap=self.sitemap.text().strip(),
            max_pages=self.max_pages.value(),
            depth=None if self.links.value() == NO_LIMIT else self.links.value(),
            include=tuple(self.include.text().split()),
            exclude=tuple(self.exclude.text().split()),
            static=self.static.isChecked(),
            storage_state=self.session.text().strip(),
            decisions=self._begin.decisions if self.keep.isChecked() else None,
        )

    def accept(self) -> None:
        """Only with something to scan."""
        if self.request.targets or self.request.sitemap:
            super().accept()
            return
        self.problem.setText(_("Name a page or a sitemap."))
        self.targets.setAccessibleDescription(_("Name a page or a sitemap. One address a line."))
        self.targets.setFocus()


class ExportDialog(QDialog):
    """Asks for the form and the file of a report."""

    def __init__(self, parent: QWidget | None, folder: Path, stem: str) -> None:
        super().__init__(parent)
        self.setWindowTitle(_("Export"))
        self._stem = folder / stem
        self.form = choices([(_(words), form) for form, words in FORM_WORDS.items()])
        self.form.setMinimumContentsLength(30)
        self.file = Field()
        self.file.setMinimumWidth(40 * self.fontMetrics().averageCharWidth())
        browse = QPushButton(_("&Choose…"))
        name(browse, _("Choose the file"), _("Opens a dialog for the file"))
        browse.setAutoDefault(False)  # Enter in the field writes
        browse.clicked.connect(self._browse)
        grid = QGridLayout()
        add(grid, 0, 0, _("F&orm:"), self.form, "")
        add(grid, 1, 0, _("&File:"), self.file, "")
        grid.addWidget(browse, 1, 2)
        layout = QVBoxLayout(self)
        layout.addLayout(grid)
        layout.addWidget(buttons(self, _("&Write")))
        self.form.currentIndexChanged.connect(self._suggest)
        self._suggest()
        self.form.setFocus()

    @property
    def target(self) -> tuple[str, Path]:
        """The form and the file."""
        return self.form.currentData(), Path(self.file.text().strip()).expanduser()

    def accept(self) -> None:
        """What is there already is replaced only when that was said: it may be filled in."""
        path = self.target[1]
        if not path.exists():
            super().accept()
            return
        question = _(
            "{file} is there already, and may be filled in. Write over it?", file=path.name
        )
        ask(self, question, _("Write &over it"), super().accept)

    def _suggest(self) -> None:
        self.file.setText(f"{self._stem}{ending(self.form.currentData())}")

    def _browse(self) -> None:
        dialog = QFileDialog(self, _("Write the report to"), self.file.text())
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.fileSelected.connect(self.file.setText)
        dialog.open()


class HelpDialog(QDialog):
    """Every key, a line each."""

    def __init__(self, parent: QWidget | None) -> None:
        super().__init__(parent)
        self.setWindowTitle(_("Keys and help"))
        lines = help_facts(tongue_now())
        view = filled_list(self, _("Keys"), _("A line a key, with what it does"), lines)
        letter = self.fontMetrics().averageCharWidth()
        view.setMinimumSize(60 * letter, 20 * self.fontMetrics().lineSpacing())
        box = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        box.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.addWidget(view)
        layout.addWidget(box)


def buttons(dialog: QDialog, label: str) -> QDialogButtonBox:
    """A button that accepts a dialog, and one that cancels it."""
    box = QDialogButtonBox()
    ok = box.addButton(label, QDialogButtonBox.ButtonRole.AcceptRole)
    ok.setDefault(True)
    box.addButton(QDialogButtonBox.StandardButton.Cancel)
    box.accepted.connect(dialog.accept)
    box.rejected.connect(dialog.reject)
    return box
