"""Which certificates of hosts are believed."""

from __future__ import annotations

import ssl
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import httpx

from auditor.errors import AuditorError


class TrustError(AuditorError):
    """A file of certificates cannot be used; the message is fit to show."""


@dataclass(frozen=True, slots=True)
class Trust:
    """Beside those of the system and of certifi. The user's own to say: no scan file holds it."""

    ca_file: Path | None = None
    """Certificates of authorities that are believed too, in PEM."""
    checked: bool = True
    """False: any certificate will do."""

    def context(self) -> ssl.SSLContext:
        """For plain HTTP. Raises TrustError."""
        return _context(self)


@cache
def _context(trust: Trust) -> ssl.SSLContext:
    if not trust.checked:
        return httpx.create_ssl_context(verify=False)
    context = httpx.create_ssl_context()
    context.load_default_certs()
    if trust.ca_file is not None:
        try:
            context.load_verify_locations(trust.ca_file)
        except ssl.SSLError:
            raise TrustError(f"{trust.ca_file} holds no certificate in PEM (--ca-file)") from None
        except OSError as error:
            raise TrustError(f"{trust.ca_file} cannot be read: {error.strerror}") from None
    return context


SYSTEM = Trust()
