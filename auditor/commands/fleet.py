"""`auditor fleet`: many sites, on one machine or on many."""

from __future__ import annotations

import click

from auditor.commands.lazy import LazyGroup, Listed

COMMANDS = (
    Listed(
        "query",
        "auditor.commands.fleet_query:query",
        "Ask the image uses of all sites by SQL, in the words of DuckDB.",
    ),
    Listed(
        "report",
        "auditor.commands.fleet_report:report",
        "Report a fleet: its sites worst first, and the pictures that they share.",
    ),
    Listed(
        "run",
        "auditor.commands.fleet_run:run",
        "Scan every site of LIST, several at a time, each into a scan file of its own.",
    ),
)


@click.group(cls=LazyGroup, listed=COMMANDS)
def fleet() -> None:
    """Scan many sites, on this machine or on a cluster, and report them together.

    Needs the extra `fleet`. How it works, what it costs and how large it gets: docs/scale.md.
    """
