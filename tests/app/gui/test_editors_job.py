"""An editor's whole job in the window, on articles of three wikis in three languages, as Orca says
it: find the image, write its text, decide, hear the edit with its summary in the wiki's words."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

pytest.importorskip("PySide6.QtWidgets", exc_type=ImportError)

from click.testing import CliRunner

from auditor.commands.cli import cli
from tests.app.gui.desktop import missing
from tests.app.gui.test_screen_reader import desktop, job  # noqa: F401

pytestmark = pytest.mark.skipif(
    bool(missing()), reason=f"not installed: {', '.join(missing())} (scripts/setup.sh)"
)
# Namespace of files, thumb and alternative text; a caption, the text, and how the summary begins.
WIKIS = {
    "de": (
        *("Datei", "mini", "alternativtext", "Die Katze im Hof"),
        *("Eine Katze auf einer Mauer", "Alternativtexte: 1 ergänzt"),
    ),
    "es": (
        *("Archivo", "miniatura", "alt", "El gato del patio"),
        *("Un gato sobre un muro", "Textos alternativos: 1 añadidos"),
    ),
    "fr": (
        *("Fichier", "vignette", "alt", "Le chat de la cour"),
        *("Un chat sur un mur", "Textes alternatifs: 1 ajoutés"),
    ),
}
PAGE = (
    '<!DOCTYPE html><html lang="{lang}"><head><title>Felis</title>'
    '<link rel="canonical" href="https://{lang}.wikipedia.org/wiki/Felis"></head><body>'
    '<h1 id="firstHeading">Felis</h1><div class="mw-content-ltr mw-parser-output" lang="{lang}">'
    '<p>Felis catus.</p><figure typeof="mw:File/Thumb"><a class="mw-file-description" '
    'href="/wiki/{space}:Cat.png"><img src="Cat.png" width="200" height="150"></a>'
    "<figcaption>{caption}</figcaption></figure></div></body></html>"
)


def article(lang: str, folder: Path, picture: bytes) -> Path:
    """A scan file with the article, as `auditor wiki --save` writes it."""
    space, thumb, _, caption, *_ = WIKIS[lang]
    folder.mkdir()
    (folder / "Cat.png").write_bytes(picture)
    html = PAGE.format(lang=lang, space=space, caption=caption)
    (folder / "page.html").write_text(html, "utf-8")
    (folder / "page.wiki").write_text(f"Felis catus.\n[[{space}:Cat.png|{thumb}|{caption}]]\n")
    words = [folder / "page.html", "--wikitext", folder / "page.wiki", "--no-score", "--no-ocr"]
    CliRunner().invoke(cli, ["wiki", *map(str, words), "--save", str(folder / "felis.db")])
    return folder / "felis.db"


def test_an_editors_job_in_three_languages_is_heard(job, tmp_path, picture_bytes):  # noqa: F811
    for lang, (_, _, key, caption, text, summary) in WIKIS.items():
        path = article(lang, tmp_path / lang, picture_bytes("red"))
        job.start([sys.executable, "-P", "-m", "app", "gui", str(path)], "1 of 1")
        job.press("Return", "Detail.", "Status: missing.")
        job.press("End", "")
        job.press("Escape", "Queue.")
        job.press("ctrl+t", "Try a text: text.")
        job.type(text, "notification Quality ")
        job.press("ctrl+2", f"notification Decided: wrong, better: “{text}”.")
        job.press("ctrl+shift+d", "The edit", "Copied: the diff", f"Summary: {summary}")
        job.press("alt+l", "The diff, line by line", "From line: 1")
        job.press("End", f"|{key}={text}|{caption}")
        job.press("Escape", "Try a text: text.")
        job.press("ctrl+q")
        job.end()
