"""Options that belong together come as one value."""

from __future__ import annotations

from dataclasses import dataclass

import click
from click.testing import CliRunner

from auditor.commands.grouped import grouped


@dataclass(frozen=True)
class Walk:
    pace: int
    slow: bool


walk_options = grouped(
    "walk",
    Walk,
    click.option("--pace", type=int, default=4, help="Steps."),
    click.option("--slowly", "slow", is_flag=True),
)


def test_a_group_is_one_argument_and_its_options_keep_their_order() -> None:
    seen: list[object] = []

    @click.command()
    @click.argument("name")
    @walk_options
    @click.option("--far", is_flag=True)
    def go(name: str, walk: Walk, far: bool) -> None:
        seen.extend((name, walk, far))

    done = CliRunner().invoke(go, ["home", "--slowly", "--far"])
    assert done.exit_code == 0, done.output
    assert seen == ["home", Walk(4, True), True]
    assert [param.name for param in go.params] == ["name", "pace", "slow", "far"]


def test_what_makes_the_value_may_refuse_it() -> None:
    def refuse(pace: int, slow: bool) -> Walk:
        raise click.UsageError(f"{pace} is no pace")

    options = grouped("walk", refuse, click.option("--pace", type=int), click.option("--slow"))

    @click.command()
    @options
    def go(walk: Walk) -> None: ...

    done = CliRunner().invoke(go, ["--pace", "9"])
    assert "9 is no pace" in done.output
