"""URLs: what a target means, and one spelling for each page. Pure but for looking for files."""

from __future__ import annotations

import re
from mimetypes import MimeTypes
from pathlib import Path, PurePosixPath
from urllib.parse import SplitResult, quote, unquote, urldefrag, urljoin, urlsplit, urlunsplit
from urllib.request import url2pathname

from auditor.errors import AuditorError
from auditor.net.host_names import ascii_host
from auditor.texts.memo import remembered

DEFAULT_PORTS = {"http": 80, "https": 443}

TYPES = MimeTypes(filenames=())
"""Types by ending, as Python knows them: the same on every machine."""

FILES = (".html", ".htm", ".xml", ".txt", ".gz")
"""Endings that no host name has: what ends so and is not there is a file that is missing."""
NO_CONTENT = re.compile(
    r"(?:utm_\w+|fbclid|gclid|dclid|gbraid|wbraid|msclkid|yclid|mc_[ce]id|_ga|_gl|igshid"
    r"|phpsessid|jsessionid|aspsessionid\w*|cfid|cftoken|sess(?:ion)?_?id|oscsid|zenid)(?:=|$)"
    # A word or a number after it may well be a story's.
    r"|sid=(?=[a-z]*\d)(?=\d*[a-z])[0-9a-z]{10,}$",
    re.IGNORECASE,
)
"""Parameters that say who comes from where, and not which page is wanted. A site that writes a
new session into every link has no end otherwise."""
PATH_SESSION = re.compile(
    r";(?:jsessionid|phpsessid|sess(?:ion)?_?id|sid)=[^/?#;]*|/\((?:[A-Z]\([0-9A-Z]+\))+\)(?=/)",
    re.IGNORECASE,
)
"""The same in a path: of Java and PHP behind a semicolon, of ASP.NET as a folder "(S(…))"."""
ESCAPE = re.compile(r"%([0-9A-Fa-f]{2})")
UNRESERVED = re.compile(r"[A-Za-z0-9._~-]")
KEPT = "!$&'()*+,;=:@/%"
"""Beside the unreserved ones: characters that stand in a path as they are (RFC 3986, 3.3)."""


def split(url: str) -> SplitResult:
    """`urlsplit` for what a page wrote, which may be anything: no URL has no parts."""
    try:
        return urlsplit(url)
    except ValueError:
        return SplitResult("", "", "", "", "")


def file_of(src: str | None) -> PurePosixPath:
    """The decoded path of a picture's URL; empty for data: URLs, for none and for no URL."""
    return _file_of(src) if src and not src.startswith("data:") else PurePosixPath()


@remembered
def _file_of(src: str) -> PurePosixPath:
    return PurePosixPath(unquote(split(src).path))


def web_url(reference: str, base: str) -> str:
    """What somebody else wrote, as a URL that may be asked for or linked to: http or https, else
    ""."""
    try:
        url = urljoin(base, reference) if reference else ""
        parts = urlsplit(url)
        known = parts.scheme in DEFAULT_PORTS and bool(parts.hostname) and parts.port != 0
    except ValueError:
        return ""
    return url if known else ""


class TargetError(AuditorError):
    """A target of the command line cannot be scanned; the message is fit to show."""


def target_url(text: str) -> str:
    """The URL that a command-line argument means: a URL, a host name or a file.

    Raises TargetError for a scheme other than http, https and file, and for a missing file.
    """
    path, view = _path_and_view(text)
    if path.exists():
        page = path / "index.html" if path.is_dir() else path
        if not page.is_file():
            raise TargetError(f"{text} is a folder without index.html")
        return canonical(page.resolve().as_uri() + view)
    scheme = text.partition(":")[0].lower() if ":" in text else ""
    if scheme in ("http", "https"):
        return _page_url(text)
    if scheme == "file":
        return _existing_file(text)
    if "://" in text or scheme in ("javascript", "data", "mailto", "about", "blob", "tel", "ftp"):
        raise TargetError(f"{text}: only http, https and file can be scanned, not {scheme}")
    host, slash, _ = text.partition("/")
    if host.partition(":")[0] in ("localhost", "127.0.0.1"):
        return _page_url(f"http://{text}")
    if "." not in host.strip(".") or (not slash and text.lower().endswith(FILES)):
        raise TargetError(f"{text}: there is no such file")
    return _page_url(f"https://{text}")


def _page_url(text: str) -> str:
    """Canonical. Raises TargetError."""
    try:
        parts = urlsplit(text)
        url = canonical(text)
        valid = parts.port != 0 and bool(parts.hostname) and " " not in parts.netloc
    except ValueError:  # a port that is no number, brackets that do not close, no host name
        valid = False
    if not valid:
        raise TargetError(f"{_without_user(text)}: this is not a URL")
    if "@" in parts.netloc:
        host = parts.netloc.rpartition("@")[2]
        raise TargetError(f"{host}: give name and password with --http-auth, not in the URL")
    return url


def _without_user(text: str) -> str:
    """The text without a name and a password before the host: they are secret."""
    return re.sub(r"//[^/]*@", "//", text)


def _path_and_view(text: str) -> tuple[Path, str]:
    """A path as written, and the route after it, "#/boats", when there is one."""
    head, sign, fragment = text.partition("#")
    if sign and route(fragment) and not Path(text).exists():
        return Path(head), sign + fragment
    return Path(text), ""


def _existing_file(text: str) -> str:
    parts = urlsplit(text)
    path = Path(url2pathname(parts.path))
    if not path.is_file():
        raise TargetError(f"{text}: there is no such file")
    return canonical(f"{path.resolve().as_uri()}#{parts.fragment}")


@remembered
def canonical(url: str) -> str:
    """One spelling for URLs that name the same page (RFC 3986, section 6.2). Raises ValueError.

    Scheme and host in lower case and ASCII, no user, no default port, no fragment but a route, no
    dot segments, escapes where they are needed and nowhere else, "/" for an empty path; without the
    parameters that tell where a visitor came from. A file's URL only loses fragment and query.
    """
    plain, fragment = urldefrag(url)
    view = _escaped(route(fragment), KEPT + "?")
    parts = urlsplit(plain)
    scheme = parts.scheme.lower()
    if scheme == "file":
        return urlunsplit((scheme, "", _escaped(parts.path, KEPT), "", view))
    port = "" if parts.port in (None, DEFAULT_PORTS.get(scheme)) else f":{parts.port}"
    path = _escaped(PATH_SESSION.sub("", parts.path), KEPT) or "/"
    if "/." in path:
        path = urlsplit(urljoin("http://host/", path)).path
    query = "&".join(p for p in parts.query.split("&") if not NO_CONTENT.match(p))
    return urlunsplit((scheme, _host(parts) + port, path, _escaped(query, KEPT + "?[]"), view))


def route(fragment: str) -> str:
    """A fragment that names a view which a script shows ("/boats", "!/visit"); "" for a place in
    the page, and for the view that the page begins with."""
    return fragment if fragment.startswith(("/", "!")) and fragment.strip("!/") else ""


def _host(parts: SplitResult) -> str:
    host = ascii_host(parts.hostname or "")
    return f"[{host}]" if ":" in host else host


def _escaped(text: str, kept: str) -> str:
    """Escapes in capitals, none for unreserved characters, one for each that may not stand here."""

    def one(match: re.Match[str]) -> str:
        character = chr(int(match[1], 16))
        return character if UNRESERVED.fullmatch(character) else match[0].upper()

    return quote(ESCAPE.sub(one, text), safe=kept + "~", errors="replace")


def origin(url: str) -> str:
    """Scheme, host and port of a canonical URL; "file://" for a file."""
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc}"


def leads_to_picture(url: str | None) -> bool:
    """Whether an address ends as the file of a picture does, or as a wiki's page about one."""
    return url is not None and _is_picture(url)


@remembered
def _is_picture(url: str) -> bool:
    kind = TYPES.guess_type(split(url).path)[0]
    return kind is not None and kind.startswith("image/")
