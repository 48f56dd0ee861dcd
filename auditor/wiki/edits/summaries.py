"""The summary of an edit, in the language of its wiki, as who watches the article reads it."""

from __future__ import annotations

from collections.abc import Mapping

GUIDELINES: Mapping[str, str] = {"enwiki": "WP:ALT", "dewiki": "WP:Barrierefreiheit"}
"""The page on alternative texts of a wiki, by its short name."""

_WORDS: Mapping[str, tuple[str, str, str, str, str]] = {
    "ar": ("نصوص بديلة", "أضيف", "عدل", "كتبها إنسان", "أعد التعديل بواسطة"),
    "ca": ("Textos alternatius", "afegits", "canviats", "escrits per una persona", "preparat amb"),
    "cs": ("Alternativní texty", "přidáno", "změněno", "napsal člověk", "připraveno pomocí"),
    "da": ("Alternative tekster", "tilføjet", "ændret", "skrevet af et menneske", "forberedt med"),
    "de": (
        *("Alternativtexte", "ergänzt", "geändert", "von einem Menschen geschrieben"),
        "vorbereitet mit",
    ),
    "eo": ("Alternativaj tekstoj", "aldonitaj", "ŝanĝitaj", "verkitaj de homo", "preparita per"),
    "es": (
        *("Textos alternativos", "añadidos", "cambiados", "escritos por una persona"),
        "preparado con",
    ),
    "fa": ("متن جایگزین", "افزوده", "تغییر یافته", "نوشتهٔ یک انسان", "آماده‌شده با"),
    "fi": ("Vaihtoehtoiset tekstit", "lisätty", "muutettu", "ihmisen kirjoittamia", "valmisteltu:"),
    "fr": (
        *("Textes alternatifs", "ajoutés", "modifiés", "écrits par une personne"),
        "préparé avec",
    ),
    "he": ("טקסט חלופי", "נוספו", "שונו", "נכתבו בידי אדם", "הוכן באמצעות"),
    "hu": ("Alternatív szövegek", "új", "módosított", "ember írta", "előkészítette:"),
    "id": ("Teks alternatif", "ditambahkan", "diubah", "ditulis oleh manusia", "disiapkan dengan"),
    "it": (
        "Testi alternativi",
        "aggiunti",
        "modificati",
        "scritti da una persona",
        "preparato con",
    ),
    "ja": ("代替文", "追加", "変更", "人が書いた文", "準備に使用:"),
    "ko": ("대체 텍스트", "추가", "변경", "사람이 작성함", "편집 준비:"),
    "nb": ("Alternative tekster", "lagt til", "endret", "skrevet av et menneske", "forberedt med"),
    "nl": (
        *("Alternatieve teksten", "toegevoegd", "gewijzigd", "door een mens geschreven"),
        "voorbereid met",
    ),
    "pl": (
        *("Teksty alternatywne", "dodane", "zmienione", "napisane przez człowieka"),
        "przygotowano w",
    ),
    "pt": (
        *("Textos alternativos", "adicionados", "alterados", "escritos por uma pessoa"),
        "preparado com",
    ),
    "ro": ("Texte alternative", "adăugate", "modificate", "scrise de un om", "pregătit cu"),
    "ru": ("Альтернативный текст", "добавлено", "изменено", "написано человеком", "подготовлено в"),
    "sr": ("Алтернативни текст", "додато", "измењено", "написао човек", "припремљено помоћу"),
    "sv": (
        *("Alternativtexter", "tillagda", "ändrade", "skrivna av en människa"),
        "förberedd med",
    ),
    "tr": ("Alternatif metin", "eklendi", "değiştirildi", "bir insan yazdı", "hazırlayan:"),
    "uk": ("Альтернативний текст", "додано", "змінено", "написано людиною", "підготовлено в"),
    "vi": ("Văn bản thay thế", "đã thêm", "đã sửa", "do người viết", "chuẩn bị bằng"),
    "zh": ("替代文本", "新增", "修改", "由人撰写", "编辑准备工具："),
}
"""By language: alternative texts, added, changed, written by a person, prepared with."""


def summary_of(new: int, changed: int, lang: str, wiki: str, tool: str) -> str:
    """What an edit does, by which rule, with which tool. `new`, `changed`: counts of texts; `wiki`:
    its short name. In English where the language has no words here."""
    guideline = GUIDELINES.get(wiki)
    rule = f" ([[{guideline}]])" if guideline else ""
    words = _WORDS.get(lang) or _WORDS.get(lang.partition("-")[0])
    if words is None:
        return _english(new, changed, rule, tool)
    texts, added, other, person, prepared = words
    counts = [f"{count} {word}" for count, word in ((new, added), (changed, other)) if count]
    return f"{texts}: {', '.join(counts)}{rule}; {person}, {prepared} {tool}"


def _english(new: int, changed: int, rule: str, tool: str) -> str:
    parts = [
        f"{verb} {count} image{'s' if count != 1 else ''}"
        for count, verb in ((new, "add alt text to"), (changed, "change alt text of"))
        if count
    ]
    text = ", ".join(parts)
    return (
        f"{text[:1].upper()}{text[1:]}{rule}; texts written by a person, edit prepared with {tool}"
    )
