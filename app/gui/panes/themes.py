"""Paints a theme and a text size over the whole application. Nothing moves by itself."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QFont, QPalette
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
SERIF = (
    "Iowan Old Style",
    "Palatino Linotype",
    "Palatino",
    "Georgia",
    "Noto Serif",
    "DejaVu Serif",
    "serif",
)
"""Of headings, as in the HTML report."""
TITLE, SMALL = 1.4, 0.85
"""Sizes of headings and of what is less important, of that of the text."""
_THEME = "auditorTheme"


def apply_theme(app: QApplication, theme: str, text_size: int) -> None:
    """Colours of a theme, and text of so many points."""
    colours = COLOURS[theme]
    app.setProperty(_THEME, theme)
    font = app.font()
    font.setPointSize(text_size)
    app.setFont(font)
    app.setPalette(palette_of(colours))
    app.setStyleSheet(_sheet(colours, text_size))
    for effect in _EFFECTS:
        app.setEffectEnabled(effect, False)


def colours_now() -> Colours:
    """The colours of the theme that is painted, for what paints itself."""
    app = QApplication.instance()
    return COLOURS[app.property(_THEME) if app and app.property(_THEME) else "light"]


def scaled(font: QFont, factor: float, *, bold: bool = False, serif: bool = False) -> QFont:
    """A font of the type scale: TITLE, 1 or SMALL times as large as the text."""
    made = QFont(font)
    made.setPointSize(round(font.pointSize() * factor))
    made.setBold(bold)
    if serif:
        made.setFamilies(list(SERIF))
    return made


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
    serif = ", ".join(f'"{family}"' for family in SERIF)
    small, title = round(text_size * SMALL), round(text_size * TITLE)
    return f"""
    {_CONTROLS} {{ border: 1px solid {colours.border}; border-radius: 5px; margin: 2px; }}
    QPushButton:default {{ border: 2px solid {colours.text}; margin: 1px; }}
    {focused} {{ border: 3px solid {colours.focus}; margin: 0; }}
    QPushButton {{ background: {colours.button}; color: {colours.button_text};
      padding: 5px 12px; }}
    QPushButton[chip="true"] {{ background: {colours.highlight}; color: {colours.highlighted};
      padding: 3px 10px; border-radius: 10px; }}
    QLineEdit, QPlainTextEdit, QSpinBox {{ background: {colours.base}; padding: 4px; }}
    QSpinBox QLineEdit {{ border: none; padding: 0 3px; margin: 0; }}
    QSpinBox::up-button, QSpinBox::down-button {{ width: 0; border: none; }}
    QComboBox {{ background: {colours.button}; color: {colours.button_text}; padding: 4px 6px; }}
    QComboBox QAbstractItemView {{ background: {colours.base}; color: {colours.text};
      selection-background-color: {colours.highlight};
      selection-color: {colours.highlighted}; }}
    QFrame#chip {{ background: {colours.base}; border: 1px solid {colours.border};
      border-radius: 10px; margin: 2px; }}
    QFrame#chip[focused="true"] {{ border: 3px solid {colours.focus}; margin: 0; }}
    QFrame#chip QLabel {{ color: {colours.quiet}; background: transparent; }}
    QFrame#chip QComboBox {{ border: none; background: transparent; padding: 3px 2px;
      margin: 0; color: {colours.text}; }}
    QFrame#chip[active="true"] {{ background: {colours.highlight}; }}
    QFrame#chip[active="true"] QLabel, QFrame#chip[active="true"] QComboBox {{
      color: {colours.highlighted}; }}
    QCheckBox {{ padding: 2px; border: 3px solid transparent; }}
    QCheckBox:focus {{ border-color: {colours.focus}; border-radius: 5px; }}
    QCheckBox::indicator {{ width: {text_size}px; height: {text_size}px;
      border: 2px solid {colours.border}; background: {colours.base}; }}
    QCheckBox::indicator:checked {{ border: 4px solid {colours.text};
      background: {colours.highlight}; }}
    QTableView, QListView {{ background: {colours.base}; gridline-color: {colours.line}; }}
    QHeaderView {{ background: {colours.base}; }}
    QHeaderView::section {{ background: {colours.base}; color: {colours.quiet};
      font-size: {small}pt; font-weight: bold; border: none;
      border-bottom: 1px solid {colours.border}; padding: 5px 8px; }}
    QLabel#title {{ font-family: {serif}; font-size: {title}pt; font-weight: 600; }}
    QLabel#small {{ font-size: {small}pt; color: {colours.quiet}; }}
    QProgressBar {{ border: 1px solid {colours.border}; border-radius: 4px; text-align: center;
      background: {colours.base}; }}
    QProgressBar::chunk {{ background: {colours.highlight}; border-radius: 3px; }}
    QScrollBar {{ background: {colours.window}; }}
    QScrollBar:vertical {{ width: {text_size}px; }}
    QScrollBar:horizontal {{ height: {text_size}px; }}
    QScrollBar::handle {{ background: {colours.border}; border-radius: 4px; margin: 2px; }}
    QScrollBar::handle:vertical {{ min-height: {2 * text_size}px; }}
    QScrollBar::handle:horizontal {{ min-width: {2 * text_size}px; }}
    QScrollBar::add-line, QScrollBar::sub-line {{ width: 0; height: 0; }}
    QScrollBar::add-page, QScrollBar::sub-page {{ background: transparent; }}
    QSplitter::handle {{ background: transparent; }}
    QMenuBar {{ background: {colours.window}; }}
    QMenuBar::item:selected, QMenu::item:selected {{ background: {colours.highlight};
      color: {colours.highlighted}; }}
    QMenu {{ border: 1px solid {colours.border}; }}
    QToolTip {{ font-size: {text_size}pt; }}
    """
