"""Boxes of an article that are about it or about the wiki, and hold no image for an editor of it:
navigation, banners of maintenance, links to sister projects, stubs, portals.

Their classes were read in articles of several Wikipedias; the words of their names are shared by
most, as wikis took each other's templates over.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from extractors.dom import Element
from extractors.mediawiki.boxes import is_infobox

_START, _END = r"(?:^|(?<=[\s_-]))", r"(?:$|(?=[\s_-]))"


def _words(*words: str) -> re.Pattern[str]:
    return re.compile(f"{_START}(?:{'|'.join(words)}){_END}", re.IGNORECASE)


_NAVIGATION = _words(
    *(r"navbox(?:-?(?:inner|list|image|title|subgroup))?", "navframe", "navcontent", "sidebar"),
    *("navbar", "navigatiesjabloon", "navigation-not-searchable", "navigatie", "navigationsleiste"),
    *("navegacion", "palette", "navigacija", "navigasi", "catlinks", "portalbar", "authority"),
    *("authority-control", "normdaten", "succession-box", "seriesbox"),
)
_BANNER = _words(
    *(
        "[acfiot]mbox",
        "tmbox",
        "mbox(?:-(?:small|image|text|inside))?",
        "ambox-[a-z]+",
        "messagebox",
    ),
    *(
        "metadata",
        "bandeau(?:-[a-z]+)*",
        "avviso",
        "cajaaviso",
        "mensaje",
        "stub",
        "asbox",
        "hatnote",
    ),
    *("dablink", "homonymie", "rellink", "disambig(?:box)?", "protectedpage", "mw-indicators?"),
    "topicon",
)
_PROJECTS = _words(
    *(
        "sistersitebox",
        "sisterproject",
        "sister-?(?:box|wikipedia|projects?|inline-image)",
        "side-box",
    ),
    *("interproject", "interproyecto", "interprogetto", "interprojet", "autres-projets"),
    *("sisterlinks?", "sister-bar", "portal(?:box|-bar|bar|-inline)?", "portail", "noviewer-icon"),
    *("projekte", "schwesterprojekte?", "wikimedia-links"),
)
_IDS = re.compile(
    r"^(?:Vorlage_(?!Infobox)|sisterproject|interProject|normdaten|stub)", re.IGNORECASE
)
"""Of boxes in the German Wikipedia, which marks them by ids."""
_LARGEST, _SMALL_ICON = 120, 64
"""CSS pixels: of an icon in a box of these names, and in one that only its role or id tells."""
_IN_NAVIGATION = "in navigation boxes"
_IN_BANNER = "in banners and boxes about the article"
_ICONS = ((_PROJECTS, "in boxes that lead to other projects and portals"), (_BANNER, _IN_BANNER))


def aside_of(element: Element, sides: tuple[int | None, int | None]) -> str | None:
    """Where an image stands that is no matter for an editor of the article: "in navigation boxes";
    None: in no such box. `sides`: its width and height as shown."""
    largest = max((side for side in sides if side is not None), default=0)
    for outer in _boxes(element):
        classes, role = outer.get("class"), outer.get("role")
        if is_infobox(classes):
            continue
        if role == "navigation" or _NAVIGATION.search(classes):
            return _IN_NAVIGATION
        icons = _ICONS if largest <= _LARGEST else ()
        if reason := next((said for words, said in icons if words.search(classes)), None):
            return reason
        named = _IDS.match(outer.get("id")) or role in ("presentation", "note")
        if named and 0 < largest <= _SMALL_ICON:
            return _IN_BANNER
    return None


def _boxes(element: Element) -> Iterator[Element]:
    """What stands around an element, up to the article."""
    for outer in element.ancestors():
        if outer.name in ("body", "main", "section"):
            return
        if "mw-parser-output" in outer.get("class").split():
            return
        yield outer
