"""Do texts of other languages find their picture as English ones do?

Folder `multilingual`: `captions.json`, pictures of Flickr8k (`image` and the `folder` below the
data that holds it) with one caption each, the same in every language; `flickr8k-zh-test.json`,
Flickr8k's test pictures with captions that people wrote in Chinese. A language's figure is the
share of captions whose own picture comes first, a tie counting as a loss; `zh_first` the same among
the test pictures. A share of English is a language's figure over the English one.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from auditor.bench.data.files import benchmark, folder_of, published_format, read_json
from auditor.bench.embed import Track, embed_pictures, embed_texts
from auditor.bench.metrics import RESAMPLES, Floats, Ints, Metric, share, with_interval
from auditor.bench.retrieval import first_by_text
from models.encoder import Encoder
from models.scoring import compatibility

ENGLISH = "en"
_LARGEST = "de fr sv nl es ru it pl zh-hans ja uk vi ar pt fa ca id ko sr nb"
_ALL = (
    "en de fr es it pt nl pl sv da nb fi cs sk hu ro hr sl bg el et ca gl eu ga mt ru uk sr tr ar "
    "he fa hi bn ta ur id vi th ja ko zh-hans zh-hant"
)
LARGEST = tuple(_LARGEST.split())
"""Languages with captions here that have the largest Wikipedias by articles, English left out."""
LANGUAGES = tuple(_ALL.split())
"""Those of the published file, BCP 47."""
SHARES = ("share_of_english_20", "share_of_english_worst")
KEYS = (*SHARES, "zh_first", *(tag.replace("-", "_") for tag in LANGUAGES))


@dataclass(frozen=True, slots=True)
class Multilingual:
    pictures: tuple[Path, ...]
    captions: Mapping[str, tuple[str, ...]]
    """By language, one for each picture in their order."""
    chinese_pictures: tuple[Path, ...]
    chinese: tuple[str, ...]
    owners: Ints
    """Position of the own picture of each text of `chinese`."""


def run(folder: Path, encoder: Encoder, seed: int, track: Track) -> dict[str, Metric]:
    """Read, score and evaluate. Raises BenchError, ModelError."""
    data = read(folder)
    pictures = embed_pictures(encoder, data.pictures, track)
    own = np.arange(len(data.pictures))
    found = {
        language: first_by_text(
            compatibility(pictures, embed_texts(encoder, texts, track, [language] * len(texts))),
            own,
        )
        for language, texts in data.captions.items()
    }
    tests = embed_pictures(encoder, data.chinese_pictures, track)
    chinese = embed_texts(encoder, data.chinese, track, ["zh"] * len(data.chinese))
    scores = compatibility(tests, chinese)
    return {
        **shares(found, seed),
        "zh_first": share(first_by_text(scores, data.owners), data.owners, seed),
        **{key(language): share(right, own, seed) for language, right in found.items()},
    }


def key(language: str) -> str:
    """The figure of a language."""
    return language.replace("-", "_")


def shares(found: Mapping[str, Floats], seed: int) -> dict[str, Metric]:
    """Percent of the English figure: the mean of the largest languages, and the worst of all.

    `found` has for each language (pictures,), 1 where the own picture came first. The same pictures
    are drawn again in every language.
    """
    right = np.stack(list(found.values()))
    largest = [place for place, language in enumerate(found) if language in LARGEST]
    count = right.shape[1]
    draws = np.random.default_rng(seed).integers(count, size=(RESAMPLES, count))
    resampled = right[:, draws].mean(axis=2)
    english = list(found).index(ENGLISH)
    whole = _ratios(right.mean(axis=1, keepdims=True), english)
    drawn = _ratios(resampled, english)
    mean, worst = SHARES
    return {
        mean: with_interval(float(whole[largest].mean()), count, drawn[largest].mean(axis=0)),
        worst: with_interval(float(whole.min()), count, drawn.min(axis=0)),
    }


def _ratios(firsts: Floats, english: int) -> Floats:
    """Percent of the English figure; of nothing, nothing can be a share."""
    base = firsts[english]
    ratios: Floats = 100 * firsts / np.where(base > 0, base, np.nan)
    return ratios


def read(data: Path) -> Multilingual:
    """Read the published files. Raises BenchError."""
    folder = benchmark(data, "multilingual")
    path = folder / "captions.json"
    with published_format(path):
        published = read_json(path)
        places = [_place(data, entry["folder"]) / entry["image"] for entry in published["images"]]
        captions = {tag: tuple(texts) for tag, texts in published["captions"].items()}
        if {len(texts) for texts in captions.values()} != {len(places)}:
            raise ValueError("not every language has a caption for each picture")
    path = folder / "flickr8k-zh-test.json"
    with published_format(path):
        written: dict[str, list[str]] = read_json(path)["written"]
        tests = _place(data, "benchmarks/flickr8k-ratings/images")
        return Multilingual(
            pictures=tuple(places),
            captions=captions,
            chinese_pictures=tuple(tests / name for name in written),
            chinese=tuple(text for texts in written.values() for text in texts),
            owners=np.repeat(np.arange(len(written)), [len(texts) for texts in written.values()]),
        )


def _place(data: Path, folder: str) -> Path:
    return folder_of(data, *folder.split("/"))
