"""Options of `auditor wiki` that say which articles are read, and how their wikis are asked."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from auditor.commands.allow_host import allow_host_option
from auditor.commands.grouped import grouped
from auditor.commands.kinds import Place, Words
from auditor.commands.leave import Leave, LeaveError

if TYPE_CHECKING:
    from auditor.wiki.run import WikiRequest

ENGLISH_WIKIPEDIA = "en.wikipedia.org"


def check(asked: WikiRequest) -> None:
    """Raises click.UsageError for what does not go together, and WikiError for what is no wiki."""
    from auditor.wiki.run import is_saved

    saved = [name for name in asked.named if is_saved(name)]
    if not (asked.targets or saved or asked.lists or asked.dump):
        raise click.UsageError(
            "Name an article, a --category, a --wikiproject, a user (--contributions), a "
            "--user-list or a --dump."
        )
    if asked.dump and asked.lists:
        raise click.UsageError("Lists are asked of a wiki, and --dump asks none.")
    if asked.revision and (len(asked.named) != 1 or asked.lists or saved):
        raise click.UsageError("--revision is of one article of a wiki or a --dump.")
    if asked.wikitext and (len(asked.named) != 1 or not saved):
        raise click.UsageError("--wikitext is of one page that was saved as HTML.")


def _asked(
    *, articles: tuple[str, ...], lists: tuple[Path, ...], max_articles: int, **others: Any
) -> WikiRequest:
    """Raises WikiError."""
    from auditor.wiki.run import WikiRequest
    from auditor.wiki.sites.targets import titles_in

    listed = [title for path in lists for title in titles_in(path)]
    request = WikiRequest((*articles, *listed), most=max_articles, **others)
    context = click.get_current_context()
    given = {"articles": articles, "lists": listed, "wiki": ()}
    if theirs := {name for name in given if context.obj.gave(context, name)}:
        names = tuple(each for name in theirs for each in given[name])
        _check_leave(replace(request, named=names), context.obj.path, mine="wiki" not in theirs)
    return request


def _check_leave(request: WikiRequest, config: Path, *, mine: bool) -> None:
    """Raises LeaveError for what a checkout's file may not name: files outside its folder, wikis in
    a private network. `mine`: the user named the wiki."""
    from auditor.wiki.sites.targets import wiki_url

    if outside := [n for n in request.named if not Place().is_harmless(n, config.parent)]:
        raise LeaveError(f"{config} leads to {outside[0]}, which is not in its folder")
    wiki = wiki_url(request.wiki)
    Leave((wiki,) if mine else ()).check(
        (wiki, *(each.wiki for each in request.targets)),
        f"{config} names wikis in this machine's network; name them on the command line",
    )


asked_options = grouped(
    "asked",
    _asked,
    click.argument("articles", nargs=-1, type=Place(), metavar="TITLE|URL|FILE..."),
    click.option(
        "--wiki",
        type=Place(),
        default=ENGLISH_WIKIPEDIA,
        show_default=True,
        metavar="HOST|URL",
        help="Where titles are looked for: any wiki that runs MediaWiki.",
    ),
    click.option(
        "--revision", type=click.IntRange(min=1), help="Read this revision of the article."
    ),
    click.option(
        "--category",
        "categories",
        type=Words(),
        multiple=True,
        metavar="NAME",
        help="Read the articles of this category; may be repeated. Of lists, those come first that "
        "most people read.",
    ),
    click.option(
        "--wikiproject",
        "projects",
        type=Words(),
        multiple=True,
        metavar="NAME",
        help="Read the articles of this WikiProject; may be repeated.",
    ),
    click.option(
        "--contributions",
        "users",
        type=Words(),
        multiple=True,
        metavar="USER",
        help="Read the articles that this user edited; may be repeated.",
    ),
    click.option(
        "--views",
        type=click.Path(exists=True, dir_okay=False, path_type=Path),
        help="Views a day, a title and a number a line (CSV), for wikis that do not count them, or "
        "not as wanted.",
    ),
    click.option(
        "--user-list",
        "lists",
        multiple=True,
        type=click.Path(exists=True, dir_okay=False, path_type=Path),
        help="Read the articles in this list: titles or addresses, one a line, also as "
        "wikitext with [[links]]; may be repeated.",
    ),
    click.option(
        "--max-articles",
        type=click.IntRange(min=1),
        default=50,
        show_default=True,
        help="Articles in all.",
    ),
    click.option(
        "--dump",
        type=click.Path(exists=True, dir_okay=False, path_type=Path),
        help="Look for the titles in this export of a wiki (XML, also .bz2 or .gz) and ask no "
        "wiki; without titles, read all its articles. It holds no HTML, so pictures and what "
        "templates make stay unknown.",
    ),
    click.option(
        "--wikitext",
        type=click.Path(exists=True, dir_okay=False, path_type=Path),
        help="The wikitext of the saved page (FILE.html) that is named.",
    ),
    click.option(
        "--contact",
        type=Words(),
        default="",
        metavar="MAIL|URL",
        help="Whom a wiki may reach about this program's requests: Wikimedia wants it in the "
        "User-Agent. Keep it in the configuration file.",
    ),
    allow_host_option,
    click.option("--fresh", is_flag=True, help="Ask also for what is kept of earlier runs."),
)
"""A command with them takes a WikiRequest as `asked`."""
