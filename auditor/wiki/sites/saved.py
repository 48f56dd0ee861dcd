"""A page of a wiki that was saved as HTML, and what it says of itself: Parsoid in its head, the
skins of MediaWiki in their configuration (`RLCONF`), browsers in a remark at the top."""

from __future__ import annotations

import email
import email.policy
import re
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import unquote, urlsplit

from lxml import etree
from lxml import html as lxml_html

from auditor.net.urls import web_url
from auditor.wiki.sites.article import Article
from auditor.wiki.sites.errors import WikiError
from auditor.wiki.wikitext.languages import lang_of_host, names_in
from extractors.encoding import decode_html

MAX_BYTES = 100_000_000
"""Of a saved page."""
_SCRIPTS_READ = 200_000
"""Characters of a page in which its configuration is looked for."""
_REVISION = re.compile(r"/revision/(\d{1,15})(?!\d)", re.ASCII)
_SET = re.compile(
    r'"(wgRevisionId|wgNamespaceNumber|wgAction|wgPageContentLanguage)":\s*("[^"]*"|-?\d{1,15})'
)
_SAVED_FROM = re.compile(r"<!-- saved from url=\(\d{4,}\)(https?://[^\s>]+) -->")
_CONTENT = re.compile(
    r"<[^>]*\b(?:mw-content-(?:ltr|rtl)|mw-parser-output|mw-body-content)\b[^>]*>"
)
_LANG = re.compile(r"""\blang\s*=\s*["']?([A-Za-z][\w-]*)""")
_MARKS = re.compile(
    r"""content=["']MediaWiki\s|\bmw-(?:parser-output|body-content|content-(?:ltr|rtl)|content-text)\b"""
    r"""|\bparsoid-body\b|typeof=["'][^"']*mw:|\bRLCONF\b|"wgPageName"|dc:isVersionOf|\bpcs-[a-z]+-"""
    r"""|class=["'](?:thumbinner|thumbimage|thumbcaption|gallerybox|image)\b|id=["']firstHeading\b"""
)
"""What pages of MediaWiki have, of any age, with their skin or without, mobile-html included."""


@dataclass(frozen=True, slots=True)
class _Facts:
    """What a page says of itself; "" and None where it does not."""

    url: str
    revision: int | None
    lang: str
    """Of its content, which may be another than that of the words around it."""


def saved_article(path: Path, wikitext: Path | None = None) -> Article:
    """A page saved as HTML, with its wikitext where that was saved too. Raises WikiError, also for
    what is no article of a wiki."""
    data = _read(path)
    html = decode_html(_page_of(data) if path.suffix.lower() == ".mhtml" else data, None)
    settings = {name: value.strip('"') for name, value in _SET.findall(html[:_SCRIPTS_READ])}
    _require_article(path, html, settings)
    facts = _facts(html, settings)
    return Article(
        title=_title(facts.url) or path.stem,
        url=facts.url,
        base=path.resolve().as_uri(),
        lang=facts.lang,
        revision=facts.revision,
        html=html,
        wikitext=_text(wikitext) if wikitext else None,
        names=names_in(lang_of_host(urlsplit(facts.url).hostname or "") or facts.lang),
    )


def _require_article(path: Path, html: str, settings: dict[str, str]) -> None:
    if not html.strip():
        raise WikiError(f"{path} is empty")
    if not _MARKS.search(html):
        raise WikiError(f"{path} is no page of a wiki that runs MediaWiki")
    action = settings.get("wgAction", "view")
    if settings.get("wgNamespaceNumber", "0").startswith("-"):
        raise WikiError(f"{path} is a page that the wiki makes, and no article")
    if action not in ("view", "render", "purge"):
        raise WikiError(f"{path} is no article as readers see it (action={action})")


def _facts(html: str, settings: dict[str, str]) -> _Facts:
    try:
        root = lxml_html.document_fromstring(html.partition("<body")[0] or html)
    except (etree.LxmlError, ValueError):
        return _Facts("", None, "")
    links = {link.get("rel"): link.get("href", "") for link in root.iter("link")}
    saved = _SAVED_FROM.search(html[:_SCRIPTS_READ])
    url = links.get("canonical") or links.get("dc:isVersionOf") or (saved[1] if saved else "")
    about = _REVISION.search(root.get("about") or "")
    number = about[1] if about else settings.get("wgRevisionId", "")
    return _Facts(
        web_url(url, "https://"),
        int(number) if number.isdecimal() and int(number) else None,
        settings.get("wgPageContentLanguage") or _content_lang(html) or root.get("lang") or "",
    )


def _content_lang(html: str) -> str:
    found = (_LANG.search(tag[0]) for tag in _CONTENT.finditer(html))
    return next((lang[1] for lang in found if lang), "")


def _title(url: str) -> str:
    return unquote(urlsplit(url).path.rpartition("/wiki/")[2]).replace("_", " ")


def _page_of(data: bytes) -> bytes:
    """The page in a web archive (RFC 2557), as browsers save one."""
    for part in email.message_from_bytes(data, policy=email.policy.default).walk():
        content = part.get_payload(decode=True) if part.get_content_type() == "text/html" else None
        if isinstance(content, bytes):
            return content
    return b""


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
