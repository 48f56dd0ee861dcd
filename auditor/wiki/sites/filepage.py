"""What the page of a file says of it: material for who writes a text, and never the text itself,
which another place asks for otherwise.

Sources: `prop=imageinfo` with `extmetadata` (extension CommonsMetadata, whose values are HTML, or
maps of languages); structured data (`statements`); articles of other wikis (`elsewhere`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import urlsplit

from auditor.net.urls import web_url
from auditor.wiki.sites.api import Api
from auditor.wiki.sites.cache import DAY
from auditor.wiki.sites.elsewhere import OtherAlt, alts_elsewhere
from auditor.wiki.sites.queries import batches
from auditor.wiki.sites.said import Said, ordered, plain
from auditor.wiki.sites.site import Site
from auditor.wiki.sites.statements import Statements, statements

_FIELDS = (
    "ImageDescription|ObjectName|Artist|Credit|LicenseShortName|LicenseUrl|AttributionRequired"
)


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
    depicts: tuple[Said, ...] = ()
    """What can be seen, as the file's statements name it."""
    elsewhere: tuple[OtherAlt, ...] = ()
    """Alternative texts of the same file in articles of other wikis."""
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
        own = urlsplit(site.api).netloc
        told = await statements(api, site.files_api, shared, lang)
        other = await alts_elsewhere(api, site.files_api, shared, own)
        for name in shared:
            said = told.get(name, Statements())
            found[name] = replace(
                found[name],
                captions=said.captions,
                alts=said.alts,
                depicts=said.depicts,
                elsewhere=other.get(name, ()),
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


def _said(meta: Mapping[str, Any], key: str) -> list[Said]:
    """The texts of one field: a string of HTML, or a map from languages to such strings."""
    value = meta.get(key, {}).get("value")
    by_lang = value if isinstance(value, dict) else {"": value}
    found = [Said(lang, plain(text)) for lang, text in by_lang.items() if isinstance(text, str)]
    return [said for said in found if said.text and said.lang != "_type"]


def _one(meta: Mapping[str, Any], key: str) -> str:
    said = _said(meta, key)
    return said[0].text if said else ""
