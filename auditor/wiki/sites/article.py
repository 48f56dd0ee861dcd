"""An article: one revision, as HTML and as wikitext, from a wiki or from files."""

from __future__ import annotations

from dataclasses import dataclass

from auditor.wiki.sites.api import Api
from auditor.wiki.sites.queries import revision_html, source
from auditor.wiki.sites.site import Site
from auditor.wiki.sites.targets import Target
from auditor.wiki.wikitext.names import SiteNames


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
    of_revision: str = ""
    """URL of this very revision; "" when a file does not say."""
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
        return self.of_revision or self.url or self.base


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
        of_revision=site.revision(found.revision),
        views=found.views,
        notes=found.notes,
    )
