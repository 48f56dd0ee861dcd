"""Paints a theme and a text size over the whole application. Nothing moves by itself."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QPalette
from PySide6.QtWidgets import QApplication

from app.desk.colours import COLOURS, Colours

_CONTROLS = (
    "QPushButton, QLineEdit, QPlainTextEdit, QTableView, QListView, QSpinBox, QComboBox, "
    "QLabel#picture"
)
_EFFECTS = (
    Qt.UIEffect.UI_AnimateMenu,
    Qt.UIEffect.UI_FadeMenu,
    Qt.UIEffect.UI_AnimateCombo,
    Qt.UIEffect.UI_AnimateTooltip,
    Qt.UIEffect.UI_FadeTooltip,
    Qt.UIEffect.UI_AnimateToolBox,
)


def apply_theme(app: QApplication, theme: str, text_size: int) -> None:
    """Colours of a theme, and text of so many points."""
    colours = COLOURS[theme]
    font = app.font()
    font.setPointSize(text_size)
    app.setFont(font)
    app.setPalette(palette_of(colours))
    app.setStyleSheet(_sheet(colours, text_size))
    for effect in _EFFECTS:
        app.setEffectEnabled(effect, False)


def palette_of(colours: Colours) -> QPalette:
    """The colours as Qt's roles."""
    role = QPalette.ColorRole
    palette = QPalette()
    for name, colour in (
        (role.Window, colours.window),
        (role.WindowText, colours.text),
        (role.Base, colours.base),
        (role.AlternateBase, colours.window),
        (role.Text, colours.text),
        (role.Button, colours.button),
        (role.ButtonText, colours.button_text),
        (role.Highlight, colours.highlight),
        (role.HighlightedText, colours.highlighted),
        (role.ToolTipBase, colours.base),
        (role.ToolTipText, colours.text),
        (role.PlaceholderText, colours.quiet),
        (role.Mid, colours.border),
        (role.Link, colours.highlight),
    ):
        palette.setColor(name, QColor(colour))
    for name in (role.WindowText, role.Text, role.ButtonText):
        palette.setColor(QPalette.ColorGroup.Disabled, name, QColor(colours.quiet))
    return palette


def _sheet(colours: Colours, text_size: int) -> str:
    focused = ", ".join(f"{each}:focus" for each in _CONTROLS.split(", "))
    return f"""
    {_CONTROLS} {{ border: 2px solid {colours.border}; border-radius: 3px; }}
    QPushButton {{ background: {colours.button}; color: {colours.button_text};
      padding: 4px 12px; }}
    QLineEdit, QPlainTextEdit, QSpinBox {{ background: {colours.base}; padding: 3px; }}
    {focused} {{ border: 3px solid {colours.focus}; }}
    QSpinBox QLineEdit {{ border: none; padding: 0 3px; }}
    QSpinBox::up-button, QSpinBox::down-button {{ width: 0; border: none; }}
    QComboBox {{ background: {colours.button}; color: {colours.button_text}; padding: 2px 6px; }}
    QComboBox QAbstractItemView {{ background: {colours.base}; color: {colours.text}; }}
    QCheckBox {{ padding: 2px; border: 3px solid transparent; }}
    QCheckBox:focus {{ border-color: {colours.focus}; border-radius: 3px; }}
    QCheckBox::indicator {{ width: {text_size}px; height: {text_size}px;
      border: 2px solid {colours.border}; background: {colours.base}; }}
    QCheckBox::indicator:checked {{ border: 4px solid {colours.text};
      background: {colours.highlight}; }}
    QHeaderView::section {{ background: {colours.button}; color: {colours.button_text};
      border: 1px solid {colours.border}; padding: 3px; }}
    QListView::item {{ padding: 3px; }}
    QListView::item:selected, QTableView::item:selected {{ background: {colours.highlight};
      color: {colours.highlighted}; }}
    QProgressBar {{ border: 2px solid {colours.border}; text-align: center; }}
    QProgressBar::chunk {{ background: {colours.highlight}; }}
    QMenuBar::item:selected, QMenu::item:selected {{ background: {colours.highlight};
      color: {colours.highlighted}; }}
    QMenu {{ border: 1px solid {colours.border}; }}
    QToolTip {{ font-size: {text_size}pt; }}
    """
