"""What a decision is meant for, and for which uses it holds then."""

from dataclasses import replace

import pytest

from app.desk.decider import Decider
from app.desk.scopes import DecisionScope, asking_words, is_all_of_its_control, reach
from auditor.decision import Choice, Decision, Subject
from auditor.store.decisions import decisions_in
from auditor.store.query import UNDECIDED, Group, QueueQuery
from auditor.store.queue import Queue
from auditor.store.reader import StoredScan
from auditor.store.writer import Store
from extractors.records import Context, Control
from tests.auditor.conftest import record_of
from tests.auditor.scan_files import INFO, Image, write

LOGO = Subject("logo", "Acme", "Acme")


@pytest.fixture
def path(tmp_path):
    """A logo on three pages with one text, once with another; and a hill."""
    logos = [Image("Acme", page=f"/{n}", picture="logo") for n in range(3)]
    others = (Image("Acme, home", page="/0", picture="logo"), Image("A hill", picture="hill"))
    return write(tmp_path / "scan.db", [*logos, *others])


class Desk:
    """Decides in a scan file as the window does."""

    def __init__(self, path):
        self.path, self.decider = path, Decider(path)

    def uses(self):
        with_all = Queue(self.path)
        found = with_all.placed_of(LOGO)
        with_all.close()
        return found

    def decide(self, scope, place, choice=Choice.RIGHT):
        uses = self.uses()
        made = reach(scope, uses[place].image, uses)
        self.decider.decide(made, Decision(choice))
        return made

    def choices(self) -> list[str]:
        """What holds for each use of the logo, read from the file as reports read it."""
        with StoredScan(self.path) as scan:
            uses = [use for use in scan.report().uses if use.picture.sha256 == "logo"]
        found = {(use.page_url, use.record.selector): use.decision for use in uses}
        decided = [found[each.subject.page, each.subject.selector] for each in self.uses()]
        return [each.choice.value if each else "" for each in decided]


@pytest.fixture
def desk(path) -> Desk:
    return Desk(path)


def test_a_decision_on_a_text_holds_wherever_the_picture_has_it(desk):
    texts = [use.subject.alt for use in desk.uses()]
    made = desk.decide(DecisionScope.TEXT, texts.index("Acme"))
    assert [choice for choice in desk.choices() if choice] == ["right"] * 3
    assert made.words == "for 3 uses"


def test_a_decision_on_one_use_is_on_no_other(desk):
    desk.decide(DecisionScope.USE, 1, Choice.DECORATIVE)
    assert desk.choices() == ["", "decorative", "", ""]
    assert desk.decider.undo()
    assert desk.choices() == [""] * 4


def test_a_decision_on_a_picture_is_on_all_its_texts_and_taken_back_at_once(desk):
    made = desk.decide(DecisionScope.PICTURE, 0, Choice.WRONG)
    assert desk.choices() == ["wrong"] * 4
    assert made.words == "for 4 uses"
    desk.decider.undo()
    assert desk.choices() == [""] * 4


def test_what_was_decided_alone_stays_when_the_rest_is_decided(desk):
    desk.decide(DecisionScope.USE, 1, Choice.PERSON)
    made = desk.decide(DecisionScope.PICTURE, 0)
    assert desk.choices() == ["right", "needs-a-person", "right", "right"]
    assert made.words == "for 3 uses; 1 that was decided alone stays as it is"
    desk.decide(DecisionScope.PICTURE, 1, Choice.WRONG)  # now of that one too
    assert desk.choices() == ["wrong"] * 4
    desk.decider.undo()
    assert desk.choices() == ["right", "needs-a-person", "right", "right"]


def test_a_decision_on_what_is_selected_is_on_each_alone(desk):
    uses = desk.uses()[1:3]
    desk.decider.decide(reach(DecisionScope.SELECTION, uses[0].image, uses), Decision(Choice.RIGHT))
    assert desk.choices() == ["", "right", "right", ""]


def test_the_queue_finds_and_counts_what_was_decided_alone(desk, path):
    desk.decide(DecisionScope.USE, 1)
    queue = Queue(path)
    queue.load()
    assert len(queue.find(QueueQuery(decision=UNDECIDED))) == 4
    assert len(queue.find(QueueQuery(decision="right"))) == 1
    assert sorted(queue.find(QueueQuery(group=Group.PICTURE)).decided) == [0, 1]
    queue.close()


def test_a_new_scan_takes_decisions_on_one_use_over(desk, path, tmp_path):
    desk.decide(DecisionScope.USE, 1)
    later = tmp_path / "later.db"
    with Store(later) as store:
        store.begin(INFO, path)
    assert decisions_in(later) == decisions_in(path)
    assert decisions_in(later)[0][0].page


def control_of(text: str, images: int = 1) -> Control:
    return Control("link", "Home", text, "http://s/", images)


def test_what_is_all_of_a_link_is_known():
    record = record_of("Home")
    for control, is_all in (
        (None, False),
        (control_of(""), True),
        (control_of("Home"), False),
        (control_of("", 2), False),
    ):
        held = replace(record, context=Context(control=control))
        assert is_all_of_its_control(held) is is_all


def test_the_question_says_how_many():
    assert asking_words(1, 1).startswith("This image is all that a link or button holds.")
    assert asking_words(1, 4).startswith("1 of 4 images is all that")
    assert asking_words(3, 4).startswith("3 of 4 images are all that")
