"""The whole program: the auditor's commands, and those of the server and the window."""

from __future__ import annotations

from auditor.commands.cli import cli, main
from auditor.commands.lazy import Listed

COMMANDS = (
    Listed(
        "extension",
        "app.extension_zip:extension",
        "Write the browser extension as two zip files, for Chromium and for Firefox.",
    ),
    Listed(
        "gui",
        "app.gui.command:gui",
        "Open the window: scan, work through the queue, try texts, decide, export.",
    ),
    Listed(
        "native-host",
        "app.backend.native_host.command:native_host",
        "Let the panel of the browser extension start the server: install, show or remove that.",
    ),
    Listed(
        "serve",
        "app.backend.command:serve",
        "Serve the browser extension: judge the pages that it sends, on this machine alone.",
    ),
)
cli.list_more(COMMANDS)

__all__ = ["cli", "main"]
