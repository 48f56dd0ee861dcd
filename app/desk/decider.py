"""Decides image uses, and takes decisions back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from app.desk.scopes import Reach
from auditor.clock import now
from auditor.decision import Choice, Decision, Subject
from auditor.errors import AuditorError
from auditor.message import Message
from auditor.store.decisions import Decisions
from auditor.store.errors import StoreError
from extractors.text import collapse


class DecideError(AuditorError):
    """A decision could not be kept; the message is fit to show."""


def better_than(own: str, text: str, choice: Choice) -> str:
    """The text in the box where a decision keeps it in place of the image's `own`, else ""."""
    return text if choice is Choice.WRONG and collapse(text) != collapse(own) else ""


def kept_words(own: str, text: str, choice: Choice) -> str:
    """What becomes of the text in the box, where `decided` does not say it; "" for nothing."""
    if collapse(text) == collapse(own):
        if choice is Choice.WRONG and text:
            return Message("No other text is kept: the box holds the text that is there.")
        return ""
    if choice is Choice.WRONG:
        return "" if text else Message("No other text is kept: the box is empty.")
    return Message("The text in the box is not kept.") if text else ""


Changes = Sequence[tuple[Subject, Decision | None]]
"""Decisions on subjects; None: there is none."""


class Decider:
    """The decisions of one scan file, with a way back for as long as the file is open."""

    def __init__(self, path: Path) -> None:
        self._decisions = Decisions(path)
        self._before: list[Changes] = []

    def get(self, subject: Subject) -> Decision | None:
        """What holds for a use: what was decided of it alone, else of its picture with its text.
        Raises DecideError."""
        try:
            alone, everywhere = self._decisions.get_all((subject, subject.everywhere))
        except StoreError as error:
            raise DecideError(str(error)) from error
        return alone or everywhere

    def decide(self, reach: Reach, decision: Decision) -> Decision:
        """Keep a decision, with the time, on everything that it reaches. Raises DecideError."""
        made = replace(decision, decided=now())
        changes: list[tuple[Subject, Decision | None]] = [(each, made) for each in reach.subjects]
        changes += [(each, None) for each in reach.freed]
        before = self._put(changes)
        subjects = (subject for subject, _ in changes)
        self._before.append(list(zip(subjects, before, strict=True)))
        return made

    @property
    def made(self) -> int:
        """How many decisions can be taken back."""
        return len(self._before)

    def undo(self) -> bool:
        """Take back the last decision, on everything that it reached; False: there is nothing to
        take back. Raises DecideError."""
        if not self._before:
            return False
        self._put(self._before[-1])
        self._before.pop()
        return True

    def _put(self, changes: Changes) -> list[Decision | None]:
        try:
            return self._decisions.put_all(changes)
        except StoreError as error:
            raise DecideError(str(error)) from error
