"""Makes the pictures of reports in the documents: `python -m tests.tools.pictures`.

Each is of today's program and its own example, and says in itself which model scored it, so that a
test finds pictures that were left behind.
"""

from __future__ import annotations

import io
import re
import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path

from PIL import Image
from PIL.PngImagePlugin import PngInfo
from playwright.sync_api import sync_playwright

from auditor.browser.chromium import executable
from models.manifest import read_manifest
from models.registry import find
from tests.tools.quoted import EXAMPLE, QUOTED_PORT, ROOT, run

DOCS = ROOT / "docs"
MODEL = "Model"
"""Name of the text in a picture that says by which model it was scored."""
SIZE = {"width": 1100, "height": 1750}
"""Of the page, in CSS pixels."""


def shipped_model() -> str:
    """What the pictures say of the model that ships with the program."""
    return read_manifest(find("compact")).sha256


def said_model(picture: Path) -> str | None:
    """By which model a picture says that it was scored."""
    with Image.open(picture) as image:
        return image.info.get(MODEL)


def keep(png: bytes, target: Path) -> None:
    """Write a picture in 256 colours, with the model in it."""
    told = PngInfo()
    told.add_text(MODEL, shipped_model())
    image = Image.open(io.BytesIO(png)).convert("RGB").quantize(256, dither=Image.Dither.NONE)
    image.save(target, optimize=True, pnginfo=told)


def at_quoted_port(text: str) -> str:
    """The example where the documents say that it is served."""
    return re.sub(r"(?<=127\.0\.0\.1:)\d+", str(QUOTED_PORT), text)


def report(folder: Path) -> Path:
    """The report on the example page."""
    target = folder / "report.html"
    run(f"scan http://127.0.0.1:{QUOTED_PORT}/ --no-save --output {target}")
    return target


def article(folder: Path) -> Path:
    """The report on the example article."""
    target = folder / "wikipedia.html"
    wiki = EXAMPLE / "wiki"
    run(f"wiki {wiki / 'garden.html'} --wikitext {wiki / 'garden.wiki'} --output {target}")
    return target


PAGES: Mapping[str, Callable[[Path], Path]] = {"report.png": report, "wikipedia.png": article}


def main() -> None:
    """Make each."""
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=executable(playwright.chromium.executable_path), args=["--no-sandbox"]
        )
        page = browser.new_page(viewport=SIZE)
        for name, make in PAGES.items():
            made = make(Path(folder))
            made.write_text(at_quoted_port(made.read_text("utf-8")), "utf-8")
            page.goto(made.as_uri())
            keep(page.screenshot(), DOCS / name)
            print(DOCS / name)
        browser.close()


if __name__ == "__main__":
    main()
