"""The edit of an article, to be read line by line and copied. A person saves it in the wiki."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QSize
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QGridLayout,
    QPlainTextEdit,
    QVBoxLayout,
    QWidget,
)

from app.desk.articles import changed_sections, diff_facts, edit_facts
from app.gui.panes.announce import Announcer
from app.gui.panes.detail_pane import filled_list
from app.gui.panes.fields import label_of, name
from app.gui.panes.tongue import _
from auditor.wiki.edits.edits import Edit

_ROLE = QDialogButtonBox.ButtonRole.ActionRole


class EditDialog(QDialog):
    """Shows an edit."""

    def __init__(
        self,
        parent: QWidget | None,
        edit: Edit,
        copy: Callable[[str], object],
        open_section: Callable[[], object] | None,
    ) -> None:
        """`open_section` None: where the current image is edited is not known."""
        super().__init__(parent)
        self.setWindowTitle(_("The edit"))
        self._copy = copy
        self._box = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        self._box.rejected.connect(self.reject)
        self.announcer = Announcer(self)
        self.edit = filled_list(
            self, _("The edit"), _("What was copied, and what not"), edit_facts(edit)
        )
        layout = QVBoxLayout(self)
        layout.addWidget(label_of(self.edit, _("&The edit:")))
        layout.addWidget(self.edit, 2)
        if edit.diff:
            self.diff = filled_list(
                self,
                _("The diff, line by line"),
                _("What changes in the wikitext"),
                diff_facts(edit.diff),
            )
            self.wikitext = QPlainTextEdit(changed_sections(edit))
            self.wikitext.setReadOnly(True)
            self.wikitext.setTabChangesFocus(True)
            name(self.wikitext, _("Changed sections"), _("Their wikitext as it will be"))
            beside = QGridLayout()
            beside.addWidget(label_of(self.diff, _("The diff, &line by line:")), 0, 0)
            beside.addWidget(self.diff, 1, 0)
            beside.addWidget(label_of(self.wikitext, _("Changed se&ctions:")), 0, 1)
            beside.addWidget(self.wikitext, 1, 1)
            beside.setColumnStretch(0, 1)
            beside.setColumnStretch(1, 1)
            layout.addLayout(beside, 3)
            self._add(
                _("Copy the &diff"), _("To the clipboard"), lambda: self._put(edit.diff, _("diff"))
            )
            self._add(
                _("Copy the edit &summary"),
                _("To the clipboard"),
                lambda: self._put(edit.summary, _("edit summary")),
            )
        if edit.diff:
            text, what = changed_sections(edit), _("changed sections")
            help = _("Their wikitext, to the clipboard")
            self._add(_("Copy &wikitext"), help, lambda: self._put(text, what))
        if open_section:
            help = _("The section of the current image, in the browser")
            self._add(_("&Open the section for editing"), help, open_section)
        layout.addWidget(self.announcer)
        layout.addWidget(self._box)
        letter = self.fontMetrics().averageCharWidth()
        size = QSize(90 * letter, 30 * self.fontMetrics().lineSpacing())
        self.resize(size.boundedTo(self.screen().availableSize()))
        self.edit.setFocus()

    def _add(self, label: str, help: str, slot: Callable[[], object]) -> None:
        button = self._box.addButton(label, _ROLE)
        name(button, label, help)
        button.setAutoDefault(False)
        button.clicked.connect(lambda: slot())

    def _put(self, text: str, what: str) -> None:
        self._copy(text)
        self.announcer.say(_("Copied: {what}", what=what))
