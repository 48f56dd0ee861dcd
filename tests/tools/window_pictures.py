"""Makes the pictures of the window that the documents show, of the example in docs/example.

    python -m tests.tools.window_pictures [FOLDER]

Writes window.png, window-large.png and window-article.png into FOLDER (docs), without a screen.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

os.environ["QT_QPA_PLATFORM"] = "offscreen"

from PySide6.QtWidgets import QApplication, QWidget

from app.gui.panes.announce import install
from app.gui.window import Window
from auditor.decision import Choice
from tests.tools.pictures import keep

DOCS = Path(__file__).parents[2] / "docs"
EXAMPLE = DOCS / "example"
SIZE = (1280, 800)
WAIT = 120
"""Seconds for a model to load and a text to be scored."""


def main(folder: Path) -> None:
    app = QApplication([])
    app.setStyle("Fusion")
    install()
    with tempfile.TemporaryDirectory() as work:
        site, article = _scans(Path(work))
        window = Window(Path(work) / "window.json")
        window.resize(*SIZE)
        window.show()
        window.activateWindow()
        _show(window, site, "boat.svg")
        _try(window, "Two boats race on a calm sea")
        _keep(window, folder / "window.png")
        _show(window, article, "Boat.jpg")
        _try(window, "A small sailing boat with a white and a red sail on calm water")
        window.actions_by_name[Choice.WRONG.value].trigger()
        _until(lambda: "Decided" in window.announcer.text())
        _go(window, "Boat.jpg")
        _keep(window, folder / "window-article.png")
        _show(window, site, "boat.svg")
        for action in ("theme", "theme", *["larger"] * 5):
            window.actions_by_name[action].trigger()
        _keep(window, folder / "window-large.png")
        window.close()


def _scans(folder: Path) -> tuple[Path, Path]:
    site, article, page = folder / "site.db", folder / "article.db", EXAMPLE / "wiki/garden.html"
    _run("scan", str(EXAMPLE / "index.html"), "--save", str(site))
    text = ["--wikitext", str(page.with_suffix(".wiki"))]
    _run("wiki", str(page), *text, "--save", str(article))
    return site, article


def _run(*words: str) -> None:
    command = [sys.executable, "-P", "-m", "app", *words]
    subprocess.run(command, check=False, stdout=subprocess.DEVNULL)


def _show(window: Window, scan: Path, file: str) -> None:
    """Open a scan, and make the first image of that file current."""
    window.open(scan)
    title = window.header.title  # where this checkout stands is nobody's business
    title.setText(title.text().replace(DOCS.parent.as_uri(), "file://"))
    _until(lambda: window.queue.model.rowCount() > 0 and window.queue.filter.status.count() > 2)
    _go(window, file)


def _go(window: Window, file: str) -> None:
    images = range(window.queue.model.rowCount())
    names = [(window.queue.model.row(n).src or "").rpartition("/")[2] for n in images]
    window.queue.go(names.index(file))
    window.queue.table.setFocus()


def _try(window: Window, text: str) -> None:
    window.trying.box.setPlainText(text)
    _until(lambda: window.trying.best.isVisible())


def _keep(window: QWidget, path: Path) -> None:
    _settle()
    window.grab().save(str(path))
    keep(path.read_bytes(), path)


def _until(holds: Callable[[], bool]) -> None:
    end = time.monotonic() + WAIT
    while not holds():
        if time.monotonic() > end:
            sys.exit("the window did not come so far")
        _settle()


def _settle() -> None:
    for _ in range(20):
        QApplication.processEvents()
        time.sleep(0.01)


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else DOCS)
