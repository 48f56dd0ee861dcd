"""The option that names hosts beyond the public ones."""

from __future__ import annotations

import click

from auditor.net.addresses import AddressError, named_host


def _checked(ctx: click.Context, param: click.Parameter, names: tuple[str, ...]) -> tuple[str, ...]:
    try:
        list(map(named_host, names))
    except AddressError as error:
        raise click.ClickException(str(error)) from error
    return names


allow_host_option = click.option(
    "--allow-host",
    "allow_hosts",
    multiple=True,
    metavar="HOST",
    callback=_checked,
    help="Let pages lead to this private host too: HOST, HOST:PORT, an address or a network; "
    "may be repeated. A target is allowed by itself when it is written as an address or as "
    "localhost; a name that leads to a private address is named here too.",
)
