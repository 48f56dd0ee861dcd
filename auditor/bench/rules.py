"""How often is a rule on wording right? Precision on real texts, by labels made by hand.

Texts: `benchmarks/web-alt-ratings/unlabelled-alts.csv`, `training/web/pairs.json` and
`training/conceptual/pairs.json`, each text once. Of the hits of each rule, a fixed sample is drawn
by a seeded hash, and a person says of each whether the rule's message is right for that text. The
labels (`rule_labels.json`) hold a hash of each text and no text.

A text is judged alone, as the alt of an English page's image outside links and captions; rules that
need more are not measured here. `python -m auditor.bench.rules FOLDER` prints the figures that the
generated table of rules shows (`auditor/rules/precision.json`).
"""

from __future__ import annotations

import csv
import hashlib
import html
import json
import math
import sys
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from importlib.resources import files
from pathlib import Path

from auditor.bench.data.files import benchmark, folder_of, published_format, read_json, read_text
from auditor.bench.errors import BenchError
from auditor.findings import Outcome
from auditor.rules import run as run_rule
from auditor.rules.complexity import COMPLEX_IMAGE_WITHOUT_DESCRIPTION
from auditor.rules.language import ALT_IN_ANOTHER_LANGUAGE
from auditor.rules.leftovers import ALT_CODE_LIKE, ALT_HOLDS_MARKUP
from auditor.rules.listening import ALT_EMOJI, ALT_NUMBER_ALONE, ALT_VERY_LONG
from auditor.rules.rule import Rule, Use
from auditor.rules.wording import (
    ALT_FILE_NAME,
    ALT_IMAGE_OF_PREFIX,
    ALT_PLACEHOLDER,
    ALT_URL,
)
from extractors.records import (
    AccessibleName,
    Context,
    Exposed,
    Exposure,
    ImageRecord,
    Kind,
    NameSource,
)

MEASURED: tuple[Rule, ...] = (
    ALT_FILE_NAME,
    ALT_URL,
    ALT_PLACEHOLDER,
    ALT_HOLDS_MARKUP,
    ALT_CODE_LIKE,
    COMPLEX_IMAGE_WITHOUT_DESCRIPTION,
    ALT_IN_ANOTHER_LANGUAGE,
    ALT_IMAGE_OF_PREFIX,
    ALT_NUMBER_ALONE,
    ALT_EMOJI,
    ALT_VERY_LONG,
)
SAMPLE = 40
"""Hits of each rule that are labelled, at most."""
_Z = 1.96
_HEX = 16


@dataclass(frozen=True, slots=True)
class Text:
    """One text of the collections."""

    text: str
    src: str | None
    """Path of its picture, where the collection tells."""


@dataclass(frozen=True, slots=True)
class Precision:
    """How a rule does on the collections."""

    texts: int
    hits: int
    """Different texts with a finding."""
    labelled: int
    right: int
    value: float
    """Percent of the labelled hits for which the message is right."""
    low: float
    high: float
    """95% interval after Wilson (1927)."""


def run(folder: Path, seed: int) -> dict[str, Precision]:
    """Precision by rule id. Raises BenchError, also when a hit of the sample has no label."""
    texts = read(folder)
    found = hits(texts)
    labels = read_labels()
    missing = {rule: unlabelled(rule, found[rule], labels, seed) for rule in found}
    if any(missing.values()):
        counts = ", ".join(f"{rule}: {len(texts)}" for rule, texts in missing.items() if texts)
        raise BenchError(f"These rules have hits in the sample without a label ({counts})")
    return {rule: _measure(rule, found[rule], labels, seed, len(texts)) for rule in found}


def read(folder: Path) -> list[Text]:
    """Every text once, white space collapsed. Raises BenchError."""
    path = benchmark(folder, "web-alt-ratings") / "unlabelled-alts.csv"
    rows = csv.reader(read_text(path).splitlines(keepends=True))
    # This file holds the attributes as they stand in the HTML.
    texts = [Text(html.unescape(row[0]), None) for row in rows if row]
    for name in ("web", "conceptual"):
        path = folder_of(folder, "training", name) / "pairs.json"
        with published_format(path):
            texts += [Text(pair["alt"], pair.get("path")) for pair in read_json(path)]
    clean = (Text(" ".join(text.text.split()), text.src) for text in texts)
    return list({text.text: text for text in clean if text.text}.values())


def hits(texts: Iterable[Text]) -> dict[str, list[str]]:
    """The texts that each measured rule has something to say of, by rule id."""
    found: dict[str, list[str]] = {rule.id: [] for rule in MEASURED}
    for text in texts:
        use = _use(text)
        for rule in MEASURED:
            if run_rule(rule, use).outcome in (Outcome.FAILED, Outcome.CANT_TELL):
                found[rule.id].append(text.text)
    return found


def sample(rule: str, texts: Iterable[str], seed: int) -> list[str]:
    """SAMPLE of the texts, in an order that depends on nothing but seed, rule and text."""
    return sorted(texts, key=lambda text: _hash(f"{seed}:{rule}:{text}"))[:SAMPLE]


def read_labels() -> dict[str, dict[str, bool]]:
    """By rule id and hash of the text: is the message right?"""
    text = (files("auditor.bench") / "rule_labels.json").read_text("utf-8")
    labels: dict[str, dict[str, str]] = json.loads(text)["labels"]
    return {
        rule: {key: label == "right" for key, label in found.items()}
        for rule, found in labels.items()
    }


def unlabelled(
    rule: str, texts: Iterable[str], labels: Mapping[str, Mapping[str, bool]], seed: int
) -> list[str]:
    """Texts of the sample that nobody has labelled."""
    known = labels.get(rule, {})
    return [text for text in sample(rule, texts, seed) if key_of(text) not in known]


def key_of(text: str) -> str:
    """What stands for a text in the file of labels."""
    return _hash(text)[:_HEX]


def wilson(right: int, total: int) -> tuple[float, float]:
    """95% interval of a share, in percent (Wilson 1927, formula 6)."""
    if not total:
        return 0.0, 100.0
    share, square = right / total, _Z * _Z
    middle = (share + square / (2 * total)) / (1 + square / total)
    half = _Z * math.sqrt(share * (1 - share) / total + square / (4 * total * total))
    half /= 1 + square / total
    return 100 * max(0.0, middle - half), 100 * min(1.0, middle + half)


def _measure(
    rule: str, texts: list[str], labels: Mapping[str, Mapping[str, bool]], seed: int, total: int
) -> Precision:
    answers = [labels[rule][key_of(text)] for text in sample(rule, texts, seed)]
    right = sum(answers)
    low, high = wilson(right, len(answers))
    value = 100 * right / len(answers) if answers else 0.0
    figures = (round(value, 1), round(low, 1), round(high, 1))
    return Precision(total, len(texts), len(answers), right, *figures)


def _use(text: Text) -> Use:
    record = ImageRecord(
        kind=Kind.IMG,
        tag="img",
        selector="img",
        ordinal=0,
        role="image",
        src=text.src,
        alt=text.text,
        name=AccessibleName(text.text, NameSource.ALT),
        exposure=Exposure(Exposed.EXPOSED, "img"),
        context=Context(),
        lang="en",
    )
    return Use(record)


def _hash(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8")).hexdigest()


if __name__ == "__main__":
    figures = {rule: asdict(found) for rule, found in run(Path(sys.argv[1]), 0).items()}
    sys.stdout.write(json.dumps(figures, indent=2) + "\n")
