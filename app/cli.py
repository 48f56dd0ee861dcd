"""The whole program: the auditor's commands, and those of the server."""

from __future__ import annotations

from app.backend.command import serve
from app.extension_zip import extension
from auditor.cli import cli, main
from auditor.commands.config import name_variables

cli.add_command(serve)
cli.add_command(extension)
name_variables(cli)

__all__ = ["cli", "main"]
