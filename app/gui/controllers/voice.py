"""What the window says, one line at a time."""

from __future__ import annotations

from PySide6.QtCore import QElapsedTimer, QObject, QTimer

from app.gui.panes.announce import Announcer

END_COVERED = 2500
"""Milliseconds in which what else is heard covers the announcement of an end."""


class Voice(QObject):
    """Says lines to eyes and ears. A line that waits is dropped when another one is said: a voice
    that begins anew would hide it."""

    def __init__(self, parent: QObject, announcer: Announcer) -> None:
        super().__init__(parent)
        self._announcer = announcer
        self._words = ""
        self._end = ""
        self._is_covered = False
        self._stirred = QElapsedTimer()
        self._ending = QTimer(self, singleShot=True, interval=END_COVERED)
        self._ending.timeout.connect(self._say_end_again)
        self._waiting = QTimer(self, singleShot=True)
        self._waiting.timeout.connect(lambda: self.say(self._words))

    def say(self, text: str) -> None:
        """Say a line after what is being said."""
        self.drop()
        self.cover()
        self._announcer.say(text)

    def say_at_once(self, text: str) -> None:
        """Say what must be heard now: an end, or that something could not be done."""
        self.drop()
        self._announcer.say(text, at_once=True)

    def say_end(self, text: str) -> None:
        """Say that something came to its end. Where something else is said or read just before or
        after, it is said once more: on a busy machine the end was lost to the rows that came."""
        stirred = self._stirred.isValid() and not self._stirred.hasExpired(END_COVERED)
        self.say_at_once(text)
        self._end = text
        self._is_covered = stirred
        self._ending.start()

    def cover(self, *_: object) -> None:
        """Something else is heard now, such as the row or the control that has the focus."""
        self._is_covered = self._ending.isActive()
        self._stirred.start()

    def _say_end_again(self) -> None:
        if self._is_covered:
            self.say_at_once(self._end)

    def say_later(self, text: str, pause: int) -> None:
        """Say a line after so many milliseconds in which nothing else is said."""
        self._words = text
        self._waiting.start(pause)

    def drop(self) -> None:
        """Say nothing that waits."""
        self._waiting.stop()
