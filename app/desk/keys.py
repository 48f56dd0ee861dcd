"""Every key of the window in one table: the actions and the help are made from it."""

from __future__ import annotations

from dataclasses import dataclass

from auditor.catalogue import Tongue
from auditor.message import Message


@dataclass(frozen=True, slots=True)
class Key:
    """One action."""

    action: str
    """What the program calls it."""
    menu: str
    """Menu that holds it, with its mnemonic."""
    label: str
    """As the menu says it, with its mnemonic."""
    keys: str
    """As Qt writes them."""
    help: str
    also: str = ""
    """Another key for the same, on other keyboards."""


KEYS = (
    Key("new_scan", "&File", "&New scan…", "Ctrl+N", "Start a new scan"),
    Key("open", "&File", "&Open scan…", "Ctrl+O", "Open a scan file"),
    Key("article", "&File", "Open an ar&ticle…", "Ctrl+Shift+A", "Read an article of a wiki"),
    Key("recent", "&File", "&Recent scans", "Ctrl+Shift+O", "Show the scans that were opened last"),
    Key("scan_again", "&File", "Scan &again…", "Ctrl+R", "Scan the same pages again"),
    Key("export", "&File", "&Export…", "Ctrl+Shift+E", "Write a report or the work list"),
    Key("quit", "&File", "&Quit", "Ctrl+Q", "Close the window"),
    Key("pause", "&Scan", "&Pause or go on", "Ctrl+P", "Pause a running scan, or go on with it"),
    Key("stop", "&Scan", "&Stop", "Ctrl+.", "Stop a scan; what was done is kept"),
    Key("refresh", "&Scan", "&Refresh the queue", "F5", "Show what a running scan has found"),
    Key("where", "&Scan", "&Where am I?", "Ctrl+I", "Hear how all stands"),
    Key("summary", "&Scan", "S&ummary…", "Ctrl+Shift+I", "What the scan read, found and skipped"),
    Key("compare", "&Scan", "&Compare…", "Ctrl+Shift+H", "Hold the scan against an earlier one"),
    Key("serve", "&Scan", "Serve the &extension", "Ctrl+Shift+S", "Start or stop its server"),
    Key("right", "&Decide", "&Right", "Ctrl+1", "The text is right"),
    Key("wrong", "&Decide", "&Wrong", "Ctrl+2", "The text is wrong; the one in the box is kept"),
    Key("decorative", "&Decide", "&Decorative", "Ctrl+3", "The picture is decorative"),
    Key("needs-a-person", "&Decide", "Needs a &person", "Ctrl+4", "Somebody else has to decide"),
    Key("rate", "&Decide", "R&ate…", "F9", "Rate the text from 1 to 5, with the scale"),
    Key("scope", "&Decide", "&Meant for another", "Ctrl+M", "Next: what a decision is meant for"),
    Key("undo", "&Decide", "&Undo", "Ctrl+Z", "Take the last decision back"),
    Key("history", "&Decide", "&History…", "Ctrl+H", "Decisions since the scan was opened"),
    Key("next", "&Decide", "&Next undecided", "F3", "Go to the next image that is not decided"),
    Key("goes_on", "&Decide", "&Go on by itself", "Ctrl+Shift+N", "After a decision, or stay"),
    Key("queue", "&Go to", "&Queue", "Alt+1", "Go to the queue"),
    Key("filter", "&Go to", "&Filter", "Ctrl+F", "Go to the filter"),
    Key("clear_filter", "&Go to", "&All images", "Ctrl+Shift+F", "Clear the filter"),
    Key("keep_filter", "&Go to", "&Keep the filter…", "Ctrl+S", "Keep the filter under a name"),
    Key("filters", "&Go to", "Filters ke&pt…", "Ctrl+L", "Take a filter that was kept"),
    Key("detail", "&Go to", "D&etail", "Alt+2", "Go to the detail of the image"),
    Key("try", "&Go to", "&Text to try", "Ctrl+T", "Go to the box for another text"),
    Key("note", "&Go to", "N&ote", "Alt+3", "Go to the note of the decision"),
    Key("next_pane", "&Go to", "&Next part", "F6", "Go to the next part of the window"),
    Key("browser", "&Image", "Open in &browser", "Ctrl+B", "Open the page at the image"),
    Key("uses", "&Image", "All &uses…", "F8", "The uses of the picture side by side"),
    Key("copy", "&Image", "Copy &selector", "Ctrl+Shift+C", "Copy the CSS selector of the image"),
    Key("snippet", "&Image", "Copy &HTML", "Ctrl+Shift+X", "Copy the HTML of the image as it is"),
    Key("markup", "&Image", "Copy &new HTML", "Ctrl+Shift+V", "The same with the text in the box"),
    Key("edit", "&Image", "Copy the &diff", "Ctrl+Shift+D", "The edit of the article, as decided"),
    Key("same_picture", "&Image", "Only this &picture", "Ctrl+Shift+U", "Its uses, or all again"),
    Key("picture", "&Image", "The &whole picture", "F4", "Show the picture alone, in its own size"),
    Key("grid", "&View", "&Pictures or table", "F7", "The queue as pictures, or as a table"),
    Key("larger", "&View", "&Larger text", "Ctrl++", "Make all text larger", "Ctrl+="),
    Key("smaller", "&View", "S&maller text", "Ctrl+-", "Make all text smaller"),
    Key("theme", "&View", "Next &colours", "Ctrl+Shift+K", "Light, dark or high contrast"),
    Key("language", "&View", "Lan&guage", "Ctrl+Shift+G", "The next language"),
    Key("help", "&Help", "&Keys and help", "F1", "Hear or read every key"),
)  # fmt: skip
"""In the order of the menus."""

IN_PLACE = (
    ("Up, Down", "In the queue: the image before or after"),
    ("Left, Right", "In the queue: one cell on"),
    ("Home, End", "In the queue: first or last cell; with Ctrl: first or last image"),
    ("Shift+Up, Shift+Down", "In the queue: select several; a decision is meant for all of them"),
    ("Enter", "In the queue: the detail of the image; on a group, its images"),
    ("Enter", "In the detail, on a line “Also used”: that image"),
    ("Plus, Minus, 0", "In the picture alone: larger, smaller, its own size; arrows move over it"),
    ("Ctrl+A", "In the queue: select all rows"),
    ("Shift+F10", "In the queue: what can be done with the row"),
    ("Delete", "In the list of filters that were kept: forget one"),
    ("Ctrl+Z", "In a box: take the last typing back, not the decision"),
    ("Ctrl+C", "In the detail: copy the line"),
    ("Escape", "Back to the queue; in a dialog: close it"),
    ("Tab, Shift+Tab", "The next or the earlier control"),
)
"""Keys that hold in one place, and are no actions."""


def help_lines(tongue: Tongue) -> list[tuple[str, str]]:
    """Every key with what it does, in a language."""
    actions = [(tongue(_keys(key)), tongue.translated(key.help)) for key in KEYS]
    in_place = ((tongue.translated(keys), tongue.translated(what)) for keys, what in IN_PLACE)
    return [*actions, *in_place]


def _keys(key: Key) -> str:
    if not key.also:
        return key.keys
    return Message("{keys} or {others}", keys=key.keys, others=key.also)
