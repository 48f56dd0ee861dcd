"""Which local files a page may bring into its report: those of the folder that the user named.

A page that somebody saved, or a folder that was downloaded, may name any file of this machine.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit
from urllib.request import url2pathname

from auditor.net.urls import split
from auditor.pages.page import PictureMissing

OUTSIDE = "it lies outside the folder that was named"
FROM_NETWORK = "a page from the network names a local file"
NO_FILE = "there is no such file"


@dataclass(frozen=True, slots=True)
class LocalFiles:
    """The folders that are open to the pages in them and below."""

    folders: tuple[Path, ...] = ()
    """Empty: each page's own folder."""

    def within(self, url: str, page_url: str) -> Path:
        """The file at a file: URL that a page names, with all links followed: it lies in a folder
        that holds the page too. Raises PictureMissing."""
        if split(page_url).scheme != "file":
            raise PictureMissing(FROM_NETWORK)
        page, named = path_of(page_url), path_of(url)
        try:
            file = named.resolve()
            roots = [folder.resolve() for folder in self.folders or (page.parent,)]
            own = page.resolve()
        except (OSError, ValueError, RuntimeError):  # links that lead to themselves
            raise PictureMissing(NO_FILE) from None
        if not any(file.is_relative_to(root) and own.is_relative_to(root) for root in roots):
            raise PictureMissing(OUTSIDE)
        return file


OWN_FOLDER = LocalFiles()


def path_of(url: str) -> Path:
    """The path in a file: URL. Raises PictureMissing for one of another machine, which a system
    might go and ask."""
    parts = urlsplit(url)
    path = url2pathname(parts.path)
    if parts.netloc not in ("", "localhost") or path.startswith(("//", "\\\\")):
        raise PictureMissing("it names a file of another machine")
    if "\0" in path:
        raise PictureMissing(NO_FILE)
    return Path(path)
