"""What a person decided of a picture with a text."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from extractors.records import Exposed, ImageRecord


class Choice(StrEnum):
    """What a person can decide."""

    RIGHT = "right"
    """The text serves as it is."""
    WRONG = "wrong"
    """Another text is needed."""
    DECORATIVE = "decorative"
    """The picture tells nothing here: it is to have an empty text."""
    PERSON = "needs-a-person"
    """Somebody who knows more has to decide."""


@dataclass(frozen=True, slots=True)
class Decision:
    """One decision."""

    choice: Choice
    note: str = ""
    better: str = ""
    """The text that is proposed; "" for none."""
    decided: str = ""
    """ISO 8601, UTC, whole seconds."""


@dataclass(frozen=True, slots=True)
class Subject:
    """What a decision is on: a picture with a text, wherever it stands, or one use of it."""

    picture: str
    """sha256 of the picture, else its address, else the selector."""
    alt: str | None
    name: str
    page: str = ""
    """Address of the page of the one use; "" where every use is meant."""
    selector: str = ""
    """Of the one use in its page."""

    @property
    def everywhere(self) -> Subject:
        """The same picture with the same text, wherever it stands."""
        return Subject(self.picture, self.alt, self.name)

    @staticmethod
    def of(record: ImageRecord, sha256: str | None) -> Subject:
        """The subject of an image use; agrees with SUBJECT."""
        picture = next(each for each in (sha256, record.src, record.selector) if each is not None)
        return Subject(picture, record.alt, record.name.text)


def lets_stand(decision: Decision | None, record: ImageRecord) -> bool:
    """Whether a person let the text stand as it is, so that nothing of it is to fail a check. An
    image that is decorative is right only where listeners are told nothing of it."""
    if decision is None:
        return False
    if decision.choice is Choice.DECORATIVE:
        return record.exposure.state is Exposed.DECORATIVE
    return decision.choice is Choice.RIGHT
