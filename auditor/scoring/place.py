"""The texts around an image that its own text is held against."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import PurePosixPath
from urllib.parse import unquote

from auditor.message import marked
from auditor.net.urls import split
from auditor.texts.sentences import WORD
from extractors.records import Context, ImageRecord

CONTEXTS: Mapping[str, str] = {
    "title": marked("title"),
    "heading": marked("heading"),
    "surroundings": marked("surroundings"),
    "caption": marked("caption"),
}
"""What `context_texts` are called in reasons."""
SOURCES: Mapping[str, str] = {
    **CONTEXTS,
    "picture": marked("picture"),
    "link": marked("link"),
    "description": marked("description"),
    "file name": marked("file name"),
}
"""What `claim_sources` are called in reasons."""


def context_texts(context: Context) -> dict[str, str]:
    """What a text is compared with for relevance, by name; absent ones are left out.

    The caption is taken out of the text after the image, where it would count twice.
    """
    after = without_start(context.text_after, context.caption)
    around = f"{context.text_before} {after}".strip()
    texts = {
        "title": context.page_title,
        "heading": context.heading,
        "surroundings": around,
        "caption": context.caption,
    }
    return {name: text for name, text in texts.items() if WORD.search(text)}


def beside_texts(context: Context) -> dict[str, str]:
    """What a listener hears with the image anyway, by name; absent ones are left out."""
    link = context.control.text if context.control else ""
    texts = {"caption": context.caption, "link text": link}
    return {name: text for name, text in texts.items() if WORD.search(text)}


def claim_sources(record: ImageRecord, read: str = "") -> dict[str, str]:
    """Where names and numbers of a text may be found, by name, the nearest first. `read` are the
    words in the picture."""
    context = record.context
    return {
        "picture": read,
        "caption": context.caption,
        "title": context.page_title,
        "heading": context.heading,
        "surroundings": f"{context.text_before} {context.block} {context.text_after}",
        "link": f"{context.control.text} {context.control.twin or ''}" if context.control else "",
        "description": f"{context.described_by} {context.details} {context.figure or ''}",
        "file name": _file_name(record.src),
    }


def without_start(text: str, start: str) -> str:
    """`text` without `start`, also where the end of the text cuts it short."""
    if start and (text.startswith(start) or start.startswith(text.rstrip("…"))):
        return text[len(start) :].lstrip()
    return text


def _file_name(src: str | None) -> str:
    """The words of a picture's file name; "" for a picture without an address."""
    if not src or src.startswith("data:"):
        return ""
    stem = PurePosixPath(unquote(split(src).path)).stem
    return " ".join(WORD.findall(stem.replace("_", " ").replace("-", " ")))
