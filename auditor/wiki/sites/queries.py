"""What is asked of a wiki, a function a question."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from html import escape
from typing import Any
from urllib.parse import quote, urlsplit

from auditor.wiki.sites.api import Api
from auditor.wiki.sites.cache import DAY
from auditor.wiki.sites.errors import OTHERWISE, NotThere, WikiError
from auditor.wiki.sites.site import Site, read_site
from auditor.wiki.sites.targets import Target, api_places
from auditor.wiki.wikitext.names import template_name
from auditor.wiki.wikitext.templates import template_parameters

_SITE = {
    "action": "query",
    "meta": "siteinfo|filerepoinfo",
    "siprop": "general|namespaces|namespacealiases|magicwords",
    "friprop": "name|scriptDirUrl",
}
TITLES_LENGTH = 4000
"""Characters of titles in one request, as a URL writes them: servers take some 8,000 in all."""
ROUNDS = 100
"""Answers of one list: a wiki might always say that there is more."""
TITLES = 50
"""Titles in one request: the most for who is no bot."""


@dataclass(frozen=True, slots=True)
class WikitextRevision:
    """One revision of a page as it is written."""

    title: str
    revision: int
    wikitext: str
    lang: str
    views: float | None
    """Views a day, on average of the days that the wiki tells of; None: it does not count."""
    notes: tuple[str, ...]


async def find_site(api: Api, target: Target) -> Site:
    """The wiki of a target. Raises WikiError."""
    for place in api_places(target.wiki):
        try:
            return read_site(place, await _site_answer(api, place))
        except NotThere:
            continue
    raise WikiError(f"{target.server} has no API of MediaWiki at the usual places")


async def _site_answer(api: Api, place: str) -> Mapping[str, Any]:
    answer = await api.call(place, _SITE, DAY)
    query: Mapping[str, Any] = answer.get("query", {})
    if "general" not in query:
        raise NotThere(f"{place} does not answer as the API of a wiki")
    return query


async def source(api: Api, site: Site, title: str, revision: int | None) -> WikitextRevision:
    """A revision, or the newest one of a title, through redirects. Raises WikiError."""
    asked: dict[str, str | int] = {"titles": title, "redirects": 1}
    if revision is not None:
        asked = {"revids": revision}
    answer = await api.call(
        site.api,
        {
            "action": "query",
            "prop": "revisions|info|pageviews",
            "rvprop": "ids|content",
            "rvslots": "main",
            **asked,
        },
    )
    query = answer.get("query", {})
    page = _the_page(query, title, revision, site)
    if page.get("missing"):
        raise WikiError(await _why_missing(api, site, page["title"]))
    found = (page.get("revisions") or [{}])[0]
    main = found.get("slots", {}).get("main", found)  # which MediaWiki before 1.32 does not have
    name, number = page["title"], found.get("revid")
    if "content" not in main or not number:
        gone = main.get("texthidden") or found.get("texthidden")
        why = "was deleted and cannot be read" if gone else "has no text"
        raise WikiError(f"{name}: revision {number or revision} {why}")
    if main.get("contentmodel", "wikitext") != "wikitext":
        raise WikiError(f"{name}: it is not wikitext but {main['contentmodel']}")
    if revision and title and not _same(title, name):
        raise WikiError(f"revision {revision} is of {name}, not of {title}")
    lang = page.get("pagelanguage", site.lang)
    return WikitextRevision(name, number, main["content"], lang, _views(page), _notes(query))


def _the_page(
    query: Mapping[str, Any], title: str, revision: int | None, site: Site
) -> Mapping[str, Any]:
    """The one page of an answer. Raises WikiError where there is none."""
    host = urlsplit(site.api).netloc
    if query.get("interwiki"):
        raise WikiError(f"{title} stands in another wiki: name it by its address")
    if query.get("badrevids"):
        raise WikiError(f"{host} has no revision {revision}: it was deleted, or never was")
    for page in query.get("pages", ()):
        if page.get("invalid"):
            raise WikiError(f"{title} is no title: {page.get('invalidreason', 'it is invalid')}")
        if page.get("special") or page.get("ns", 0) < 0:
            raise WikiError(f"{page['title']} is a page that the wiki makes, and no article")
        found: Mapping[str, Any] = page
        return found
    raise WikiError(f"{host} answered with no page for {title or revision}")


async def _why_missing(api: Api, site: Site, title: str) -> str:
    """Says whether a page that is not there was moved or deleted, as far as the wiki tells."""
    answer = await api.call(
        site.api,
        {
            "action": "query",
            "list": "logevents",
            "letitle": title,
            "lelimit": 1,
            "leprop": "type|details",
        },
    )
    for event in answer.get("query", {}).get("logevents", ()):
        to = event.get("params", {}).get("target_title")
        if event.get("type") == "move" and to:
            return f"{title} was moved to {to}: name that"
        if event.get("type") == "delete":
            return f"{title} was deleted"
    return f"{urlsplit(site.api).netloc} has no page {title}"


def _notes(query: Mapping[str, Any]) -> tuple[str, ...]:
    return tuple(f"{step['from']} leads to {step['to']}" for step in query.get("redirects", ()))


def _views(page: Mapping[str, Any]) -> float | None:
    days = [number for number in page.get("pageviews", {}).values() if number is not None]
    return sum(days) / len(days) if days else None


def _same(one: str, other: str) -> bool:
    """Titles, whose first letter most wikis write large."""
    one, other = (text.replace("_", " ").strip() for text in (one, other))
    return one[1:] == other[1:] and one[:1].lower() == other[:1].lower()


async def revision_html(api: Api, site: Site, revision: int) -> str:
    """The HTML of a revision, kept for good: Parsoid's, or the core parser's of wikis that have no
    other. Raises WikiError."""
    try:
        data = await api.get(f"{site.rest}/revision/{revision}/html", max_age=None)
        return data.decode("utf-8", "replace")
    except NotThere:
        pass
    answer = await api.call(
        site.api,
        {"action": "parse", "oldid": revision, "prop": "text"},
        DAY,
    )
    parsed = answer.get("parse", {})
    if not isinstance(parsed.get("text"), str):
        raise WikiError(f"{urlsplit(site.api).netloc} has no HTML of revision {revision}")
    head = f"<!DOCTYPE html><html lang='{escape(site.lang)}'>"
    title = f"<title>{escape(parsed.get('title', ''))}</title>"
    return f"{head}{title}<body>{parsed['text']}</body></html>"


async def known_parameters(
    api: Api, site: Site, templates: Iterable[str]
) -> dict[str, frozenset[str]]:
    """The parameters of templates as their documentation says (TemplateData), also under the names
    that lead to them; nothing of wikis and templates that have none."""
    found: dict[str, frozenset[str]] = {}
    for titles in batches([f"Template:{name}" for name in templates]):
        asked: dict[str, str | int] = {
            "action": "templatedata",
            "titles": "|".join(titles),
            "redirects": 1,
        }
        try:
            answer = await api.call(site.api, {**asked, "lang": "en"}, DAY)
            found |= template_parameters(answer, site.names)
            for step in answer.get("redirects", ()):
                before, after = (template_name(step[end], site.names) for end in ("from", "to"))
                if after in found:
                    found[before] = found[after]
        except (WikiError, *OTHERWISE):  # an extension, which the wiki may not have
            return found
    return found


def batches(titles: Iterable[str]) -> Iterator[list[str]]:
    """Titles in groups that fit into one request each."""
    group: list[str] = []
    length = 0
    for title in dict.fromkeys(titles):
        size = len(quote(title)) + 3
        if group and (len(group) >= TITLES or length + size > TITLES_LENGTH):
            yield group
            group, length = [], 0
        group.append(title)
        length += size
    if group:
        yield group
