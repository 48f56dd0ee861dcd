"""Judges image uses: decodes and embeds pictures, scores texts, runs the rules, gives verdicts."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, NamedTuple, TypeVar

import numpy as np
from PIL import Image

from auditor.findings import Scores, Skipped
from auditor.judge.harm import SHIPPED, Chances
from auditor.judge.uses import judge_uses
from auditor.judge.vector_cache import KnownVectors, content_hash
from auditor.results import Judged, PictureInfo
from auditor.rules.rule import Use
from auditor.rules.sizes import is_mark, is_stand_in
from auditor.rules.wording import is_notation
from auditor.scoring.measure import ENGLISH, languages
from auditor.scoring.purpose import profile_of
from auditor.scoring.score import (
    Evidence,
    Spoken,
    TextVectors,
    Vector,
    measure,
    score,
    wanted_texts,
)
from auditor.scoring.tuning import Tuning, tuned
from auditor.texts.compare import is_blank
from auditor.texts.sentences import said_once
from extractors.records import ImageRecord
from models.pictures import PictureError, SvgError, decode, thumbnail

if TYPE_CHECKING:  # a scan without scores needs none of them
    from auditor.scoring.likelihood import Heard
    from models.encoder import Embeds
    from models.reading import Reads

K = TypeVar("K")
V = TypeVar("V")

PICTURES_KEPT = 4_000
TEXTS_KEPT = 2_000
"""Bounds on memory, some 13 and 5 kB each: what falls out is looked at again, and its vector taken
from the cache of vectors, where there is one."""


class TextKey(NamedTuple):
    """What decides a text's vectors: itself, which tower embeds its language, and how much of them
    is wanted."""

    text: str
    further: bool
    whole: bool


NOTHING = np.empty(0, dtype=np.float32)


@dataclass(frozen=True, slots=True)
class SeenPicture:
    """A picture that was looked at: its facts, and its shared embedding (None: not embedded)."""

    info: PictureInfo
    vector: Vector | None


class Judge:
    """Holds the model and what it has embedded so far. Thread-safe: caches may be filled twice,
    never wrongly."""

    def __init__(
        self,
        encoder: Embeds | None,
        reader: Reads | None = None,
        cache: KnownVectors | None = None,
        texts_kept: int = TEXTS_KEPT,
        tuning: Tuning | None = None,
        heard: Heard | None = None,
    ) -> None:
        """`encoder` None: nothing is scored, the rules that need no scores still run. `reader`
        None: the text in pictures is not read. `cache` None: nothing is kept for later scans.
        `tuning`: what was learned of a team; None: the score as it is shipped. `heard`: a language
        model that the quality hears too."""
        self._encoder = encoder
        self._reader = reader
        self._cache = cache
        self._texts_kept = texts_kept
        self._tuning = tuning
        self._heard = heard
        self._pictures: dict[str, SeenPicture] = {}
        self._texts: dict[TextKey, TextVectors] = {}

    @property
    def team(self) -> Chances:
        """What a team's decisions say of rules."""
        return self._tuning.chances if self._tuning else SHIPPED

    def picture(self, data: bytes) -> SeenPicture:
        """Decode and embed one picture, once for each content.

        A picture that cannot be decoded has `info.problem`. Raises SvgError for SVG, which the
        caller may have drawn by the browser.
        """
        sha256 = hashlib.sha256(data).hexdigest()
        seen = self._pictures.get(sha256)
        if seen is None:
            seen = self._look(sha256, data)
            _keep(self._pictures, PICTURES_KEPT)[sha256] = seen
        return seen

    def known(self, data: bytes) -> SeenPicture | None:
        """What was seen of a picture before, or None."""
        return self._pictures.get(hashlib.sha256(data).hexdigest())

    def _look(self, sha256: str, data: bytes) -> SeenPicture:
        try:
            picture = decode(data)
        except SvgError:
            raise
        except PictureError as error:
            nothing = PictureInfo(sha256, "", 0, 0, len(data), problem=str(error))
            return SeenPicture(nothing, None)
        info = PictureInfo(
            sha256=sha256,
            mime=picture.mime,
            width=picture.width,
            height=picture.height,
            size=picture.size,
            frames=picture.frames,
            flat=picture.flat,
            blank=is_blank_picture(picture.image),
            thumbnail=thumbnail(picture),
            lines=self._reader.read(picture.image) if self._reader else None,
        )
        return SeenPicture(info, self._vector(sha256, picture.image))

    def _vector(self, sha256: str, image: Image.Image) -> Vector | None:
        if self._encoder is None:
            return None
        if self._cache and (kept := self._cache.find([sha256]).get(sha256)) is not None:
            return kept
        vector: Vector = self._encoder.embed_pictures([image])[0]
        if self._cache:
            self._cache.keep({sha256: vector})
        return vector

    def uses(
        self, records: Sequence[ImageRecord], pictures: Mapping[int, SeenPicture], page: str
    ) -> tuple[list[Judged], list[Skipped]]:
        """Judge the image uses of one page. `pictures` goes by the record's ordinal."""
        scores = self.scores(records, pictures, self._embedded(records))
        return judge_uses(records, infos(pictures), scores, page, self.team)

    def scores(
        self,
        records: Sequence[ImageRecord],
        pictures: Mapping[int, SeenPicture],
        texts: Mapping[Spoken, TextVectors],
    ) -> dict[int, Scores]:
        """Of each text that can be scored, by the record's ordinal, as `pictures`. `texts`: the
        vectors of all that is compared, as `held` and `learn` give them."""
        scored = ((r.ordinal, self._score(r, pictures.get(r.ordinal), texts)) for r in records)
        return {ordinal: scores for ordinal, scores in scored if scores is not None}

    def rate(self, record: ImageRecord, seen: SeenPicture | None) -> Scores | None:
        """Score one text alone, no rules: None when there is no model or no text to score."""
        return self._score(record, seen, self._embedded([record]))

    def evidence(self, record: ImageRecord, seen: SeenPicture | None) -> Evidence | None:
        """What a score of the text rests on, not yet weighed; None as for `rate`."""
        if self._encoder is None or is_blank(record.informative_name):
            return None
        vector = _comparable(record, seen)
        texts, read = self._embedded([record]), _words_read(seen)
        manifest, likelihood = self._encoder.manifest, self._likelihood(record, vector)
        return measure(record, vector, texts, manifest=manifest, read=read, likelihood=likelihood)

    def _likelihood(self, record: ImageRecord, vector: Vector | None) -> float | None:
        """None where no language model is heard, or there is nothing that it could be told. What a
        text says twice is likely the second time, and counts as its repetition alone."""
        if self._heard is None or vector is None or languages(record)[0] not in ENGLISH:
            return None
        return self._heard.above(said_once(record.informative_name), vector, record.context)

    def _score(
        self, record: ImageRecord, seen: SeenPicture | None, texts: Mapping[Spoken, TextVectors]
    ) -> Scores | None:
        text = record.informative_name
        if self._encoder is None or is_blank(text) or is_mark(record) or is_notation(text):
            return None
        profile = profile_of(record, seen.info if seen else None)
        vector = _comparable(record, seen)
        manifest, read = self._encoder.manifest, _words_read(seen)
        likelihood = self._likelihood(record, vector)
        scores = score(record, vector, texts, manifest, profile, read, likelihood)
        return tuned(scores, text, self._tuning) if self._tuning else scores

    def held(
        self, records: Iterable[ImageRecord]
    ) -> tuple[dict[Spoken, TextVectors], list[Spoken]]:
        """The texts of these records whose vectors are kept, and those that are to be embedded yet,
        sorted."""
        texts = _texts(records) if self._encoder else set()
        kept = ((text, self._known(self._key(text))) for text in texts)
        found = {text: vectors for text, vectors in kept if vectors is not None}
        return found, sorted(texts - found.keys())

    def learn(self, texts: Sequence[Spoken]) -> dict[Spoken, TextVectors]:
        """Embed texts and keep their vectors."""
        if self._encoder is None or not texts:
            return {}
        found = self._kept(texts)
        new = {self._key(text): text for text in texts if text not in found}
        made = _wholes(self._encoder, {key: text for key, text in new.items() if key.whole})
        made |= _sentences(self._encoder, {k: text for k, text in new.items() if not k.whole})
        if self._cache and made:
            joined = {
                self._hash(new[key]): np.concatenate([v.shared, v.sentence, v.form])
                for key, v in made.items()
            }
            self._cache.keep(joined)
        found |= {text: made[self._key(text)] for text in texts if text not in found}
        keys = {self._key(text): vectors for text, vectors in found.items()}
        _keep(self._texts, self._texts_kept).update(keys)
        return found

    def _kept(self, texts: Sequence[Spoken]) -> dict[Spoken, TextVectors]:
        """Those that an earlier scan embedded."""
        if self._cache is None or self._encoder is None:
            return {}
        m = self._encoder.manifest
        ends = (m.dimension, m.dimension + m.sentence_dimension)
        kept = self._cache.find([self._hash(text) for text in texts])
        joined = {text: kept.get(self._hash(text)) for text in texts}
        return {
            text: TextVectors(*np.split(vector, ends)) if text.whole else _sentence_alone(vector)
            for text, vector in joined.items()
            if vector is not None
        }

    def _embedded(self, records: Iterable[ImageRecord]) -> dict[Spoken, TextVectors]:
        """Every text of these records with its vectors; none without a model."""
        found, new = self.held(records)
        return found | self.learn(new)

    def _known(self, key: TextKey) -> TextVectors | None:
        """Of a text whose sentence is wanted, all that is known of it does as well."""
        return self._texts.get(key) or self._texts.get(key._replace(whole=True))

    def _key(self, spoken: Spoken) -> TextKey:
        further = bool(self._encoder and self._encoder.is_further(spoken.language))
        return TextKey(spoken.text, further, spoken.whole)

    def _hash(self, spoken: Spoken) -> str:
        text, further, whole = self._key(spoken)
        return content_hash(text, further=further, whole=whole)


def infos(pictures: Mapping[int, SeenPicture]) -> dict[int, PictureInfo]:
    """What is known of pictures, without the pictures themselves."""
    return {ordinal: replace(seen.info, thumbnail=None) for ordinal, seen in pictures.items()}


def with_drawing(drawn: SeenPicture, data: bytes) -> SeenPicture:
    """An SVG file's own identity with what the browser drew of it. Shades and soft edges make no
    photograph of it, but one that it holds does."""
    info = replace(
        drawn.info,
        sha256=hashlib.sha256(data).hexdigest(),
        mime="image/svg+xml",
        size=len(data),
        flat=drawn.info.flat or b"<image" not in data,
    )
    return replace(drawn, info=info)


def is_blank_picture(image: Image.Image) -> bool:
    """Whether a picture is of one colour all over."""
    return len(image.getcolors(1) or ()) == 1


def _comparable(record: ImageRecord, seen: SeenPicture | None) -> Vector | None:
    """The embedding of the picture, None where no picture came or only what holds its place."""
    if seen is None or is_stand_in(Use(record, seen.info)):
        return None
    return seen.vector


def _words_read(seen: SeenPicture | None) -> str:
    """What was read in the picture, "" also when nobody read it."""
    return " ".join(seen.info.words) if seen else ""


def _texts(records: Iterable[ImageRecord]) -> set[Spoken]:
    """What is compared: the texts that are heard, and what stands around and beside each; the
    sentence alone of none that is wanted whole too."""
    texts = {text for record in records for text in wanted_texts(record)}
    return {text for text in texts if text.whole or text.as_whole() not in texts}


def _wholes(encoder: Embeds, texts: Mapping[TextKey, Spoken]) -> dict[TextKey, TextVectors]:
    if not texts:
        return {}
    said = texts.values()
    embedded = encoder.embed_texts([t.text for t in said], [t.language for t in said])
    rows = zip(embedded.shared, embedded.sentence, embedded.form, strict=True)
    return {key: TextVectors(*row) for key, row in zip(texts, rows, strict=True)}


def _sentences(encoder: Embeds, texts: Mapping[TextKey, Spoken]) -> dict[TextKey, TextVectors]:
    if not texts:
        return {}
    said = texts.values()
    rows = encoder.embed_sentences([t.text for t in said], [t.language for t in said])
    return {key: _sentence_alone(row) for key, row in zip(texts, rows, strict=True)}


def _sentence_alone(sentence: Vector) -> TextVectors:
    return TextVectors(NOTHING, sentence, NOTHING)


def _keep(cache: dict[K, V], limit: int) -> dict[K, V]:
    """The cache, emptied when it is full: a plain bound on memory."""
    if len(cache) >= limit:
        cache.clear()
    return cache
