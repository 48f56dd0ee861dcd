"""The language of the window: kept with the application, as its colours are, and asked for where
words are shown."""

from __future__ import annotations

from PySide6.QtCore import QLibraryInfo, QTranslator
from PySide6.QtWidgets import QApplication

from auditor.catalogue import ENGLISH, Tongue, tongue
from auditor.message import Value

_TONGUE = "auditorTongue"


def speak(app: QApplication, code: str) -> None:
    """Show what is made from now on in this language, with Qt's own words, such as those of
    “Cancel”, where Qt has them."""
    if app.property(_TONGUE) == code:
        return
    app.setProperty(_TONGUE, code)
    for before in app.findChildren(QTranslator):
        app.removeTranslator(before)
        before.deleteLater()
    of_qt = QTranslator(app)
    folder = QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)
    if code != ENGLISH.code and of_qt.load(f"qtbase_{code}", folder):
        app.installTranslator(of_qt)


def tongue_now() -> Tongue:
    """The language in which the window is shown."""
    app = QApplication.instance()
    return tongue((app.property(_TONGUE) if app else "") or ENGLISH.code)


def said(text: str) -> str:
    """A message in this language; any other text as it is."""
    return tongue_now()(text)


def _(template: str, /, **values: Value) -> str:
    """A template in this language, filled."""
    return tongue_now().translated(template, **values)


def n_(one: str, many: str, number: int, /, **values: Value) -> str:
    """`one` or `many` in this language, by the number, filled."""
    return tongue_now().counted(one, many, number, **values)
