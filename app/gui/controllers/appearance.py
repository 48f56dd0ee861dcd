"""Colours and the size of the text, remembered from one time to the next."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QApplication

from app.desk.preferences import THEMES, Preferences, read_preferences, write_preferences
from app.gui.controllers.voice import Voice
from app.gui.panes.themes import apply_theme
from app.gui.panes.tongue import _, n_, speak


def paint(preferences: Preferences) -> None:
    """Give the application its colours, its size of text and its language. Before the first window
    is made too: parts that are there already do not take the first size."""
    app = QApplication.instance()
    assert isinstance(app, QApplication)
    apply_theme(app, preferences.theme, preferences.text_size)
    speak(app, preferences.tongue.code)


NAMES = {"en": "English", "de": "Deutsch", "fr": "français"}
"""Languages by their own names."""


class Appearance(QObject):
    """Holds the preferences, and paints what they say of colours and text."""

    changed = Signal()
    """Sizes may be others now."""
    spoken_otherwise = Signal()
    """Findings are told in another language now."""

    def __init__(self, parent: QObject, settings: Path, voice: Voice) -> None:
        """`settings`: the file of what is remembered."""
        super().__init__(parent)
        self._settings = settings
        self._voice = voice
        self.preferences = read_preferences(settings)

    def remember(self, preferences: Preferences) -> None:
        """Other preferences from now on."""
        self.preferences = preferences
        write_preferences(preferences, self._settings)

    def go_on_or_stay(self) -> None:
        """After a decision: the next image from now on, or not any more."""
        goes_on = not self.preferences.goes_on
        self.remember(replace(self.preferences, goes_on=goes_on))
        if goes_on:
            self._voice.say(_("After a decision the next image comes that is not decided."))
        else:
            self._voice.say(_("After a decision the image stays."))

    def apply(self) -> None:
        """Paint everything anew."""
        paint(self.preferences)
        self.changed.emit()

    def next_theme(self) -> None:
        """Light, dark, high contrast, and again."""
        place = THEMES.index(self.preferences.theme) + 1
        theme = THEMES[place % len(THEMES)]
        self.remember(replace(self.preferences, theme=theme))
        self.apply()
        self._voice.say(_("Colours: {theme}", theme=_(theme)))

    def next_language(self) -> None:
        """Findings in the language of the system, in each that there is, and again."""
        self.remember(self.preferences.next_language())
        self.spoken_otherwise.emit()
        code = self.preferences.language
        name = NAMES.get(code, code) if code else _("that of the system")
        words = _("Language: {name}. Menus and labels follow at the next start.", name=name)
        self._voice.say(words)

    def resize_text(self, steps: int) -> None:
        """Larger text, or smaller."""
        self.remember(self.preferences.larger(steps))
        self.apply()
        size = self.preferences.text_size
        self._voice.say(n_("Text of {number} point", "Text of {number} points", size))
