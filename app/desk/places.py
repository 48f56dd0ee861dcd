"""Where an image use can be looked at: the address of its page, at the image."""

from __future__ import annotations

import re
from urllib.parse import quote, urldefrag

from auditor.results import JudgedUse

_ID = re.compile(r"#([\w-]+)$")
_WORDS = 6
"""Words before the image that are looked for in the page."""


def address_at(use: JudgedUse) -> str:
    """The page's address with a fragment that brings the image into view: its own id, else the
    words before it (URL Fragment Text Directives, WICG)."""
    page = urldefrag(use.page_url).url
    if use.record.frame or " >>> " in use.record.selector:
        return page
    if own := _ID.search(use.record.selector):
        return f"{page}#{own[1]}"
    words = use.record.context.text_before.split()[-_WORDS:]
    if not words:
        return page
    # A dash separates the parts of a directive, so it may not stand in one.
    return f"{page}#:~:text={quote(' '.join(words), safe='').replace('-', '%2D')}"
