"""Says things to a screen reader that no focus leads to, and shows them in a line."""

from __future__ import annotations

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent, QAccessibleInterface
from PySide6.QtWidgets import QAccessibleWidget, QLabel, QStackedWidget, QWidget

from app.gui.panes.tongue import said

_interfaces: list[QAccessibleInterface] = []
"""Qt does not keep them alive."""


class Announcer(QLabel):
    """The line at the foot of the window. A text is said in two ways, as no screen reader heeds
    both: by the announcement event (newer ones), and by the line appearing as a notification
    (Orca 43)."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setWordWrap(True)
        policy = self.sizePolicy()
        policy.setRetainSizeWhenHidden(True)
        self.setSizePolicy(policy)

    def show_text(self, text: str) -> None:
        """Show a text that is said later."""
        self.setText(said(text))

    def say(self, text: str, *, at_once: bool = False) -> None:
        """Say a text after what is being said, or `at_once`."""
        self.hide()
        text = said(text)
        self.setText(text)
        self.setAccessibleName(text)
        self.show()
        event = QAccessibleAnnouncementEvent(self, text)
        politeness = QAccessible.AnnouncementPoliteness
        event.setPoliteness(politeness.Assertive if at_once else politeness.Polite)
        QAccessible.updateAccessibility(event)


def install() -> None:
    """Give every Announcer the role of a notification, and what holds pages one above the other
    that of a plain part, which is not read. Once, before any window is made."""
    QAccessible.installFactory(_interface)


def _interface(key: str, thing: QObject) -> QAccessibleInterface | None:
    if isinstance(thing, Announcer):
        role = QAccessible.Role.Notification
    elif isinstance(thing, QStackedWidget):
        role = QAccessible.Role.Client
    else:
        return None
    _interfaces.append(QAccessibleWidget(thing, role))
    return _interfaces[-1]
