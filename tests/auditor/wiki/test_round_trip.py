"""Exports and saved pages in twelve languages: the texts asked for are in the new wikitext, once
each, and nothing else is changed."""

from __future__ import annotations

import re
from concurrent.futures import ThreadPoolExecutor
from html import escape
from pathlib import Path

import pytest

from auditor.wiki.edits.edits import edit_of
from auditor.wiki.edits.suggestions import Suggestion
from auditor.wiki.reading.audit import read_article
from auditor.wiki.sites.article import Article
from auditor.wiki.sites.dump import dump_articles
from auditor.wiki.sites.saved import saved_article
from auditor.wiki.wikitext.file_uses import file_uses
from auditor.wiki.wikitext.markup import plain
from auditor.wiki.wikitext.names import SiteNames

# The file's namespace, an alias of it, thumb, right and the word for an alternative text.
WORDS = {
    "ar": ("ملف", "صورة", "تصغير", "يمين", "بديل"),
    "cs": ("Soubor", "Image", "náhled", "vpravo", "alt"),
    "de": ("Datei", "Bild", "mini", "rechts", "alternativtext"),
    "es": ("Archivo", "Imagen", "miniaturadeimagen", "derecha", "alt"),
    "fa": ("پرونده", "تصویر", "بندانگشتی", "راست", "جایگزین"),
    "fr": ("Fichier", "Image", "vignette", "droite", "alt"),
    "he": ("קובץ", "תמונה", "ממוזער", "ימין", "טקסט"),
    "ja": ("ファイル", "画像", "サムネイル", "右", "代替文"),
    "ko": ("파일", "그림", "섬네일", "오른쪽", "대체글"),
    "ru": ("Файл", "Изображение", "мини", "справа", "альт"),
    "uk": ("Файл", "Зображення", "міні", "праворуч", "альт"),
    "vi": ("Tập tin", "Hình", "nhỏ", "phải", "thế"),
}
TEXTS = {"A.jpg": "New | one", "B.jpg": "New [two]", "C.jpg": "{{Three}}", "D.jpg": "Four = 4"}


def wikitext_in(lang: str) -> str:
    space, alias, thumb, right, alt = WORDS[lang]
    return (
        f"[[{space}:A.jpg|{thumb}|{right}|caption [[link|words]]]]\n"
        f"[[{alias}:B.jpg|{thumb}|{alt}=old|caption]]\n"
        f"[[{space}:C.jpg|{right}]]\n"
        f"<gallery>\n{alias}:D.jpg|{alt}=old|caption\n</gallery>\n"
    )


def exported(lang: str, folder: Path) -> Article:
    head = (
        f'<mediawiki xml:lang="{lang}"><siteinfo><dbname>{lang}wiki</dbname>'
        f"<base>https://{lang}.wikipedia.org/wiki/Main</base><namespaces>"
        f'<namespace key="6" case="first-letter">{WORDS[lang][0]}</namespace>'
        '<namespace key="10" case="first-letter">T</namespace></namespaces></siteinfo>'
    )
    page = "<page><title>X</title><ns>0</ns><revision><id>1</id><text>{}</text></revision></page>"
    text = page.format(escape(wikitext_in(lang)))
    (folder / "export.xml").write_text(f"{head}{text}</mediawiki>", "utf-8")
    (article,) = dump_articles(folder / "export.xml")
    return article


def saved(lang: str, folder: Path) -> Article:
    html = (
        f'<html lang="en"><head><link rel="canonical" href="https://{lang}.wikipedia.org/wiki/X">'
        '</head><body><div class="mw-parser-output">'
        + "".join(
            f'<figure typeof="mw:File/Thumb"><a class="mw-file-description" '
            f'href="/wiki/{WORDS[lang][0]}:{file}"><img src="/a/ab/{file}" width="200" height="99">'
            "</a><figcaption>caption</figcaption></figure>"
            for file in TEXTS
        )
        + "</div></body></html>"
    )
    (folder / "page.html").write_text(html, "utf-8")
    (folder / "page.wiki").write_text(wikitext_in(lang), "utf-8")
    return saved_article(folder / "page.html", folder / "page.wiki")


@pytest.mark.parametrize("lang", WORDS)
@pytest.mark.parametrize("bring", [exported, saved])
async def test_texts_come_back_exactly_and_no_second_option(bring, lang: str, tmp_path) -> None:
    article = bring(lang, tmp_path)
    with ThreadPoolExecutor(1) as pool:
        reading = await read_article(article, pool, None)
    assert [place.use is not None for place in reading.located] == [True] * 4
    wanted = [Suggestion(file, 0, text, "here") for file, text in TEXTS.items()]
    edit = edit_of(article, reading, wanted)
    assert edit.problems == ()
    assert texts_of(edit.wikitext, article.names) == TEXTS
    assert edit.wikitext.count("=") == wikitext_in(lang).count("=") + 3  # two options, one text
    without = re.sub(rf"{WORDS[lang][4]}=[^|\]]*\|?", "", edit.wikitext)
    assert without.replace("|]]", "]]") == re.sub(
        rf"{WORDS[lang][4]}=[^|]*\|", "", wikitext_in(lang)
    )


def texts_of(wikitext: str, names: SiteNames) -> dict[str | None, str]:
    uses = file_uses(wikitext, names)
    assert all(sum(each.word == "img_alt" for each in use.options) == 1 for use in uses)
    return {use.file: plain(use.alt or "") for use in uses}
