"""Certificates for tests, made by openssl: an authority, and a host on loopback that it vouches
for."""

from __future__ import annotations

import subprocess
from dataclasses import dataclass
from pathlib import Path

HOST = (
    "subjectAltName=DNS:localhost,IP:127.0.0.1\n"
    "basicConstraints=CA:FALSE\n"
    "extendedKeyUsage=serverAuth\n"
)


@dataclass(frozen=True, slots=True)
class Made:
    authority: Path
    host: Path
    """Certificate and key in one file."""


def make_certificates(folder: Path) -> Made:
    """Good for 30 days."""
    authority, key = folder / "authority.pem", folder / "authority.key"
    new = ("req", "-newkey", "rsa:2048", "-nodes")
    _openssl(
        *(*new, "-x509", "-subj", "/CN=Our authority", "-days", "30"),
        *("-addext", "basicConstraints=critical,CA:TRUE", "-keyout", key, "-out", authority),
    )
    request, host_key, host = folder / "host.csr", folder / "host.key", folder / "host.pem"
    _openssl(*new, "-subj", "/CN=localhost", "-keyout", host_key, "-out", request)
    extensions = folder / "host.ext"
    extensions.write_text(HOST)
    _openssl(
        *("x509", "-req", "-in", request, "-CA", authority, "-CAkey", key, "-CAcreateserial"),
        *("-days", "30", "-extfile", extensions, "-out", host),
    )
    host.write_bytes(host.read_bytes() + host_key.read_bytes())
    return Made(authority, host)


def _openssl(*arguments: object) -> None:
    subprocess.run(["openssl", *map(str, arguments)], check=True, capture_output=True)
