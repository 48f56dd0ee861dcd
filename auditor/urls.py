"""URLs: canonical form and scope. Pure functions."""

from __future__ import annotations

from mimetypes import MimeTypes
from pathlib import Path, PurePosixPath
from urllib.parse import SplitResult, unquote, urldefrag, urlsplit, urlunsplit
from urllib.request import url2pathname

DEFAULT_PORTS = {"http": 80, "https": 443}

TYPES = MimeTypes(filenames=())
"""Types by ending, as Python knows them: the same on every machine."""
PAGE_TYPES = (None, "text/html", "application/xhtml+xml")


def split(url: str) -> SplitResult:
    """`urlsplit` for what a page wrote, which may be anything: no URL has no parts."""
    try:
        return urlsplit(url)
    except ValueError:
        return SplitResult("", "", "", "", "")


def file_of(src: str | None) -> PurePosixPath:
    """The decoded path of a picture's URL; empty for data: URLs, for none and for no URL."""
    if not src or src.startswith("data:"):
        return PurePosixPath()
    return PurePosixPath(unquote(split(src).path))


class TargetError(Exception):
    """A target of the command line cannot be scanned; the message is fit to show."""


def target_url(text: str) -> str:
    """The URL that a command-line argument means: a URL, a host name or a file.

    Raises TargetError for a scheme other than http, https and file, and for a missing file.
    """
    path = Path(text)
    if path.exists():
        page = path / "index.html" if path.is_dir() else path
        if not page.is_file():
            raise TargetError(f"{text} is a folder without index.html")
        return page.resolve().as_uri()
    scheme = text.partition(":")[0].lower() if ":" in text else ""
    if scheme in ("http", "https"):
        return canonical(_with_host(text))
    if scheme == "file":
        return _existing_file(text)
    if "://" in text or scheme in ("javascript", "data", "mailto", "about", "blob", "tel", "ftp"):
        raise TargetError(f"{text}: only http, https and file can be scanned, not {scheme}")
    host, slash, _ = text.partition("/")
    if host.partition(":")[0] in ("localhost", "127.0.0.1"):
        return canonical(_with_host(f"http://{text}"))
    if "." not in host.strip(".") or (not slash and text.lower().endswith((".html", ".htm"))):
        raise TargetError(f"{text}: there is no such file")
    return canonical(_with_host(f"https://{text}"))


def _with_host(text: str) -> str:
    try:
        parts = urlsplit(text)
        valid = parts.port != 0 and bool(parts.hostname) and " " not in parts.netloc
    except ValueError:  # a port that is no number, brackets that do not close
        valid = False
    if not valid:
        raise TargetError(f"{text}: this is not a URL")
    return text


def _existing_file(text: str) -> str:
    path = Path(url2pathname(urlsplit(text).path))
    if not path.is_file():
        raise TargetError(f"{text}: there is no such file")
    return path.resolve().as_uri()


def canonical(url: str) -> str:
    """One spelling for URLs that name the same page (RFC 3986, section 6.2).

    Scheme and host in lower case, no default port, no fragment, "/" for an empty path.
    """
    parts = urlsplit(urldefrag(url).url)
    scheme = parts.scheme.lower()
    if scheme == "file":
        return urlunsplit(parts)
    host = (parts.hostname or "").lower()
    if ":" in host:
        host = f"[{host}]"
    port = "" if parts.port in (None, DEFAULT_PORTS.get(scheme)) else f":{parts.port}"
    user = f"{parts.username}@" if parts.username else ""
    return urlunsplit((scheme, user + host + port, parts.path or "/", parts.query, ""))


def in_scope(url: str, start: str) -> bool:
    """Whether a link found on the way from `start` belongs to the same site.

    A site is one origin; for files, the folder of the start page and what lies below.
    """
    try:
        link, home = urlsplit(url), urlsplit(start)
        link.port  # noqa: B018 - raises ValueError when it is no port
    except ValueError:
        return False
    if link.scheme != home.scheme or link.netloc != home.netloc:
        return False
    if TYPES.guess_type(link.path)[0] not in PAGE_TYPES:
        return False  # a picture, a paper, an archive: never a page, so it is not asked for
    return link.scheme != "file" or link.path.startswith(home.path.rpartition("/")[0] + "/")
