"""Where a picture is from: a note that tells nothing of what it shows."""

from __future__ import annotations

import re
from functools import cache

from auditor.texts.compare import words
from auditor.texts.labels import is_label
from auditor.texts.memo import remembered
from auditor.texts.wordlists import words_for

_AGENCIES = frozenset(
    words(
        "ap afp reuters getty gettyimages dpa epa efe ansa apa pa sipa tass ria imago keystone "
        "afpforum lapresse belga anp ntb scanpix lehtikuva pap xinhua aap istock istockphoto "
        "shutterstock adobestock fotolia unsplash pixabay pexels alamy depositphotos dreamstime "
        "picturealliance wikimedia flickr stock"
    )
)
_AROUND_AGENCIES = frozenset(
    words("images image photo photos pictures via commons adobe picture alliance press news")
)
_NOUNS = frozenset(
    words(
        "photo photos photograph image images picture credit credits source illustration graphic "
        "screenshot still "
        "foto fotos bild bilder quelle grafik crédit crédits fuente imagen crédito créditos fonte "
        "immagine imagem zdjęcie źródło fot bron beeld bild källa kuva kuvat lähde kilde fotó kép "
        "forrás zdroj kaynak fotoğraf фото источник джерело 写真 画像 提供 出典 資料 图 图片 图源 "
        "来源 來源 사진 출처"
    )
)
"""What a note begins with, before a colon, in languages of many pages."""
_PARTICLES = frozenset(
    words(
        "via by for of the and from on courtesy with und von vom der die das mit bei de du des la "
        "le les et par del y e da do dos di van den en i z av og och"
    )
)
_MOST_WORDS = 10
_PIECE = re.compile(r"[^\s/|,;]+")
_EDGES = " \t\n()[]{}.…"
_SIGN = re.compile(r"(?:©|\(c\)|copyright\b)", re.IGNORECASE)
_COLON = re.compile(r"^\W*((?:[^\W\d_]+\s+){0,2}[^\W\d_]+)\.?\s*[:：]\s*(.+)$", re.DOTALL)


@remembered
def is_source_alone(text: str, language: str | None) -> bool:
    """Whether a text only numbers its picture or says whose it is: "Fig. 1", "Jane Doe / AP",
    "Photo: Jane Doe", "© Jane Doe"."""
    if is_label(text):
        return True
    said = words(text)
    if not said or len(said) > _MOST_WORDS:
        return False
    plain = text.strip(_EDGES)
    if _SIGN.match(text.strip()) or _opens_as_credit(plain, language):
        return True
    before, after = _at_colon(plain)
    if before:
        return _names_somebody(after)
    return not _AGENCIES.isdisjoint(said) and _names_somebody(plain) and _is_held(plain)


def _at_colon(text: str) -> tuple[str, str]:
    """The noun of a note and what it names, "" where a text is no such note."""
    match = _COLON.match(text)
    if match is None or _NOUNS.isdisjoint(words(match[1])):
        return "", ""
    return match[1], match[2]


def _opens_as_credit(text: str, language: str | None) -> bool:
    match = _openings(language).match(text)
    return match is not None and _names_somebody(match[1])


@cache
def _openings(language: str | None) -> re.Pattern[str]:
    entries = sorted(words_for(language).credit, key=len, reverse=True)
    spaced = "|".join(re.escape(entry).replace(r"\ ", r"[\s:]+") for entry in entries)
    return re.compile(rf"^(?:{spaced})\b[\s:：.]*(.*)$", re.IGNORECASE | re.DOTALL)


def _names_somebody(text: str) -> bool:
    """Whether every piece is a name, an agency, an address or a little word."""
    return all(_may_be_name(piece.strip(_EDGES)) for piece in _PIECE.findall(text))


def _may_be_name(piece: str) -> bool:
    plain = piece.casefold()
    first = piece[:1]
    cased = first.upper() != first.lower()
    known = plain in _AGENCIES or plain in _AROUND_AGENCIES or plain in _PARTICLES
    return known or not cased or first.isupper() or "." in piece


def _is_held(text: str) -> bool:
    """Whether an agency stands alone, or apart from a name by a stroke or "via"."""
    said = words(text)
    alone = all(word in _AGENCIES or word in _AROUND_AGENCIES for word in said)
    return alone or "/" in text or "|" in text or "via" in said
