"""Reads and audits the articles that were asked for, one after the other; what cannot be read is
said and does not stop the rest."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from itertools import islice
from pathlib import Path

from auditor.clock import now
from auditor.findings import Skipped
from auditor.judge.judge import Judge
from auditor.results import PageInfo
from auditor.scan.cores import judging_pool
from auditor.scan.one_page import fault
from auditor.scan.options import Progress
from auditor.wiki.edits.edits import Edit, edit_of
from auditor.wiki.edits.suggestions import Suggestion
from auditor.wiki.reading.audit import AuditedArticle, audit_article, read_article
from auditor.wiki.sites.api import Api, open_api
from auditor.wiki.sites.article import Article, fetch
from auditor.wiki.sites.dump import dump_articles, one_spelling
from auditor.wiki.sites.errors import WikiError
from auditor.wiki.sites.lists import (
    Titles,
    category,
    contributions,
    project,
    views_in,
    views_of,
)
from auditor.wiki.sites.queries import find_site
from auditor.wiki.sites.saved import saved_article
from auditor.wiki.sites.site import Site
from auditor.wiki.sites.targets import SAVED, Target, target

log = logging.getLogger(__name__)

ListOf = Callable[[Api, Site, str], Awaitable[Titles]]


@dataclass(frozen=True, slots=True)
class WikiRequest:
    """Which articles, and how their wikis are asked."""

    named: tuple[str, ...]
    """Titles, addresses and files of saved pages."""
    wiki: str
    """Where titles and categories are looked for."""
    categories: tuple[str, ...] = ()
    projects: tuple[str, ...] = ()
    """Names of WikiProjects."""
    users: tuple[str, ...] = ()
    """Whose edited articles are read."""
    views: Path | None = None
    """A file with views a day by title; None: the wiki is asked."""
    done: frozenset[str] = frozenset()
    """Titles that are not read again."""
    revision: int | None = None
    """Of the only article."""
    most: int = 50
    """Articles in all."""
    dump: Path | None = None
    """An export, in which titles are looked for; none named: all that it holds."""
    wikitext: Path | None = None
    """Of the only saved page."""
    contact: str = ""
    fresh: bool = False
    allow_hosts: tuple[str, ...] = ()
    """Hosts that may be asked though their addresses are not public."""

    @property
    def lists(self) -> tuple[tuple[str, ListOf], ...]:
        """What the wiki is asked to list, by name."""
        return (
            *((name, category) for name in self.categories),
            *((name, project) for name in self.projects),
            *((name, contributions) for name in self.users),
        )

    @property
    def targets(self) -> tuple[Target, ...]:
        """What wikis are asked for; none with an export. Raises WikiError."""
        if self.dump is not None:
            return ()
        names = [name for name in self.named if not is_saved(name)]
        return tuple(target(name, self.wiki, self.revision) for name in names)


@dataclass(slots=True)
class Done:
    """What is done so far, also when it is interrupted."""

    report: Callable[[Progress], None] = lambda progress: None
    started: str = field(default_factory=now)
    articles: list[AuditedArticle] = field(default_factory=list)
    unread: list[Skipped] = field(default_factory=list)
    """Articles and lists that were not read."""
    known: int = 0
    """Articles in all, as far as known."""
    pictures: int = 0

    def skip(self, subject: str, reason: str, *, told: bool = True) -> None:
        """Note what was not read. `told`: it is an article, and its turn has come."""
        self.unread.append(Skipped(subject, reason))
        if told:
            self.report(self._progress(_info(subject, "failed", 0), reason))

    def add(self, audited: AuditedArticle) -> None:
        """Note an article that is done."""
        self.articles.append(audited)
        number = len(audited.images)
        self.report(self._progress(_info(audited.article.permanent, "done", number)))

    def tick(self) -> None:
        """Note a picture that came."""
        self.pictures += 1
        self.report(self._progress())

    def say(self, words: str) -> None:
        """Tell what is waited for."""
        self.report(self._progress(note=words))

    def _progress(
        self, page: PageInfo | None = None, problem: str | None = None, note: str | None = None
    ) -> Progress:
        done = len(self.articles) + len(self.unread)
        return Progress(done, max(done, self.known), self.pictures, page, problem, note)


def is_saved(name: str) -> bool:
    """Does this name a page that was saved, and no title?"""
    return Path(name).suffix.lower() in SAVED and Path(name).is_file()


@asynccontextmanager
async def opened(asked: WikiRequest, done: Done) -> AsyncIterator[Api | None]:
    """What asks the wikis; None where all that is asked for stands in files. Raises WikiError."""
    wikis = [each.wiki for each in asked.targets]
    if asked.lists:
        wikis.append(target("", asked.wiki).wiki)
    if not wikis:
        yield None
        return
    async with open_api(
        wikis, asked.contact, done.say, fresh=asked.fresh, allowed=asked.allow_hosts
    ) as api:
        yield api


async def read_articles(asked: WikiRequest, api: Api | None, done: Done) -> AsyncIterator[Article]:
    """The articles that can be read, as they come. Raises WikiError for a broken export."""
    if asked.dump is not None:
        for article in _of_dump(asked, asked.dump, done):
            done.known += 1
            yield article
        return
    for name in filter(is_saved, asked.named):
        done.known += 1
        try:
            article = saved_article(Path(name), asked.wikitext)
        except WikiError as error:
            done.skip(name, str(error))
        else:
            yield article
    if api is not None:
        async for article in _online(asked, api, done):
            yield article


async def run(asked: WikiRequest, judge: Judge, done: Done) -> None:
    """Audit everything; `done` holds what was done, also when this is cancelled."""
    with judging_pool() as pool:
        async with opened(asked, done) as api:
            async for article in read_articles(asked, api, done):
                try:
                    audited = await audit_article(article, judge, pool, api, done.tick)
                except Exception as error:
                    done.skip(article.title, _why(error))
                else:
                    done.add(audited)


async def suggest(
    asked: WikiRequest, suggestions: Sequence[Suggestion], edits: list[Edit], done: Done
) -> None:
    """Make the edits of the articles with these texts, one after the other, into `edits`."""
    with judging_pool() as pool:
        async with opened(asked, done) as api:
            async for article in read_articles(asked, api, done):
                own = [each for each in suggestions if each.article in ("", article.title)]
                try:
                    edits.append(edit_of(article, await read_article(article, pool, api), own))
                except Exception as error:
                    done.skip(article.title, _why(error))


def _of_dump(asked: WikiRequest, path: Path, done: Done) -> Sequence[Article]:
    found = list(islice(dump_articles(path, asked.named, asked.revision), asked.most + 1))
    if len(found) > asked.most:
        done.skip(str(path), _limit(asked), told=False)
    held = {one_spelling(article.title) for article in found}
    for title in asked.named:
        if one_spelling(title) not in held:
            done.skip(title, f"{path} holds no such article", told=False)
    return found[: asked.most]


async def _online(asked: WikiRequest, api: Api, done: Done) -> AsyncIterator[Article]:
    sites: dict[str, Site] = {}
    views = views_in(asked.views) if asked.views else {}
    targets = list(asked.targets)
    if asked.lists:
        targets += await _members(asked, api, sites, done, views)
    targets = [each for each in targets if one_spelling(each.title or "") not in asked.done]
    if len(targets) > asked.most:
        done.skip("the rest of the list", _limit(asked), told=False)
    targets = targets[: asked.most]
    done.known += len(targets)
    for each in targets:
        try:
            article = await fetch(api, await _site(api, each, sites), each)
        except Exception as error:
            done.skip(each.named, _why(error))
            continue
        if article.title in asked.done:  # it was named otherwise
            continue
        yield replace(article, views=views.get(article.title, article.views))


async def _members(
    asked: WikiRequest,
    api: Api,
    sites: dict[str, Site],
    done: Done,
    views: Mapping[str, float],
) -> list[Target]:
    """The articles of all lists, each once, those first that most read."""
    wiki = target("", asked.wiki)
    titles: dict[str, None] = {}
    for name, list_of in asked.lists:
        try:
            found, more = await list_of(api, await _site(api, wiki, sites), name)
        except Exception as error:
            done.skip(name, _why(error), told=False)
            continue
        if not found:
            done.skip(name, _NOTHING[list_of], told=False)
        if more:
            done.skip(f"the rest of {name}", "it lists too many articles", told=False)
        titles |= dict.fromkeys(found)
    if not views and titles:
        views = await views_of(api, await _site(api, wiki, sites), titles)
    read_most = sorted(titles, key=lambda title: -views.get(title, 0.0))
    return [Target(title, wiki.wiki, title) for title in read_most]


_NOTHING: Mapping[ListOf, str] = {
    category: "the category holds no article, or there is none",
    project: "the wiki knows no article of this WikiProject",
    contributions: "this user edited no article",
}


async def _site(api: Api, each: Target, sites: dict[str, Site]) -> Site:
    if each.server not in sites:
        sites[each.server] = await find_site(api, each)
    return sites[each.server]


def _why(error: Exception) -> str:
    """A line for what cannot be read; for what a wiki answers otherwise than MediaWiki, too."""
    if isinstance(error, WikiError):
        return str(error)
    log.debug("an article was not read", exc_info=error)
    return fault(error)


def _limit(asked: WikiRequest) -> str:
    return f"more than {asked.most} articles (--max-articles)"


def _info(url: str, state: str, images: int) -> PageInfo:
    return PageInfo(url, url, None, "", None, state, images)
