"""ARIA roles of elements, as far as images and what names or holds them need them."""

from __future__ import annotations

from extractors.dom import Element
from extractors.text import words

PRESENTATIONAL = frozenset({"none", "presentation"})
IMAGE_ROLES = frozenset(
    {"img", "image", "doc-cover", "graphics-document", "graphics-object", "graphics-symbol"}
)
"""ARIA 1.3 "image" and its older spelling; DPUB-ARIA 1.1; Graphics Module 1.0, section 4."""
LINK_ROLES = words("link doc-backlink doc-biblioref doc-glossref doc-noteref")
"""ARIA 1.2 and what DPUB-ARIA 1.1 derives from it."""

_ROLES = (
    PRESENTATIONAL
    | IMAGE_ROLES
    | LINK_ROLES
    | words(
        "alert alertdialog application article banner blockquote button caption cell checkbox "
        "code columnheader combobox complementary contentinfo definition deletion dialog "
        "directory document emphasis feed figure form generic grid gridcell group heading "
        "insertion link list listbox listitem log main mark marquee math menu menubar menuitem "
        "menuitemcheckbox menuitemradio meter navigation note option paragraph progressbar radio "
        "radiogroup region row rowgroup rowheader scrollbar search searchbox separator slider "
        "spinbutton status strong subscript suggestion superscript switch tab table tablist "
        "tabpanel term textbox time timer toolbar tooltip tree treegrid treeitem "
        "doc-abstract doc-acknowledgments doc-afterword doc-appendix doc-bibliography doc-chapter "
        "doc-colophon doc-conclusion doc-credit doc-credits doc-dedication doc-endnotes "
        "doc-epigraph doc-epilogue doc-errata doc-example doc-footnote doc-foreword "
        "doc-glossary doc-index doc-introduction doc-notice doc-pagebreak doc-pagefooter "
        "doc-pageheader doc-pagelist doc-part doc-preface doc-prologue doc-pullquote doc-qna "
        "doc-subtitle doc-tip doc-toc"
    )
)
_IMPLICIT = {
    "article": "article",
    "aside": "complementary",
    "blockquote": "blockquote",
    "button": "button",
    "dialog": "dialog",
    "fieldset": "group",
    "figure": "figure",
    "form": "form",
    "img": "image",
    "image": "image",
    "li": "listitem",
    "main": "main",
    "math": "math",
    "menu": "list",
    "meter": "meter",
    "nav": "navigation",
    "ol": "list",
    "option": "option",
    "output": "status",
    "p": "paragraph",
    "progress": "progressbar",
    "summary": "button",
    "svg": "graphics-document",
    "table": "table",
    "td": "cell",
    "textarea": "textbox",
    "th": "columnheader",
    "tr": "row",
    "ul": "list",
} | dict.fromkeys(("h1", "h2", "h3", "h4", "h5", "h6"), "heading")
_INPUTS = {
    "button": "button",
    "checkbox": "checkbox",
    "image": "button",
    "number": "spinbutton",
    "radio": "radio",
    "range": "slider",
    "reset": "button",
    "search": "searchbox",
    "submit": "button",
}
_GLOBAL = words(
    "aria-atomic aria-braillelabel aria-brailleroledescription aria-busy aria-controls "
    "aria-current aria-describedby aria-description aria-details aria-flowto "
    "aria-keyshortcuts aria-label aria-labelledby aria-live aria-owns aria-relevant "
    "aria-roledescription"
)
_FOCUSABLE = frozenset({"button", "select", "textarea", "summary", "iframe"})


def is_image_role(element: Element) -> bool:
    """Does the author give the element a role of an image? A graphics-object is one where it has a
    name; else it groups others (Graphics Module 1.0, section 4)."""
    if "role" not in element.attrs:
        return element.told_role == "image"
    role = computed_role(element)
    return role in IMAGE_ROLES and (role != "graphics-object" or has_svg_name(element))


def computed_role(element: Element) -> str:
    """The role a browser computes: the author's first valid one, else the element's own; "" for
    generic. Spelt as ARIA 1.3 does: "image" (not "img"), "none" (not "presentation")."""
    role = explicit_role(element)
    if role in PRESENTATIONAL:
        return "none" if conflict(element) is None else _implicit(element)
    if role:
        return "image" if role == "img" else "" if role == "generic" else role
    return _implicit(element)


def explicit_role(element: Element) -> str:
    """The first valid role of the `role` attribute, "" when there is none (ARIA 1.2, 5.4)."""
    if "role" not in element.attrs:
        return ""
    tokens = element.attrs["role"].lower().split()
    return next((token for token in tokens if token in _ROLES), "")


def conflict(element: Element) -> str | None:
    """Why role none is ignored on this element, None when it holds (presentational roles conflict
    resolution, ARIA 1.2, section 5.3.4): it can be focused, or has a global attribute set."""
    if is_focusable(element):
        return "it can take the focus"
    name = next((n for n in element.attrs if n in _GLOBAL and element.get(n)), None)
    return f"it has {name}" if name else None


def is_focusable(element: Element) -> bool:
    """Can the element take the focus (HTML, section 6.6.2)?"""
    if "disabled" in element.attrs:
        return False
    if element.get("tabindex").lstrip("-").isdigit():
        return True
    if element.name in ("a", "area"):
        return "href" in element.attrs
    return element.name in _FOCUSABLE or (
        element.name == "input" and element.get("type").lower() != "hidden"
    )


def takes_tab(element: Element) -> bool:
    """Does the Tab key lead to the element? A negative tabindex leaves it to scripts alone."""
    return is_focusable(element) and not element.get("tabindex").startswith("-")


def _implicit(element: Element) -> str:
    """HTML-AAM 1.0, section 3.5 and SVG-AAM 1.0, section 5.2; a custom element has the role that
    its class gives it."""
    name = element.name
    if element.told_role:
        return element.told_role
    if name in ("a", "area"):
        return "link" if "href" in element.attrs or "xlink:href" in element.attrs else ""
    if name == "input":
        return _INPUTS.get(element.get("type").lower(), "textbox")
    if name == "select":
        return "listbox" if "multiple" in element.attrs else "combobox"
    if name == "g":
        return "group" if has_svg_name(element) else ""
    return _IMPLICIT.get(name, "")


def has_svg_name(element: Element) -> bool:
    """Does an svg or a part of one carry a name (SVG-AAM 1.0, section 5.1.2)?"""
    if element.get("aria-label") or element.get("aria-labelledby"):
        return True
    return any(child.name == "title" and child.text().strip() for child in element.elements())
