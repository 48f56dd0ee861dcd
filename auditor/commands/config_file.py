"""Configuration files: `auditor.toml`, or `[tool.auditor]` in pyproject.toml, in the folder where
the program runs or above it, and behind it the user's own.

A table a command, a key an option: `[scan] max-pages = 50` is `auditor scan --max-pages 50`. The
values become click's defaults, so the command line and the environment come before them. The file
of the folder may have come with a checkout: what only the user may say is not taken from it.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource
from platformdirs import user_config_path

from auditor.commands.kinds import Place, Secret, is_harmless, is_there
from auditor.commands.naming import key_of
from auditor.errors import AuditorError

if TYPE_CHECKING:
    from auditor.gate.ignores import Ignore

OWN, SHARED = "auditor.toml", "pyproject.toml"

Values = Mapping[str, Mapping[str, Any]]
"""Command → name of the parameter → value, as click's `default_map`."""


class ConfigError(AuditorError):
    """A configuration file cannot be used; the message names file and key and is fit to show."""


@dataclass(frozen=True, slots=True)
class ConfigLayer:
    """What one file says."""

    path: Path
    values: Values
    ignores: tuple[Ignore, ...] = ()
    refused: tuple[tuple[str, str], ...] = ()
    """Command and key of what was not taken, as only the user may say it."""


@dataclass(frozen=True, slots=True)
class Config:
    """What the files say."""

    found: ConfigLayer | None = None
    """Of the nearest file; None: there is none."""
    own: ConfigLayer | None = None
    """Of the user's own file."""
    values: Values = field(default_factory=dict)
    """Of both; the nearest comes first."""

    @property
    def path(self) -> Path | None:
        """The nearest file."""
        return self.found.path if self.found else None

    @property
    def ignores(self) -> tuple[Ignore, ...]:
        """Those of both files."""
        return tuple(each for layer in self._layers() for each in layer.ignores)

    def place(self, command: str, parameter: str) -> Path | None:
        """The file that a value comes from."""
        holding = (each for each in self._layers() if parameter in each.values.get(command, ()))
        return next((each.path for each in holding), None)

    def is_own(self, command: str, parameter: str) -> bool:
        """Whether the user's own file gives the value that the files give."""
        return self.own is not None and self.place(command, parameter) == self.own.path

    def gave(self, ctx: click.Context, parameter: str) -> bool:
        """Whether the folder's file gives the value of a command's parameter."""
        given = ctx.get_parameter_source(parameter) is ParameterSource.DEFAULT_MAP
        return given and not self.is_own(str(ctx.info_name), parameter)

    def refused(self, command: str | None) -> str | None:
        """What of a command's table was not taken, and how it could be given; None: nothing."""
        keys = [key for name, key in self.found.refused if name == command] if self.found else []
        if not keys:
            return None
        return (
            f"{self.path}: not taken from here: {', '.join(keys)}. Secrets, hosts, and files "
            f"outside this folder are yours to name: as options, in variables, or in {own_path()}"
        )

    def _layers(self) -> list[ConfigLayer]:
        return [each for each in (self.found, self.own) if each]


def own_path() -> Path:
    """Where the user's own file lies, if there is one."""
    return user_config_path("auditor") / OWN


def load_config(start: Path, ctx: click.Context) -> Config:
    """The nearest file from `start` upwards and the user's own, checked against the commands of the
    group of `ctx`. Raises ConfigError, IgnoreError."""
    found = find_config(start)
    own = own_path()
    own_tables = _read(own) if own.is_file() and not (found and _same(found[0], own)) else None
    layers = (
        _layer(*found, ctx, own=_same(found[0], own)) if found else None,
        None if own_tables is None else _layer(own, own_tables, ctx, own=True),
    )
    values: dict[str, dict[str, Any]] = {}
    for layer in filter(None, reversed(layers)):
        for name, table in layer.values.items():
            values[name] = {**values.get(name, {}), **table}
    return Config(*layers, values)


def _same(one: Path, other: Path) -> bool:
    return other.exists() and one.samefile(other)


def _layer(path: Path, tables: Mapping[str, Any], ctx: click.Context, *, own: bool) -> ConfigLayer:
    where = str(path) if path.name == OWN else f"{path}, [tool.auditor]"
    values: dict[str, dict[str, Any]] = {}
    refused: list[tuple[str, str]] = []
    for name, table in tables.items():
        if name == "ignore":
            continue
        command = _command(name, ctx, where)
        if not isinstance(table, dict):
            raise ConfigError(f"{where}: {name} must be a table: [{name}]")
        params = {key_of(param): param for param in command.params}
        values[name] = {}
        for key, value in table.items():
            place = f"{where}: {name}.{key}"
            if key not in params:
                raise ConfigError(f"{place} is not known{_suggestion(key, list(params))}")
            given = _listed(params[key], value, place)
            if own or _is_harmless(params[key], given, path.parent):
                value = _value(params[key], given, place, path.parent)
                _try(command, params[key], value, place)
                values[name][str(params[key].name)] = value
            else:
                refused.append((name, key))
    return ConfigLayer(path, values, _ignores(tables, where), tuple(refused))


def _command(name: str, ctx: click.Context, where: str) -> click.Command:
    group = ctx.command
    assert isinstance(group, click.Group)
    command = group.get_command(ctx, name)
    if command is None or isinstance(command, click.Group):
        known = [*group.list_commands(ctx), "ignore"]
        raise ConfigError(f"{where}: there is no table {name}{_suggestion(name, known)}")
    return command


def _ignores(tables: Mapping[str, Any], where: str) -> tuple[Ignore, ...]:
    if "ignore" not in tables:
        return ()
    from auditor.gate.ignores import parse_ignores  # loads the rules

    return parse_ignores(tables["ignore"], where)


def _suggestion(word: str, known: list[str]) -> str:
    from auditor.gate.ignores import suggestion

    return suggestion(word, known)


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


def _is_many(param: click.Parameter) -> bool:
    return param.nargs != 1 or getattr(param, "multiple", False)


def _listed(param: click.Parameter, value: Any, where: str) -> list[Any]:
    """The value, or the values of one that may be repeated, of a type that the option takes."""
    many = _is_many(param)
    values = value if isinstance(value, list) and many else [value]
    kinds, words = _kinds(param)
    if not all(type(each) in kinds for each in values):
        raise ConfigError(f"{where} must be {words}{' or a list of them' if many else ''}")
    return values


def _is_harmless(param: click.Parameter, values: list[Any], folder: Path) -> bool:
    """Whether a file that came with a checkout may say this (auditor/commands/kinds.py)."""
    return all(is_harmless(param.type, value, folder) for value in values)


def _value(param: click.Parameter, values: list[Any], where: str, folder: Path) -> Any:
    """The value in the form that click wants; files are looked for beside the configuration."""
    if isinstance(param.type, click.Path | click.File):
        values = [each if each == "-" else str(folder / each) for each in values]
    elif isinstance(param.type, Secret):
        values = [f"@{folder / each[1:]}" if each.startswith("@") else each for each in values]
    elif isinstance(param.type, Place):
        values = [str(folder / each) if is_there(folder / each) else each for each in values]
    return values if _is_many(param) else values[0]


def _try(command: click.Command, param: click.Parameter, value: Any, where: str) -> None:
    """Raises ConfigError for what the option does not take."""
    if isinstance(param.type, click.Path | click.File):  # whose file may come to be later
        return
    context = click.Context(command, info_name=command.name)
    try:
        param.process_value(context, value)
    except click.UsageError as error:
        raise ConfigError(f"{where}: {error.message}") from error


def _kinds(param: click.Parameter) -> tuple[tuple[type, ...], str]:
    """Types that TOML may give, and their name. `type(x) in` keeps true apart from 1."""
    if getattr(param, "is_flag", False):
        return (bool,), "true or false"
    if isinstance(param.type, click.types.IntParamType):
        return (int,), "a whole number"
    if type(param.type) in (click.types.FloatParamType, click.FloatRange):
        return (int, float), "a number"
    return (str,), "a string"
