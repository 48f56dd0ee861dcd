"""Articles kept in a scan file, so that their texts can be worked on in the window: their images as
of any scan, and beside these what an edit needs."""

from __future__ import annotations

import sqlite3
import zlib
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, TypeVar

from auditor.clock import now
from auditor.decision import Decision
from auditor.findings import Skipped
from auditor.results import Judged, PageInfo, PictureInfo
from auditor.store.decisions import JOIN, decision_of
from auditor.store.packing import pack, unpack
from auditor.store.queue import QueueError
from auditor.store.rows import use_row
from auditor.store.writer import REST, ScanInfo, Store
from auditor.wiki.reading.audit import ArticleImage, AuditedArticle
from auditor.wiki.reading.match import Located
from auditor.wiki.reports.report import WikiReport
from auditor.wiki.sites.article import Article
from auditor.wiki.sites.filepage import FilePage
from extractors.mediawiki.records import WikiImage

T = TypeVar("T")
Pictures = Mapping[str, tuple[PictureInfo, bytes | None]]


@dataclass(frozen=True, slots=True)
class KeptArticle:
    """An article without its HTML."""

    article: Article
    rendered: bool
    """False: it came from an export, which has no HTML."""
    parameters: Mapping[str, tuple[str, ...]]
    """Of its templates, as far as known."""


@dataclass(frozen=True, slots=True)
class KeptImage:
    """What is known of an image of an article beside its use (auditor/results.py)."""

    image: WikiImage
    located: Located
    file_page: FilePage | None


@dataclass(frozen=True, slots=True)
class DecidedImage:
    """An image of an article that a person decided on."""

    rank: int
    kept: KeptImage
    decision: Decision


# Writing


def keep(
    report: WikiReport, path: Path, arguments: Mapping[str, Any], decisions: Path | None = None
) -> None:
    """Write the articles into a new scan file; `arguments` say how they were asked for. Raises
    StoreError."""
    info = ScanInfo(
        targets=tuple(audited.article.title for audited in report.articles),
        started=report.started,
        tool_version=report.tool_version,
        model=report.model,
        model_sha256=report.model_sha256,
        arguments=arguments,
    )
    with Store(path) as store:
        store.begin(info)
        if decisions:
            store.take_decisions(decisions)
        for url, audited in {_url(each): each for each in report.articles}.items():
            _keep_article(store, url, audited)
        subjects = {item for each in report.articles for item in each.skipped}
        store.skip(*(item for item in report.skipped if item not in subjects))
        if not report.finished:
            store.skip(Skipped(REST, "it was interrupted"))
        store.finish(now())


def _keep_article(store: Store, url: str, audited: AuditedArticle) -> None:
    article, images = audited.article, audited.images
    page = PageInfo(url, url, None, article.title, article.lang or None, "done", len(images))
    uses = [use_row(_outcome(image)) for image in images]
    store.push([url], 0)
    store.page_done(page, _pictures(images), uses, audited.skipped)
    parameters = {name: tuple(sorted(known)) for name, known in audited.reading.parameters.items()}
    kept = KeptArticle(replace(article, html=None, site=None), article.html is not None, parameters)
    places = {
        image.image.record.ordinal: KeptImage(image.image, image.located, image.file_page)
        for image in images
    }
    store.keep_article(
        url, pack(kept, ""), {ordinal: pack(each, "") for ordinal, each in places.items()}
    )


def _url(audited: AuditedArticle) -> str:
    return audited.article.permanent or audited.article.title


def _outcome(image: ArticleImage) -> Judged:
    use = image.use
    sha256 = use.picture.sha256 if use.picture else None
    return Judged(use.record, sha256, use.scores, use.verdict, use.profile)


def _pictures(images: tuple[ArticleImage, ...]) -> Pictures:
    seen = {image.seen.info.sha256: image.seen for image in images if image.seen}
    return {
        sha256: (each.info, None if each.vector is None else each.vector.astype("<f4").tobytes())
        for sha256, each in seen.items()
    }


# Reading


class KeptArticles:
    """The articles of a scan file; none of a file of any other scan. Each call opens the file
    afresh, so that it can be made from any thread. Raises QueueError."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def page_of(self, image: int) -> int | None:
        """The page of an image of an article; None: it is of none."""
        sql = """select page from images join article_images on article_images.image = images.id
                 where images.id = ?"""
        rows = self._rows(sql, image)
        return int(rows[0]["page"]) if rows else None

    def article(self, page: int) -> KeptArticle:
        """The article of a page."""
        [row] = self._rows("select details from articles where page = ?", page)
        return _unpacked(row["details"], KeptArticle)

    def image(self, image: int) -> KeptImage:
        """An image of an article."""
        [row] = self._rows("select details from article_images where image = ?", image)
        return _unpacked(row["details"], KeptImage)

    def decided(self, page: int) -> list[DecidedImage]:
        """The images of a page that somebody decided on, in the order of the page."""
        sql = f"""select article_images.details as kept, place.rank, decisions.*
                  from images join article_images on article_images.image = images.id
                  join queue as place on place.id = images.id {JOIN}
                  where images.page = ? and decisions.choice is not null
                  order by images.ordinal"""  # noqa: S608
        return [_decided(row) for row in self._rows(sql, page)]

    def _rows(self, sql: str, value: int) -> list[sqlite3.Row]:
        try:
            with self._opened() as database:
                return database.execute(sql, [value]).fetchall()
        except sqlite3.Error as error:
            raise QueueError(f"The scan file cannot be read: {error}") from error

    @contextmanager
    def _opened(self) -> Iterator[sqlite3.Connection]:
        uri = f"{self._path.resolve().as_uri()}?mode=ro"
        with closing(sqlite3.connect(uri, uri=True)) as database:
            database.row_factory = sqlite3.Row
            yield database


def _decided(row: sqlite3.Row) -> DecidedImage:
    decision = decision_of(row)
    assert decision is not None
    kept = _unpacked(row["kept"], KeptImage)
    return DecidedImage(row["rank"], kept, decision)


def _unpacked(packed: bytes, kind: type[T]) -> T:
    try:
        return unpack(packed, "", kind)
    except (zlib.error, ValueError) as error:
        raise QueueError("The article is damaged in the scan file.") from error
