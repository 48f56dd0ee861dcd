"""The manual page, for `man auditor`: `python -m app.manual > docs/auditor.1`. Made from the help
texts; installed with the package (`share/man/man1`)."""

from __future__ import annotations

import click

from app.cli import cli
from app.reference import commands, help_text
from auditor import __version__

WIDTH = 72
"""Columns of help in a terminal of 80, with the margin of a manual."""

_HEAD = """\
.\\" Made by `python -m app.manual`; a test holds this page to the program.
.TH AUDITOR 1 "" "alt-text-auditor {version}" "User Commands"
.SH NAME
auditor \\- does this text serve a blind reader, for this picture, on this page?
.SH SYNOPSIS
.B auditor
[OPTIONS] COMMAND [ARGS]...
.SH EXIT STATUS
.TP
.B 0
Nothing failed.
.TP
.B 1
The tool could not do its work.
.TP
.B 2
Findings were made.
.SH COMMANDS
"""
_FOOT = """\
.SH FILES
.TP
.I auditor.toml
Options of scan and report that hold in a folder and below; also pyproject.toml, [tool.auditor].
.SH ENVIRONMENT
Each option is also a variable, such as AUDITOR_SCAN_MAX_PAGES. AUDITOR_CHROMIUM names a browser.
"""


def manual_page() -> str:
    """The page in the macros of man(7)."""
    sections = (
        f".SS {_escaped(path)}\n.nf\n{_lines(help_text(command, path, WIDTH))}.fi\n"
        for path, command in commands(cli)
    )
    return _HEAD.format(version=__version__) + "".join(sections) + _FOOT


def _lines(text: str) -> str:
    return "".join(f"{_escaped(line)}\n" for line in text.split("\n"))


def _escaped(line: str) -> str:
    """A line that roff takes for text, with hyphens that can be copied."""
    plain = line.replace("\\", "\\e").replace("-", "\\-")
    return f"\\&{plain}" if plain.startswith((".", "'")) else plain


if __name__ == "__main__":
    click.echo(manual_page(), nl=False)
