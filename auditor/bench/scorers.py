"""Scores of one text with its picture and context, each by name, higher is better.

`quality` and `queue` are the product's own, through the judge as in a scan; the others are
published scores and a baseline to hold them against, over any model.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from auditor.bench.alignment import PICTURES_KEPT, load_alignment, load_picture
from auditor.bench.errors import BenchError
from auditor.bench.folds import weights_without
from auditor.bench.qace import Answerer
from auditor.bench.spurts import load_attention
from auditor.bench.trained import projected, ranked, regressed
from auditor.judge.judge import Judge, SeenPicture
from auditor.references import PREFIX
from auditor.scoring.likelihood import Heard, Likelihood, Sighted, frozen, heard
from auditor.scoring.purpose import profile_of
from auditor.scoring.score import WORD, Vector, scored
from extractors.records import (
    AccessibleName,
    Context,
    Exposed,
    Exposure,
    ImageRecord,
    Kind,
    NameSource,
)
from extractors.text import collapse
from models.encoder import Encoder
from models.language import load_language
from models.matching import Answered, MatchingModel, load_matching
from models.pictures import decode
from models.vision_language import find_vision_language, load_vision_language

MAKES = "python -m export_onnx.language_model makes smollm2-135m"
LOWEST = 1.0
"""Quality of a text that is not there."""
TEXTS_KEPT = 100_000
"""Every text of a benchmark, some 4 kB each: it comes again with each alteration."""

ANSWERS_KEPT = 100
"""Pictures that BLIP-2 has looked at, some 1.5 MB each."""

NOWHERE = Context()
"""Nothing stands around the image."""


@dataclass(frozen=True, slots=True)
class TextSample:
    """One text to be scored, as an image on a page would have it."""

    text: str
    picture: bytes | None
    """The picture's file; None: there is none to look at."""
    context: Context = NOWHERE
    src: str | None = None
    """The picture's address, whose file name may say something; None: not known."""


@dataclass(frozen=True, slots=True)
class Scorer:
    """A score by its name."""

    name: str
    sees: bool
    """Whether it can say nothing without a picture."""
    score: Callable[[TextSample], float]
    """Raises PictureError, ModelError."""
    without: Callable[[TextSample, str, str], float] | None = None
    """The same, fitted without a group of an origin (auditor/bench/folds.py); None: nothing of it
    was fitted on rated texts."""
    slow: bool = False
    """Whether one draw of what is altered by chance has to do."""

    def apart(self, sample: TextSample, origin: str, group: str) -> float:
        """The score of a text of that group, by what was fitted without it."""
        return self.without(sample, origin, group) if self.without else self.score(sample)


class Tools:
    """A model with what it has embedded so far: every picture and every text once."""

    def __init__(self, encoder: Encoder, language: str | None = None) -> None:
        self.encoder = encoder
        self.language = language
        """The name of the language model, where one was named."""
        self.judge = Judge(encoder, texts_kept=TEXTS_KEPT)
        self._pictures: dict[str, Vector] = {}
        self._texts: dict[str, Vector] = {}
        self._heard: Heard | None = None

    def picture(self, data: bytes) -> Vector:
        """Shared embedding (dimension,) of a picture's file."""
        key = hashlib.sha256(data).hexdigest()
        if key not in self._pictures:
            self._pictures[key] = self.encoder.embed_pictures([decode(data).image])[0]
        return self._pictures[key]

    def heard(self, scorer: str) -> Heard:
        """The language model, for the quality. Raises BenchError without a name, ModelError."""
        if self._heard is None:
            name = _language(self, scorer, MAKES)
            self._heard = heard(name, self.encoder)
        return self._heard

    def hearing(self, scorer: str) -> Judge:
        """A judge that hears the language model. Raises as `heard`."""
        return Judge(self.encoder, texts_kept=TEXTS_KEPT, heard=self.heard(scorer))

    def text(self, text: str) -> Vector:
        """Shared embedding (dimension,) of a text."""
        if text not in self._texts:
            self._texts[text] = self.encoder.embed_texts([text]).shared[0]
        return self._texts[text]


def record_of(sample: TextSample) -> ImageRecord:
    """The record that extraction would make of an `img` with this text."""
    text = collapse(sample.text)
    state = Exposed.EXPOSED if text else Exposed.DECORATIVE
    return ImageRecord(
        kind=Kind.IMG,
        tag="img",
        selector="img",
        ordinal=0,
        role="image" if text else "none",
        src=sample.src,
        alt=text,
        name=AccessibleName(text, NameSource.ALT if text else NameSource.NONE),
        exposure=Exposure(state, "alt" if text else 'alt=""'),
        context=sample.context,
    )


def context_text(context: Context) -> str:
    """Title, heading and the text around the image, as one text."""
    around = f"{context.text_before} {context.text_after}"
    parts = (context.page_title, context.heading, around)
    return ". ".join(collapse(part) for part in parts if part.strip())


def compatibility(tools: Tools) -> Scorer:
    """Picture and text alone: the dot product of the two towers."""
    return Scorer("compatibility", True, lambda s: float(_seen(tools, s) @ tools.text(s.text)))


def clipscore(tools: Tools) -> Scorer:
    """CLIPScore: 2.5 · max(cos, 0) (Hessel et al. 2021, section 3)."""

    def score(sample: TextSample) -> float:
        text = tools.text(PREFIX + sample.text)
        return 2.5 * max(float(unit(_seen(tools, sample)) @ unit(text)), 0.0)

    return Scorer("clipscore", True, score)


def contextual(tools: Tools) -> Scorer:
    """Contextual CLIPScore: D̂·C + D·(Î − Ĉ), the hat for unit vectors: what the text shares with
    the context, and what it tells that the picture adds to it (Kreiss et al. 2022, equation 3)."""

    def score(sample: TextSample) -> float:
        picture = unit(_seen(tools, sample))
        text = tools.text(PREFIX + sample.text)
        around = context_text(sample.context)
        if not around:
            return float(text @ picture)
        context = tools.text(around)
        return float(unit(text) @ context + text @ (picture - unit(context)))

    return Scorer("contextual", True, score)


def relevance(tools: Tools) -> Scorer:
    """The product's own part: does the text serve this page? 0 without a context."""

    def score(sample: TextSample) -> float:
        scores = tools.judge.rate(record_of(sample), None)
        return scores.relevance.value or 0.0 if scores else 0.0

    return Scorer("relevance", False, score)


def quality(tools: Tools) -> Scorer:
    """The product's one score, 1 to 5."""
    return _quality("quality", tools.judge, tools)


def heard_quality(tools: Tools) -> Scorer:
    """The same, where a language model is heard. Raises BenchError without one, ModelError."""
    return _quality("heard-quality", tools.hearing("heard-quality"), tools)


def _quality(name: str, judge: Judge, tools: Tools) -> Scorer:
    def score(sample: TextSample) -> float:
        scores = judge.rate(record_of(sample), looked(judge, sample))
        return scores.quality if scores else LOWEST

    def without(sample: TextSample, origin: str, group: str) -> float:
        record, seen = record_of(sample), looked(judge, sample)
        evidence = judge.evidence(record, seen)
        if evidence is None:
            return LOWEST
        profile = profile_of(record, seen.info if seen else None)
        weights = weights_without(origin, group)
        return scored(evidence, weights, tools.encoder.manifest, profile).quality

    return Scorer(name, False, score, without, slow=judge is not tools.judge)


def queue(tools: Tools) -> Scorer:
    """The product's queue, rules and score together: the priority with its sign turned."""
    return Scorer("queue", False, lambda sample: _minus_priority(tools.judge, sample))


def heard_queue(tools: Tools) -> Scorer:
    """The same, where a language model is heard. Raises BenchError without one, ModelError."""
    judge = tools.hearing("heard-queue")
    return Scorer("heard-queue", False, lambda sample: _minus_priority(judge, sample), slow=True)


def rules(tools: Tools) -> Scorer:
    """The queue of a scan that scores nothing."""
    judge = Judge(None)
    return Scorer("rules", False, lambda sample: _minus_priority(judge, sample))


def length(tools: Tools) -> Scorer:
    """The number of words: the baseline to beat."""
    return Scorer("length", False, lambda sample: float(len(WORD.findall(sample.text))))


def icr(tools: Tools) -> Scorer:
    """The regressor of image-caption rating over the model's towers (Scott et al. 2023). Raises
    BenchError where nobody trained it."""
    return _paired(tools, "icr", regressed(tools.encoder.manifest))


def vsepp(tools: Tools) -> Scorer:
    """A stand-in for VSE++ (Faghri et al. 2018): the cosine of two projections over our towers.
    Raises BenchError where nobody trained it."""
    return _paired(tools, "vsepp", projected(tools.encoder.manifest))


def umic(tools: Tools) -> Scorer:
    """A stand-in for UMIC (Lee et al. 2021): two layers over our towers, trained to rank a true
    caption over made ones. Raises BenchError where nobody trained it."""
    return _paired(tools, "umic", ranked(tools.encoder.manifest))


def _paired(tools: Tools, name: str, of: Callable[[Vector, Vector], float]) -> Scorer:
    """A score of the shared embeddings of picture and text."""
    return Scorer(name, True, lambda s: of(_seen(tools, s), tools.text(s.text)))


def alignment(tools: Tools) -> Scorer:
    """A stand-in for ViLBERT's alignment (Lu et al. 2019): late interaction of the text's tokens
    with the picture's cells. Raises BenchError where nobody trained it, ModelError."""
    head = load_alignment(tools.encoder.manifest)
    return Scorer("alignment", True, lambda s: head.score(s.text, _file(s)))


def spurts(tools: Tools) -> Scorer:
    """SPURTS (Feinglass & Yang 2021) over the attention of our text network. Raises BenchError
    where nobody opened it, ModelError."""
    attention = load_attention(tools.encoder.manifest)
    return Scorer("spurts", False, lambda s: attention.spurts(s.text))


def qace(tools: Tools) -> Scorer:
    """A stand-in for QACE (Lee et al. 2021): the share of the questions that a text raises which
    the picture answers alike. Raises BenchError where nobody opened the picture network,
    ModelError."""
    picture = load_picture(tools.encoder.manifest, "qace")

    def embed(word: str) -> Vector:
        row: Vector = tools.encoder.embed_texts([word]).sentence[0]
        return row

    answers = Answerer(picture, embed, PICTURES_KEPT)
    return Scorer("qace", True, lambda s: answers.score(s.text, _file(s)))


def likelihood(tools: Tools) -> Scorer:
    """How likely the text is, given its picture and context: auditor/scoring/likelihood.py. Raises
    BenchError without a language model, ModelError."""
    name = _language(tools, "likelihood", MAKES)
    if find_vision_language(name):
        sighted = Likelihood(Sighted(load_vision_language(name)))
        return Scorer(
            "likelihood", True, lambda s: sighted.score(s.text, _file(s), s.context), slow=True
        )
    told = frozen(load_language(name), tools.encoder)
    return Scorer(
        "likelihood", True, lambda s: told.score(s.text, _seen(tools, s), s.context), slow=True
    )


def itc(tools: Tools) -> Scorer:
    """BLIP-2's contrast: the best cosine of the text with an answer of the picture (Li et al. 2023,
    section 3.1). Raises BenchError without a model, ModelError."""
    return _matching(tools, "itc", MatchingModel.contrast)


def itm(tools: Tools) -> Scorer:
    """BLIP-2's matching: the logarithm of the odds that text and picture belong together. Raises
    BenchError without a model, ModelError."""
    return _matching(tools, "itm", MatchingModel.match)


def _matching(
    tools: Tools, name: str, similarity: Callable[[MatchingModel, Answered, str], float]
) -> Scorer:
    model = load_matching(_language(tools, name, "auditor models export hf:… makes one"))

    @lru_cache(maxsize=ANSWERS_KEPT)
    def look(picture: bytes) -> Answered:
        return model.look(decode(picture).image)

    def score(sample: TextSample) -> float:
        if not sample.text.strip():
            return float("-inf")
        return similarity(model, look(_file(sample)), sample.text)

    return Scorer(name, True, score, slow=True)


def _language(tools: Tools, scorer: str, how: str) -> str:
    """The name of the language model. Raises BenchError where none was named."""
    if tools.language is None:
        raise BenchError(f"The scorer {scorer} wants --language-model NAME; {how}")
    return tools.language


SCORERS: Mapping[str, Callable[[Tools], Scorer]] = {
    "quality": quality,
    "queue": queue,
    "heard-quality": heard_quality,
    "heard-queue": heard_queue,
    "rules": rules,
    "compatibility": compatibility,
    "clipscore": clipscore,
    "contextual": contextual,
    "relevance": relevance,
    "length": length,
    "icr": icr,
    "vsepp": vsepp,
    "umic": umic,
    "alignment": alignment,
    "spurts": spurts,
    "qace": qace,
    "likelihood": likelihood,
    "itc": itc,
    "itm": itm,
}


def unit(vector: Vector) -> Vector:
    """The vector at length 1."""
    scaled: Vector = vector / np.float32(max(float(np.linalg.norm(vector)), 1e-12))
    return scaled


def _seen(tools: Tools, sample: TextSample) -> Vector:
    return tools.picture(_file(sample))


def _file(sample: TextSample) -> bytes:
    if sample.picture is None:
        raise ValueError("this score needs a picture")
    return sample.picture


def looked(judge: Judge, sample: TextSample) -> SeenPicture | None:
    """What the judge sees of the sample's picture."""
    return judge.picture(sample.picture) if sample.picture is not None else None


def _minus_priority(judge: Judge, sample: TextSample) -> float:
    seen = looked(judge, sample)
    record = record_of(sample)
    outcomes, _ = judge.uses([record], {record.ordinal: seen} if seen else {}, "")
    return -outcomes[0].verdict.priority
