"""The command line: gathers the commands and turns errors into one line and an exit code."""

from __future__ import annotations

import sys

import click

from auditor import __version__
from auditor.commands.baseline import baseline
from auditor.commands.bench import bench
from auditor.commands.images import images
from auditor.commands.models import models
from auditor.commands.report import report
from auditor.commands.rules import rules
from auditor.commands.scan import scan


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="auditor")
def cli() -> None:
    """Does this text serve a blind reader, for this picture, on this page?

    Exit codes: 0 nothing failed, 1 the tool could not do its work, 2 findings.
    """


for command in (scan, report, images, baseline, rules, models, bench):
    cli.add_command(command)


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
