"""Articles of wikis in a scan file: beside their images, which are as of any scan, what an edit
needs. Packed bytes in, packed bytes out; auditor/wiki/kept.py knows what they say."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from auditor.decision import Decision
from auditor.store.connection import Connection, connect
from auditor.store.decisions import COLUMNS, decision_of
from auditor.store.errors import StoreError
from auditor.store.sql import CHOICE, RANKED, decision_on


@dataclass(frozen=True, slots=True)
class DecidedRow:
    """An image of an article that a person decided on."""

    rank: int
    details: bytes
    decision: Decision


class Articles:
    """The articles of a scan file; none of a file of any other scan. Each call opens the file
    afresh, so that it can be made from any thread. Raises StoreError."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def page_of(self, image: int) -> int | None:
        """The page of an image of an article; None: it is of none."""
        sql = """select page from images join article_images on article_images.image = images.id
                 where images.id = ?"""
        with connect(self.path) as database:
            row = database.row(sql, [image])
        return row["page"] if row else None

    def article(self, page: int) -> bytes:
        """The article of a page."""
        return self._details("articles", "page", page)

    def image(self, image: int) -> bytes:
        """An image of an article."""
        return self._details("article_images", "image", image)

    def pages(self) -> list[tuple[int, str]]:
        """The pages with an article, as they were read, each with its address."""
        sql = """select pages.id, pages.url from articles join pages on articles.page = pages.id
                 order by pages.id"""
        with connect(self.path) as database:
            return [(page, url) for page, url in database.tuples(sql)]

    def images(self, page: int) -> list[tuple[int, bytes]]:
        """The images of a page in its order: their ordinals and details."""
        sql = """select images.ordinal, article_images.details from article_images
                 join images on article_images.image = images.id
                 where images.page = ? order by images.ordinal"""
        with connect(self.path) as database:
            return [(ordinal, details) for ordinal, details in database.tuples(sql, [page])]

    def decided(self, page: int) -> list[DecidedRow]:
        """The images of a page that somebody decided on, in the order of the page."""
        sql = f"""select article_images.details, ranked.rank, {COLUMNS}
                  from {RANKED} as ranked
                  join article_images on article_images.image = ranked.id
                  {decision_on("ranked")}
                  where ranked.page = ? and {CHOICE} is not null
                  order by ranked.ordinal"""  # noqa: S608
        with connect(self.path) as database:
            rows = database.rows(sql, [page])
            with database.understood("a decision"):
                return [
                    DecidedRow(row["rank"], row["details"], decision)
                    for row in rows
                    if (decision := decision_of(row))
                ]

    def _details(self, table: str, key: str, value: int) -> bytes:
        with connect(self.path) as database:
            row = database.row(f"select details from {table} where {key} = ?", [value])  # noqa: S608
        if row is None:
            raise StoreError(f"{self.path} does not hold this article any more")
        details: bytes = row["details"]
        return details


def add_article(
    database: Connection, url: str, article: bytes, images: Mapping[int, bytes]
) -> None:
    """Keep what an edit of a page needs; `images` by their ordinals. Raises StoreError."""
    page = database.number("select id from pages where url = ?", [url])
    known = dict(database.tuples("select ordinal, id from images where page = ?", [page]))
    rows = [{"image": known[number], "details": data} for number, data in images.items()]
    with database.writing():
        database.insert("articles", [{"page": page, "details": article}])
        database.insert("article_images", rows)
