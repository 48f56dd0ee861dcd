"""Where a finding stands, as code hosts want it: a path in the repository.

A file of the checkout has one. A page of a server has none: its host and path stand for it, without
a scheme, since a code host refuses a whole report for one address that is not a path.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from urllib.parse import quote, unquote

from auditor.net.urls import split
from auditor.pages.source_lines import line_of
from auditor.reports.addresses import LIMIT
from auditor.reports.words import printable, shorten
from auditor.results import JudgedUse

_MARK = ".git"
"""What lies in the topmost folder of a checkout."""
_HTML, _SELECTOR = 500, 1000
"""Characters."""


@dataclass(frozen=True, slots=True)
class FindingPlace:
    """One place that a finding is on."""

    url: str
    """Of the page."""
    path: str
    """Relative, with "/", not encoded: from the top of the checkout, or host and path."""
    line: int | None
    """From 1; None: a page has no lines."""
    selector: str = ""
    html: str = ""

    @property
    def reference(self) -> str:
        """The path as a relative reference (RFC 3986, section 4.2): no scheme, no query."""
        return quote(self.path, safe="/-._~!$&'()*+,;=@")

    @property
    def on_server(self) -> str:
        """The address of a page that is no file of the checkout; "" for a file."""
        return "" if self.url.startswith("file:") else self.url


def place_of(use: JudgedUse, root: Path) -> FindingPlace:
    """Where an image use stands; `root`: the top of the checkout."""
    record = use.record
    html, selector = shorten(record.html, _HTML), shorten(record.selector, _SELECTOR)
    return FindingPlace(
        printable(use.page_url[:LIMIT]),
        path_in(root, use.page_url),
        line_of(record),
        selector,
        html,
    )


def page_place(url: str, root: Path) -> FindingPlace:
    """A page as a whole."""
    return FindingPlace(printable(url[:LIMIT]), path_in(root, url), None)


def path_in(root: Path, url: str) -> str:
    """ "docs/index.html" for a file below `root`, "example.org/foxes" for a page of a server,
    "page" where there is nothing to name."""
    parts = split(url[:LIMIT])
    if parts.scheme == "file":
        return _file_path(PurePosixPath(unquote(parts.path)), root)
    if parts.netloc:
        query = f"?{parts.query}" if parts.query else ""
        view = f"#{parts.fragment}" if parts.fragment else ""
        return _plain(f"{parts.netloc.rpartition('@')[2]}{unquote(parts.path)}{query}{view}")
    return _plain(url[:LIMIT])


def _file_path(path: PurePosixPath, root: Path) -> str:
    top = PurePosixPath(root.as_posix())
    drive = PurePosixPath(str(path).lstrip("/"))  # "/C:/site/a.html", as a file: URL has it
    for spelling in (path, drive):
        if spelling.is_relative_to(top):
            return _plain(str(spelling.relative_to(top)))
    return _plain(str(path))


def _plain(path: str) -> str:
    """No empty and no dot segments, which lead out of a checkout."""
    segments = [part for part in printable(path).split("/") if part not in ("", ".", "..")]
    return "/".join(segments) or "page"


def checkout() -> Path:
    """The top of the checkout that the program was started in; without one, that folder itself."""
    try:
        here = Path.cwd().resolve()
    except OSError:
        return Path("/")
    return next((folder for folder in (here, *here.parents) if (folder / _MARK).exists()), here)
