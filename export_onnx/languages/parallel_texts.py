"""Sentences of Tatoeba and of news, which people put into other languages: a text a line, in two
files whose lines mean the same."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from math import log
from pathlib import Path

from export_onnx.compact.data import DataError
from export_onnx.languages.captions import lines, some
from export_onnx.languages.lessons import Lesson

SENTENCES = 500
"""That are read of each language."""
_CODES = (
    "af:afr am:amh ar:ara az:aze be:bel bg:bul bn:ben bs:bos ca:cat cs:ces cy:cym da:dan "
    "de:deu el:ell es:spa et:est eu:eus fa:pes fi:fin fr:fra ga:gle gd:gla gl:glg he:heb "
    "hi:hin hr:hrv hu:hun hy:hye id:ind is:isl it:ita ja:jpn jv:jav ka:kat kk:kaz km:khm "
    "ko:kor ku:kur lt:lit lv:lvs mk:mkd ml:mal mn:mon mr:mar ms:zsm nb:nob nl:nld nn:nno "
    "pl:pol pt:por ro:ron ru:rus sk:slk sl:slv sq:sqi sr:srp sv:swe sw:swh ta:tam te:tel "
    "th:tha tl:tgl tr:tur ug:uig uk:ukr ur:urd uz:uzb vi:vie xh:xho zh:cmn"
)
TATOEBA = dict(pair.split(":") for pair in _CODES.split())
"""By language, how the files of the sentences name it (ISO 639-3)."""
NEWS_FILE = "newstest2019-src.eng.txt"
NEWS = 200
"""Sentences of news that are read of each language."""
NTREX = {"et": "est", "eu": "eus", "fi": "fin", "ga": "gle", "mt": "mlt"}
"""Languages that are understood least, by how the files of the news name them."""
_NEWS = (
    "af:afr am:amh ar:arb az:aze-Latn be:bel bg:bul bn:ben bs:bos ca:cat cs:ces cy:cym da:dan "
    "de:deu el:ell es:spa fa:fas fr:fra gl:glg gu:guj ha:hau he:heb hi:hin hr:hrv hu:hun "
    "hy:hye id:ind is:isl it:ita ja:jpn ka:kat kk:kaz km:khm kn:kan ko:kor ku:kmr ky:kir "
    "lo:lao lt:lit lv:lav mg:mlg mk:mkd ml:mal mn:mon mr:mar ms:msa my:mya nb:nob ne:nep "
    "nl:nld nn:nno om:orm pa:pan pl:pol ps:pus pt:por ro:ron ru:rus sd:snd-Arab si:sin sk:slk "
    "sl:slv so:som sq:sqi sr:srp-Cyrl sv:swe sw:swa ta:tam te:tel th:tha tl:fil tr:tur ug:uig "
    "uk:ukr ur:urd uz:uzb vi:vie xh:xho zh:zho-CN"
)
ALL_NEWS = NTREX | dict(pair.split(":") for pair in _NEWS.split())
"""All that the further tower may know, by the same."""


def sentence_lessons(folder: Path, captions: Sequence[str]) -> Iterator[Lesson]:
    """`folder`: the sentences of Tatoeba as Artetxe and Schwenk (2019) give them. Of each language
    those that are most like `captions`, by the mean log ratio of how frequent their words are
    there and here (Moore and Lewis 2010). Raises DataError."""
    read = read_sentences(folder)
    sentences = list({english for pairs in read.values() for english, _ in pairs})
    like = _likeness(captions, sentences)
    for language, pairs in read.items():
        own = sorted(pairs, key=lambda pair: -like[pair[0]])[:SENTENCES]
        yield from some(own, language, "sentences", SENTENCES)


def news_lessons(folder: Path, captions: Sequence[str]) -> Iterator[Lesson]:
    """`folder`: NTREX-128 (Federmann et al. 2022). The same sentences in each language, those most
    like `captions`. Raises DataError."""
    like = _likeness(captions, lines(folder / NEWS_FILE))
    for language, code in NTREX.items():
        pairs = sorted(_news(folder, code), key=lambda pair: -like[pair[0]])
        yield from some(pairs[:NEWS], language, "news", NEWS)


def whole_news(folder: Path) -> Iterator[Lesson]:
    """The same, all sentences in all languages, of which none is held out: words are learned from
    them and nothing is judged by them. Raises DataError."""
    for language, code in ALL_NEWS.items():
        for english, text in _news(folder, code):
            yield Lesson(text, language, (english,), "news")


def _news(folder: Path, code: str) -> list[tuple[str, str]]:
    english, own = lines(folder / NEWS_FILE), lines(folder / f"newstest2019-ref.{code}.txt")
    if len(own) != len(english):
        raise DataError(f"{folder}: there are not as many texts in {code} as in eng")
    return list(zip(english, own, strict=True))


def read_sentences(folder: Path) -> dict[str, list[tuple[str, str]]]:
    """By language, each sentence in English and in it. Raises DataError."""
    return {language: _pairs(folder, code) for language, code in TATOEBA.items()}


def _pairs(folder: Path, code: str) -> list[tuple[str, str]]:
    english, own = (lines(folder / f"tatoeba.{code}-eng.{tag}") for tag in ("eng", code))
    if len(english) != len(own):
        raise DataError(f"{folder}: there are not as many texts in {code} as in eng")
    return list(zip(english, own, strict=True))


def _likeness(wanted: Sequence[str], texts: Sequence[str]) -> dict[str, float]:
    """Of each text, how much more its words are those of the `wanted` than of all `texts`."""
    there, here = (Counter(_words(" ".join(each))) for each in (wanted, texts))
    kinds = len(there | here)
    ratio = {
        word: log((there[word] + 1) / (there.total() + kinds))
        - log((here[word] + 1) / (here.total() + kinds))
        for word in here
    }
    return {text: sum(map(ratio.__getitem__, _words(text))) / len(_words(text)) for text in texts}


def _words(text: str) -> list[str]:
    return [word.strip(".,!?\"'").lower() for word in text.split()]
