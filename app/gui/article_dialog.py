"""The dialog for an article of a wiki: its images, a box to write texts in, and the edit."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import (
    QDialog,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from app.desk.article import (
    ArticleError,
    ArticleRow,
    OpenArticle,
    Stopped,
    facts_of,
    line_of,
    open_article,
)
from app.desk.tries import Try, TryError
from app.gui.announce import Announcer
from app.gui.detail_pane import DetailPane, fact_list
from app.gui.fact_model import FactModel
from app.gui.fields import add, name
from app.gui.try_pane import TryPane
from app.gui.work import Work
from auditor.judge import Judge
from auditor.reports.words import counted
from auditor.scan import Progress
from auditor.wiki.run import Asked
from models.encoder import load
from models.manifest import ModelError
from models.registry import SHIPPED

MakeJudge = Callable[[], Judge]


def shipped_judge() -> Judge:
    """A judge with the model that comes with the program. Raises ArticleError."""
    try:
        return Judge(load(SHIPPED[0]))
    except ModelError as error:
        raise ArticleError(f"No text can be scored: {error}") from error


class ArticleDialog(QDialog):
    """One article at a time. Nothing is saved in the wiki: what is copied, a person pastes."""

    remembered = Signal(str, str)
    """Wiki and contact, when an article is opened."""
    progressed = Signal(str)
    """Words on how it goes on, received in the thread of the window."""

    def __init__(
        self, parent: QWidget | None, wiki: str, contact: str, make_judge: MakeJudge = shipped_judge
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle("Wikipedia article")
        self._make_judge = make_judge
        self._judge: Judge | None = None
        self._article: OpenArticle | None = None
        self._rows: list[ArticleRow] = []
        self._closed = False
        self._work = Work(self, "article")
        self.title = QLineEdit()
        self.wiki = QLineEdit(wiki)
        self.contact = QLineEdit(contact)
        self.images = fact_list(self, "Images", "First what helps most listeners most")
        self._lines = FactModel(self.images)
        self.images.setModel(self._lines)
        self.detail = DetailPane(self)
        self.trying = TryPane(self)
        self.announcer = Announcer(self)
        self._lay_out()
        self.images.selectionModel().currentChanged.connect(lambda *_: self._choose())
        self.trying.typed.connect(self._try)
        self.detail.copied.connect(lambda label: self.announcer.say(f"Copied: {label}"))
        self.progressed.connect(self.announcer.say)
        self.title.setFocus()

    def _lay_out(self) -> None:
        fields = QGridLayout()
        help = "The title of an article, or its address on any wiki. Enter opens it"
        add(fields, 0, 0, "&Article:", self.title, help)
        add(fields, 1, 0, "&Wiki:", self.wiki, "Where a title is looked for, de.wikipedia.org")
        help = "Mail or address by which the wiki may reach you about the requests"
        add(fields, 2, 0, "&Contact:", self.contact, help)
        buttons = QHBoxLayout()
        for label, help, slot in (
            ("&Use this text", "Keep the text in the box for this image", self._use),
            ("Copy the &edit", "The diff and its summary, to the clipboard", self._copy_edit),
            ("Copy the wikite&xt", "The whole new wikitext, to paste and save", self._copy_text),
        ):
            buttons.addWidget(self._button(label, help, slot))
        opening = self._button("&Open the article", "Read it and judge its images", self.open_it)
        opening.setDefault(True)
        above = QLabel("&Images:")
        above.setBuddy(self.images)
        left, right = QVBoxLayout(), QVBoxLayout()
        left.addLayout(fields)
        left.addWidget(opening)
        left.addWidget(above)
        left.addWidget(self.images, 1)
        right.addWidget(self.detail, 1)
        right.addWidget(self.trying)
        right.addLayout(buttons)
        sides = QHBoxLayout()
        sides.addLayout(left, 1)
        sides.addLayout(right, 1)
        layout = QVBoxLayout(self)
        layout.addLayout(sides)
        layout.addWidget(self.announcer)
        self.resize(140 * self.fontMetrics().averageCharWidth(), 700)

    def _button(self, label: str, help: str, slot: Callable[[], None]) -> QPushButton:
        button = QPushButton(label, self)
        name(button, label, help)
        button.setAutoDefault(False)
        button.clicked.connect(slot)
        return button

    def open_it(self) -> None:
        """Read the article that is named."""
        named = self.title.text().strip()
        if not named:
            self.announcer.say("Name an article.", at_once=True)
            self.title.setFocus()
            return
        wiki, contact = self.wiki.text().strip(), self.contact.text().strip()
        self.remembered.emit(wiki, contact)
        self.announcer.say(f"Reading {named}.")
        asked = Asked((named,), wiki, contact=contact)
        self._work.run(lambda: self._opened(asked), self._show, self._fail)

    def _opened(self, asked: Asked) -> OpenArticle:
        """In the thread of the work."""
        self._judge = self._judge or self._make_judge()
        return open_article(asked, self._judge, self._tell)

    def _tell(self, progress: Progress) -> None:
        if self._closed:
            raise Stopped
        if progress.note:
            self.progressed.emit(progress.note)

    def _show(self, article: OpenArticle) -> None:
        self._article, self._rows = article, article.rows()
        self._show_lines()
        self.images.setCurrentIndex(self._lines.index(0))
        self._choose()
        work = sum(row.to_do for row in self._rows)
        self.announcer.say(f"{article.title}: {counted(len(self._rows), 'image')}, {work} to do.")
        self.images.setFocus()

    def _fail(self, error: Exception) -> None:
        if not isinstance(error, ArticleError | TryError | Stopped):
            raise error
        self.announcer.say(str(error), at_once=True)

    def _show_lines(self) -> None:
        assert self._article
        self._lines.show([line_of(row, self._article.written(row.rank)) for row in self._rows])

    @property
    def row(self) -> ArticleRow | None:
        """The image that is current."""
        number = self.images.currentIndex().row()
        return self._rows[number] if 0 <= number < len(self._rows) else None

    def _choose(self) -> None:
        if self._article and (row := self.row):
            written = self._article.written(row.rank)
            self.detail.show_facts(facts_of(row, written), from_the_top=True)
            self.detail.picture.show_use(self._article.use(row.rank))
            self.trying.reset(written)

    def _try(self, text: str) -> None:
        article, row = self._article, self.row
        if article and row:
            self._work.run(lambda: article.try_text(row.rank, text), self._show_try, self._fail)

    def _show_try(self, tried: Try) -> None:
        self.trying.show_try(tried, ())
        self.announcer.say(tried.summary)

    def _use(self) -> None:
        if not (self._article and (row := self.row)):
            return
        if not row.takes_text:
            self.announcer.say(f"No text can be written for it: {row.place}", at_once=True)
            return
        self._article.write(row.rank, self.trying.text)
        self._show_lines()
        written = self._article.written(row.rank)
        self.detail.show_facts(facts_of(row, written), from_the_top=True)
        done = "The text is kept for the edit." if self.trying.text else "The text is taken back."
        self.announcer.say(done)

    def _copy_edit(self) -> None:
        self._copy(lambda article: f"{article.edit().diff}\n{article.edit().summary}\n", "edit")

    def _copy_text(self) -> None:
        self._copy(lambda article: article.edit().wikitext, "new wikitext")

    def _copy(self, made: Callable[[OpenArticle], str], what: str) -> None:
        if not self._article or not self._article.edit().diff:
            self.announcer.say("There is no edit yet: use a text first.", at_once=True)
            return
        QGuiApplication.clipboard().setText(made(self._article))
        problems = self._article.edit().problems
        more = f" {problems[0]}" if problems else ""
        self.announcer.say(f"The {what} is in the clipboard; save it in the wiki yourself.{more}")

    def end(self) -> None:
        """Wait for what runs; the window closes."""
        self._closed = True
        self._work.close()
