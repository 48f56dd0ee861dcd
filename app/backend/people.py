"""What a person made of an image in the panel, as it is posted: a decision, or a rating."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from app.backend.saved import subject_of
from app.backend.strict import PostedError, read_json, structured
from auditor.decision import Choice, Decision, Subject
from auditor.rating import LEVELS, Question, RatedItem, Rating, version_of
from extractors.records import ImageRecord

MOST = 10_000
"""Characters of a note or of a better text."""
MOST_NAME = 100
"""Characters of a rater's name."""


@dataclass(frozen=True, slots=True)
class PostedDecision:
    """What `openapi.json` describes under this name."""

    page: str
    record: ImageRecord
    """As a `use` line had it."""
    picture: str | None
    """sha256, as a `use` line had it."""
    choice: Choice | None
    """None takes back what was decided."""
    note: str = ""
    better: str = ""

    @property
    def subject(self) -> Subject:
        """The image use that it is on."""
        return subject_of(self.record, self.picture, self.page)

    @property
    def decision(self) -> Decision | None:
        """The decision, without its time. Another text is kept only where this one is wrong."""
        if self.choice is None:
            return None
        better = self.better.strip() if self.choice is Choice.WRONG else ""
        own = self.record.name.text.strip()
        return Decision(self.choice, self.note.strip(), "" if better == own else better)


@dataclass(frozen=True, slots=True)
class PostedRating:
    """What `openapi.json` describes under this name."""

    page: str
    record: ImageRecord
    picture: str | None
    rater: str
    level: int
    seen: bool
    answers: Mapping[str, bool] = field(default_factory=dict)

    @property
    def rating(self) -> Rating:
        """The rating, without its time."""
        text = self.record.name.text
        picture = Subject.of(self.record, self.picture).picture
        answers = {Question(name): yes for name, yes in self.answers.items()}
        item = RatedItem(self.page, picture, version_of(text))
        return Rating(self.rater.strip(), item, self.level, self.seen, "", text, answers)


def read_decision(data: bytes) -> PostedDecision:
    """The decision in a JSON object. Raises PostedError."""
    posted = structured(read_json(data, "the decision"), PostedDecision, "the decision")
    if max(len(posted.note), len(posted.better)) > MOST:
        raise PostedError(f"a note and a text have at most {MOST} characters")
    return posted


def read_rating(data: bytes) -> PostedRating:
    """The rating in a JSON object. Raises PostedError."""
    posted = structured(read_json(data, "the rating"), PostedRating, "the rating")
    name = posted.rater.strip()
    if not name or len(name) > MOST_NAME or not name.isprintable():
        raise PostedError(f"a rater has a name of one line and at most {MOST_NAME} characters")
    if posted.level not in LEVELS:
        raise PostedError(f"a level is one of {', '.join(map(str, LEVELS))}")
    if not posted.record.name.text.strip():
        raise PostedError("there is no text to rate")
    if unknown := posted.answers.keys() - set(Question):
        raise PostedError(f"there is no question {sorted(unknown)[0]:.40}")
    return posted
