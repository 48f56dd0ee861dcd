"""`auditor bench`: figures of a model on the published benchmarks."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import click
from rich.console import Console
from rich.progress import track
from rich.table import Table

from auditor.bench import conformance, crawl, references, rules, wikipedia
from auditor.bench.scorers import Tools
from auditor.bench.suite import BENCHES, Task, known, measure
from auditor.commands.grouped import grouped
from auditor.commands.models import require_export
from models.encoder import load


@dataclass(frozen=True, slots=True)
class Asked:
    """What is measured, and how."""

    data: Path
    model: str
    scorer: str | None
    language_model: str | None
    development: Path | None
    only: tuple[str, ...]
    seed: int
    as_list: bool
    browser: bool
    torch: str | None
    reference: bool
    plot: Path | None
    as_json: bool


_asked_options = grouped(
    "asked",
    Asked,
    click.option(
        "--data",
        type=click.Path(path_type=Path),
        required=True,
        help="The one folder that holds benchmarks/, conformance/, training/, wikipedia/ and "
        "sites/; a folder of these, or the very folder of a benchmark, is taken too.",
    ),
    click.option(
        "--model",
        default="compact",
        show_default=True,
        help="Model to measure; `none` for crawl without one.",
    ),
    click.option(
        "--scorer",
        help="Score to measure: quality (all four parts), queue (what the ranking goes by), rules "
        "(the ranking without a model), heard-quality, heard-queue (with --language-model beside "
        "the parts), compatibility, relevance, clipscore, contextual (CLIPScore "
        "with context), length, icr (export_onnx.icr), vsepp, umic, alignment, spurts, qace "
        "(export_onnx.caption_heads), or likelihood, itc, itm (with --language-model).  "
        "[default: the one that the benchmark is about]",
    ),
    click.option(
        "--language-model",
        metavar="NAME",
        help="Language model of likelihood, heard-quality and heard-queue, or BLIP-2 of itc and "
        "itm: a name or a folder. python -m export_onnx.language_model makes smollm2-135m, "
        "auditor models export such as see.",
    ),
    click.option(
        "--development",
        type=click.Path(path_type=Path),
        metavar="FOLDER",
        help="contextref, planted: run what may be tuned on in place of what is reported, with the "
        "held-out pairs of the training data in FOLDER (that of --data, or its training/).",
    ),
    click.option(
        "--only", multiple=True, metavar="FIGURE", help="Only this figure; may be repeated."
    ),
    click.option("--seed", default=0, show_default=True, help="Seed of alterations and intervals."),
    click.option(
        "--list", "as_list", is_flag=True, help="conformance, wikipedia: each case that differs."
    ),
    click.option(
        "--browser",
        is_flag=True,
        help="conformance: ask Chromium for its names as well; planted: scan with it.",
    ),
    click.option(
        "--torch",
        metavar="ARCHITECTURE",
        help="speed: in place of the model, torch beside ONNX in fp32 and int8 for this "
        "architecture of open_clip, such as ViT-B-32; needs the extra `export`.",
    ),
    click.option(
        "--reference",
        is_flag=True,
        help="icr: scores by reference texts, on all of Flickr8k-Expert; needs the extra "
        "`references` and Java.",
    ),
    click.option(
        "--plot",
        type=click.Path(dir_okay=False, path_type=Path),
        help="analyses: draw the correlations of scores with each other, as SVG.",
    ),
    click.option("--json", "as_json", is_flag=True, help="Print one JSON object."),
)


@click.command()
@click.argument("name")
@_asked_options
def bench(name: str, asked: Asked) -> None:
    """Measure a model, or a score over it, on the benchmark NAME.

    \b
    contextref       does what was made worse in ten ways score lower
    context-ratings  agreement with blind and sighted readers
    web-alts         agreement with a person's scores of texts on real sites
    alt-quality      texts that experts call right above those they call wrong
    analyses         the analyses of the papers: what explains ratings, what scores share
    robustness       which captions fool the score
    planted          how high the queue puts planted faults
    flickr8k, coco   picture and text alone: ratings, retrieval
    icr              a regressor that learned from ratings, beside scores that did not; needs torch
    tuned            a score tuned to ContextRef's alterations, on what it has not seen; needs torch
    icr --reference  scores by texts that people wrote of the same picture; needs Java
    textbooks        picture and text alone: figures of books that were kept back
    drawings         picture and text alone: icons, logos and clip art by name
    multilingual     picture and text alone: retrieval in 44 languages
    relevance        text and context alone: the own context against others', by language
    speed, cost      images a second; the full score beside the bare model
    conformance      names, roles and findings beside other tools, no model
    wikipedia        images of MediaWiki renderings, edits of wikitext; no model
    rules            how often the rules on wording are right, no model
    crawl            pages a second, beside a bare browser, of sites/ or of any folder of pages

    Example: auditor bench contextref --data FOLDER --json
    """
    if asked.reference and name != "icr":
        raise click.UsageError("--reference goes with icr")
    if asked.plot and name != "analyses":
        raise click.UsageError("--plot goes with analyses")
    name = "icr-reference" if asked.reference else name
    if name in _AGREEMENT:
        _agreement(name, asked)
    elif name == "rules":
        _rules(asked)
    elif name == "crawl":
        _crawl(asked)
    elif name == "speed" and asked.torch:
        _beside_torch(asked.torch, asked)
    else:
        _score(name, asked)


def _score(name: str, asked: Asked) -> None:
    chosen = asked.scorer or BENCHES[known("benchmark", name, tuple(BENCHES))].scorers[0]
    tools = Tools(load(asked.model), asked.language_model)
    task = Task(tools, asked.data, chosen, asked.seed, _track, asked.development, asked.browser)
    answer = measure(name, task, asked.only)
    if name == "icr-reference" and (skipped := references.left_out(asked.only)):
        answer["left_out"] = skipped
        for why in skipped.values():
            click.echo(f"Left out: {why}.", err=True)
    _print(answer, asked.as_json)
    if asked.plot:
        _draw(answer, asked.plot)


def _draw(answer: Mapping[str, Any], path: Path) -> None:
    from auditor.bench.docs.correlations import draw_correlations

    try:
        draw_correlations(answer["metrics"], path)
    except OSError as error:
        raise click.ClickException(f"{path} cannot be written: {error.strerror}") from error


_AGREEMENT = {"conformance": conformance.KEYS, "wikipedia": wikipedia.KEYS}
"""Benchmarks of cases that an answer agrees with or not, and their figures."""


def _agreement(name: str, asked: Asked) -> None:
    wanted = [known("figure", key.replace("-", "_"), _AGREEMENT[name]) for key in asked.only]
    results = wikipedia.run(asked.data) if name == "wikipedia" else conformance.run(asked.data)
    if asked.browser and name == "conformance":
        results["chromium_agreement"] = conformance.run_in_browser(asked.data)
    results = {key: found for key, found in results.items() if not wanted or key in wanted}
    differ = {key: [r for r in found if not r.right] for key, found in results.items()}
    if asked.as_list and not asked.as_json:
        for key, found in differ.items():
            for result in found:
                click.echo(f"{key}\t{result.id}\t{result.expected}\t{result.ours}")
        return
    figures = conformance.metrics(results, asked.seed)
    answer: dict[str, Any] = {
        "bench": name,
        "model": None,
        "scorer": None,
        "seed": asked.seed,
        "metrics": {key: asdict(metric) for key, metric in figures.items()},
    }
    if asked.as_list:
        answer["differences"] = {key: [asdict(r) for r in found] for key, found in differ.items()}
    _print(answer, asked.as_json)


def _rules(asked: Asked) -> None:
    found = rules.run(asked.data, asked.seed)
    if asked.as_json:
        figures = {rule: asdict(precision) for rule, precision in found.items()}
        click.echo(json.dumps({"bench": "rules", "seed": asked.seed, "rules": figures}))
        return
    table = Table(title="rules, percent of findings that are right", caption="With 95% intervals.")
    for heading in ("rule", "hits", "of texts", "labelled", "right", "percent", "low", "high"):
        table.add_column(heading, justify="left" if heading == "rule" else "right")
    for rule, p in found.items():
        counts = (p.hits, p.texts, p.labelled, p.right)
        table.add_row(rule, *map(str, counts), *(f"{x:.1f}" for x in (p.value, p.low, p.high)))
    Console().print(table)


def _crawl(asked: Asked) -> None:
    encoder = None if asked.model == "none" else load(asked.model, threads=1)
    found = crawl.run(asked.data, encoder)
    if asked.as_json:
        paces = {name: asdict(pace) for name, pace in found.items()}
        click.echo(json.dumps({"bench": "crawl", "ways": paces}))
        return
    caption = f"{crawl.TABS} pages at a time; rates of each round in brackets."
    table = Table(title="crawl, pages a second", caption=caption)
    for heading in ("way", "pages/s", "of the bare loop"):
        table.add_column(heading, justify="left" if heading == "way" else "right")
    for name, pace in found.items():
        rounds = ", ".join(f"{each:.2f}" for each in pace.rounds)
        table.add_row(name, f"{pace.pages_per_s:.2f} ({rounds})", f"{pace.of_bare:.0%}")
    Console().print(table)


def _beside_torch(architecture: str, asked: Asked) -> None:
    """In a process of its own: nothing here imports torch."""
    require_export()
    command = [sys.executable, "-P", "-m", "export_onnx.openclip.speed", architecture]
    done = subprocess.run(
        [*command, "--seed", str(asked.seed)], stdout=subprocess.PIPE, check=False
    )
    if done.returncode:
        raise click.ClickException(f"{architecture} was not timed: see above")
    answer = json.loads(done.stdout)
    if asked.as_json:
        click.echo(json.dumps({"bench": "speed", **answer}))
        return
    caption = (
        f"Picture tower, {answer['threads']} threads, {answer['rounds']} rounds, 95% intervals."
    )
    table = Table(title=f"speed, {architecture} on {answer['provider']}", caption=caption)
    for heading in ("batch", "way", "images/s", "of torch fp32", "low", "high"):
        table.add_column(heading, justify="left" if heading == "way" else "right")
    for batch, ways in answer["batches"].items():
        for way, pace in ways.items():
            figures = (pace["of_torch"], pace["low"], pace["high"])
            table.add_row(batch, way, f"{pace['images_per_s']:.1f}", *(f"{x:.2f}" for x in figures))
    Console().print(table)


def _print(result: Mapping[str, Any], as_json: bool) -> None:
    if as_json:
        click.echo(json.dumps(result))
    else:
        Console().print(_table(result))


def _track(items: Sequence[int], description: str) -> Iterable[int]:
    return track(items, description, console=Console(stderr=True))


def _title(result: Mapping[str, Any]) -> str:
    if result["model"] is None:
        return f"{result['bench']}, percent that agree"
    return f"{result['bench']}, model {result['model']['name']}, {result['scorer']}"


def _table(result: Mapping[str, Any]) -> Table:
    table = Table(
        title=_title(result),
        caption=f"With 95% intervals. Seed {result['seed']}.",
    )
    table.add_column("figure")
    for heading in ("value", "low", "high", "n"):
        table.add_column(heading, justify="right")
    for key, metric in result["metrics"].items():
        digits = 2 if abs(metric["value"]) <= 1 else 1  # a correlation
        figures = [f"{metric[bound]:.{digits}f}" for bound in ("value", "low", "high")]
        table.add_row(key, *figures, str(metric["n"]))
    return table
