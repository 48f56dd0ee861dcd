"""Decides image uses, and takes decisions back."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from auditor.clock import now
from auditor.decision import Choice, Decision, Subject
from auditor.errors import AuditorError
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
        same = "the box holds the text that is there"
        return f"No other text is kept: {same}." if choice is Choice.WRONG and text else ""
    if choice is Choice.WRONG:
        return "" if text else "No other text is kept: the box is empty."
    return "The text in the box is not kept." if text else ""


class Decider:
    """The decisions of one scan file, with a way back for as long as the file is open."""

    def __init__(self, path: Path) -> None:
        self._decisions = Decisions(path)
        self._before: list[tuple[Subject, Decision | None]] = []

    def get(self, subject: Subject) -> Decision | None:
        """What was decided. Raises DecideError."""
        try:
            return self._decisions.get(subject)
        except StoreError as error:
            raise DecideError(str(error)) from error

    def decide(self, subject: Subject, decision: Decision) -> Decision:
        """Keep a decision, with the time. Raises DecideError."""
        before = self.get(subject)
        made = replace(decision, decided=now())
        self._put(subject, made)
        self._before.append((subject, before))
        return made

    def undo(self) -> tuple[Subject, Decision | None] | None:
        """Take back the last decision: the subject and what holds for it now; None: there is
        nothing to take back. Raises DecideError."""
        if not self._before:
            return None
        subject, before = self._before[-1]
        self._put(subject, before)
        self._before.pop()
        return subject, before

    def _put(self, subject: Subject, decision: Decision | None) -> None:
        try:
            self._decisions.put(subject, decision)
        except StoreError as error:
            raise DecideError(str(error)) from error
