"""Articles kept in a scan file, so that their texts can be worked on in the window, and an
interrupted run gone on with: their images as of any scan, and beside these what an edit needs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, TypeVar

from auditor.clock import now
from auditor.decision import Decision
from auditor.findings import Skipped
from auditor.results import Judged, JudgedUse, PageInfo, PictureInfo
from auditor.store.articles import Articles
from auditor.store.errors import understood
from auditor.store.packing import pack, unpack
from auditor.store.rows import use_rows
from auditor.store.writer import ScanInfo, Store
from auditor.wiki.reading.audit import ArticleImage, AuditedArticle
from auditor.wiki.reading.match import Located
from auditor.wiki.reports.report import WikiReport
from auditor.wiki.sites.article import Article
from auditor.wiki.sites.filepage import FilePage
from extractors.mediawiki.records import OtherMedia, WikiImage

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
    left_out: Mapping[str, int] = field(default_factory=dict)
    """Images that are no matter for an editor, by the reason."""
    others: tuple[OtherMedia, ...] = ()
    """Missing files, films and sounds."""


@dataclass(frozen=True, slots=True)
class KeptImage:
    """What is known of an image of an article beside its use (auditor/results.py)."""

    image: WikiImage
    located: Located
    file_page: FilePage | None
    reach: float = 1.0
    """See ArticleImage."""


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
        arguments=arguments,
    )
    with Store(path) as store:
        store.begin(info, decisions)
        for url, audited in {_url(each): each for each in report.articles}.items():
            _keep_article(store, url, audited)
        store.skip(*(item for item in report.skipped if item not in _of(report.articles)))
        if report.finished:
            store.finish(now())
        else:
            store.interrupted("it was interrupted")


def keep_on(report: WikiReport, path: Path) -> None:
    """Add the articles to a scan file that was interrupted; those that it holds stay, and what was
    not read takes the place of what was not read before. Raises StoreError."""
    with Store(path) as store:
        store.resume()
        held = {page.url for page in store.report().pages}
        for url, audited in {_url(each): each for each in report.articles}.items():
            if url not in held:
                _keep_article(store, url, audited)
        store.forget_skipped()
        store.skip(*(item for item in report.skipped if item not in _of(report.articles)))
        if report.finished:
            store.finish(now())
        else:
            store.interrupted("it was interrupted")


def kept_in(path: Path) -> tuple[AuditedArticle, ...]:
    """The articles in a scan file that was interrupted, without their HTML. Raises StoreError, also
    where it is complete."""
    with Store(path) as store:
        store.asked()
        found = store.report()
        uses = {(use.page_url, use.record.ordinal): use for use in found.uses}
    kept = KeptArticles(path)
    with understood(path, "an article"):
        return tuple(
            _audited(
                kept.article(page),
                [(uses[url, ordinal], image) for ordinal, image in kept.images(page)],
                tuple(replace(item, page="") for item in found.skipped if item.page == url),
            )
            for page, url in kept.pages()
        )


def _audited(
    kept: KeptArticle, images: Sequence[tuple[JudgedUse, KeptImage]], skipped: tuple[Skipped, ...]
) -> AuditedArticle:
    return AuditedArticle(
        kept.article,
        tuple(
            ArticleImage(each.image, use, each.located, each.file_page, each.reach)
            for use, each in images
        ),
        kept.left_out,
        kept.parameters,
        kept.others,
        skipped,
    )


def _of(articles: Iterable[AuditedArticle]) -> set[Skipped]:
    return {item for each in articles for item in each.skipped}


def _keep_article(store: Store, url: str, audited: AuditedArticle) -> None:
    article, images = audited.article, audited.images
    page = PageInfo(url, url, None, article.title, article.lang or None, "done", len(images))
    uses = use_rows([_outcome(image) for image in images])
    store.push([url], 0)
    skipped = [replace(item, page=url) for item in audited.skipped]
    store.page_done(page, _pictures(images), uses, skipped)
    parameters = {name: tuple(sorted(known)) for name, known in audited.parameters.items()}
    kept = KeptArticle(
        replace(article, html=None, site=None),
        article.html is not None,
        parameters,
        dict(audited.left_out),
        audited.others,
    )
    places = {
        image.image.record.ordinal: KeptImage(
            image.image, image.located, image.file_page, image.reach
        )
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
    """The articles of a scan file; none of a file of any other scan. Raises StoreError."""

    def __init__(self, path: Path) -> None:
        self._articles = Articles(path)

    def page_of(self, image: int) -> int | None:
        """The page of an image of an article; None: it is of none."""
        return self._articles.page_of(image)

    def article(self, page: int) -> KeptArticle:
        """The article of a page."""
        return self._unpacked(self._articles.article(page), KeptArticle)

    def image(self, image: int) -> KeptImage:
        """An image of an article."""
        return self._unpacked(self._articles.image(image), KeptImage)

    def pages(self) -> list[tuple[int, str]]:
        """The pages with an article, as they were read, each with its address."""
        return self._articles.pages()

    def images(self, page: int) -> list[tuple[int, KeptImage]]:
        """The images of a page in its order, each with its ordinal."""
        rows = self._articles.images(page)
        return [(ordinal, self._unpacked(row, KeptImage)) for ordinal, row in rows]

    def decided(self, page: int) -> list[DecidedImage]:
        """The images of a page that somebody decided on, in the order of the page."""
        return [
            DecidedImage(row.rank, self._unpacked(row.details, KeptImage), row.decision)
            for row in self._articles.decided(page)
        ]

    def _unpacked(self, packed: bytes, kind: type[T]) -> T:
        with understood(self._articles.path, "an article"):
            return unpack(packed, "", kind)
