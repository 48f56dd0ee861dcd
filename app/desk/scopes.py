"""What a decision is meant for: one use, a picture with a text, a picture, or what is selected."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from auditor.decision import Subject
from auditor.message import Message, clauses, marked, sentences
from auditor.store.uses import PlacedUse
from extractors.records import ImageRecord


class DecisionScope(StrEnum):
    """In the order in which they are offered."""

    TEXT = "text"
    USE = "use"
    PICTURE = "picture"
    SELECTION = "selection"
    """Not offered: it is meant where several rows are selected."""


SCOPE_WORDS: Mapping[DecisionScope, str] = {
    DecisionScope.TEXT: marked("this picture with this text"),
    DecisionScope.USE: marked("this use alone"),
    DecisionScope.PICTURE: marked("this picture everywhere"),
    DecisionScope.SELECTION: marked("the selected images"),
}
OFFERED = (DecisionScope.TEXT, DecisionScope.USE, DecisionScope.PICTURE)


@dataclass(frozen=True, slots=True)
class Reach:
    """What a decision changes."""

    subjects: tuple[Subject, ...]
    """On which it is kept."""
    freed: tuple[Subject, ...]
    """On which an earlier decision is taken back, so that this one holds there."""
    images: tuple[int, ...]
    """Ids of the uses for which it holds then."""
    spared: int = 0
    """Uses that were decided alone, and stay as they are."""

    @property
    def words(self) -> str:
        """ "for 40 uses; 1 that was decided alone stays as it is"; "" for one use."""
        said = Message.counted("for {number} use", "for {number} uses", len(self.images))
        if not self.spared:
            return said if len(self.images) != 1 else ""
        spared = Message.counted(
            "{number} that was decided alone stays as it is",
            "{number} that were decided alone stay as they are",
            self.spared,
        )
        return clauses((said, spared))


def reach(scope: DecisionScope, current: int, uses: Sequence[PlacedUse]) -> Reach:
    """What a decision of this scope changes. `uses`: every use of the picture of the `current` one,
    or those that are selected."""
    [here] = [use for use in uses if use.image == current] or uses[:1]
    if scope is DecisionScope.USE:
        return Reach((here.subject,), (), (here.image,))
    if scope is DecisionScope.SELECTION:
        return Reach(tuple(use.subject for use in uses), (), tuple(use.image for use in uses))
    meant = [
        use
        for use in uses
        if scope is DecisionScope.PICTURE or use.subject.everywhere == here.subject.everywhere
    ]
    held = [use for use in meant if use.image == current or not use.is_alone]
    subjects = tuple(dict.fromkeys(use.subject.everywhere for use in meant))
    freed = (here.subject,) if here.is_alone else ()
    images = tuple(use.image for use in held)
    return Reach(subjects, freed, images, len(meant) - len(held))


def nameless_then(records: Iterable[ImageRecord]) -> int:
    """Of how many of these images a link or button holds nothing else, so that it would have no
    name if they were decorative."""
    return sum(is_all_of_its_control(record) for record in records)


def is_all_of_its_control(record: ImageRecord) -> bool:
    """Whether a link or button holds this image and nothing else that is heard."""
    control = record.context.control
    return control is not None and not control.text and control.images <= 1


def asking_words(nameless: int, images: int) -> str:
    """Asked before such a decision."""
    if images == 1:
        what = Message("This image is all that a link or button holds.")
    else:
        what = Message.counted(
            "{number} of {images} images is all that a link or button holds.",
            "{number} of {images} images are all that a link or button holds.",
            nameless,
            images=images,
        )
    asked = Message(
        "Without a text, a listener is not told where it leads or what it does. "
        "Decide that it is decorative all the same?"
    )
    return sentences((what, asked))
