"""The help texts of every command as Markdown: `python -m app.reference > docs/cli.md`."""

from __future__ import annotations

from collections.abc import Iterator

import click

from app.cli import cli

WIDTH = 88
"""Columns, whatever the terminal has that makes the page."""
HEAD = """# Command line

Made by `python -m app.reference`; a test holds this page to the program.
"""


def reference_markdown() -> str:
    """One section a command, in the order of the help."""
    sections = [
        f"## {path}\n\n```\n{help_text(command, path)}\n```\n" for path, command in commands(cli)
    ]
    return "\n".join([HEAD, *sections])


def commands(group: click.Group, path: str = "auditor") -> Iterator[tuple[str, click.Command]]:
    """A group and all below it, each with the words that call it."""
    yield path, group
    context = click.Context(group)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        assert command is not None
        if isinstance(command, click.Group):
            yield from commands(command, f"{path} {name}")
        else:
            yield f"{path} {name}", command


def help_text(command: click.Command, path: str, width: int = WIDTH) -> str:
    """What --help says in a terminal of this width."""
    context = click.Context(
        command,
        info_name=path,
        terminal_width=width,
        max_content_width=width,
        help_option_names=cli.context_settings["help_option_names"],
    )
    return command.get_help(context)


if __name__ == "__main__":
    click.echo(reference_markdown(), nl=False)
