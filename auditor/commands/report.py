"""`auditor report`: an earlier scan, reported again."""

from __future__ import annotations

from pathlib import Path

import click

from auditor.commands.gate import Gate, gate_options
from auditor.commands.options import Reports, report_options
from auditor.store.reader import StoredScan


@click.command()
@click.argument("scan", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@report_options
@gate_options
def report(scan: Path, reports: Reports, gate: Gate) -> int:
    """Report an earlier scan, with the exit code that it had.

    Example: auditor report site.db --output report.html --output report.sarif
    """
    with StoredScan(scan) as store:
        read, code = gate.hold(store)
        reports.write(read)
        return code
