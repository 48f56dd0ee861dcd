"""Images that a parameter of a template names, and the parameter for their alternative text.

Which parameter that is, is asked of the template's own data (TemplateData), then of a table of
common templates of the English Wikipedia; one that stands in the call already is believed. Where
none of these knows it, nothing is written.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import PurePosixPath
from typing import Any

from mwparserfromhell.nodes import Template
from mwparserfromhell.nodes.extras import Parameter

from auditor.wiki.wikitext.markup import parameters, skeleton, without_comments
from auditor.wiki.wikitext.names import SiteNames, file_name, in_namespace, template_name
from auditor.wiki.wikitext.uses import FileUse, Refusal, Slot, UseKind

Parameters = Mapping[str, Collection[str]]
"""Names of a template's parameters by the template's name, as TemplateData tells them."""

_IMAGE = {"image": "alt"}
_TAXON = {f"image{n}": f"image{n}_alt" for n in ("", "2")}
_COUNTRY = {"image_flag": "alt_flag", "image_coat": "alt_coat", "image_map": "alt_map"}
_SETTLEMENT = {
    "image_skyline": "image_alt",
    "image_flag": "flag_alt",
    "image_seal": "seal_alt",
    "image_shield": "shield_alt",
    "image_map": "map_alt",
    "image_map1": "map_alt1",
}
_DRUG = {"image": "alt", "image2": "alt2"}
_CHEMBOX = {f"ImageFile{n}": f"ImageAlt{n}" for n in ("", "1", "2", "3", "L1", "R1", "L2", "R2")}
_MULTIPLE = {f"image{n}": f"alt{n}" for n in range(1, 21)}
_LOGO = {"logo": "logo_alt", "image": "image_alt"}

_TABLE: Mapping[str, Mapping[str, str]] = {
    "Annotated image": _IMAGE,
    "Automatic taxobox": _TAXON,
    "Chembox": _CHEMBOX,
    "CSS image crop": {"Image": "Alt"},
    "Drugbox": _DRUG,
    "Infobox album": {"cover": "alt"},
    "Infobox artwork": {"image_file": "alt", "image": "alt"},
    "Infobox book": _IMAGE,
    "Infobox company": _LOGO,
    "Infobox country": _COUNTRY,
    "Infobox drug": _DRUG,
    "Infobox film": _IMAGE,
    "Infobox military person": _IMAGE,
    "Infobox mountain": {"photo": "photo_alt"},
    "Infobox musical artist": _IMAGE,
    "Infobox officeholder": _IMAGE,
    "Infobox person": _IMAGE,
    "Infobox place": {"image": "image_alt", "image_skyline": "image_alt"},
    "Infobox royalty": _IMAGE,
    "Infobox scientist": _IMAGE,
    "Infobox settlement": _SETTLEMENT,
    "Infobox song": {"cover": "alt"},
    "Infobox writer": _IMAGE,
    "Multiple image": _MULTIPLE,
    "Speciesbox": _TAXON,
    "Subspeciesbox": _TAXON,
    "Taxobox": _TAXON,
    "Wide image": {"1": "alt"},
}
"""The parameter of an alternative text by that of its image: English Wikipedia, the templates' own
pages."""
NOTHING_KNOWN: Parameters = {}
PICTURES = frozenset(
    f".{ending}"
    for ending in (
        *("apng", "avif", "bmp", "djvu", "gif", "jp2", "jpe", "jpeg", "jpg"),
        *("pdf", "png", "svg", "tif", "tiff", "webp", "xcf"),
    )
)
_NUMBERED = re.compile(r"(.*?)(\d*)", re.DOTALL)
_IMAGE_WORDS = ("image", "photo", "picture", "img", "file", "cover")


def template_parameters(answer: Mapping[str, Any], names: SiteNames) -> dict[str, frozenset[str]]:
    """Names of parameters by template, from the answer of `action=templatedata`, other names of
    the same parameter included. Templates without data are left out."""
    found: dict[str, frozenset[str]] = {}
    for page in answer.get("pages", {}).values():
        params = page.get("params") or {}
        others = (name for param in params.values() for name in param.get("aliases", ()))
        if params:
            found[template_name(page["title"], names)] = frozenset((*params, *others))
    return found


def template_uses(
    template: Template, start: int, names: SiteNames, known: Parameters
) -> Iterator[FileUse]:
    """The images whose files a call of a template at offset `start` names by themselves."""
    written = without_comments(str(template.name)).strip()
    if written.startswith("#") or (":" in written and not in_namespace(written, names.template)):
        return  # a function of the parser
    name = template_name(written, names)
    values = [(start + offset, parameter) for offset, parameter in parameters(template)]
    taken: set[str] = set()
    for at, parameter in values:
        file, lead = _file(parameter, names)
        if file is None:
            continue
        image = _name(parameter)
        alt = _alt_name(name, image, [_name(each) for _, each in values], names, known)
        use = FileUse(
            UseKind.TEMPLATE,
            file,
            at + lead,
            at + len(str(parameter.value).rstrip()),
            template=written,
            parameter=image,
        )
        if alt is None or alt in taken:
            yield replace(use, refusal=Refusal.UNKNOWN_PARAMETER)
            continue
        taken.add(alt)
        yield _with_alt(use, alt, (at, parameter), values, template)


def _file(parameter: Parameter, names: SiteNames) -> tuple[str | None, int]:
    """The file that a value names and nothing beside, and where in the value it begins."""
    bones = skeleton(parameter.value)
    text = bones.strip()
    if PurePosixPath(text.lower()).suffix not in PICTURES or "/" in text or "\n" in text:
        return None, 0
    return file_name(text, names, bare=True), len(bones) - len(bones.lstrip())


def _alt_name(
    template: str, image: str, present: Sequence[str], names: SiteNames, known: Parameters
) -> str | None:
    """The parameter for the alternative text of the image in parameter `image`."""
    listed = _TABLE.get(template, {}).get(image) if names.lang == "en" else None
    candidates = [*([listed] if listed else ()), *_likely(image)]
    told = known.get(template)
    if told is not None:
        return next((name for name in candidates if name in told), None)
    return listed or next((name for name in candidates if name in present), None)


def _likely(image: str) -> Iterator[str]:
    """Names that templates give to the alternative text of what `image` names."""
    match = _NUMBERED.fullmatch(image)
    base, number = match.groups() if match else (image, "")
    yield from (f"{image}_alt", f"{image} alt", f"{image}alt")
    if number:
        yield from (f"{base}_alt{number}", f"{base} alt{number}", f"{base}alt{number}")
    if base.lower() in _IMAGE_WORDS:
        yield f"{'Alt' if base[0].isupper() else 'alt'}{number}"
    if base.startswith("image_"):
        kind = base.removeprefix("image_")
        yield from (f"{kind}_alt{number}", f"alt_{kind}{number}")


def _with_alt(
    use: FileUse,
    alt: str,
    image: tuple[int, Parameter],
    values: list[tuple[int, Parameter]],
    template: Template,
) -> FileUse:
    """The use with the text in parameter `alt`, and the slot for a new one."""
    found = [(at, each) for at, each in values if _name(each) == alt]
    caption = _value(values, alt.replace("alt", "caption").replace("Alt", "Caption"))
    use = replace(use, caption=caption)
    if len(found) > 1:
        return replace(use, refusal=Refusal.DUPLICATE_ALT)
    if not found:
        return replace(use, slot=_new_slot(alt, image, template))
    at, parameter = found[0]
    bones, text = skeleton(parameter.value), str(parameter.value)
    lead = len(bones) - len(bones.lstrip())
    if value := bones.strip():
        end = lead + len(value)
        return replace(use, alt=text[lead:end], slot=Slot(at + lead, at + end))
    spaces = len(text) - len(text.lstrip(" \t"))
    space = "" if spaces or not str(image[1].value).startswith(" ") else " "
    return replace(use, alt="", slot=Slot(at + spaces, at + spaces, space))


def _value(values: list[tuple[int, Parameter]], name: str) -> str | None:
    found = (str(each.value).strip() for _, each in values if _name(each) == name)
    return next(found, None)


def _new_slot(alt: str, image: tuple[int, Parameter], template: Template) -> Slot:
    """Right after the parameter of the image, in the style of the call."""
    at, parameter = image
    value = str(parameter.value)
    end = at + len(value)
    named = [each for each in template.params if each.showkey]
    like = parameter if parameter.showkey or not named else named[0]
    key = _key(alt, str(like.name), [str(each.name) for each in named])
    space, tail = _lead(str(like.value), " \t"), _tail(value)
    # Where each parameter has a line, the last one may end on the line of the braces.
    above = _tail(_before(parameter, template))
    line = above if "\n" in above and "\n" not in f"{tail}{_lead(key)}" else ""
    return Slot(end, end, f"{line}|{key}={space}", "" if line else tail)


def _before(parameter: Parameter, template: Template) -> str:
    """What stands before the `|` of a parameter."""
    index = next(n for n, each in enumerate(template.params) if each is parameter)
    return str(template.params[index - 1].value if index else template.name)


def _key(alt: str, like: str, named: Sequence[str]) -> str:
    """The name of a parameter with spaces around it as in `like`; where the "=" of all of them
    stand in one column, it stands there as well."""
    key, tail = f"{_lead(like)}{alt}", _tail(like)
    column = len(tail) > 1 or (len(named) > 1 and len({len(name) for name in named}) == 1)
    return f"{key:{len(like)}}" if tail and column and len(key) < len(like) else f"{key}{tail}"


def _lead(text: str, spaces: str | None = None) -> str:
    return text[: len(text) - len(text.lstrip(spaces))] if text.strip() else ""


def _tail(text: str) -> str:
    return text[len(text.rstrip()) :]


def _name(parameter: Parameter) -> str:
    return without_comments(str(parameter.name)).strip()
