"""A wiki as its API describes itself (`meta=siteinfo|filerepoinfo`): addresses and names."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import parse_qs, quote, unquote, urljoin, urlsplit

from auditor.net.urls import split, web_url
from auditor.wiki.sites.errors import WikiError
from auditor.wiki.wikitext.names import SiteNames, site_names

CATEGORY = 14
"""Number of its namespace on every wiki (MediaWiki, Defines.php)."""
_KEPT = ";@$!*(),/~:"
"""What MediaWiki leaves as it is in a title within a URL."""


@dataclass(frozen=True, slots=True)
class Site:
    """One wiki."""

    api: str
    """URL of api.php."""
    rest: str
    """URL of the REST API, version 1, without a slash at the end."""
    script: str
    """URL of index.php."""
    paths: tuple[str, ...]
    """URLs of articles with `$1` for the title and `$2` for a variant; the usual one first."""
    lang: str
    """Language of the content."""
    names: SiteNames
    categories: frozenset[str]
    """Names of the namespace of categories, in lower case."""
    files_api: str | None = None
    """URL of api.php of the wiki that it takes shared files from; None: it takes none."""

    def page(self, title: str) -> str:
        """URL of an article."""
        return self.paths[0].replace("$1", in_url(title))

    def revision(self, number: int) -> str:
        """URL of one revision, for good."""
        return f"{self.script}?oldid={number}"

    def edit(self, title: str, section: int | None = None) -> str:
        """URL where an article, or one section of it, is edited."""
        part = "" if section is None else f"&section={section}"
        return f"{self.script}?title={in_url(title)}&action=edit{part}"

    def category(self, name: str) -> str:
        """The full title of a category, named with its namespace or without."""
        prefix, colon, _ = name.partition(":")
        own = bool(colon) and prefix.strip().lower() in self.categories
        return name if own else f"Category:{name}"

    def title_of(self, url: str) -> tuple[str, int | None]:
        """(title, revision) that a URL of this wiki names: "" or None where it names none.
        Raises WikiError when it names neither."""
        parts = split(url)
        query = {key: values[-1] for key, values in parse_qs(parts.query).items()}
        title = query.get("title", "") or self._title_in(parts.path)
        revision = _number(query.get("diff")) or _number(query.get("oldid"))
        if not title and revision is None:
            raise WikiError(f"{url}: this names no article of {urlsplit(self.api).netloc}")
        return title.replace("_", " ").strip(), revision

    def _title_in(self, path: str) -> str:
        script = urlsplit(self.script).path
        if path == script:
            return ""
        patterns = [f"{script}/$1", *(urlsplit(each).path for each in self.paths)]
        for pattern in filter(lambda each: "$1" in each, patterns):
            words = re.escape(pattern).replace(r"\$1", "(?P<title>.+)").replace(r"\$2", "[^/]+")
            if match := re.fullmatch(words, path):
                title: str = unquote(match["title"])
                return title
        return ""


def read_site(api: str, query: Mapping[str, Any]) -> Site:
    """The wiki whose API at `api` answered with `query` (formatversion 2). Raises WikiError."""
    try:
        general = query["general"]
        server = _web(api, general["server"])  # which may leave out the scheme
        variants = general.get("variantarticlepath") or None
        paths = [_web(server, path) for path in (general["articlepath"], variants) if path]
        own = query["namespaces"].get(str(CATEGORY), {})
        aliases = (a["alias"] for a in query["namespacealiases"] if a["id"] == CATEGORY)
        return Site(
            api=api,
            # Beside the API that was found, and not where the wiki says: that might be anywhere.
            rest=urljoin(api, "rest.php/v1"),
            script=_web(server, general["script"]),
            paths=tuple(paths),
            lang=general["lang"],
            names=site_names(query),
            categories=frozenset(
                name.lower() for name in ("Category", own.get("name", ""), *aliases) if name
            ),
            files_api=_shared(server, query.get("repos", ())),
        )
    except (KeyError, TypeError, AttributeError, ValueError) as error:
        raise WikiError(f"{api} does not describe its wiki as MediaWiki does ({error!r})") from None


def _shared(server: str, repos: Any) -> str | None:
    """`filerepoinfo`: where the first repository that is not the wiki's own has its scripts."""
    for repo in repos:
        if repo.get("name") != "local" and (place := repo.get("scriptDirUrl")):
            return f"{_web(server, place)}/api.php"
    return None


def _web(base: str, reference: str) -> str:
    """Raises ValueError for what is no address of the web."""
    if not (url := web_url(reference, base)):
        raise ValueError(reference)
    return url


def _number(text: str | None) -> int | None:
    found = int(text) if text and re.fullmatch(r"[0-9]{1,15}", text) else 0
    return found or None


def in_url(title: str) -> str:
    """A title as MediaWiki writes it in URLs."""
    return quote(title.replace(" ", "_"), safe=_KEPT)
