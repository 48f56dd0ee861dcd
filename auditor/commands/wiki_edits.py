"""What becomes of the edits of articles: files, and the wiki's editor. Nothing is saved there."""

from __future__ import annotations

import re
import webbrowser
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from auditor.wiki.edits.edits import Edit

_NO_NAME = re.compile(r'[\x00-\x1f<>:"/\\|?*]+')
"""What a file cannot be named with on one system or another."""
_LONGEST = 100


def write_patches(edits: Sequence[Edit], folder: Path) -> None:
    """A diff and a summary for each article that changes, named after it."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for number, edit in enumerate((each for each in edits if each.diff), 1):
            name = _NO_NAME.sub("_", edit.article.title)[:_LONGEST].strip(". ")
            path = folder / f"{number:03} {name}"
            for ending, text in (("diff", edit.diff), ("summary.txt", f"{edit.summary}\n")):
                path.with_name(f"{path.name}.{ending}").write_text(text, "utf-8", newline="")
    except OSError as error:
        raise click.ClickException(f"{folder} cannot be written: {error.strerror}") from error


def open_editor(edits: Sequence[Edit]) -> None:
    """Copy the new wikitext and open the place where a person pastes and saves it. Raises
    click.ClickException where there is no one such place."""
    changed = [edit for edit in edits if edit.place]
    if len(changed) != 1:
        raise click.ClickException(
            f"--open-edit wants one article that changes, not {len(changed)}"
        )
    (edit,) = changed
    assert edit.place is not None
    if not edit.url:
        raise click.ClickException(f"{edit.article.title} does not say which wiki it is of")
    _copy(edit.place.wikitext)
    what = "the page" if edit.place.section is None else "the section"
    click.echo(f"The new wikitext of {what} is on the clipboard; nothing is saved.", err=True)
    if not webbrowser.open(edit.url):
        raise click.ClickException(f"no browser opened; open {edit.url} yourself")


def _copy(text: str) -> None:
    import pyperclip

    try:
        pyperclip.copy(text)
    except pyperclip.PyperclipException:
        raise click.ClickException(
            "there is no clipboard that can be reached (on Linux: install wl-clipboard or xclip); "
            "--patched FILE writes the new wikitext"
        ) from None
