"""Options that let the scanner into a site. What they hold is never stored or printed."""

from __future__ import annotations

import base64
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

import click

from auditor.commands.grouped import grouped
from auditor.commands.kinds import OwnPath, OwnSwitch, Secret
from auditor.net.credentials import Access, read_state
from auditor.net.trust import Trust
from auditor.net.urls import origin

SECRET = ("--header", "--cookie", "--http-auth")
TOKEN = re.compile(r"[!#$%&'*+.^_`|~0-9A-Za-z-]+")
"""Name of a header or a cookie (RFC 9110, section 5.6.2)."""


@dataclass(frozen=True, slots=True)
class SessionOptions:
    """What was given, as written."""

    storage_state: Path | None
    headers: tuple[str, ...]
    cookies: tuple[str, ...]
    http_auth: str | None
    logged_in: str | None
    ca_file: Path | None
    insecure: bool

    def access(self, targets: Iterable[str]) -> Access:
        """Headers and cookies are for the origins of `targets`. Raises AccessError, TrustError
        and click.ClickException."""
        origins = tuple(dict.fromkeys(p for p in map(origin, targets) if p.startswith("http")))
        headers = _pairs(self.headers, ":", "--header", "NAME: VALUE")
        if self.http_auth is not None:
            headers["Authorization"] = _basic(self.http_auth)
        cookies = _pairs(self.cookies, "=", "--cookie", "NAME=VALUE")
        state = read_state(self.storage_state, origins) if self.storage_state else None
        trust = Trust(self.ca_file, not self.insecure)
        trust.context()
        return Access(origins, headers, cookies, state, self.kinds, trust)

    @property
    def kinds(self) -> tuple[str, ...]:
        """The options that were given."""
        given = {
            "--storage-state": self.storage_state,
            "--header": self.headers,
            "--cookie": self.cookies,
            "--http-auth": self.http_auth,
        }
        return tuple(option for option, value in given.items() if value)


def _pairs(values: Sequence[str], sign: str, option: str, form: str) -> dict[str, str]:
    """Messages name the place, never the value: it is a secret."""
    found = {}
    for number, text in enumerate(_lines(values, option), 1):
        name, found_sign, value = text.partition(sign)
        if not found_sign or not TOKEN.fullmatch(name.strip()) or "\n" in value:
            raise click.ClickException(f"{option}, number {number}: write {form}")
        found[name.strip()] = value.strip()
    return found


def _basic(text: str) -> str:
    (pair,) = _lines([text], "--http-auth")[:1] or [""]
    if ":" not in pair:
        raise click.ClickException("--http-auth: write NAME:PASSWORD")
    return "Basic " + base64.b64encode(pair.encode()).decode()


def _lines(values: Iterable[str], option: str) -> list[str]:
    """The values, those of files named with @ included."""
    found: list[str] = []
    for value in values:
        if not value.startswith("@"):
            found.append(value.strip())
            continue
        path = Path(value[1:])
        try:
            written = path.read_text("utf-8-sig").splitlines()
        except (OSError, UnicodeError) as error:
            raise click.ClickException(f"{option}: {path} cannot be read: {error}") from error
        found += [line.strip() for line in written if line.strip()]
    return found


def _marker(ctx: click.Context, param: click.Parameter, value: str | None) -> str | None:
    if value is not None:
        from extractors.signals import check_marker  # loads the parser

        try:
            check_marker(value)
        except ValueError as error:
            raise click.BadParameter(str(error), ctx, param) from error
    return value


session_options = grouped(
    "session",
    SessionOptions,
    click.option(
        "--storage-state",
        type=OwnPath(exists=True, dir_okay=False, path_type=Path),
        help="Be signed in: cookies and storage that Playwright saved (storage_state).",
    ),
    click.option(
        "--header",
        "headers",
        type=Secret(),
        multiple=True,
        metavar="'NAME: VALUE'|@FILE",
        help="Send this header to the sites that you name, and to no other; @FILE reads it from a "
        "file, a line each. May be repeated.",
    ),
    click.option(
        "--cookie",
        "cookies",
        type=Secret(),
        multiple=True,
        metavar="NAME=VALUE|@FILE",
        help="Send this cookie to the sites that you name. May be repeated.",
    ),
    click.option(
        "--http-auth",
        type=Secret(),
        metavar="NAME:PASSWORD|@FILE",
        help="Name and password for the sites that you name (basic authentication).",
    ),
    click.option(
        "--logged-in",
        metavar="SELECTOR|text=TEXT",
        callback=_marker,
        help="What every page shows while the session holds. When it is gone, the scan ends, and "
        "--resume goes on with a new session.",
    ),
    click.option(
        "--ca-file",
        type=OwnPath(exists=True, dir_okay=False, path_type=Path),
        help="Believe certificates of these authorities (PEM) too, beside the system's.",
    ),
    click.option(
        "--insecure",
        type=OwnSwitch(),
        is_flag=True,
        help="Check no certificate: whoever stands between can read and change what is sent, the "
        "session too. The report says so.",
    ),
)
"""A command with them takes SessionOptions as `session`."""
