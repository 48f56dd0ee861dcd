"""The whole program: the auditor's commands, and those of the server and the window."""

from __future__ import annotations

from app.backend.command import serve
from app.extension_zip import extension
from app.gui.command import gui
from auditor.commands.cli import cli, main
from auditor.commands.config import name_variables

cli.add_command(serve)
cli.add_command(extension)
cli.add_command(gui)
name_variables(cli)

__all__ = ["cli", "main"]
