"""Alternative texts of the same files in other wikis (`prop=globalusage` of the wiki that shared
files come from): material for who writes one, each with the article that has it. What fits there
may not fit here.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from dataclasses import dataclass
from urllib.parse import urlsplit

from auditor.net.urls import web_url
from auditor.wiki.sites.api import Api
from auditor.wiki.sites.cache import DAY
from auditor.wiki.sites.errors import OTHERWISE, WikiError
from auditor.wiki.sites.queries import batches
from auditor.wiki.wikitext.file_uses import file_uses
from auditor.wiki.wikitext.languages import lang_of_host, names_in
from auditor.wiki.wikitext.markup import plain
from auditor.wiki.wikitext.names import file_name

MOST_WIKIS = 5
"""Asked for one article: a request each."""
PAGES = 4
"""Of one wiki; their whole wikitext is brought."""
LONGEST = 150_000
"""Characters of wikitext that are read for this."""


@dataclass(frozen=True, slots=True)
class OtherAlt:
    """What an editor of another wiki wrote for a file."""

    wiki: str
    """Its host."""
    lang: str
    """"" where the host does not tell."""
    title: str
    url: str
    text: str


@dataclass(frozen=True, slots=True)
class _Page:
    wiki: str
    title: str
    url: str


async def alts_elsewhere(
    api: Api, place: str, files: Sequence[str], own: str
) -> dict[str, tuple[OtherAlt, ...]]:
    """By file. `place`: URL of api.php of the wiki that shared files come from; `own`: host of the
    article's wiki. Nothing where usage is not told, and of wikis that do not answer."""
    pages: dict[str, dict[_Page, set[str]]] = defaultdict(dict)
    try:
        async for file, page in _usages(api, place, files):
            if page.wiki != own:
                pages[page.wiki].setdefault(page, set()).add(file)
    except (WikiError, *OTHERWISE):  # an extension, which the wiki may not have
        return {}
    found: dict[str, list[OtherAlt]] = defaultdict(list)
    most = sorted(pages, key=lambda wiki: (-len(set().union(*pages[wiki].values())), wiki))
    for wiki in most[:MOST_WIKIS]:
        some = dict(list(pages[wiki].items())[:PAGES])
        try:
            for file, alt in await _written(api, wiki, some):
                found[file].append(alt)
        except (WikiError, *OTHERWISE):
            continue
    return {file: tuple(alts) for file, alts in found.items()}


async def _usages(api: Api, place: str, files: Sequence[str]) -> AsyncIterator[tuple[str, _Page]]:
    asked: dict[str, str | int] = {
        "action": "query",
        "prop": "globalusage",
        "guprop": "url|namespace",
        "gulimit": 500,
    }
    for titles in batches(f"File:{name}" for name in files):
        answer = await api.call(place, {**asked, "titles": "|".join(titles)}, DAY)
        for page in answer.get("query", {}).get("pages", ()):
            file = page["title"].partition(":")[2]
            for use in page.get("globalusage", ()):
                url = web_url(use.get("url", ""), place)
                if str(use.get("ns", "0")) == "0" and url and file in files:
                    title = use["title"].replace("_", " ")
                    yield file, _Page(urlsplit(url).netloc, title, url)


async def _written(
    api: Api, wiki: str, pages: Mapping[_Page, set[str]]
) -> list[tuple[str, OtherAlt]]:
    by_title = {page.title: page for page in pages}
    scheme = urlsplit(next(iter(pages)).url).scheme
    answer = await api.call(
        f"{scheme}://{wiki}/w/api.php",
        {
            "action": "query",
            "prop": "revisions",
            "rvprop": "content",
            "rvslots": "main",
            "titles": "|".join(by_title),
        },
        DAY,
    )
    found = []
    for told in answer.get("query", {}).get("pages", ()):
        page = by_title.get(told.get("title", ""))
        slots = (told.get("revisions") or [{}])[0].get("slots", {})
        wikitext = slots.get("main", {}).get("content")
        if page is not None and isinstance(wikitext, str) and len(wikitext) <= LONGEST:
            found += list(_alts(page, pages[page], wikitext))
    return found


def _alts(page: _Page, files: set[str], wikitext: str) -> Iterator[tuple[str, OtherAlt]]:
    lang = lang_of_host(page.wiki)
    names = names_in(lang)
    for use in file_uses(wikitext, names):
        file = file_name(use.file or "", names, bare=True)
        text = plain(use.alt) if use.alt else ""
        if file in files and text:
            yield file, OtherAlt(page.wiki, lang, page.title, page.url, text)
