"""The option that names hosts beyond the public ones."""

from __future__ import annotations

import click

from auditor.net.addresses import named_host


def _checked(ctx: click.Context, param: click.Parameter, names: tuple[str, ...]) -> tuple[str, ...]:
    """Raises AddressError."""
    for name in names:
        named_host(name)
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
