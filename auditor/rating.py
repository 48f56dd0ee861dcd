"""What a person makes of a text for its picture, on its page: a level from 1 to 5, and answers."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from auditor.message import marked

LEVELS = (1, 2, 3, 4, 5)

RUBRIC: Mapping[int, str] = {
    5: "True, whole, each thing in its place, and what it all means is clear.",
    4: "True, and things stand where they are; something is missing, or nothing says what it "
    "means.",
    3: "The things that matter are named rightly; not where they are, nor what is around them.",
    2: "Some of it is false or far too little is said, and yet it gives an idea.",
    1: "It names what is not there, or nothing that is: the idea it gives is wrong.",
}
"""What each level of image-caption rating means (Scott et al. 2023, section 3), in our words."""


class Question(StrEnum):
    """What can be answered beside the level; none has to be."""

    OBJECTS = "objects"
    COMPLETE = "complete"
    PLACES = "places"
    MEANING = "meaning"
    SERVES_PAGE = "serves-page"
    ADDS_TO_CAPTION = "adds-to-caption"


ASKED: Mapping[Question, str] = {
    Question.OBJECTS: marked("Are the things it names there?"),
    Question.COMPLETE: marked("Is everything named that matters?"),
    Question.PLACES: marked("Does it say where things are?"),
    Question.MEANING: marked("Does it say what the whole means?"),
    Question.SERVES_PAGE: marked("Does it serve this page?"),
    Question.ADDS_TO_CAPTION: marked("Does it add to the caption?"),
}
WITHOUT_PICTURE = (Question.MEANING, Question.SERVES_PAGE, Question.ADDS_TO_CAPTION)
"""What can be answered by who has not seen the picture."""


@dataclass(frozen=True, slots=True)
class RatedItem:
    """What is rated: one text for one picture on one page, each in the version that was rated."""

    page: str
    """Address of the page; "" outside one."""
    picture: str
    """sha256 of the picture's file, else its address, else the selector (decision.Subject)."""
    text_version: str
    """`version_of` the text."""


@dataclass(frozen=True, slots=True)
class Rating:
    """One person's rating of one item."""

    rater: str
    """Name or pseudonym."""
    item: RatedItem
    level: int
    """One of LEVELS."""
    seen: bool
    """Whether the rater had seen the picture, or goes by text and page alone."""
    rated: str
    """ISO 8601, UTC, whole seconds."""
    text: str = ""
    """The text that was rated, for people who look into the file."""
    answers: Mapping[Question, bool] = field(default_factory=dict)
    """Yes or no, of those questions that were answered."""
    note: str = ""


def version_of(text: str) -> str:
    """The version of a text: the sha256 of its words, however much white space is between them."""
    return hashlib.sha256(" ".join(text.split()).encode("utf-8", "surrogatepass")).hexdigest()
