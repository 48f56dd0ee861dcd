"""An article: one revision, as HTML and as wikitext, from a wiki or from files."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import unquote, urlsplit

from lxml import etree
from lxml import html as lxml_html

from auditor.net.urls import web_url
from auditor.wiki.sites.api import Api
from auditor.wiki.sites.errors import WikiError
from auditor.wiki.sites.queries import revision_html, source
from auditor.wiki.sites.site import Site
from auditor.wiki.sites.targets import Target
from auditor.wiki.wikitext.names import ENGLISH, SiteNames
from extractors.encoding import decode_html

MAX_BYTES = 100_000_000
"""Of a saved page."""
_REVISION = re.compile(r"/revision/(\d{1,15})(?!\d)", re.ASCII)
_REVISION_SET = re.compile(r'"wgRevisionId":(\d{1,15})(?!\d)', re.ASCII)
_SCRIPTS_READ = 200_000
"""Characters of a saved page in which its revision is looked for."""


@dataclass(frozen=True, slots=True)
class Article:
    """One revision of an article."""

    title: str
    """With spaces, as the wiki writes it."""
    url: str
    """Of the newest revision; "" when a file does not say."""
    base: str
    """What relative addresses in the HTML count from."""
    lang: str
    """"" when a file does not say."""
    revision: int | None
    """None: a file does not say."""
    html: str | None
    """None: an export, which holds the wikitext alone."""
    wikitext: str | None
    """None: a saved page alone."""
    names: SiteNames
    site: Site | None = None
    """None: read from files."""
    views: float | None = None
    """A day; None: not told."""
    notes: tuple[str, ...] = ()
    """What is to be known of the way to it: "Moggy leads to Cat"."""

    def edit(self, section: int | None = None) -> str:
        """URL where the article, or a section of it, is edited; "" when a file does not say."""
        if not self.url:
            return ""
        part = "" if section is None else f"&section={section}"
        return f"{self.url}{'&' if '?' in self.url else '?'}action=edit{part}"

    @property
    def permanent(self) -> str:
        """URL of this very revision; else what there is."""
        if self.site and self.revision:
            return self.site.revision(self.revision)
        return self.url or self.base


async def fetch(api: Api, site: Site, target: Target) -> Article:
    """Ask a wiki for an article. Raises WikiError."""
    title, revision = target.title, target.revision
    if title is None:
        title, own = site.title_of(target.wiki)
        revision = revision or own
    found = await source(api, site, title, revision)
    return Article(
        title=found.title,
        url=site.page(found.title),
        base=site.page(found.title),
        lang=found.lang,
        revision=found.revision,
        html=await revision_html(api, site, found.revision),
        wikitext=found.wikitext,
        names=site.names,
        site=site,
        views=found.views,
        notes=found.notes,
    )


def saved_article(path: Path, wikitext: Path | None = None, names: SiteNames = ENGLISH) -> Article:
    """A page saved as HTML, with its wikitext where that was saved too. Raises WikiError."""
    html = decode_html(_read(path), None)
    url, revision, lang = _facts(html)
    base = path.resolve().as_uri()
    return Article(
        title=_title(url) or path.stem,
        url=url,
        base=base,
        lang=lang,
        revision=revision,
        html=html,
        wikitext=_text(wikitext) if wikitext else None,
        names=names,
    )


def _facts(html: str) -> tuple[str, int | None, str]:
    """(URL, revision, language) as Parsoid and the skins of MediaWiki write them in the head."""
    try:
        root = lxml_html.document_fromstring(html.partition("<body")[0] or html)
    except (etree.LxmlError, ValueError):
        return "", None, ""
    links = {link.get("rel"): link.get("href", "") for link in root.iter("link")}
    url = links.get("canonical") or links.get("dc:isVersionOf") or ""
    about = _REVISION.search(root.get("about") or "") or _REVISION_SET.search(html[:_SCRIPTS_READ])
    return (
        web_url(url, "https://"),
        int(about[1]) if about else None,
        root.get("lang") or "",
    )


def _title(url: str) -> str:
    return unquote(urlsplit(url).path.rpartition("/wiki/")[2]).replace("_", " ")


def _read(path: Path) -> bytes:
    try:
        if path.stat().st_size > MAX_BYTES:
            raise WikiError(f"{path} is larger than {MAX_BYTES // 1_000_000} MB")
        return path.read_bytes()
    except OSError as error:
        raise WikiError(f"{path} cannot be read: {error.strerror}") from None


def _text(path: Path) -> str:
    try:
        return _read(path).decode("utf-8-sig")
    except UnicodeError:
        raise WikiError(f"{path} is not UTF-8, as wikitext is") from None
