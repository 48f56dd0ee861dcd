"""Lets Chromium believe certificates of an authority of one's own.

It has no switch for that: `--ignore-certificate-errors-spki-list` looks at what a host sends and
checks no signature. On Linux it reads NSS' store of the user (docs/linux/cert_management.md in its
source), so it gets a home with a copy of that and the authority in it.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from auditor.browser.options import BrowserError

NODE = "NODE_EXTRA_CA_CERTS"
PEM = re.compile(rb"-----BEGIN CERTIFICATE-----.*?-----END CERTIFICATE-----\s", re.DOTALL)
STORE = Path(".pki", "nssdb")
ELSEWHERE = (
    "--ca-file reaches Chromium on Linux only: add it to the system's certificates, or scan with "
    "--static"
)
NO_TOOL = (
    "--ca-file needs certutil for Chromium: install it (libnss3-tools, nss-tools), or scan with "
    "--static"
)
# What else stands in a home stays where it is: fonts change how a page looks.
FOLDERS = {
    "XDG_DATA_HOME": ".local/share",
    "XDG_CONFIG_HOME": ".config",
    "XDG_CACHE_HOME": ".cache",
}


@contextmanager
def home_with(ca_file: Path | None) -> Iterator[Mapping[str, str]]:
    """Variables for a Chromium that is driven in this block, and believes the authorities in a
    file under them; none for None. Raises BrowserError."""
    if ca_file is None:
        yield {}
        return
    if not sys.platform.startswith("linux"):
        raise BrowserError(ELSEWHERE)
    certutil = shutil.which("certutil")
    if certutil is None:
        raise BrowserError(NO_TOOL)
    own = Path.home()
    with TemporaryDirectory(prefix="auditor-", ignore_cleanup_errors=True) as home:
        store = Path(home, STORE)
        if (own / STORE / "cert9.db").is_file():
            shutil.copytree(own / STORE, store)
        else:
            store.mkdir(parents=True)
            _run(certutil, "-N", "--empty-password", store=store)
        for number, authority in enumerate(PEM.findall(ca_file.read_bytes() + b"\n")):
            name = f"auditor {number}"
            _run(certutil, "-A", "-a", "-n", name, "-t", "C,,", store=store, stdin=authority)
        folders = {name: os.environ.get(name) or str(own / at) for name, at in FOLDERS.items()}
        with _driver_believes(ca_file):
            yield {**folders, "HOME": home}


@contextmanager
def _driver_believes(ca_file: Path) -> Iterator[None]:
    """Playwright's driver asks for pictures that the browser no longer has, and is started with
    the variables of this process."""
    before = os.environ.get(NODE)
    os.environ[NODE] = str(ca_file)
    try:
        yield
    finally:
        if before is None:
            del os.environ[NODE]
        else:
            os.environ[NODE] = before


def _run(*command: str, store: Path, stdin: bytes = b"") -> None:
    """Raises BrowserError."""
    asked = [*command, "-d", f"sql:{store}"]
    done = subprocess.run(asked, input=stdin, capture_output=True, check=False)
    if done.returncode:
        said = done.stderr.decode(errors="replace").strip().splitlines()
        raise BrowserError(f"--ca-file: certutil failed: {said[-1] if said else done.returncode}")
