"""Lists of articles that editors work through: a category, a WikiProject, what a user edited; and
how often each is read."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from auditor.wiki.sites.api import Api
from auditor.wiki.sites.cache import DAY
from auditor.wiki.sites.errors import OTHERWISE, WikiError
from auditor.wiki.sites.queries import ROUNDS, batches
from auditor.wiki.sites.site import Site

_ARTICLES, _TALK = 0, 1
"""Numbers of namespaces; WikiProjects sort the pages of talk."""
_MOST_LISTED = 5000
"""Titles of one list that are ranked; the rest is said to be left out."""

Titles = tuple[list[str], bool]
"""Titles of articles, each once, and whether there are more."""


async def category(api: Api, site: Site, name: str) -> Titles:
    """The articles in a category, also those whose pages of talk are. Raises WikiError."""
    asked = {
        "list": "categorymembers",
        "cmtitle": site.category(name),
        "cmtype": "page",
        "cmnamespace": f"{_ARTICLES}|{_TALK}",
        "cmlimit": "500",
    }
    return await _listed(api, site, asked, lambda query: query.get("categorymembers", ()))


async def project(api: Api, site: Site, name: str) -> Titles:
    """The articles of a WikiProject: as the wiki assesses them (extension PageAssessments), else
    those in the category that such projects have in the English Wikipedia. Raises WikiError."""
    asked = {"list": "projectpages", "wppprojects": name, "wpplimit": "500"}
    try:
        found = await _listed(
            api, site, asked, lambda query: query.get("projects", {}).get(name, ())
        )
    except WikiError:
        found = [], False
    return found if found[0] else await category(api, site, f"WikiProject {name} articles")


async def contributions(api: Api, site: Site, user: str) -> Titles:
    """The articles that a user edited, the newest edit first. Raises WikiError."""
    asked = {
        "list": "usercontribs",
        "ucuser": user,
        "ucnamespace": str(_ARTICLES),
        "ucprop": "title",
        "uclimit": "500",
    }
    return await _listed(api, site, asked, lambda query: query.get("usercontribs", ()))


async def _listed(api: Api, site: Site, asked: Mapping[str, str], pages: Any) -> Titles:
    found: dict[str, None] = {}
    go_on: Mapping[str, str] = {}
    for _ in range(ROUNDS):
        answer = await api.call(site.api, {"action": "query", **asked, **go_on})
        for page in pages(answer.get("query", {})):
            if title := _article(page):
                found.setdefault(title)
        go_on = answer.get("continue", {})
        if not go_on or len(found) > _MOST_LISTED:
            break
    return list(found)[:_MOST_LISTED], bool(go_on) or len(found) > _MOST_LISTED


def _article(page: Mapping[str, Any]) -> str:
    title = str(page["title"])
    number = page.get("ns", _ARTICLES)
    if number == _TALK:
        return title.partition(":")[2]
    return title if number == _ARTICLES else ""


async def views_of(api: Api, site: Site, titles: Iterable[str]) -> dict[str, float]:
    """Views a day of articles, by title; nothing of a wiki that does not count them."""
    found: dict[str, float] = {}
    for group in batches(titles):
        titles_asked = "|".join(group)
        asked = {"action": "query", "prop": "pageviews", "pvipdays": "30", "titles": titles_asked}
        go_on: Mapping[str, str] = {}
        try:
            for _ in range(ROUNDS):
                answer = await api.call(site.api, {**asked, **go_on}, DAY)
                for page in answer.get("query", {}).get("pages", ()):
                    days = [n for n in page.get("pageviews", {}).values() if n is not None]
                    if days:
                        found[page["title"]] = sum(days) / len(days)
                go_on = answer.get("continue", {})
                if not go_on:
                    break
        except (WikiError, *OTHERWISE):  # an extension, which the wiki may not have
            return found
    return found


def views_in(path: Path) -> dict[str, float]:
    """Views a day by title, from a file with a title and a number in each line, parted by a comma,
    a semicolon or a tab; a first line may name the columns. Raises WikiError."""
    try:
        text = path.read_text("utf-8-sig")
    except (OSError, UnicodeError) as error:
        raise WikiError(f"{path} cannot be read: {error}") from None
    delimiter = max(",;\t", key=text.partition("\n")[0].count)
    found: dict[str, float] = {}
    for number, row in enumerate(csv.reader(io.StringIO(text), delimiter=delimiter), 1):
        cells = [cell.strip() for cell in row]
        if not any(cells):
            continue
        try:
            title, views = cells[0].replace("_", " "), float(cells[1])
        except (IndexError, ValueError):
            if number == 1:
                continue
            raise WikiError(f"{path}, line {number}: write a title and its views a day") from None
        if not 0 <= views < float("inf"):
            raise WikiError(f"{path}, line {number}: {cells[1]} is no number of views")
        found[title] = views
    return found
