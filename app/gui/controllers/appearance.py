"""Colours and the size of the text, remembered from one time to the next."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QApplication

from app.desk.preferences import THEMES, Preferences, read_preferences, write_preferences
from app.gui.controllers.voice import Voice
from app.gui.panes.themes import apply_theme


class Appearance(QObject):
    """Holds the preferences, and paints what they say of colours and text."""

    changed = Signal()
    """Sizes may be others now."""

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

    def apply(self) -> None:
        """Paint everything anew."""
        app = QApplication.instance()
        assert isinstance(app, QApplication)
        apply_theme(app, self.preferences.theme, self.preferences.text_size)
        self.changed.emit()

    def next_theme(self) -> None:
        """Light, dark, high contrast, and again."""
        place = THEMES.index(self.preferences.theme) + 1
        theme = THEMES[place % len(THEMES)]
        self.remember(replace(self.preferences, theme=theme))
        self.apply()
        self._voice.say(f"Colours: {theme}")

    def resize_text(self, steps: int) -> None:
        """Larger text, or smaller."""
        self.remember(self.preferences.larger(steps))
        self.apply()
        self._voice.say(f"Text of {self.preferences.text_size} points")
