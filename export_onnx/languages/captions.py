"""Captions of photographs from elsewhere: in English, and what people and programs made of them.

Of a picture that a benchmark shows, and of a caption that one holds, nothing is read; nor of what
other lessons hold out.
"""

from __future__ import annotations

import gzip
from collections.abc import Iterator, Sequence
from pathlib import Path

from export_onnx.compact.data import DataError
from export_onnx.languages.lessons import ENGLISH, Lesson, hash_of, is_held_out
from export_onnx.languages.measured import KeptBack

CAPTIONED = ("cs", "de", "fr")
"""Languages of Multi30k (Elliott et al. 2016; Barrault et al. 2018)."""
ALL = 29_000
CAPTIONS = 12_000
TRANSLATIONS = 6_000
"""Captions that are read of each language, by people and by programs."""
NEIGHBOURS = 3_000
"""The same of those in Spanish, for each of its neighbours."""
ENGLISH_CAPTIONS = 10_000
"""Captions in English beside those that are translated, which are read in English, too."""
SETS = 5
"""English captions of each picture of Flickr30k."""
PROGRAMS = {"es": "es", "uk": "uk", "ar": "ar_arab", "zh": "zh_hans"}
"""By language, the folder of Multi30k's extension (Driggers-Ellis et al. 2025)."""
XTD = {"zh": "zh", "es": "es", "it": "it", "ko": "ko", "pl": "pl", "ru": "ru", "tr": "tr"}
XTD |= {"ja": "jp", "de": "de", "fr": "fr"}
"""By language, the file of what people wrote of 1,000 pictures of COCO (Aggarwal and Kale 2020)."""
_CODES = (
    "af:afr_Latn am:amh_Ethi ar:arb_Arab as:asm_Beng az:azj_Latn be:bel_Cyrl bg:bul_Cyrl "
    "bn:ben_Beng bs:bos_Latn ca:cat_Latn cs:ces_Latn cy:cym_Latn da:dan_Latn de:deu_Latn "
    "el:ell_Grek eo:epo_Latn es:spa_Latn et:est_Latn eu:eus_Latn fa:pes_Arab fi:fin_Latn "
    "fil:tgl_Latn fr:fra_Latn ga:gle_Latn gd:gla_Latn gl:glg_Latn gu:guj_Gujr ha:hau_Latn "
    "he:heb_Hebr hi:hin_Deva hr:hrv_Latn hu:hun_Latn hy:hye_Armn id:ind_Latn is:isl_Latn "
    "it:ita_Latn ja:jpn_Jpan jv:jav_Latn ka:kat_Geor kk:kaz_Cyrl km:khm_Khmr kn:kan_Knda "
    "ko:kor_Hang ku:kmr_Latn ky:kir_Cyrl lo:lao_Laoo lt:lit_Latn lv:lvs_Latn mg:plt_Latn "
    "mk:mkd_Cyrl ml:mal_Mlym mn:khk_Cyrl mr:mar_Deva ms:zsm_Latn mt:mlt_Latn my:mya_Mymr "
    "nb:nob_Latn ne:npi_Deva nl:nld_Latn nn:nno_Latn om:gaz_Latn or:ory_Orya pa:pan_Guru "
    "pl:pol_Latn ps:pbt_Arab pt:por_Latn ro:ron_Latn ru:rus_Cyrl sd:snd_Arab si:sin_Sinh "
    "sk:slk_Latn sl:slv_Latn so:som_Latn sq:als_Latn sr:srp_Cyrl su:sun_Latn sv:swe_Latn "
    "sw:swh_Latn ta:tam_Taml te:tel_Telu th:tha_Thai tr:tur_Latn ug:uig_Arab uk:ukr_Cyrl "
    "ur:urd_Arab uz:uzn_Latn vi:vie_Latn xh:xho_Latn yi:ydd_Hebr zh:zho_Hans zh-Hant:zho_Hant"
)
XTD200 = dict(pair.split(":") for pair in _CODES.split())
"""By language, the file of the same captions as a program put them (Visheratin 2023)."""


def caption_lessons(folder: Path, measured: KeptBack) -> Iterator[Lesson]:
    """`folder`: `data` of Multi30k. What people made of its captions, and further captions in
    English. Raises DataError."""
    files = {tag: folder / "task1" / "raw" / f"train.{tag}.gz" for tag in CAPTIONED}
    yield from _of_multi30k(folder, files, measured, "multi30k", CAPTIONS)
    yield from _english(folder, measured)


def portuguese_lessons(folder: Path, raw: Path, measured: KeptBack) -> Iterator[Lesson]:
    """`raw`: of framed-multi30k (Viridiano et al. 2024), by people. Raises DataError."""
    yield from _of_multi30k(folder, {"pt": raw / "train.pt.gz"}, measured, "framed", CAPTIONS)


def program_lessons(folder: Path, extension: Path, measured: KeptBack) -> Iterator[Lesson]:
    """`extension`: Multi30k's captions as a program put them. Raises DataError."""
    names = {
        tag: (f"multi30k-dataset-en-{code}", f"train.{code}") for tag, code in PROGRAMS.items()
    }
    files = {tag: extension.joinpath(*parts) for tag, parts in names.items()}
    yield from _of_multi30k(folder, files, measured, "extension", TRANSLATIONS)


def spanish_captions(
    folder: Path, extension: Path, language: str, measured: KeptBack
) -> list[Lesson]:
    """As `program_lessons` has them, others for each `language` into which they are to be put.
    Raises DataError."""
    path = extension / "multi30k-dataset-en-es" / "train.es"
    return list(_of_multi30k(folder, {language: path}, measured, "extension", NEIGHBOURS))


def xtd_lessons(folder: Path, measured: KeptBack) -> Iterator[Lesson]:
    """`folder`: `data` of nllb-clip. Raises DataError."""
    shown = lines(folder / "xtd200" / "test_image_names.txt")
    for source, english, files in (
        ("xtd10", folder / "xtd10" / "captions" / "test_1kcaptions_en.txt", _xtd10(folder)),
        ("xtd200", folder / "xtd200" / "eng_Latn.txt", _xtd200(folder)),
    ):
        for language, path in files.items():
            for theirs, text in allowed(english, path, shown, measured):
                yield Lesson(text, language, (theirs,), source, is_held_out(theirs))


def allowed(
    english: Path, path: Path, pictures: Sequence[str], measured: KeptBack
) -> Iterator[tuple[str, str]]:
    """The lines of both files, whose `pictures` and texts no benchmark has. Raises DataError."""
    both = lines(english), lines(path)
    if len({len(pictures), *map(len, both)}) > 1:
        raise DataError(f"{path}: there are not as many texts as pictures, or as in {english.name}")
    for theirs, text, picture in zip(*both, pictures, strict=True):
        if text and theirs and not measured.shows(picture) and not measured.holds(theirs):
            yield theirs, text


def some(
    pairs: Sequence[tuple[str, str]], language: str, source: str, count: int
) -> Iterator[Lesson]:
    """At most `count` of them, always the same, others for each language."""
    order = sorted(pairs, key=lambda pair: hash_of(f"{language} {pair[0]}"))
    for english, text in order[:count]:
        if text and not is_held_out(english):
            yield Lesson(text, language, (english,), source)


def lines(path: Path) -> list[str]:
    """Raises DataError."""
    opened = gzip.open if path.suffix == ".gz" else open
    try:
        with opened(path, "rt", encoding="utf-8") as file:
            return [line.strip() for line in file]
    except (OSError, ValueError) as error:
        raise DataError(f"{path} cannot be read: {error}") from error


def _of_multi30k(
    folder: Path, files: dict[str, Path], measured: KeptBack, source: str, count: int
) -> Iterator[Lesson]:
    pictures = lines(folder / "task1" / "image_splits" / "train.txt")
    english = folder / "task1" / "raw" / "train.en.gz"
    for language, path in files.items():
        yield from some(list(allowed(english, path, pictures, measured)), language, source, count)


def _english(folder: Path, measured: KeptBack) -> Iterator[Lesson]:
    home = folder / "task2"
    pictures = lines(home / "image_splits" / "train_images.txt")
    found: dict[tuple[str, str], None] = {}
    for number in range(1, SETS + 1):
        path = home / "raw" / f"train.{number}.en.gz"
        found |= dict.fromkeys(allowed(path, path, pictures, measured))
    files = {ENGLISH: folder / "task1" / "raw" / "train.en.gz"}
    translated = list(_of_multi30k(folder, files, measured, "photographs", ALL))
    known = {(each.text, each.text) for each in translated}
    yield from translated
    further = [pair for pair in found if pair not in known]
    yield from some(further, ENGLISH, "photographs", ENGLISH_CAPTIONS)


def _xtd10(folder: Path) -> dict[str, Path]:
    home = folder / "xtd10" / "captions"
    return {tag: home / f"test_1kcaptions_{name}.txt" for tag, name in XTD.items()}


def _xtd200(folder: Path) -> dict[str, Path]:
    return {tag: folder / "xtd200" / f"{name}.txt" for tag, name in XTD200.items()}
