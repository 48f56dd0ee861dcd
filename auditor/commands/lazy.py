"""A group whose commands are imported when they are called: each brings much with it, and who asks
for the version or for help needs none of it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from importlib import import_module
from typing import Any

import click

from auditor.commands.naming import name_variables
from auditor.errors import AuditorError
from models.errors import ModelsError

TOLD = (AuditorError, ModelsError)
"""Errors that are told in one line; those of models/ cannot see the base of the others."""


@dataclass(frozen=True, slots=True)
class Listed:
    """A command that is not imported yet."""

    name: str
    place: str
    """Its module and its name there: "auditor.commands.scan:scan"."""
    summary: str
    """What the list of commands says of it: the first sentence of its help."""

    def load(self) -> click.Command:
        """The command, with its variables named."""
        module, _, name = self.place.partition(":")
        command: click.Command = getattr(import_module(module), name)
        name_variables(command)
        return command


class LazyGroup(click.Group):
    """Its `commands` are stand-ins with name and summary; `get_command` gives the commands. Turns
    every error that is told into a ClickException, for all of them."""

    def __init__(self, *args: Any, listed: Iterable[Listed] = (), **more: Any) -> None:
        super().__init__(*args, **more)
        self._listed: dict[str, Listed] = {}
        self._loaded: dict[str, click.Command] = {}
        self.list_more(listed)

    def list_more(self, listed: Iterable[Listed]) -> None:
        """Add commands."""
        for each in listed:
            self._listed[each.name] = each
            self.add_command(click.Command(each.name, help=each.summary))

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command, imported if it was not."""
        if cmd_name not in self._listed:
            return None
        if cmd_name not in self._loaded:
            self._loaded[cmd_name] = self._listed[cmd_name].load()
        return self._loaded[cmd_name]

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """As click does, by the stand-ins."""
        click.Group(commands=self.commands).format_commands(ctx, formatter)

    def invoke(self, ctx: click.Context) -> Any:
        """Call the command."""
        try:
            return super().invoke(ctx)
        except TOLD as error:
            raise click.ClickException(str(error)) from error
