"""`auditor rules`: what is checked."""

from __future__ import annotations

import json
from typing import Any

import click
from rich.console import Console
from rich.table import Table

from auditor.findings import Severity
from auditor.rules import RULES
from auditor.rules.across_pages import SITE_RULES


@click.command()
@click.option("--json", "as_json", is_flag=True, help="For programs.")
def rules(as_json: bool) -> None:
    """List the rules: id, severity, WCAG criteria, what each checks.

    Example: auditor rules --json
    """
    rows = _rows()
    if as_json:
        click.echo(json.dumps(rows, indent=2))
        return
    table = Table("Rule", "Severity", "WCAG", "What is wrong when it fails")
    for row in rows:
        table.add_row(row["id"], row["severity"], "\n".join(row["criteria"]), row["summary"])
    Console().print(table)


def _rows() -> list[dict[str, Any]]:
    """Rules on one image use, then those on groups across the pages."""
    one = [
        {
            "id": rule.id,
            "severity": rule.severity.value,
            "criteria": rule.criteria,
            "summary": rule.summary,
            "help": rule.help,
            "needs_scores": rule.needs_scores,
        }
        for rule in RULES
    ]
    groups = [
        {
            "id": rule.id,
            "severity": Severity.ADVICE.value,
            "criteria": (),
            "summary": rule.summary,
            "help": rule.help,
            "needs_scores": False,
        }
        for rule in SITE_RULES
    ]
    return one + groups
