"""`auditor models`: the models that can score."""

from __future__ import annotations

import importlib.util
import json
import subprocess
import sys
from dataclasses import asdict
from importlib.resources import files
from pathlib import Path
from typing import Any

import click

from models.manifest import Manifest, ModelError, read_manifest, verify_files
from models.registry import (
    HUB,
    OPENCLIP,
    PRECISIONS,
    SHIPPED,
    cached_folder,
    default_name,
    find,
    known,
    make_default,
    with_precision,
)

FIGURES = files("models") / "figures.json"
precision_option = click.option(
    "--precision", type=click.Choice(PRECISIONS), default="fp32", show_default=True
)


@click.group()
def models() -> None:
    """List, fetch, make and verify the models that can score texts."""


@models.command("list")
@click.option("--speed", is_flag=True, help="Measure each model that was not measured here yet.")
@click.option("--provider", default="auto", show_default=True, help="Where --speed measures.")
@click.option("--json", "as_json", is_flag=True, help="For programs.")
def list_models(speed: bool, provider: str, as_json: bool) -> None:
    """List the models on this machine.

    Example: auditor models list --json
    """
    rows = []
    for name, folder in known().items():
        try:
            rows.append(_row(name, folder, provider, timed=speed))
        except ModelError as error:
            click.echo(f"{name} cannot be used: {error}", err=True)
    if as_json:
        click.echo(json.dumps(rows, indent=2, ensure_ascii=False))
        return
    click.echo("\n\n".join("\n  ".join(_lines(row)) for row in rows))


@models.command()
@click.option("--json", "as_json", is_flag=True, help="For programs.")
def recommend(as_json: bool) -> None:
    """List public models that see wider than the shipped one, and how they are got.

    Accuracy is what their makers published, of naming ImageNet's pictures unseen; nothing of it was
    measured here. Pictures a second are measured on this machine, or estimated from what was
    measured of the shipped model by the work of one picture, and rough.

    Example: auditor models recommend
    """
    from models.recommended import pictures_a_second, recommended
    from models.speed import measure

    shipped = find(SHIPPED[0])
    measure(shipped, read_manifest(shipped), "cpu")
    rows = []
    for model in recommended().values():
        rate, how = pictures_a_second(model)
        rows.append(asdict(model) | {"images_per_s": rate and round(rate, 1), "speed": how})
    if as_json:
        click.echo(json.dumps(rows, indent=2, ensure_ascii=False))
        return
    click.echo("\n\n".join("\n  ".join(_advice(row)) for row in rows))


def _advice(row: dict[str, Any]) -> list[str]:
    rate = row["images_per_s"]
    said = f"{rate:g} images/s on the CPU, {row['speed']}" if rate else row["speed"]
    return [
        f"{row['name']}, {row['megabytes']} MB: {row['says']}",
        f"Terms: {row['licence']}",
        f"Languages: {', '.join(row['languages']) or 'many'}",
        f"ImageNet, zero-shot: {row['imagenet']} % ({row['source']})",
        f"Here: {said}",
        f"Get it with: auditor models pull {row['name']}",
    ]


@models.command()
@click.argument("name")
@click.option("--revision", help="Branch, tag or commit.  [default: main]")
@precision_option
@click.option(
    "--default/--no-default",
    "as_default",
    default=None,
    help="Let it score where no --model is named; without either, a terminal is asked.",
)
def pull(name: str, revision: str | None, precision: str, as_default: bool | None) -> None:
    """Fetch a model that `models recommend` names, or any ready pair of ONNX towers from the
    Hugging Face hub, hf:OWNER/REPOSITORY.

    What breaks off goes on with the same command. Read the model's terms on its page.

    Example: auditor models pull clip-vit-b-32
    """
    from models.pull import pull as pull_model  # the hub's client takes a while to import
    from models.recommended import lookup

    if name.startswith(HUB):
        folder = pull_model(name.removeprefix(HUB), revision=revision, precision=precision)
        ready = with_precision(name, precision)
    else:
        try:
            model = lookup(name)
        except ModelError as error:
            raise click.UsageError(str(error)) from None
        click.echo(f"{model.name}, {model.megabytes} MB. Terms: {model.licence}", err=True)
        folder, ready = pull_model(model.repository, revision=revision, model=model), model.name
    _say_ready(ready, folder)
    if as_default is None:
        as_default = sys.stdin.isatty() and click.confirm(
            "Let it score from now on where no --model is named?", default=False
        )
    if as_default:
        _use_as_default(ready)


@models.command("default")
@click.argument("name", required=False)
def default_model(name: str | None) -> None:
    """Say which model scores where none is named; with a NAME, let that one.

    Example: auditor models default compact
    """
    if name:
        _use_as_default(name)
    else:
        click.echo(default_name())


def _use_as_default(name: str) -> None:
    make_default(name)
    click.echo(f"{name} scores from now on where no --model is named.")


@models.command()
@click.argument("name")
@precision_option
@click.option(
    "--weights",
    type=click.Path(exists=True, path_type=Path),
    help="A file with the weights; of hf:, a folder as the hub has it.  [default: downloaded]",
)
@click.option(
    "--tokenizer",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="Folder with the files of a Hugging Face tokenizer (SigLIP).  [default: downloaded]",
)
@click.option(
    "--pictures",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="Folder with pictures, or pairs, to compare and calibrate the model on.",
)
@click.option(
    "--decoder", is_flag=True, help="Of a CoCa, what speaks (see hf: above), not its two towers."
)
def export(
    name: str,
    precision: str,
    weights: Path | None,
    tokenizer: Path | None,
    pictures: Path | None,
    decoder: bool,
) -> None:
    """Make a model of open_clip, openclip:ARCHITECTURE:TAG, into ONNX; needs the extra `export`.

    hf:OWNER/REPOSITORY makes a BLIP-2, InstructBLIP or LLaVA, which says how likely a text is
    after a picture, for auditor bench --language-model.

    Example: auditor models export openclip:ViT-B-16:laion400m_e32 --precision int8
    """
    speaks = decoder or name.startswith(HUB)
    if not name.startswith((OPENCLIP, HUB)):
        raise click.UsageError(
            f"{name} is neither {OPENCLIP}ARCHITECTURE:TAG nor {HUB}OWNER/REPOSITORY"
        )
    if speaks and (precision != PRECISIONS[0] or tokenizer or pictures):
        raise click.UsageError("What speaks is made in fp32, and takes --weights alone")
    require_export()
    wanted = f"{name}@decoder" if decoder else with_precision(name, precision)
    folder = cached_folder(wanted)
    options = ["--output", str(folder)]
    options += [] if speaks else ["--precision", precision]
    options += ["--weights", str(weights)] if weights else []
    options += ["--tokenizer", str(tokenizer)] if tokenizer else []
    options += ["--pictures", str(pictures)] if pictures else []
    module = "export_onnx.vision_language" if speaks else "export_onnx.openclip"
    # In a process of its own: nothing here imports torch. -P: not what the user's folder holds.
    command = [sys.executable, "-P", "-m", module, name, *options]
    if subprocess.run(command, check=False).returncode:
        raise click.ClickException(f"{wanted} was not made: see above")
    if speaks:
        click.echo(f"Use it with: auditor bench contextref --language-model {wanted}")
    else:
        _say_ready(wanted, folder)


def require_export() -> None:
    """Raises ClickException where the extra `export` is not installed."""
    if not all(importlib.util.find_spec(package) for package in ("torch", "open_clip")):
        raise click.ClickException(
            "This needs torch and open_clip: python -m pip install 'alt-text-auditor[export]'"
        )


@models.command()
@click.argument("name", required=False)
def verify(name: str | None) -> None:
    """Compare a model's files with their checksums; without a NAME, those of every model.

    Example: auditor models verify compact
    """
    for each, folder in {name: find(name)}.items() if name else known().items():
        manifest = read_manifest(folder)
        verify_files(manifest, folder)
        click.echo(f"{each}: {len(manifest.files)} files are as they were made")


def _say_ready(name: str, folder: Path) -> None:
    manifest = read_manifest(folder)
    click.echo(f"{name}, {_megabytes(folder, manifest)} MB. Its terms: {manifest.licence}")
    click.echo(f"Use it with: auditor scan URL --model {name}")


def _row(name: str, folder: Path, provider: str, *, timed: bool) -> dict[str, Any]:
    """Raises ModelError when the model cannot be used."""
    from models.speed import measure, speeds  # takes a while to import

    manifest = read_manifest(folder)
    figures = json.loads(FIGURES.read_text("utf-8"))
    if timed:
        measure(folder, manifest, provider)
    return {
        "name": name,
        "version": manifest.version,
        "megabytes": _megabytes(folder, manifest),
        "licence": manifest.licence,
        "precision": manifest.precision,
        "languages": list(manifest.languages),
        "speed": speeds(manifest),
        "figures": figures.get(manifest.sha256, {}),
        "sha256": manifest.sha256,
        "folder": str(folder),
        "shipped": name in SHIPPED,
    }


def _lines(row: dict[str, Any]) -> list[str]:
    languages = ", ".join(row["languages"]) or "any"
    found = [
        f"{row['name']} {row['version'][:12]}, {row['megabytes']} MB, {row['precision']}",
        f"Terms: {row['licence']}",
        f"Languages: {languages}",
    ]
    for provider, rates in row["speed"].items():
        pictures, texts = rates["images_per_s"], rates["texts_per_s"]
        found.append(f"Here: {pictures:g} images/s and {texts:g} texts/s on {provider}")
    if not row["speed"]:
        found.append("Here: not measured yet (--speed)")
    for bench, figures in row["figures"].items():
        found.append(f"{bench}: " + ", ".join(f"{key} {value}" for key, value in figures.items()))
    return found


def _megabytes(folder: Path, manifest: Manifest) -> float:
    return round(sum((folder / file).stat().st_size for file in manifest.files) / 1e6, 1)
