"""What the page of a file says of it: material for who writes a text, and never the text itself,
which another place asks for otherwise.

Sources: `prop=imageinfo` with `extmetadata` (extension CommonsMetadata, whose values are HTML, or
maps of languages); structured captions and P11265, "alternative text", from `wbgetentities`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from lxml import etree, html

from auditor.net.urls import web_url
from auditor.wiki.sites.api import Api
from auditor.wiki.sites.cache import DAY
from auditor.wiki.sites.errors import WikiError
from auditor.wiki.sites.queries import batches
from auditor.wiki.sites.site import Site

_FIELDS = (
    "ImageDescription|ObjectName|Artist|Credit|LicenseShortName|LicenseUrl|AttributionRequired"
)
ALT_TEXT = "P11265"
LONGEST = 2000
"""Characters kept of one text."""


@dataclass(frozen=True, slots=True)
class Said:
    """A text and its language; "" where that is not told."""

    lang: str
    text: str


@dataclass(frozen=True, slots=True)
class FilePage:
    """One file, as its page describes it. Texts are plain; () and "" mean that nothing is told."""

    file: str
    url: str = ""
    """Of the page."""
    descriptions: tuple[Said, ...] = ()
    captions: tuple[Said, ...] = ()
    """Structured captions."""
    alts: tuple[Said, ...] = ()
    """Alternative texts that somebody wrote for the file in general."""
    artist: str = ""
    licence: str = ""
    licence_url: str = ""
    attribution: bool | None = None
    """Must the author be named? Then `link=` may not take the link to the file's page away.
    None: not told."""


async def file_pages(api: Api, site: Site, files: Iterable[str], lang: str) -> dict[str, FilePage]:
    """What is told of files, by name, in `lang` first. Files that no page describes are left out.
    Raises WikiError."""
    found: dict[str, FilePage] = {}
    shared: list[str] = []
    for titles in batches(f"File:{name}" for name in files):
        answer = await api.call(
            site.api,
            {
                "action": "query",
                "titles": "|".join(titles),
                "prop": "imageinfo",
                "iiprop": "url|extmetadata",
                "iiextmetadatafilter": _FIELDS,
                "iiextmetadatamultilang": 1,
                "iiextmetadatalanguage": lang,
            },
            DAY,
        )
        query = answer.get("query", {})
        asked = {step["to"]: step["from"] for step in query.get("normalized", ())}
        for page in query.get("pages", ()):
            info = (page.get("imageinfo") or [None])[0]
            if info is None:
                continue
            name = asked.get(page["title"], page["title"]).partition(":")[2]
            found[name] = _file_page(name, info, lang, site.api)
            if page.get("imagerepository") == "shared":
                shared.append(name)
    if site.files_api:
        for name, (captions, alts) in (await _structured(api, site.files_api, shared)).items():
            found[name] = replace(
                found[name], captions=ordered(captions, lang), alts=ordered(alts, lang)
            )
    return found


def _file_page(name: str, info: Mapping[str, Any], lang: str, base: str) -> FilePage:
    meta = info.get("extmetadata") or {}
    descriptions = _said(meta, "ImageDescription") or _said(meta, "ObjectName")
    needed = meta.get("AttributionRequired", {}).get("value")
    return FilePage(
        file=name,
        url=web_url(info.get("descriptionurl", ""), base),
        descriptions=ordered(descriptions, lang),
        artist=_one(meta, "Artist") or _one(meta, "Credit"),
        licence=_one(meta, "LicenseShortName"),
        licence_url=_one(meta, "LicenseUrl"),
        attribution=None if needed is None else str(needed).lower() == "true",
    )


async def _structured(
    api: Api, place: str, files: Sequence[str]
) -> dict[str, tuple[list[Said], list[Said]]]:
    """(captions, alternative texts) by file; nothing from a wiki that has none of them."""
    found: dict[str, tuple[list[Said], list[Said]]] = {}
    for titles in batches(f"File:{name}" for name in files):
        try:
            answer = await api.call(
                place,
                {
                    "action": "wbgetentities",
                    "sites": "commonswiki",
                    "titles": "|".join(titles),
                    "props": "info|labels|claims",
                },
                DAY,
            )
        except WikiError:  # an extension, which the wiki may not have
            return found
        for entity in answer.get("entities", {}).values():
            title = entity.get("title", "").partition(":")[2]
            if title not in files:
                continue
            labels = (entity.get("labels") or {}).values()
            captions = [Said(label["language"], plain(label["value"])) for label in labels]
            found[title] = (captions, _alternative_texts(entity))
    return found


def _alternative_texts(entity: Mapping[str, Any]) -> list[Said]:
    claims = entity.get("statements") or entity.get("claims") or {}
    found = []
    for claim in claims.get(ALT_TEXT, ()):
        value = claim.get("mainsnak", {}).get("datavalue", {}).get("value", {})
        if text := plain(str(value.get("text", ""))):
            found.append(Said(str(value.get("language", "")), text))
    return found


def _said(meta: Mapping[str, Any], key: str) -> list[Said]:
    """The texts of one field: a string of HTML, or a map from languages to such strings."""
    value = meta.get(key, {}).get("value")
    by_lang = value if isinstance(value, dict) else {"": value}
    found = [Said(lang, plain(text)) for lang, text in by_lang.items() if isinstance(text, str)]
    return [said for said in found if said.text and said.lang != "_type"]


def _one(meta: Mapping[str, Any], key: str) -> str:
    said = _said(meta, key)
    return said[0].text if said else ""


def ordered(texts: Iterable[Said], lang: str) -> tuple[Said, ...]:
    """In `lang` first, then in English, then as they came."""
    wanted = lang.split("-")[0]

    def place(said: Said) -> int:
        base = said.lang.split("-")[0]
        return 0 if base in (wanted, "") else 1 if base == "en" else 2

    return tuple(sorted(texts, key=place))


def plain(text: str) -> str:
    """The text in a piece of HTML, on one line."""
    if "<" in text or "&" in text:
        try:
            text = str(html.fromstring(f"<div>{text}</div>").text_content())
        except (etree.LxmlError, ValueError):
            return ""
    return " ".join(text.split())[:LONGEST]
