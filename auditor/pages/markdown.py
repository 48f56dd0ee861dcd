"""Markdown files as pages: CommonMark with tables and footnotes, rendered by markdown-it-py."""

from __future__ import annotations

import re
from collections.abc import Sequence

from markdown_it import MarkdownIt
from markdown_it.token import Token
from mdit_py_plugins.footnote import footnote_plugin

from auditor.pages.source_lines import stamp_of, with_lines

_FRONT_MATTER = re.compile(r"\A---[ \t]*\n.*?^(---|\.\.\.)[ \t]*$", re.DOTALL | re.MULTILINE)


def markdown_page(text: str) -> str:
    """The file as HTML, its images stamped with the lines on which they stand.

    Front matter is left out: it is read by whatever makes the site, and no reader sees it.
    """
    text = text.replace("\r\n", "\n")
    text = _FRONT_MATTER.sub(lambda found: "\n" * found[0].count("\n"), text)
    parser = MarkdownIt("commonmark").enable(["table", "strikethrough"])
    parser.use(footnote_plugin, inline=False)
    tokens = parser.parse(text)
    for token in tokens:
        line = token.map[0] + 1 if token.map else 1
        if token.type == "html_block":
            token.content = with_lines(token.content, line)
        elif token.children:
            _stamp(token.children, line)
    body: str = parser.renderer.render(tokens, parser.options, {})
    return f"<!doctype html><meta charset=utf-8><body>\n{body}"


def _stamp(children: Sequence[Token], line: int) -> None:
    """Stamp the images of a paragraph that begins on `line`."""
    for child in children:
        if child.type == "image":
            child.attrSet(*stamp_of(line))
        elif child.type == "html_inline":
            child.content = with_lines(child.content, line)
        line += child.content.count("\n") + (child.type in ("softbreak", "hardbreak"))
