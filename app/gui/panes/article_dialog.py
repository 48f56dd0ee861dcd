"""The dialog for the article of a wiki that is to be read."""

from __future__ import annotations

from PySide6.QtWidgets import (
    QDialog,
    QFileDialog,
    QGridLayout,
    QLineEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from app.desk.article_request import ArticleRequest
from app.gui.panes.dialogs import buttons
from app.gui.panes.fields import Field, add, name, plain
from app.gui.panes.tongue import _, said


class ArticleDialog(QDialog):
    """Asks for an article; `request` says it."""

    def __init__(self, parent: QWidget | None, begin: ArticleRequest) -> None:
        super().__init__(parent)
        self.setWindowTitle(_("Open an article"))
        self._begin = begin
        self.article = Field(begin.article)
        self.article.setMinimumWidth(40 * self.fontMetrics().averageCharWidth())
        self.wiki = Field(begin.wiki)
        self.contact = Field(begin.contact)
        self.wikitext = Field(begin.wikitext)
        grid = QGridLayout()
        fields = (
            (_("&Article:"), self.article, _("Title or address, or a page that was saved as HTML")),
            (_("&Wiki:"), self.wiki, _("Where a title is looked for, such as de.wikipedia.org")),
            (_("&Contact:"), self.contact, _("Mail or address: wikis want to know who asks")),
            (_("Wikite&xt:"), self.wikitext, _("Of a saved page only: the file with its wikitext")),
        )
        for row, (label, control, help) in enumerate(fields):
            add(grid, row, 0, label, control, help)
        page = (
            _("Choose a saved &page…"),
            _("Choose a saved page"),
            _("Saved pages (*.html *.htm)"),
        )
        grid.addWidget(self._choosing(self.article, *page), 0, 2)
        text = (_("Choose its wikit&ext…"), _("Choose the wikitext"), _("Wikitext (*.wiki *.txt)"))
        grid.addWidget(self._choosing(self.wikitext, *text), 3, 2)
        self.problem = plain()
        layout = QVBoxLayout(self)
        layout.addLayout(grid)
        layout.addWidget(self.problem)
        layout.addWidget(buttons(self, _("&Read it")))
        self.article.setFocus()

    def _choosing(self, field: QLineEdit, label: str, title: str, kinds: str) -> QPushButton:
        button = QPushButton(label)
        name(button, title, _("Opens a dialog for the file"))
        button.setAutoDefault(False)  # Enter in a field reads the article

        def choose() -> None:
            dialog = QFileDialog(self, title, field.text(), f"{kinds};;All files (*)")
            dialog.fileSelected.connect(field.setText)
            dialog.open()

        button.clicked.connect(choose)
        return button

    @property
    def request(self) -> ArticleRequest:
        """What was asked for."""
        return ArticleRequest(
            article=self.article.text().strip(),
            wiki=self.wiki.text().strip(),
            wikitext=self.wikitext.text().strip(),
            contact=self.contact.text().strip(),
            decisions=self._begin.decisions,
        )

    def accept(self) -> None:
        """Only what can be asked for."""
        problem = said(self.request.problem)
        if not problem:
            super().accept()
            return
        self.problem.setText(problem)
        self.article.setAccessibleDescription(problem)
        self.article.setFocus()
