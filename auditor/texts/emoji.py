"""Emoji in a text (Unicode Technical Standard 51, section 1.4.9)."""

from __future__ import annotations

import re

from auditor.texts.memo import remembered

_PICTOGRAPH = r"(?:[\U0001f300-\U0001f3fa\U0001f400-\U0001faff]|[^\w\s]\ufe0f)"
_EMOJI = re.compile(
    # A flag is two letters; modifiers and joiners make one emoji of several signs.
    rf"[\U0001f1e6-\U0001f1ff]{{2}}|{_PICTOGRAPH}(?:[\U0001f3fb-\U0001f3ff\ufe0f]|\u200d{_PICTOGRAPH})*"
)
_SYMBOL = re.compile(r"[\u2600-\u27bf\u2b50\u2b55\u231a\u231b\u23e9-\u23f3]\ufe0f?")
"""Older signs that fonts draw as emoji as well as as text."""


@remembered
def count_emoji(text: str) -> int:
    """How many emoji stand in a text."""
    return 0 if text.isascii() else len(_EMOJI.findall(text))


@remembered
def is_emoji(text: str) -> bool:
    """Whether a text is emoji and nothing else."""
    if text.isascii():
        return False
    return not _SYMBOL.sub("", _EMOJI.sub("", text)).strip("\u200d\ufe0f ")
