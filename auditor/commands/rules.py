"""`auditor rules`: what is checked."""

from __future__ import annotations

import json
from typing import Any

import click
from rich.console import Console
from rich.table import Table

from auditor.catalogue import Tongue
from auditor.commands.options import language_option, said_in
from auditor.findings import Severity
from auditor.reports.words import SEVERITY_LABEL
from auditor.rules import RULES
from auditor.rules.across_pages import SITE_RULES


@click.command()
@click.option("--json", "as_json", is_flag=True, help="For programs.")
@language_option
def rules(as_json: bool, language: str | None) -> None:
    """List the rules: id, severity, WCAG criteria, what each checks.

    Example: auditor rules --json
    """
    tongue = said_in(language)
    rows = _rows(tongue)
    if as_json:
        click.echo(json.dumps(rows, indent=2))
        return
    heads = (
        tongue.translated("Rule"),
        tongue.translated("Severity"),
        "WCAG",
        tongue.translated("What is wrong when it fails"),
    )
    table = Table(*heads)
    for row in rows:
        severity = tongue.translated(SEVERITY_LABEL[Severity(row["severity"])])
        criteria = "\n".join(map(tongue.translated, row["criteria"]))
        table.add_row(row["id"], severity, criteria, row["summary"])
    Console().print(table)


def _rows(tongue: Tongue) -> list[dict[str, Any]]:
    """Rules on one image use, then those on groups across the pages."""
    one = [
        {
            "id": rule.id,
            "severity": rule.severity.value,
            "criteria": rule.criteria,
            "summary": tongue.translated(rule.summary),
            "help": tongue.translated(rule.help),
            "needs_scores": rule.needs_scores,
        }
        for rule in RULES
    ]
    groups = [
        {
            "id": rule.id,
            "severity": Severity.ADVICE.value,
            "criteria": (),
            "summary": tongue.translated(rule.summary),
            "help": tongue.translated(rule.help),
            "needs_scores": False,
        }
        for rule in SITE_RULES
    ]
    return one + groups
