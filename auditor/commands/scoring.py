"""Options that say which model scores."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import click

from auditor.commands.grouped import Option, grouped
from auditor.commands.kinds import ModelName, Words

if TYPE_CHECKING:
    from auditor.scoring.likelihood import Heard
    from models.encoder import Encoder

PROVIDERS = (
    "Where it runs: cpu, cuda, directml, tensorrt, coreml or openvino. One that is not there "
    "is an error that says which are."
)


@dataclass(frozen=True, slots=True)
class Scoring:
    """What was asked for. Nothing is loaded before it is needed."""

    model: str
    provider: str
    no_score: bool
    no_ocr: bool = True
    language_model: str = ""
    """The language model that is heard beside it; "": none."""

    def check(self) -> None:
        """Before anything is loaded. Raises ModelError when there is no such model,
        click.UsageError for a language model without scores."""
        if self.no_score:
            if self.language_model:
                raise click.UsageError("--language-model is heard by the score: leave --no-score.")
            return
        from models.registry import find

        find(self.model)
        if self.language_model:
            from models.language import find_language

            find_language(self.language_model)

    def encoder(self) -> Encoder | None:
        """The model, None for no scores. Raises ModelError."""
        if self.no_score:
            return None
        from models.encoder import load

        return load(self.model, provider=self.provider, threads=1)

    def heard(self, encoder: Encoder | None) -> Heard | None:
        """The language model, None for none. Raises ModelError."""
        if encoder is None or not self.language_model:
            return None
        from auditor.scoring.likelihood import heard

        return heard(self.language_model, encoder)

    def hint(self) -> str:
        """One line, once on a machine with a GPU, where the shipped model scores; else ""."""
        from models.registry import SHIPPED

        if self.no_score or self.model not in SHIPPED:
            return ""
        from models.nvidia import gpus
        from models.recommended import gpu_hint

        return gpu_hint(gpus())

    def reads(self) -> str:
        """What reads the text in pictures, "" for nothing."""
        if self.no_ocr or self.no_score:
            return ""
        from models.reading import installed

        return installed()


def _default_model() -> str:
    from models.registry import default_name

    return default_name()


def scoring_options(
    provider: str = PROVIDERS,
    no_ocr: str = "Do not read the text in pictures.",
    language_model: str = "",
) -> Option:
    """A command with them takes Scoring as `scoring`; with "" as `no_ocr`, `language_model` it has
    no such option."""
    options = [
        click.option(
            "--model",
            type=ModelName(),
            default=_default_model,
            show_default="compact, or what `models default` names",
            help="Model that scores the texts.",
        ),
        click.option("--provider", type=Words(), default="auto", show_default=True, help=provider),
        click.option(
            "--no-score",
            is_flag=True,
            help="Only the rules that need no model; no text in pictures is read either.",
        ),
    ]
    if no_ocr:
        options.append(click.option("--no-ocr", is_flag=True, help=no_ocr))
    if language_model:
        options.append(
            click.option(
                "--language-model",
                type=ModelName(),
                default="",
                metavar="NAME",
                help=language_model,
            )
        )
    return grouped("scoring", Scoring, *options)
