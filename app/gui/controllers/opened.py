"""One open scan file: questions to it run in threads, answers come as signals."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import replace
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, QTimer, Signal

from app.desk.articles import OpenArticles
from app.desk.comparing import Held, held_against
from app.desk.decider import Decider
from app.desk.facts import Fact, facts, use_fact
from app.desk.scopes import DecisionScope, Reach, reach
from app.desk.summary import summary_of
from app.desk.tries import MakeScorer, Try, TryError, TryScorer, best, tuning_of
from app.gui.controllers.work import Work
from app.gui.panes.tongue import _
from auditor.catalogue import ENGLISH
from auditor.decision import Decision, Subject
from auditor.results import JudgedUse
from auditor.store.connection import bring_up_to_date
from auditor.store.errors import StoreError
from auditor.store.query import Group, QueueQuery
from auditor.store.queue import Queue, QueueAnswer
from auditor.store.uses import StoredUses

Offer = tuple[dict[str, int], list[tuple[str, int]]]
"""Numbers of statuses and of rules."""
SIDE_BY_SIDE = 200
"""Other uses of a picture that are shown side by side."""
IDLE = 2000
"""Milliseconds without a question after which what takes longest is made ready."""
OTHERS = 20
"""Other uses of a picture that the detail lists."""


class OpenScan(QObject):
    """What is known of the scan, and of the use that is current in it."""

    found = Signal(object, object)
    """Found, and the Asked that it answers."""
    loaded = Signal(dict, list)
    """Numbers of statuses and of rules, after each loading."""
    tried = Signal(object, tuple)
    """A Try, and the best ones."""
    next_found = Signal(object)
    """Found: every use that is not decided, in the order of the queue."""
    counted = Signal(int, int)
    """How many of the uses that were asked for are decided, and how many there are."""
    edited = Signal(object)
    """Edit; None: the image that was current stands in no article."""
    summed = Signal(object)
    """Summary."""
    held = Signal(object)
    """Held: what changed since an earlier scan."""
    failed = Signal(str)

    def __init__(self, parent: QObject, path: Path, make_scorer: MakeScorer = TryScorer) -> None:
        """Raises StoreError."""
        super().__init__(parent)
        bring_up_to_date(path)
        self.path = path
        self.queue = StoredUses(path)
        self._asker = Queue(path)
        self.scan = self.queue.scan()
        self.decider = Decider(path)
        self._articles = OpenArticles(path)
        self.use: JudgedUse | None = None
        self.image = -1
        self._scorer = make_scorer(self.scan.model.name, self.scan.model.sha256)
        self._scorer.tuning = tuning_of(self.scan)
        self._best: tuple[Try, ...] = ()
        self._loaded = self._offered = False
        self._asked = QueueQuery()
        self.tongue = ENGLISH
        """The language that findings are told in."""
        self.changes: dict[int, str] = {}
        """What became of uses since an earlier scan, by their ids; {}: held against none."""
        self._held: Held | None = None
        self._is_marked = True
        self._asking = Work(self, "queue")
        self._idle = QTimer(self, singleShot=True, interval=IDLE)
        self._idle.timeout.connect(self._rest)
        self._telling = Work(self, "tell")
        self._editing = Work(self, "edit")
        self._scoring = Work(self, "score")

    def close(self) -> None:
        """Wait for what runs, and close the file."""
        self._idle.stop()
        self._asking.close()
        self._editing.close()
        self._telling.close()
        self._scoring.close()
        self.queue.close()
        self._asker.close()

    def ask(self, asked: QueueQuery, *, afresh: bool = False) -> None:
        """Have a question answered; `afresh`: with what a scan has written since."""
        if afresh:
            self._loaded = self._offered = False
            self._is_marked = self._held is None
        self._asked = asked

        def answer() -> QueueAnswer:
            if not self._loaded:
                self._asker.load()
                self._loaded = True
            if not self._is_marked and self._held:
                self.changes = self._asker.mark(self._held.changes)
                self._is_marked = True
            return self._asker.find(asked)

        self._answer(answer, lambda found: self.found.emit(found, asked))

    def ask_summary(self) -> None:
        """Have the scan as a whole told."""
        tongue = self.tongue
        self._telling.run(lambda: summary_of(self.path, tongue), self.summed.emit, self._fail)

    def hold_against(self, earlier: Path) -> None:
        """Have it found out what changed since an earlier scan."""

        def done(held: Held) -> None:
            self._held, self._is_marked = held, False
            self.held.emit(held)

        self._telling.run(lambda: held_against(earlier, self.path), done, self._fail)

    def uses(self) -> list[Fact]:
        """The uses of the current picture, the current one first. Raises StoreError."""
        rows, _ = self.queue.others(self.image, SIDE_BY_SIDE)
        return [use_fact(row) for row in (*self.queue.rows([self.image]), *rows)]

    def ask_undecided(self, asked: QueueQuery) -> None:
        """Have the uses found that are not decided."""
        self._answer(lambda: self._asker.find(asked), self.next_found.emit)

    def _answer(
        self, function: Callable[[], QueueAnswer], done: Callable[[QueueAnswer], object]
    ) -> None:
        def hand_on(found: QueueAnswer) -> None:
            done(found)
            self.count()

        self._idle.stop()
        self._asking.run(function, hand_on, self._fail)

    def count(self) -> None:
        """When somebody has an answer to read: what else can be asked for, what searching needs,
        and how much of what was asked for is decided. A question that comes meanwhile goes before,
        and this is tried again after it."""
        asked = replace(self._asked, group=Group.NONE, decision="")

        def prepare() -> Offer | None:
            if self._offered:
                return None
            self._asker.load_texts()
            return self._asker.statuses(), self._asker.rules()

        def number() -> tuple[Offer | None, int, int]:
            return prepare(), *self._asker.progress(asked)

        def done(told: tuple[Offer | None, int, int]) -> None:
            offer, decided, of = told
            if offer:
                self._offered = True
                self.loaded.emit(*offer)
            self.counted.emit(decided, of)
            self._idle.start()

        self._asking.run(number, done, self._fail)

    def _rest(self) -> None:
        """Nobody asks: what takes longest is made ready, so that the first to sort or group does
        not wait, and what was written settles; unless somebody asks meanwhile."""

        def prepare() -> bool:
            is_more = self._asker.prepare_order()
            if not is_more:
                self._asker.settle()
            return is_more

        def done(is_more: bool) -> None:
            if is_more:
                self._rest()

        if not self._asking.busy:
            self._asking.run(prepare, done, self._fail)

    def choose(self, image: int, rank: int) -> None:
        """Make a use current. Raises StoreError."""
        self.use = self.queue.use(image, rank)
        self.image = image
        self._best = ()

    @property
    def subject(self) -> Subject | None:
        """What a decision on the current use is on."""
        if self.use is None:
            return None
        picture = self.use.picture
        subject = Subject.of(self.use.record, picture.sha256 if picture else None)
        return replace(subject, page=self.use.page_url, selector=self.use.record.selector)

    def reach(self, scope: DecisionScope, selected: Sequence[int]) -> Reach:
        """What a decision on the current use changes; `selected`: ids of the uses that are
        selected. Raises StoreError."""
        assert self.subject
        several = scope is DecisionScope.SELECTION
        uses = self.queue.placed(selected) if several else self.queue.placed_of(self.subject)
        if not uses:
            raise StoreError(_("This image is not in the scan file any more."))
        return reach(scope, self.image, uses)

    def decision(self) -> Decision | None:
        """The decision on the current use. Raises DecideError."""
        return self.decider.get(self.subject) if self.subject else None

    def facts(self) -> list[Fact]:
        """The detail of the current use. Raises StoreError, DecideError."""
        if self.use is None:
            return []
        rows, number = self.queue.others(self.image, OTHERS)
        article = self._articles.facts(self.image, self.use, self.tongue)
        return facts(self.use, self.decision(), rows, number, article, self.tongue)

    def try_text(self, text: str) -> None:
        """Have a text scored in place of that of the current use."""
        use, image, tongue = self.use, self.image, self.tongue
        if use is None:
            return
        picture = use.picture

        def score() -> Try:
            embedding = self._embedding(picture.sha256) if picture else None
            view = partial(self._articles.as_editors_do, image, use)
            return self._scorer.score(use, embedding, text, view, tongue)

        def done(tried: Try) -> None:
            if image == self.image:
                self._best = best(self._best, tried)
                self.tried.emit(tried, self._best)

        self._scoring.run(score, done, self._fail)

    def ask_edit(self) -> None:
        """Have the edit made of the article that the current image stands in."""
        image = self.image
        self._editing.run(lambda: self._articles.edit(image), self.edited.emit, self._fail)

    def section(self) -> str:
        """URL where the section of the current image is edited; "" where that is not known. Raises
        StoreError."""
        return self._articles.section(self.image)

    def _embedding(self, sha256: str) -> bytes | None:
        with closing(StoredUses(self.path)) as uses:
            return uses.embedding(sha256)

    def _fail(self, error: Exception) -> None:
        if not isinstance(error, StoreError | TryError):
            raise error
        self.failed.emit(str(error))
