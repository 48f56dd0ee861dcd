"""What can be measured of a text, its picture and its place, before anything is weighed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from auditor.findings import Outcome
from auditor.rules.leftovers import ALT_CODE_LIKE, ALT_HOLDS_MARKUP
from auditor.rules.redundancy import without_credit
from auditor.rules.rule import Use
from auditor.rules.wording import ALT_FILE_NAME, ALT_PLACEHOLDER, ALT_URL
from auditor.scoring.claims import Claim, ClaimSupport, claims
from auditor.scoring.hints import hints
from auditor.scoring.place import beside_texts, claim_sources, context_texts
from auditor.scoring.things import Things, things
from auditor.texts.compare import is_blank, normalise, share_of_words
from auditor.texts.density import density
from auditor.texts.labels import described
from auditor.texts.languages import NOUNS_CAPITALISED, primary
from auditor.texts.machine import machine_share
from auditor.texts.negation import affirmed, without_denied
from auditor.texts.search_words import is_search_words, without_search_words
from auditor.texts.sentences import WORD, repeated_share, said_once, sentences, words
from auditor.texts.word_order import WordOrder, word_order
from extractors.records import ImageRecord
from models.manifest import Manifest

Vector = NDArray[np.float32]

NOISE = (ALT_FILE_NAME, ALT_URL, ALT_PLACEHOLDER, ALT_CODE_LIKE, ALT_HOLDS_MARKUP)
ENGLISH = ("", "en")
"""A text of no known language is taken to be English, as its vectors are."""
NO_THINGS = Things()


class Spoken(NamedTuple):
    """A text and what language it is in, "" where nobody knows: what a model needs to embed it."""

    text: str
    language: str
    whole: bool = True
    """Whether all of TextVectors is wanted; False: its sentence embedding alone, for a text that
    stands around a picture."""

    def as_whole(self) -> Spoken:
        """The same, all of it wanted."""
        return self._replace(whole=True)


@dataclass(frozen=True, slots=True)
class TextVectors:
    """What the model makes of one text."""

    shared: Vector
    """(dimension,): compared with pictures by dot product; (0,) where it was not wanted."""
    sentence: Vector
    """(sentence_dimension,): a unit vector, compared with other texts."""
    form: Vector
    """(3,): probabilities that its words are in order, that it is whole, that it describes a
    picture; (0,), or not numbers, when the model has no form head for it or it was not wanted.
    """


@dataclass(frozen=True, slots=True)
class Measured:
    """One text, or one sentence of it, against picture and place."""

    text: str
    new_words: int
    """Different words that no sentence before it has."""
    similarity: float | None
    """Dot product with the picture; None without a picture."""
    denied: float | None
    """The same for the text without its negation; None where nothing is negated."""
    cosines: Mapping[str, float]
    """With each text around the picture, by its name."""
    form: tuple[float, ...]
    """As in TextVectors."""
    left: float | None = None
    """As `similarity`, for the text without what it denies; None where it denies all that it says.
    """
    order: WordOrder | None = None
    """What the order of its words says; None in a language other than English."""


@dataclass(frozen=True, slots=True)
class Evidence:
    """All that a score rests on."""

    whole: Measured
    sentences: tuple[Measured, ...]
    """A text of one sentence has that one."""
    claims: tuple[Claim, ...]
    searched: int
    """Words of page and picture that the claims were looked up in."""
    words: int
    repeated: float
    """Share of the words that only say again what was said, 0 to 1."""
    shouted: bool
    copied: float
    """Share of the words that stand in the caption, 0 to 1; 1 only where it is the caption."""
    likeness: Mapping[str, float]
    """Cosine with each text that is heard beside the picture, by its name."""
    noise: str = ""
    """What a rule says of a text that was made for machines, "" for words."""
    captioned: int = 0
    """Different words of the caption that the text has not."""
    listed: float = 0.0
    """Share of the words that are strung together for search engines, 0 to 1."""
    machine: float = 0.0
    """Share of the text that was written for machines, 0 to 1."""
    hints: tuple[str, ...] = ()
    """Names of the habits of wording that experts call wrong (auditor/scoring/hints.py)."""
    density: float | None = 1.0
    """English words that one word of the text's language stands for; None: not measured."""
    things: Things = NO_THINGS
    """Things of known classes in the picture and in the text."""
    likelihood: float | None = None
    """By how much the text is likelier than a usual one (auditor/scoring/likelihood.py); None: no
    language model is heard."""


def languages(record: ImageRecord) -> tuple[str, str]:
    """What language the text is in, and what stands around the picture; "" where nobody knows."""
    page = record.page_language or primary(record.lang)
    return record.language or page, page


def wanted_texts(record: ImageRecord) -> set[Spoken]:
    """Every text that `measure` needs the vectors of."""
    text = record.informative_name
    if is_blank(text):
        return set()
    around = (context_texts(record.context), beside_texts(record.context))
    said = _said(text, record.lang)
    own, page = languages(record)
    denials = filter(
        None, (other for t in said for other in (affirmed(t, own), without_denied(t, own)))
    )
    heard = {Spoken(each, own) for each in (*said, *denials)}
    return heard | {Spoken(other, page, False) for found in around for other in found.values()}


def measure(
    record: ImageRecord,
    picture: Vector | None,
    vectors: Mapping[Spoken, TextVectors],
    *,
    manifest: Manifest | None = None,
    read: str = "",
    likelihood: float | None = None,
) -> Evidence:
    """Compare the record's text with its picture and place. `picture` is the shared embedding
    (dimension,), None when there is none; `vectors` holds those of `wanted_texts`. What the model
    makes of a text in a language that it does not know means nothing and is left out: `manifest`
    says which it knows; None: all.
    `read` are the words that were read in the picture; `likelihood` is as in Evidence.

    What the text says twice counts as its repetition alone: all else is measured of the text
    without it, so that a text said twice is a worse one and nothing else.
    """
    text, caption = record.informative_name, record.context.caption
    own_language, page_language = languages(record)
    seen = manifest is None or manifest.knows(own_language)
    known = manifest is None or manifest.compares(own_language)
    both = known and (manifest is None or manifest.compares(page_language))
    picture = picture if seen else None

    def sentence_of(other: str) -> Vector:
        spoken = Spoken(other, page_language, whole=False)
        return (vectors.get(spoken.as_whole()) or vectors[spoken]).sentence

    around, beside = (
        {name: sentence_of(other) for name, other in found.items() if both}
        for found in (context_texts(record.context), beside_texts(record.context))
    )

    def made_of(part: str) -> TextVectors:
        return vectors[Spoken(part, own_language)]

    def likeness(other: str) -> float | None:
        return None if picture is None or not other else float(picture @ made_of(other).shared)

    def of(part: str, new_words: int) -> Measured:
        own = made_of(part)
        return Measured(
            part,
            new_words,
            likeness(part),
            likeness(affirmed(part, own_language)),
            {name: float(own.sentence @ other) for name, other in around.items()},
            tuple(float(each) for each in own.form if not np.isnan(each)) if known else (),
            likeness(without_denied(part, own_language)),
            word_order(part) if own_language in ENGLISH else None,
        )

    told, *parts = _said(text, record.lang)
    once = said_once(text)
    sources = claim_sources(record, read)
    return Evidence(
        whole=of(told, len(set(words(told)))),
        sentences=tuple(of(part, new) for part, new in _new_words(parts)),
        claims=tuple(_told_apart(claims(told, sources), own_language)),
        searched=len(words(" ".join(sources.values()))),
        words=len(words(text)),
        density=density(own_language),
        repeated=repeated_share(text),
        shouted=text.isupper() and len(WORD.findall(text)) > 3,
        copied=_copied(once, caption, record.language or record.lang),
        likeness={name: float(made_of(told).sentence @ other) for name, other in beside.items()},
        noise=_noise(replace(record, name=replace(record.name, text=once))),
        captioned=len(set(words(caption)) - set(words(told))),
        listed=_share_listed(once),
        machine=machine_share(once, _around(record)),
        hints=tuple(hints(record, once)),
        things=things(picture, made_of(told).shared, manifest) if manifest else NO_THINGS,
        likelihood=likelihood,
    )


def _around(record: ImageRecord) -> str:
    """What the page says to people by its title, a heading, a caption or the text beside."""
    c = record.context
    return "\n".join((c.page_title, c.heading, c.caption, c.text_before, c.text_after))


def _told_apart(found: Iterable[Claim], language: str) -> Iterator[Claim]:
    """The claims, without names that only a capital makes where every noun has one."""
    for claim in found:
        guessed = claim.kind == "name" and claim.found is ClaimSupport.NOWHERE
        if not (guessed and language in NOUNS_CAPITALISED):
            yield claim


def _said(text: str, language: str | None) -> list[str]:
    """What the text tells, without repetitions, credits, enumerators and search words; then its
    sentences."""
    told = described(without_search_words(said_once(text)), language)
    return [told, *(sentences(told) or [told])]


def _share_listed(text: str) -> float:
    """1 where a list of search words is all of it."""
    total = len(words(text))
    kept = without_search_words(text)
    if kept == text or not total:
        return 1.0 if is_search_words(text) else 0.0
    return 1 - len(words(kept)) / total


def _new_words(parts: Iterable[str]) -> list[tuple[str, int]]:
    seen: set[str] = set()
    found = []
    for part in parts:
        new = set(words(part)) - seen
        seen |= new
        found.append((part, len(new)))
    return found


def _noise(record: ImageRecord) -> str:
    use = Use(record)
    found = (rule for rule in NOISE if rule.applies(use))
    return next((r.summary for r in found if r.check(use).outcome is Outcome.FAILED), "")


def _copied(text: str, caption: str, language: str | None) -> float:
    if not normalise(caption):
        return 0.0
    if normalise(text) in (normalise(caption), without_credit(caption, language)):
        return 1.0
    return min(share_of_words(text, caption), share_of_words(caption, text))
