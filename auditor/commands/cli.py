"""The command line: lists the commands and turns errors into one line and an exit code."""

from __future__ import annotations

import sys
from importlib.util import find_spec
from pathlib import Path

import click

from auditor import __version__
from auditor.commands.lazy import LazyGroup, Listed
from auditor.commands.stopping import stopped_by_sigterm
from auditor.commands.streams import flush_stdout, usable_streams

COMMANDS = (
    Listed(
        "agreement",
        "auditor.commands.agreement:agreement",
        "Say whether people who rated the same texts agree, and on which they do not.",
    ),
    Listed(
        "baseline",
        "auditor.commands.baseline:baseline",
        "Write the findings of SCAN to a file, for --baseline of scan and report.",
    ),
    Listed(
        "bench",
        "auditor.commands.bench:bench",
        "Measure a model, or a score over it, on the benchmark NAME.",
    ),
    Listed(
        "compare",
        "auditor.commands.compare:compare_scans",
        "Say which images got worse or better from scan OLD to scan NEW, appeared, or went.",
    ),
    Listed(
        "compare-texts",
        "auditor.commands.compare_texts:compare_texts",
        "Say how near proposed texts are to texts that people approved for the same pictures.",
    ),
    Listed(
        "config",
        "auditor.commands.config:config",
        "Show the options of scan and report that hold in this folder, and where each comes from.",
    ),
    Listed(
        "fleet",
        "auditor.commands.fleet:fleet",
        "Scan many sites, on this machine or on a cluster, and report them together.",
    ),
    Listed(
        "images",
        "auditor.commands.images:images",
        "List every image use of a scan, worst first.",
    ),
    Listed(
        "models",
        "auditor.commands.models:models",
        "List, fetch, make and verify the models that can score texts.",
    ),
    Listed(
        "rate",
        "auditor.commands.rate:rate",
        "Rate texts from 1 to 5, one after the other, by single keys.",
    ),
    Listed(
        "ratings",
        "auditor.commands.ratings:ratings",
        "Merge ratings of many people and machines, and make sets that travel.",
    ),
    Listed(
        "report",
        "auditor.commands.report:report",
        "Report an earlier scan, with the exit code that it had.",
    ),
    Listed(
        "rules",
        "auditor.commands.rules:rules",
        "List the rules: id, severity, WCAG criteria, what each checks.",
    ),
    Listed(
        "scan",
        "auditor.commands.scan:scan",
        "Scan pages, and the pages of the same site that they link to.",
    ),
    Listed(
        "trend",
        "auditor.commands.trend:trend",
        "Show how many images of each status scans found, oldest first, and the mean quality.",
    ),
    Listed(
        "tune",
        "auditor.commands.tune:tune",
        "Learn from a team's ratings and decisions how it would have the score and the queue.",
    ),
    Listed(
        "wiki",
        "auditor.commands.wiki:wiki",
        "Check the alternative texts of Wikipedia articles, and prepare the edit.",
    ),
)


@click.group(
    cls=LazyGroup,
    # What is installed as a package has no benchmarks: they are of a checkout.
    listed=[each for each in COMMANDS if each.name != "bench" or find_spec("auditor.bench")],
    context_settings={"help_option_names": ["-h", "--help"], "auto_envvar_prefix": "AUDITOR"},
)
@click.version_option(__version__, prog_name="auditor", allow_from_autoenv=False)
@click.pass_context
def cli(ctx: click.Context) -> None:
    """Does this text serve a blind reader, for this picture, on this page?

    Exit codes: 0 nothing failed, 1 the tool could not do its work, 2 findings.

    Options also stand in auditor.toml or pyproject.toml, and in variables such as
    AUDITOR_SCAN_MAX_PAGES: see auditor config and docs/configuration.md.
    """
    from auditor.commands.config_file import load_config

    ctx.obj = load_config(_here(), ctx)
    ctx.default_map = {name: dict(values) for name, values in ctx.obj.values.items()}
    if refused := ctx.obj.refused(ctx.invoked_subcommand):
        click.echo(refused, err=True)


def main() -> None:
    """Run the command line. Wrong usage exits with 1: 2 means that findings were made."""
    with usable_streams():
        code = _run()
        try:
            flush_stdout()
        except BrokenPipeError:
            code = 1  # whoever read wants no more
        except OSError as error:
            click.echo(f"Error: stdout cannot be written: {error.strerror}", err=True)
            code = 1
    sys.exit(code)


def _run() -> int:
    try:
        with stopped_by_sigterm():
            return cli.main(standalone_mode=False) or 0
    except click.ClickException as error:
        error.show()
    except (click.Abort, KeyboardInterrupt):
        click.echo("Interrupted.", err=True)
    except BrokenPipeError:
        pass  # whoever read wants no more
    except Exception as error:
        from auditor.commands.faults import told

        click.echo(f"Error: {told(error)}", err=True)
    return 1


def _here() -> Path:
    try:
        return Path.cwd()
    except FileNotFoundError:
        raise click.ClickException("The current folder is gone: go to another.") from None
