"""What an option is called in the configuration file, and as a variable."""

from __future__ import annotations

import click


def key_of(param: click.Parameter) -> str:
    """The name of a parameter in the file: its long option without dashes, or its own name."""
    long = next((opt for opt in param.opts if opt.startswith("--")), param.name or "")
    return long.removeprefix("--")


def variable_of(param: click.Parameter, context: click.Context) -> str:
    """Name of the environment variable that sets a parameter."""
    return str(param.envvar or f"{context.auto_envvar_prefix}_{str(param.name).upper()}")


def name_variables(command: click.Command) -> None:
    """Name the variable after the option where click would name it after the argument of our
    function: `--format` is AUDITOR_SCAN_FORMAT, though the function calls it `form`."""
    for param in command.params:
        key = key_of(param).replace("-", "_")
        if isinstance(param, click.Option) and param.name != key:
            param.envvar = f"AUDITOR_{command.name}_{key}".upper()
