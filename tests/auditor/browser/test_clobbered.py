"""What a page calls its elements takes no property and no method from the scripts in it."""

from __future__ import annotations

import re
from typing import Any

from auditor.browser.context import open_browser
from auditor.browser.in_page import script
from auditor.browser.options import BrowserOptions
from auditor.browser.tab import BrowserReader
from tests.auditor.browser.clobbering import NAMED, NAMELESS, WORDS


def test_every_name_that_the_scripts_ask_for_is_tried() -> None:
    taken = set(re.findall(r"\bdom\.(\w+)", script("snapshot") + script("settle")))
    assert taken <= set(WORDS)
    assert {"children", "getAttribute", "removeAttribute", "checkVisibility", "body"} <= set(WORDS)


async def test_a_page_is_read_as_without_those_names(site: Any) -> None:
    site["/named"], site["/nameless"] = NAMED, NAMELESS
    options = BrowserOptions(quiet=0.1)
    async with open_browser(options) as context:
        reader = BrowserReader(context, options)
        named = await reader.read(site.url("/named"))
        nameless = await reader.read(site.url("/nameless"))
    assert (named.skipped, len(named.frames)) == (nameless.skipped, len(nameless.frames))
    for frame, other in zip(named.frames, nameless.frames, strict=True):
        assert frame.facts == other.facts
        assert re.sub(r"\bdata-(name|id)=", r"\1=", other.html).replace("nameless", "named") == (
            frame.html
        )
    hidden = [fact.hidden for fact in named.frames[0].facts.values()]
    assert hidden.count("display: none") >= 4
