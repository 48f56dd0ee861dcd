"""Types of options, and which of their values may stand in a file that came with a checkout.

Such a file was not written by who runs the program. It says how much is read and how it is judged;
it names no secret, no host to let in, and no file outside its folder. What a type does not say is
harmless is not: a new option is the user's own until its type says otherwise.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import click

BOUNDED = (
    click.Choice,
    click.types.BoolParamType,
    click.types.IntParamType,
    click.types.FloatParamType,
)
"""Types of click whose values reach nothing."""


class Checked(click.ParamType[str]):
    """Text; its values are looked at before a checkout's file may give them."""

    name = "text"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """The text."""
        return str(value)

    def is_harmless(self, value: str, folder: Path) -> bool:
        """Whether a file in `folder` that came with a checkout may say this."""
        raise NotImplementedError


class Words(Checked):
    """Names no file, no host and no secret."""

    def is_harmless(self, value: str, folder: Path) -> bool:
        """See Checked."""
        return True


class ModelName(Checked):
    """The name of a model that is shipped or was fetched, or the folder of one."""

    def is_harmless(self, value: str, folder: Path) -> bool:
        """A name, and nothing that is a path as well."""
        return not is_there(Path(value)) and not is_there(folder / value)


class Place(Checked):
    """A URL, or a file, as a rule of pages."""

    def is_harmless(self, value: str, folder: Path) -> bool:
        """A URL of the web (whether its host is public is seen when it is asked), or files inside
        the folder."""
        # As the command will look for it, too: from where it runs.
        places = [folder / value, Path.cwd() / value]
        if not any(map(is_there, places)):
            on_the_web = value == "auto" or _scheme(value) in ("http", "https")
            return on_the_web or ("://" not in value and ".." not in Path(value).parts)
        return all(_holds(folder, place) for place in places)


class Secret(click.ParamType[str]):
    """Text that is not to be shown. In a variable, a line holds one value."""

    name = "text"
    envvar_list_splitter = "\n"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """The text."""
        return str(value)


class OwnPath(click.Path):
    """A file that only the user names, wherever it lies: it holds a session, or says what to do."""


class OwnSwitch(click.types.BoolParamType):
    """Yes or no, which only the user says: it takes a protection away."""


def is_harmless(kind: click.ParamType[Any], value: Any, folder: Path) -> bool:
    """Whether a file in `folder` that came with a checkout may give this value to an option."""
    if isinstance(kind, Checked):
        return kind.is_harmless(str(value), folder)
    if isinstance(kind, click.Path | click.File):
        named = str(value)
        return not isinstance(kind, OwnPath) and (named == "-" or _stays(folder, Path(named)))
    return isinstance(kind, BOUNDED) and not isinstance(kind, OwnSwitch)


def _scheme(value: str) -> str:
    try:
        return urlsplit(value).scheme
    except ValueError:  # brackets that do not close
        return ""


def is_there(path: Path) -> bool:
    """Whether there is such a file or folder; a file may hold any text in place of a name."""
    try:
        return path.exists()
    except (OSError, ValueError):  # too long, a zero byte
        return False


def _holds(folder: Path, place: Path) -> bool:
    """Whether a page, or all pages of a folder, lie in `folder`; true for what is not there."""
    if not is_there(place):
        return True
    from auditor.crawl.listing import pages_of

    pages = pages_of(place) if place.is_dir() else []
    return all(_inside(folder, path) for path in (place, *pages))


def _stays(folder: Path, path: Path) -> bool:
    """Whether a path lies in the folder, and so does what a program writes beside it:
    report-2.html, scan.db-wal."""
    try:
        whole = folder / path
        beside = [each for each in whole.parent.iterdir() if each.name.startswith(whole.stem)]
    except (OSError, ValueError):  # no such folder, no name
        return False
    return all(_inside(folder, each) for each in (whole, *beside))


def _inside(folder: Path, path: Path) -> bool:
    """Whether a path lies in the folder, all links followed. What is hidden does not count: it
    belongs to other programs, which would obey it."""
    try:
        home = folder.resolve()
        found = (home / path).resolve().relative_to(home)
    except (OSError, RuntimeError, ValueError):  # links in a circle, outside
        return False
    return not any(part.startswith(".") for part in found.parts)
