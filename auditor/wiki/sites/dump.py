"""Exports of MediaWiki (Special:Export and the dumps), read as a stream: XML, also in gzip and
bzip2. They hold wikitext alone. Format: https://www.mediawiki.org/wiki/Help:Export."""

from __future__ import annotations

import bz2
import gzip
import re
import zlib
from collections.abc import Collection, Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

from lxml import etree

from auditor.wiki.sites.article import Article
from auditor.wiki.sites.errors import WikiError
from auditor.wiki.sites.site import in_url
from auditor.wiki.wikitext.languages import lang_of_database, names_in, with_words_of
from auditor.wiki.wikitext.names import ENGLISH, SiteNames, site_names, upper_first

_OPENERS: Mapping[str, Any] = {".bz2": bz2.open, ".gz": gzip.open}


@dataclass(frozen=True, slots=True)
class _Head:
    """What the file says of its wiki."""

    base: str = ""
    """URL of the main page."""
    lang: str = ""
    names: SiteNames = ENGLISH


def dump_articles(
    path: Path, titles: Collection[str] = (), revision: int | None = None
) -> Iterator[Article]:
    """The articles of an export with these titles, or all of its first namespace; of each the
    last revision in the file, or the one that is named. Raises WikiError."""
    wanted = {one_spelling(title) for title in titles}
    head = _Head()
    try:
        with closing(_OPENERS.get(path.suffix, open)(path, "rb")) as data:
            for element in _elements(data, path):
                if _local(element) == "siteinfo":
                    head = _head(element)
                    continue
                article = _article(element, head, revision)
                chosen = article and (not titles or one_spelling(article.title) in wanted)
                if article is None or not chosen:
                    continue
                yield article
                wanted.discard(one_spelling(article.title))
                if titles and not wanted:
                    return
    except (OSError, EOFError, zlib.error) as error:
        raise WikiError(f"{path} cannot be read: {error}") from None
    except etree.XMLSyntaxError as error:
        raise WikiError(f"{path} is no export of MediaWiki, or broken: {error.msg}") from None


def _elements(data: IO[bytes], path: Path) -> Iterator[etree._Element]:
    """`siteinfo` and each `page`, whole. No entity is resolved and nothing else is loaded."""
    events = etree.iterparse(
        data, events=("start", "end"), resolve_entities=False, no_network=True, load_dtd=False
    )
    _, root = next(events)
    if _local(root) != "mediawiki":
        raise WikiError(f"{path} is no export of MediaWiki: it begins with {_local(root)}")
    for event, element in events:
        if event == "end" and _local(element) in ("siteinfo", "page"):
            yield element
            element.clear()
            while element.getprevious() is not None:
                del root[0]


def _head(element: etree._Element) -> _Head:
    root = element.getparent()
    lang = "" if root is None else root.get("{http://www.w3.org/XML/1998/namespace}lang") or ""
    namespaces = {
        child.get("key", ""): {"name": child.text or "", "case": child.get("case", "first-letter")}
        for child in element.iter("{*}namespace")
    }
    name = _text(element, "dbname")
    lang = lang or lang_of_database(name)
    query = {
        "general": {"lang": lang, "wikiid": name},
        "namespaces": namespaces,
        "namespacealiases": (),
        "magicwords": (),
    }
    try:
        names = with_words_of(site_names(query))
    except KeyError:  # an export without its namespaces
        names = names_in(lang, name)
    return _Head(_text(element, "base"), lang, names)


def _article(page: etree._Element, head: _Head, revision: int | None) -> Article | None:
    """None for other namespaces, redirects, what is no wikitext, and another revision."""
    if _text(page, "ns") not in ("", "0") or page.find("{*}redirect") is not None:
        return None
    kept = [
        each
        for each in page.findall("{*}revision")
        if revision is None or _text(each, "id") == str(revision)
    ]
    if not kept or _text(kept[-1], "model") not in ("", "wikitext"):
        return None
    title, number = _text(page, "title"), _text(kept[-1], "id")
    folder = head.base.rpartition("/")[0]
    url = f"{folder}/{in_url(title)}" if folder else ""
    return Article(
        title=title,
        url=url,
        base=url,
        lang=head.lang,
        revision=int(number) if re.fullmatch(r"[0-9]{1,15}", number) else None,
        html=None,
        wikitext=_text(kept[-1], "text", strip=False),
        names=head.names,
    )


def _text(element: etree._Element, name: str, *, strip: bool = True) -> str:
    text = element.findtext(f"{{*}}{name}") or ""
    return text.strip() if strip else text


def _local(element: etree._Element) -> str:
    return element.tag.rpartition("}")[2] if isinstance(element.tag, str) else ""


def one_spelling(title: str) -> str:
    """A title with spaces and a capital first."""
    return upper_first(title.replace("_", " ").strip())
