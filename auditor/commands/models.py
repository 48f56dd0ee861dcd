"""`auditor models`: the models that can score."""

from __future__ import annotations

import json

import click

from models.encoder import SHIPPED, folder_of
from models.manifest import ModelError, read_manifest, verify_files


@click.group()
def models() -> None:
    """List and verify the models that can score texts."""


@models.command("list")
@click.option("--json", "as_json", is_flag=True, help="For programs.")
def list_models(as_json: bool) -> None:
    """List the models on this machine.

    Example: auditor models list --json
    """
    rows = [_row(name) for name in SHIPPED]
    if as_json:
        click.echo(json.dumps(rows, indent=2))
        return
    for row in rows:
        click.echo(f"{row['name']} {row['version']}, {row['megabytes']} MB\n  {row['licence']}")


@models.command()
@click.argument("name", default="compact")
def verify(name: str) -> None:
    """Compare a model's files with their checksums.

    Example: auditor models verify compact
    """
    try:
        folder = folder_of(name)
        manifest = read_manifest(folder)
        verify_files(manifest, folder)
    except ModelError as error:
        raise click.ClickException(str(error)) from error
    click.echo(f"{name}: {len(manifest.files)} files are as they were made")


def _row(name: str) -> dict[str, object]:
    folder = folder_of(name)
    manifest = read_manifest(folder)
    size = sum((folder / file).stat().st_size for file in manifest.files)
    return {
        "name": manifest.name,
        "version": manifest.version,
        "megabytes": round(size / 1e6, 1),
        "licence": manifest.licence,
        "sha256": manifest.sha256,
    }
