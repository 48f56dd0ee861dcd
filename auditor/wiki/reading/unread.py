"""Images that the wikitext of an article from files seems to have, and that were not read."""

from __future__ import annotations

from auditor.reports.words import counted, printable
from auditor.wiki.sites.article import Article
from auditor.wiki.wikitext.file_uses import unknown_spaces


def not_read(article: Article) -> str:
    """Why not all images of the wikitext are known: names of namespaces that MediaWiki does not
    have in the article's language; "" where nothing of the kind is in it, or the wiki was asked."""
    if article.wikitext is None or article.names.told:
        return ""
    found = unknown_spaces(article.wikitext, article.names)
    if not found:
        return ""
    links = counted(found.total(), "link")
    looks = "looks" if found.total() == 1 else "look"
    spaces = ", ".join(f"“{printable(space)}:”" for space in found)
    lang = f" (“{article.names.lang}”)" if article.lang else ", which the file does not tell"
    return (
        f"{links} in the wikitext of {article.title} {looks} like images, but {spaces} is no "
        f"namespace of files in the language of its wiki{lang}: not read"
    )
