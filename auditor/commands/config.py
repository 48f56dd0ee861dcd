"""`auditor config`: the options that hold here, and where each comes from."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from typing import Any

import click
from click.core import ParameterSource
from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table

from auditor.commands.config_file import Config, own_path
from auditor.commands.kinds import Secret
from auditor.commands.naming import key_of, variable_of

SHOWN = ("scan", "report")
HIDDEN = "(set, not shown)"


@dataclass(frozen=True, slots=True)
class Setting:
    """One option as it holds now."""

    command: str
    option: str
    value: Any
    """As it was written; None: not set."""
    source: str
    """"environment", "file" or "default"."""
    place: str
    """The variable or the file; "" for a default."""


@click.command()
@click.option("--json", "as_json", is_flag=True, help="For programs.")
@click.pass_context
def config(ctx: click.Context, as_json: bool) -> None:
    """Show the options of scan and report that hold in this folder, and where each comes from.

    The command line comes before the environment, that before the configuration file of the folder,
    that before your own, and that before the defaults.

    Example: auditor config --json
    """
    held: Config = ctx.obj
    settings = [setting for name in SHOWN for setting in _settings(ctx, name, held)]
    if as_json:
        path = str(held.path) if held.path else None
        rows = [asdict(setting) for setting in settings]
        ignores = [ignore.place for ignore in held.ignores]
        own = str(held.own.path) if held.own else None
        refused = [".".join(pair) for pair in held.found.refused] if held.found else []
        files = {"file": path, "own_file": own, "refused": refused}
        click.echo(json.dumps(files | {"settings": rows, "ignores": ignores}, indent=1))
        return
    click.echo(f"Configuration file: {held.path or 'none'}; ignores in it: {len(held.ignores)}")
    click.echo(f"Your own: {held.own.path if held.own else f'none ({own_path()})'}")
    for name in SHOWN:
        if refused_words := held.refused(name):
            click.echo(refused_words)
        Console().print(_table(name, [each for each in settings if each.command == name]))


def _settings(ctx: click.Context, name: str, held: Config) -> Iterator[Setting]:
    assert ctx.parent is not None
    assert isinstance(ctx.parent.command, click.Group)
    command = ctx.parent.command.get_command(ctx.parent, name)
    assert command is not None
    # Resilient: targets may be missing here.
    context = command.make_context(name, [], parent=ctx.parent, resilient_parsing=True)
    for param in command.params:
        source = context.get_parameter_source(str(param.name))
        option = key_of(param)
        secret = isinstance(param.type, Secret)
        if source is ParameterSource.ENVIRONMENT:
            param.process_value(context, param.value_from_envvar(context))  # says what is wrong
            variable = variable_of(param, context)
            value = HIDDEN if secret else os.environ[variable]
            yield Setting(name, option, value, "environment", variable)
        elif source is ParameterSource.DEFAULT_MAP:
            value = HIDDEN if secret else held.values[name][str(param.name)]
            yield Setting(name, option, value, "file", str(held.place(name, str(param.name))))
        else:
            default = None if param.required else param.to_info_dict()["default"]
            yield Setting(name, option, default() if callable(default) else default, "default", "")


def _table(name: str, settings: list[Setting]) -> Table:
    table = Table(title=f"auditor {name}", title_justify="left", box=SIMPLE_HEAD, pad_edge=False)
    for heading in ("Option", "Value", "From"):
        table.add_column(heading, overflow="fold")
    for each in settings:
        value = "not set" if each.value is None else json.dumps(each.value, ensure_ascii=False)
        table.add_row(each.option, value, each.place or each.source)
    return table
