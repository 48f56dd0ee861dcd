"""Audits one article: reads its HTML and its wikitext, matches the two, brings the pictures, has
texts judged, and asks what the pages of the files tell."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, replace

from auditor.findings import Skipped
from auditor.judge.judge import Judge, SeenPicture, infos
from auditor.judge.uses import judge_uses
from auditor.net.pace import PATIENCE
from auditor.pages.languages import spoken
from auditor.results import JudgedUse
from auditor.scan.one_page import look_at
from auditor.scan.patience import Patience
from auditor.wiki.reading.match import Located, locate
from auditor.wiki.reading.origin import settled
from auditor.wiki.reading.unread import not_read
from auditor.wiki.reading.unrendered import unrendered_page
from auditor.wiki.reading.verdict import judged
from auditor.wiki.sites.api import Api
from auditor.wiki.sites.article import Article
from auditor.wiki.sites.errors import OTHERWISE, WikiError
from auditor.wiki.sites.filepage import FilePage, file_pages
from auditor.wiki.sites.pictures import WikiPictures
from auditor.wiki.sites.queries import known_parameters
from auditor.wiki.wikitext.file_uses import file_uses
from auditor.wiki.wikitext.templates import NOTHING_KNOWN, Parameters
from auditor.wiki.wikitext.uses import FileUse
from extractors.mediawiki.page import read_wiki
from extractors.mediawiki.records import OtherMedia, WikiImage, WikiPage


@dataclass(frozen=True, slots=True)
class ArticleImage:
    """One image of an article, with everything known of it."""

    image: WikiImage
    use: JudgedUse
    """Its verdict is the one for editors; its rank counts over all articles."""
    located: Located
    """Where it stands in the wikitext, or why that is not known."""
    file_page: FilePage | None
    """None: nothing is told of the file."""
    reach: float
    """How many meet it: views a day (1 where they are not known), less towards the end of the
    article."""
    seen: SeenPicture | None = None
    """Its picture, to score other texts with; None: it did not come."""


@dataclass(frozen=True, slots=True)
class ArticleReading:
    """An article read, before its pictures are looked at."""

    page: WikiPage
    uses: tuple[FileUse, ...]
    images: tuple[WikiImage, ...]
    """Of the page, with origins made sure by the wikitext."""
    located: tuple[Located, ...]
    """Where each image stands."""
    parameters: Parameters
    """What is known of the templates."""


@dataclass(frozen=True, slots=True)
class AuditedArticle:
    """One article, with its images in the order of the page."""

    article: Article
    images: tuple[ArticleImage, ...]
    left_out: Mapping[str, int]
    """Images that are no matter for an editor, by the reason."""
    parameters: Parameters
    """What is known of its templates."""
    others: tuple[OtherMedia, ...] = ()
    """Missing files, films and sounds."""
    skipped: tuple[Skipped, ...] = ()


async def read_article(article: Article, pool: Executor, api: Api | None) -> ArticleReading:
    """Read HTML and wikitext and match them; with what the wiki tells of its templates."""
    loop = asyncio.get_running_loop()
    page = None
    parameters = NOTHING_KNOWN
    if article.html is not None:
        page = await loop.run_in_executor(pool, read_wiki, article.html, article.base, article.url)
        made_by = {image.made_by.template for image in page.images if image.made_by}
        if api is not None and article.site is not None and made_by:
            parameters = await known_parameters(api, article.site, sorted(made_by))
    return await loop.run_in_executor(pool, _matched, article, page, parameters)


def _matched(article: Article, page: WikiPage | None, parameters: Parameters) -> ArticleReading:
    wikitext = article.wikitext
    uses = () if wikitext is None else file_uses(wikitext, article.names, parameters)
    if page is None:
        page = unrendered_page(article, uses)
        return ArticleReading(page, uses, page.images, tuple(map(Located, uses)), parameters)
    if wikitext is None:
        located = tuple(Located(None, "its wikitext was not read") for _ in page.images)
    else:
        located = locate(page, uses)
    pairs = zip(page.images, located, strict=True)
    images = tuple(settled(image, place.use, uses) for image, place in pairs)
    return ArticleReading(page, uses, images, located, parameters)


async def audit_article(
    article: Article,
    judge: Judge,
    pool: Executor,
    api: Api | None,
    tick: Callable[[], None] = lambda: None,
) -> AuditedArticle:
    """Audit an article; `api` None asks no wiki. `tick` is called for each picture that came."""
    reading = await read_article(article, pool, api)
    if not article.url and reading.page.title:  # a saved page that does not say where it is from
        article = replace(article, title=reading.page.title)
    pairs = zip(reading.images, reading.located, strict=True)
    kept = [(image, place) for image, place in pairs if image.left_out is None]
    looked = await look_at(
        await asyncio.to_thread(
            lambda: [(spoken(image.record), article.base) for image, _ in kept]
        ),
        article.permanent,
        WikiPictures(api),
        judge,
        pool,
        tick,
        Patience(PATIENCE, PATIENCE),  # wikis ask to wait
    )
    outcomes, broken = await asyncio.get_running_loop().run_in_executor(
        pool, judge_uses, looked.records, infos(looked.seen), looked.scores, article.permanent
    )
    pages, problem = await _file_pages(article, [image for image, _ in kept], api)
    images = []
    for number, ((image, place), outcome) in enumerate(zip(kept, outcomes, strict=True)):
        seen = looked.seen.get(outcome.record.ordinal)
        use = judged(article, image, place.use, outcome, seen.info if seen else None)
        page = pages.get(image.shown or image.file or "")
        reach = _reach(article, image, number / len(kept))
        images.append(ArticleImage(image, use, place, page, reach, seen))
    return AuditedArticle(
        article=article,
        images=tuple(images),
        left_out=Counter(image.left_out for image in reading.images if image.left_out is not None),
        parameters=reading.parameters,
        others=reading.page.others,
        skipped=(
            *_told((*looked.skipped, *broken), [image for image, _ in kept]),
            *problem,
            *_unread(article),
        ),
    )


def _unread(article: Article) -> list[Skipped]:
    why = not_read(article)
    return [Skipped(f"images of {article.title}", why)] if why else []


def _told(skipped: Sequence[Skipped], images: Sequence[WikiImage]) -> list[Skipped]:
    """What was skipped, pictures by their files, and those with one reason as one."""
    files = {f"picture of {image.record.selector}": image.file for image in images}
    subjects: dict[str, list[str]] = {}
    for item in skipped:
        file = files.get(item.subject)
        subjects.setdefault(item.reason, []).append(f"picture {file}" if file else item.subject)
    return [
        Skipped(first if not rest else f"{first} and {len(rest)} more", reason)
        for reason, (first, *rest) in subjects.items()
    ]


async def _file_pages(
    article: Article, images: Sequence[WikiImage], api: Api | None
) -> tuple[dict[str, FilePage], list[Skipped]]:
    """What is told of the files; a wiki that does not answer loses no article."""
    if api is None or article.site is None:
        return {}, []
    files = dict.fromkeys(name for image in images if (name := image.shown or image.file))
    try:
        return await file_pages(api, article.site, files, article.lang), []
    except (WikiError, *OTHERWISE) as error:
        why = str(error) if isinstance(error, WikiError) else f"another answer came ({error!r})"
        return {}, [Skipped(f"pages of the files of {article.title}", why)]


def _reach(article: Article, image: WikiImage, place: float) -> float:
    """How many meet an image: all readers at the beginning, half of them at the end (`place` 1).
    That half is a guess, and only orders the images of one article."""
    views = 1.0 if article.views is None else article.views
    return views if image.section.number == 0 else views * (1 - place / 2)
