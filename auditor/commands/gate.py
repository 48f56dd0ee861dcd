"""Options that decide on the exit code: what fails, and what is known or ignored."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, date, datetime
from pathlib import Path

import click

from auditor.commands.grouped import grouped
from auditor.commands.kinds import Words
from auditor.gate.baseline import BaselineEntry, Standing, hold, read_baseline
from auditor.gate.exit_code import FailOn, Quality, exit_code, failures, new_failures, parse_fail_on
from auditor.gate.ignores import Ignore, read_ignores
from auditor.results import ScanReport
from auditor.store.reader import StoredScan


def _parse(ctx: click.Context, param: click.Parameter, value: str) -> FailOn:
    try:
        return parse_fail_on(value)
    except ValueError as error:
        raise click.BadParameter(str(error), ctx, param) from error


@dataclass(frozen=True, slots=True)
class Gate:
    """What a scan has to pass."""

    fail_on: FailOn
    allowed: int
    """Failures that may be there."""
    strict: bool
    baseline: tuple[BaselineEntry, ...] | None
    """None: there is no baseline."""
    ignores: tuple[Ignore, ...]

    def hold(self, store: StoredScan) -> tuple[Callable[[], ScanReport], int]:
        """What gives the report, with states where there is something to hold it against, and the
        exit code. Says on stderr what is odd about baseline and ignores."""
        if self.baseline is None and not self.ignores and not store.decided():
            failed = failures(store, self.fail_on)
            return store.report, self._code(store, failed)
        today = datetime.now(UTC).date()
        below = self.fail_on.below if isinstance(self.fail_on, Quality) else 0.0
        standing = hold(store.report(), self.baseline or (), self.ignores, today, below)
        self._warn(standing, today)

        def read() -> ScanReport:
            return standing.applied(store.report())

        return read, self._code(store, new_failures(read().uses, self.fail_on))

    def _code(self, store: StoredScan, failed: int) -> int:
        return exit_code(store.report(), failed, self.allowed, strict=self.strict)

    def _warn(self, standing: Standing, today: date) -> None:
        for ignore in self.ignores:
            if ignore.expired(today):
                owner = f" (owner: {ignore.owner})" if ignore.owner else ""
                end = f"expired on {ignore.expires} and holds no longer"
                click.echo(f"{ignore.place} {end}: {ignore.reason}{owner}", err=True)
        for ignore in standing.unused:
            click.echo(f"{ignore.place} agrees with nothing: {ignore.reason}", err=True)
        if standing.unread:
            pages = "on pages that this scan did not read"
            click.echo(f"Baseline: {standing.unread} known findings are {pages}", err=True)


def _gate(
    fail_on: FailOn, max_new: int, strict: bool, baseline: Path | None, ignores: Path | None
) -> Gate:
    """Raises BaselineError, IgnoreError."""
    configured: tuple[Ignore, ...] = click.get_current_context().obj.ignores
    return Gate(
        fail_on,
        max_new,
        strict,
        None if baseline is None else read_baseline(baseline),
        (*configured, *(read_ignores(ignores) if ignores else ())),
    )


gate_options = grouped(
    "gate",
    _gate,
    click.option(
        "--baseline",
        type=click.Path(dir_okay=False, path_type=Path),
        help="Known findings (auditor baseline): only new ones give exit code 2.",
    ),
    click.option(
        "--ignores",
        type=click.Path(dir_okay=False, path_type=Path),
        help="TOML file with [[ignore]] tables: findings that may stand, and why.",
    ),
    click.option(
        "--fail-on",
        type=Words(),
        metavar="LIMIT",
        callback=_parse,
        default="moderate",
        show_default=True,
        help="Exit with 2 when a rule of this severity or worse failed (critical, serious, "
        "moderate, advice), an image has this status or a worse one (missing, wrong, weak, "
        "redundant, decorative-suspect, not-checkable), or a text is below a quality "
        "(quality<2.5). never: exit with 0 all the same.",
    ),
    click.option(
        "--max-new",
        type=click.IntRange(min=0),
        default=0,
        show_default=True,
        help="Failures to let pass; with a baseline only new ones are counted.",
    ),
    click.option("--strict", is_flag=True, help="Exit with 1 when anything was skipped."),
)
"""A command with them takes a Gate as `gate`."""
