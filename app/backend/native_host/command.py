"""`auditor native-host`: lets the panel of the browser extension start the server."""

from __future__ import annotations

import re
from collections.abc import Sequence

import click

from app.backend.command import lasting, serve
from app.backend.native_host.host import IDLE
from app.backend.native_host.installing import install, installed, this_machine, uninstall
from app.backend.native_host.places import Browser
from app.backend.running import PORT, Running, port_of

EXTENSION = re.compile("[a-p]{32}")


@click.group("native-host")
def native_host() -> None:
    """Let the panel of the browser extension start the server: install, show or remove that.

    A native messaging host is installed for this user alone. It starts `auditor serve` when the
    panel of this extension asks, and does nothing else.
    """


@native_host.command("install", context_settings={"ignore_unknown_options": True})
@click.option(
    "--browser",
    "browsers",
    multiple=True,
    type=click.Choice([each.value for each in Browser]),
    help="Tell this browser; those that you have had open unless given. May be given again.",
)
@click.option(
    "--extension-id",
    "ids",
    multiple=True,
    metavar="ID",
    help="Let this extension of Chromium start it too, as chrome://extensions shows its id.",
)
@click.argument("options", nargs=-1, type=click.UNPROCESSED, metavar="[SERVE-OPTIONS]...")
def install_command(
    browsers: tuple[str, ...], ids: tuple[str, ...], options: tuple[str, ...]
) -> None:
    """Tell browsers of the host. Options of `auditor serve` hold whenever it starts the server.

    Example: auditor native-host install --save pages.db
    """
    for each in ids:
        if not EXTENSION.fullmatch(each):
            raise click.UsageError(f"{each} is no id of an extension: 32 letters from a to p")
    kept = checked(options)
    for place in install(this_machine(), [Browser(each) for each in browsers], kept, ids):
        click.echo(f"{place.browser}: {place.manifest}")
    click.echo(
        f"The panel can start the server now; it ends after {IDLE} minutes without work. "
        "Pair each browser once: auditor serve --pair",
        err=True,
    )


@native_host.command("status")
def status() -> None:
    """Show where the host is installed, and whether the server runs.

    Example: auditor native-host status
    """
    found = {place.browser: place for place in installed(this_machine())}
    for browser in Browser:
        click.echo(f"{browser}: {found[browser].manifest if browser in found else 'not installed'}")
    port = _port()
    runs = Running(port).proves()
    click.echo(f"The server {'runs' if runs else 'does not run'} on port {port}.")


@native_host.command("stop")
def stop() -> None:
    """End the server that a browser started.

    Example: auditor native-host stop
    """
    click.echo("The server is ended." if _stopped() else "No server that a browser started runs.")


@native_host.command("uninstall")
def uninstall_command() -> None:
    """Take the host away from all browsers, and end the server that one started.

    Example: auditor native-host uninstall
    """
    ended = _stopped()
    for place in uninstall(this_machine()):
        click.echo(f"{place.browser}: removed {place.manifest}")
    if ended:
        click.echo("The server is ended.")


def checked(options: Sequence[str]) -> list[str]:
    """Options of `auditor serve` that can hold for every start. Raises UsageError."""
    asked = serve.make_context("auditor serve", list(options)).params
    if asked["pair"] or asked["new_token"]:
        raise click.UsageError(
            "--pair and --new-token are for one start: give them to auditor serve"
        )
    if asked["port"] == 0:
        raise click.UsageError("the extension must know the port: name one with --port")
    if asked["idle"] is not None:
        raise click.UsageError(f"a server that a browser started ends after {IDLE} idle minutes")
    return lasting(options)


def _port() -> int:
    """Of the server that the host starts."""
    launcher = this_machine().launcher
    if not launcher.is_file():
        return PORT
    return port_of(re.split(r"\s+", launcher.read_text("utf-8")))


def _stopped() -> bool:
    running = Running(_port())
    return running.proves() and running.stop()


__all__ = ["native_host"]
