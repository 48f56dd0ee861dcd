"""`auditor extension`: the browser extension as files that browsers and their stores take.

It lies in two places: what is its own in `app/extension/`, and the scripts that a scan runs in
pages too in `auditor/browser/in_page/`. Browsers load nothing from outside one folder, so the two
are joined here.
"""

from __future__ import annotations

import base64
import hashlib
import json
import zipfile
from collections.abc import Iterator
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

import click

from auditor import __version__
from auditor.browser.in_page import FOLDER as SHARED

SOURCE = files("app").joinpath("extension")
SHARED_NAMES = ("dom.js", "settle.js", "snapshot.js")
"""The scripts of a scan that the extension runs in pages too; they stand beside its own."""
Manifest = dict[str, Any]


@click.command()
@click.option(
    "--output",
    "folder",
    type=click.Path(file_okay=False, path_type=Path),
    default=Path(),
    help="Folder for the files; the one you are in unless named.",
)
@click.option(
    "--unpacked",
    is_flag=True,
    help="Folders in place of zip files: what browsers load while it is worked on.",
)
def extension(folder: Path, unpacked: bool) -> None:
    """Write the browser extension as two zip files, for Chromium and for Firefox.

    Example: auditor extension --output dist
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for browser, fitted in {"chromium": for_chromium, "firefox": for_firefox}.items():
            name = f"alt-text-auditor-{__version__}-{browser}"
            if unpacked:
                path = folder / name
                write_folder(path, fitted(manifest()))
            else:
                path = folder / f"{name}.zip"
                write_zip(path, for_store(fitted(manifest())))
            click.echo(path)
    except OSError as error:
        raise click.ClickException(f"{folder} cannot be written: {error.strerror}") from error


def manifest() -> Manifest:
    """The manifest that serves both browsers, each of which warns of what is the other's."""
    found: Manifest = json.loads(SOURCE.joinpath("manifest.json").read_text("utf-8"))
    return found


def for_chromium(both: Manifest) -> Manifest:
    """Without what only Firefox knows."""
    left_out = ("sidebar_action", "browser_specific_settings")
    kept = {key: value for key, value in both.items() if key not in left_out}
    return kept | {"background": _without(both["background"], "scripts")}


def for_store(fitted: Manifest) -> Manifest:
    """Without the key that gives a folder of the extension the same id wherever it lies: Chromium's
    store gives an id itself, and takes no key."""
    return _without(fitted, "key")


def chromium_id(key: str) -> str:
    """The id that Chromium gives an extension with this public key (base64 of DER): the first half
    of its SHA-256, with the letters a to p for the hexadecimal digits."""
    digest = hashlib.sha256(base64.b64decode(key)).hexdigest()[:32]
    return "".join(chr(ord("a") + int(digit, 16)) for digit in digest)


def for_firefox(both: Manifest) -> Manifest:
    """Without what only Chromium knows."""
    left_out = ("side_panel", "minimum_chrome_version", "key")
    kept = {key: value for key, value in both.items() if key not in left_out}
    return kept | {
        "background": _without(both["background"], "service_worker"),
        "permissions": [name for name in both["permissions"] if name != "sidePanel"],
    }


def write_zip(path: Path, fitted: Manifest) -> None:
    """The extension with this manifest; the same files give the same bytes."""
    with zipfile.ZipFile(path, "w") as out:
        for name, data in joined(fitted):
            out.writestr(zipfile.ZipInfo(name), data, zipfile.ZIP_DEFLATED)


def write_folder(folder: Path, fitted: Manifest) -> None:
    """The extension with this manifest, over what an earlier call wrote there."""
    for name, data in joined(fitted):
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)


def joined(fitted: Manifest) -> Iterator[tuple[str, bytes]]:
    """Name and bytes of each file of the extension with this manifest, by name."""
    found = dict(_files(SOURCE))
    found |= {f"in_page/{name}": SHARED.joinpath(name) for name in SHARED_NAMES}
    for name, file in sorted(found.items()):
        if name == "manifest.json":
            yield name, json.dumps(fitted, indent=2).encode() + b"\n"
        else:
            yield name, file.read_bytes()


def _files(folder: Traversable, prefix: str = "") -> Iterator[tuple[str, Traversable]]:
    for each in folder.iterdir():
        if each.is_dir():
            yield from _files(each, f"{prefix}{each.name}/")
        else:
            yield f"{prefix}{each.name}", each


def _without(mapping: Manifest, key: str) -> Manifest:
    return {name: value for name, value in mapping.items() if name != key}
