"""The command line: gathers the commands and turns errors into one line and an exit code."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from auditor import __version__
from auditor.commands.baseline import baseline
from auditor.commands.bench import bench
from auditor.commands.compare import compare_scans
from auditor.commands.config import config, name_variables
from auditor.commands.config_file import ConfigError, load_config
from auditor.commands.images import images
from auditor.commands.models import models
from auditor.commands.report import report
from auditor.commands.rules import rules
from auditor.commands.scan import scan
from auditor.commands.trend import trend
from auditor.commands.wiki import wiki


@click.group(
    context_settings={"help_option_names": ["-h", "--help"], "auto_envvar_prefix": "AUDITOR"}
)
@click.version_option(__version__, prog_name="auditor", allow_from_autoenv=False)
@click.pass_context
def cli(ctx: click.Context) -> None:
    """Does this text serve a blind reader, for this picture, on this page?

    Exit codes: 0 nothing failed, 1 the tool could not do its work, 2 findings.

    Options also stand in auditor.toml or pyproject.toml, and in variables such as
    AUDITOR_SCAN_MAX_PAGES: see auditor config and docs/configuration.md.
    """
    try:
        ctx.obj = load_config(Path.cwd(), cli)
    except ConfigError as error:
        raise click.ClickException(str(error)) from error
    ctx.default_map = {name: dict(values) for name, values in ctx.obj.defaults.items()}


COMMANDS = (
    scan,
    report,
    images,
    baseline,
    compare_scans,
    trend,
    wiki,
    config,
    rules,
    models,
    bench,
)
for command in COMMANDS:
    cli.add_command(command)
name_variables(cli)


def main() -> None:
    """Run the command line. Wrong usage exits with 1: 2 means that findings were made."""
    try:
        code = cli.main(standalone_mode=False)
    except click.ClickException as error:
        error.show()
        code = 1
    except (click.Abort, KeyboardInterrupt):
        click.echo("Interrupted.", err=True)
        code = 1
    except BrokenPipeError:
        sys.stderr.close()
        code = 1
    sys.exit(code or 0)
