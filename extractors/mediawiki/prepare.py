"""What a MediaWiki page loads from elsewhere or makes later, put in its place before it is read."""

from __future__ import annotations

import re
from urllib.parse import urljoin

from bs4 import BeautifulSoup
from bs4.element import Tag

from extractors.soup import soup_of

SHEET = """
figure[typeof~="mw:File"] > figcaption, figure[typeof~="mw:File/Frameless"] > figcaption,
figure[typeof~="mw:Image"] > figcaption, figure[typeof~="mw:Image/Frameless"] > figcaption,
figure-inline > figcaption { display: none }
.mw-editsection, .magnify, a.galleryfilename, .mw-empty-elt { display: none }
sup.reference, .mw-ref, .mwe-math-mathml-a11y { display: none }
"""
"""The first rule is the software's own: a caption shows with thumbnails and frames alone. The
others are our reading: links to edit and to enlarge, file names and markers of references are no
words of the article."""

_NO_SCHEME = re.compile(r"""(\b(?:src|href)\s*=\s*["']?)//(?=[^\s/])""", re.IGNORECASE)
_PLACEHOLDERS = ("lazy-image-placeholder", "pcs-lazy-load-placeholder")
"""Of the mobile site, and of the apps (mobile-html of the REST API)."""
_TO_WIKI = re.compile(
    r"""(<(?:a|area)\b[^<>]*?\bhref\s*=\s*)(["'])((?:\./|/(?!/))[^"'<>]*)\2""", re.IGNORECASE
)
"""A link to another page: `/wiki/Cat` of the skins, `./Cat` of Parsoid."""
_FOLDED = "section[data-mw-section-id][style], .pcs-collapse-table-content[style]"
"""What an app unfolds, and hides by a style of the element until then."""
_COPIED = ("alt", "width", "height", "class", "srcset")


def with_schemes(html: str, base: str) -> str:
    """A page saved to a file with its addresses on the web: one that begins with "//" has the
    scheme of the page it stood on."""
    return _NO_SCHEME.sub(r"\1https://", html) if base.startswith("file:") else html


def with_home(html: str, base: str, home: str) -> str:
    """A page saved to a file whose links lead to its wiki again, and not to files beside it; its
    addresses without a scheme are of the web. `home` "": the wiki is not known."""
    if not base.startswith("file:"):
        return html
    html = with_schemes(html, base)
    if not home:
        return html
    return _TO_WIKI.sub(lambda match: f'{match[1]}"{urljoin(home, match[3])}"', html)


def with_images(html: str) -> str:
    """The page with its images where a script of the mobile site or an app puts them: a placeholder
    gives way to the `noscript` copy before it, or to an `img` made of its `data-` attributes."""
    if not any(word in html for word in _PLACEHOLDERS):
        return html
    soup = soup_of(html, "lxml")
    for folded in soup.select(_FOLDED):
        del folded["style"]
    for placeholder in soup.select(", ".join(f"span.{word}" for word in _PLACEHOLDERS)):
        twin = placeholder.find_previous_sibling()
        if isinstance(twin, Tag) and twin.name == "noscript" and twin.find("img"):
            twin.unwrap()
            placeholder.decompose()
        else:
            placeholder.replace_with(_image(soup, placeholder))
    return str(soup)


def _image(soup: BeautifulSoup, placeholder: Tag) -> Tag:
    said = {name: str(value) for name, value in placeholder.attrs.items()}
    attributes = {name: said[f"data-{name}"] for name in _COPIED if f"data-{name}" in said}
    # Before February 2025 the address stood in `data-src`.
    attributes["src"] = said.get("data-mw-src", said.get("data-src", ""))
    return soup.new_tag("img", attrs=attributes)
