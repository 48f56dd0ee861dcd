"""What the window says, one line at a time."""

from __future__ import annotations

import os

from PySide6.QtCore import QElapsedTimer, QObject, QTimer

from app.gui.panes.announce import Announcer

QUIET = 1500
"""Milliseconds in which nothing else is heard, after which an end is said."""
UNHEARD = 100
"""Milliseconds after which somebody can have heard that a line begins: a key that comes earlier was
not pressed because of it."""


class Voice(QObject):
    """Says lines to eyes and ears. A line that waits is dropped when another one is said: a voice
    that begins anew would hide it."""

    def __init__(self, parent: QObject, announcer: Announcer) -> None:
        super().__init__(parent)
        self._announcer = announcer
        self._words = ""
        self._end = ""
        self._is_repeated = False
        self._end_began = QElapsedTimer()
        self._ending = QTimer(self, singleShot=True, interval=QUIET)
        self._ending.timeout.connect(self._say_end)
        self._again = QTimer(self, singleShot=True, interval=2 * QUIET)
        self._again.timeout.connect(self._say_end)
        self._waiting = QTimer(self, singleShot=True)
        self._waiting.timeout.connect(lambda: self.say(self._words))

    def say(self, text: str) -> None:
        """Say a line after what is being said."""
        self.drop()
        self.cover()
        self._announcer.say(text)

    def say_at_once(self, text: str) -> None:
        """Say what must be heard now, such as that something could not be done."""
        self.drop()
        self.cover()
        self._announcer.say(text, at_once=True)

    def say_end(self, text: str) -> None:
        """Show that something came to its end, and say it as soon as nothing else is said or read:
        on a busy machine the end was lost to the rows that came."""
        self.drop()
        self._announcer.show_text(text)
        self._end = text
        self._is_repeated = False
        self._again.stop()
        self._ending.start()

    def cover(self, *_: object) -> None:
        """Something else is heard now, such as the row or the control that has the focus. An end
        waits for it; one that had only just begun is said once more."""
        if self._ending.isActive() or (
            self._end_began.isValid() and not self._end_began.hasExpired(UNHEARD)
        ):
            self._ending.start()

    def _say_end(self) -> None:
        self._announcer.say(self._end, at_once=True)
        self._end_began.start()
        if not self._is_repeated and is_busy():
            self._is_repeated = True
            self._again.start()

    def say_later(self, text: str, pause: int) -> None:
        """Say a line after so many milliseconds in which nothing else is said."""
        self.cover()
        self._words = text
        self._waiting.start(pause)

    def drop(self) -> None:
        """Say nothing that waits."""
        self._waiting.stop()


def is_busy() -> bool:
    """Whether so much else runs that a screen reader may be seconds behind: Orca drops
    notifications while more than 50 events wait for it, as when a dialog closes."""
    load = os.getloadavg()[0] if hasattr(os, "getloadavg") else 0.0
    return load > (os.cpu_count() or 1)
