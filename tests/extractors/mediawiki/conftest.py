"""Short ways to write an image of each generation of MediaWiki HTML, and to read it."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from extractors.mediawiki.page import read_wiki
from extractors.mediawiki.records import WikiImage, WikiPage

BASE = "https://wiki.example/wiki/Otter"
STORE = "//store.example/thumb/1/1a/Otter_asleep.jpg/220px-Otter_asleep.jpg"
Reads = Callable[[str], WikiPage]
Image = Callable[[str], WikiImage]


@pytest.fixture
def wiki() -> Reads:
    return lambda html: read_wiki(html, BASE)


@pytest.fixture
def image(wiki: Reads) -> Image:
    """The only image of a piece of HTML."""

    def find(html: str) -> WikiImage:
        (only,) = wiki(html).images
        return only

    return find


def parsoid(alt: str | None = None, *, typeof: str = "mw:File/Thumb", caption: str = "") -> str:
    """A figure of Parsoid's; with `typeof` also of its older versions."""
    return (
        f'<figure typeof="{typeof}"><a href="./File:Otter_asleep.jpg" class="mw-file-description">'
        f'<img {_alt(alt)} resource="./File:Otter_asleep.jpg" src="{STORE}" width="220" '
        f'height="140"></a><figcaption>{caption}</figcaption></figure>'
    )


def core(alt: str | None = None, *, typeof: str = "mw:File/Thumb", caption: str = "") -> str:
    """The same of the core parser of today."""
    return (
        f'<figure typeof="{typeof}"><a href="/wiki/File:Otter_asleep.jpg" '
        f'class="mw-file-description"><img {_alt(alt)} src="{STORE}" width="220" height="140" '
        f'class="mw-file-element"></a><figcaption>{caption}</figcaption></figure>'
    )


def thumbinner(alt: str | None = None, *, caption: str = "") -> str:
    """A thumbnail of the HTML before `figure`."""
    return (
        '<div class="thumb tright"><div class="thumbinner"><a href="/wiki/File:Otter_asleep.jpg" '
        f'class="image"><img {_alt(alt)} src="{STORE}" width="220" height="140" '
        'class="thumbimage"></a><div class="thumbcaption"><div class="magnify">'
        '<a href="/wiki/File:Otter_asleep.jpg" class="internal" title="Enlarge">Enlarge</a></div>'
        f"{caption}</div></div></div>"
    )


def gallery(alt: str | None = None, *, caption: str = "") -> str:
    """A gallery of one."""
    return (
        '<ul class="gallery"><li class="gallerybox"><div class="thumb"><span typeof="mw:File">'
        '<a href="./File:Otter_asleep.jpg" class="mw-file-description">'
        f'<img {_alt(alt)} resource="./File:Otter_asleep.jpg" src="{STORE}" width="120" '
        f'height="90"></a></span></div><div class="gallerytext">{caption}</div></li></ul>'
    )


def lazy(alt: str | None = None, *, twin: bool = True) -> str:
    """What the mobile site puts in the place of an image until a script brings it."""
    copy = f'<noscript><img {_alt(alt)} src="{STORE}" width="220" height="140"></noscript>'
    data = "" if alt is None else f'data-alt="{alt}"'
    return (
        '<span typeof="mw:File"><a href="/wiki/File:Otter_asleep.jpg" class="mw-file-description">'
        f'{copy if twin else ""}<span class="lazy-image-placeholder" data-mw-src="{STORE}" {data} '
        'data-width="220" data-height="140"> </span></a></span>'
    )


def _alt(alt: str | None) -> str:
    return "" if alt is None else f'alt="{alt}"'
