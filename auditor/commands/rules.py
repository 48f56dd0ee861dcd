"""`auditor rules`: what is checked."""

from __future__ import annotations

import json

import click
from rich.console import Console
from rich.table import Table

from auditor.rules import RULES


@click.command()
@click.option("--json", "as_json", is_flag=True, help="For programs.")
def rules(as_json: bool) -> None:
    """List the rules: id, severity, WCAG criteria, what each checks.

    Example: auditor rules --json
    """
    if as_json:
        rows = [
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
        click.echo(json.dumps(rows, indent=2))
        return
    table = Table("Rule", "Severity", "WCAG", "What is wrong when it fails")
    for rule in RULES:
        table.add_row(rule.id, rule.severity.value, "\n".join(rule.criteria), rule.summary)
    Console().print(table)
