"""The configuration file: `auditor.toml`, or `[tool.auditor]` in pyproject.toml.

A table a command, a key an option: `[scan] max-pages = 50` is `auditor scan --max-pages 50`. The
values become click's defaults, so the command line and the environment come before them.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import click

from auditor.commands.naming import key_of
from auditor.errors import AuditorError
from auditor.gate.ignores import Ignore, parse_ignores, suggestion

OWN, SHARED = "auditor.toml", "pyproject.toml"


class ConfigError(AuditorError):
    """A configuration file cannot be used; the message names file and key and is fit to show."""


@dataclass(frozen=True, slots=True)
class Config:
    """What the file says."""

    path: Path | None = None
    """None: there is no file."""
    defaults: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    """Command → name of the parameter → value, as click's `default_map`."""
    ignores: tuple[Ignore, ...] = ()


def load_config(start: Path, ctx: click.Context) -> Config:
    """The nearest file from `start` upwards, checked against the commands of the group of `ctx`.

    Raises ConfigError, IgnoreError.
    """
    found = find_config(start)
    if found is None:
        return Config()
    path, tables = found
    where = str(path) if path.name == OWN else f"{path}, [tool.auditor]"
    defaults: dict[str, dict[str, Any]] = {}
    for name, table in tables.items():
        if name == "ignore":
            continue
        command = _command(name, ctx, where)
        if not isinstance(table, dict):
            raise ConfigError(f"{where}: {name} must be a table: [{name}]")
        defaults[name] = _options(table, command, f"{where}: {name}", path.parent)
    return Config(path, defaults, parse_ignores(tables.get("ignore", []), where))


def _command(name: str, ctx: click.Context, where: str) -> click.Command:
    group = ctx.command
    assert isinstance(group, click.Group)
    command = group.get_command(ctx, name)
    if command is None or isinstance(command, click.Group):
        known = [*group.list_commands(ctx), "ignore"]
        raise ConfigError(f"{where}: there is no table {name}{suggestion(name, known)}")
    return command


def find_config(start: Path) -> tuple[Path, Mapping[str, Any]] | None:
    """The nearest file and its tables, looked for up to the root of the repository.

    Raises ConfigError when it is no TOML.
    """
    for folder in (start, *start.parents):
        if (own := folder / OWN).is_file():
            return own, _read(own)
        if (shared := folder / SHARED).is_file():
            tables = _read(shared).get("tool", {}).get("auditor")
            if tables is not None:
                return shared, tables
        if (folder / ".git").exists():
            return None
    return None


def _read(path: Path) -> Mapping[str, Any]:
    try:
        return tomllib.loads(path.read_text("utf-8"))
    except OSError as error:
        raise ConfigError(f"{path} cannot be read: {error.strerror}") from error
    except ValueError as error:  # no UTF-8, no TOML
        raise ConfigError(f"{path} is not TOML: {error}") from error


def _options(
    table: Mapping[str, Any], command: click.Command, where: str, folder: Path
) -> dict[str, Any]:
    params = {key_of(param): param for param in command.params}
    context = click.Context(command, info_name=command.name)
    values = {}
    for key, value in table.items():
        if key not in params:
            raise ConfigError(f"{where}.{key} is not known{suggestion(key, list(params))}")
        param = params[key]
        checked = _checked(param, value, f"{where}.{key}", folder)
        if not isinstance(param.type, click.Path):  # whose file may come to be later
            try:
                param.process_value(context, checked)
            except click.UsageError as error:
                raise ConfigError(f"{where}.{key}: {error.message}") from error
        values[str(param.name)] = checked
    return values


def _checked(param: click.Parameter, value: Any, where: str, folder: Path) -> Any:
    """The value in the form that click wants; files are looked for beside the configuration."""
    many = param.nargs != 1 or getattr(param, "multiple", False)
    values = value if isinstance(value, list) and many else [value]
    kinds, words = _kinds(param)
    if not all(type(each) in kinds for each in values):
        raise ConfigError(f"{where} must be {words}{' or a list of them' if many else ''}")
    if isinstance(param.type, click.Path):
        values = [each if each == "-" else str(folder / each) for each in values]
    elif "@FILE" in (param.metavar or ""):
        values = [f"@{folder / each[1:]}" if each.startswith("@") else each for each in values]
    elif "FILE" in (param.metavar or ""):  # a target or a sitemap is a URL or a file
        values = [str(folder / each) if (folder / each).exists() else each for each in values]
    return values if many else values[0]


def _kinds(param: click.Parameter) -> tuple[tuple[type, ...], str]:
    """Types that TOML may give, and their name. `type(x) in` keeps true apart from 1."""
    if getattr(param, "is_flag", False):
        return (bool,), "true or false"
    if isinstance(param.type, click.types.IntParamType):
        return (int,), "a whole number"
    if isinstance(param.type, click.types.FloatParamType):
        return (int, float), "a number"
    return (str,), "a string"
