"""Words of the table that editors share, in the language of their wiki. What is to be done is told
in English where there is no catalogue of that language, and the table says so."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from auditor.findings import Status
from auditor.reports.words import STATUS_LABEL

_STATUSES = (
    Status.MISSING,
    Status.WRONG,
    Status.WEAK,
    Status.REDUNDANT,
    Status.DECORATIVE_SUSPECT,
)


@dataclass(frozen=True, slots=True)
class TableWords:
    """In one language."""

    lang: str
    title: str
    heads: tuple[str, ...]
    """Article, section, image, state, what to do, readers a day."""
    statuses: Mapping[Status, str]


_ENGLISH = TableWords(
    "en",
    "Alternative texts that ask for work",
    ("Article", "Section", "Image", "State", "What to do", "Readers a day"),
    STATUS_LABEL,
)

_OTHERS: Mapping[str, str] = {
    "ar": "نصوص بديلة تحتاج إلى عمل|المقالة|القسم|الصورة|الحالة|المطلوب|القراء يوميا"
    "|مفقود|خطأ|ضعيف|مكرر|زخرفي؟",
    "ca": "Textos alternatius per millorar|Article|Secció|Imatge|Estat|Què cal fer|Lectors al dia"
    "|absent|erroni|feble|redundant|decorativa?",
    "cs": "Alternativní texty k doplnění|Článek|Sekce|Obrázek|Stav|Co udělat|Čtenářů denně"
    "|chybí|chybný|slabý|opakuje se|ozdoba?",
    "da": "Alternative tekster, der mangler arbejde|Artikel|Afsnit|Billede|Tilstand|Hvad der skal"
    " gøres|Læsere om dagen|mangler|forkert|svag|gentaget|pynt?",
    "de": "Alternativtexte, an denen zu arbeiten ist|Artikel|Abschnitt|Bild|Zustand|Was zu tun ist"
    "|Leser am Tag|fehlt|falsch|schwach|wiederholt|Schmuck?",
    "eo": "Alternativaj tekstoj prilaborendaj|Artikolo|Sekcio|Bildo|Stato|Kion fari|Legantoj tage"
    "|mankas|malĝusta|malforta|ripetita|ornama?",
    "es": "Textos alternativos por mejorar|Artículo|Sección|Imagen|Estado|Qué hacer|Lectores al día"
    "|falta|erróneo|pobre|repetido|¿decorativa?",
    "fa": "متن‌های جایگزین نیازمند کار|مقاله|بخش|تصویر|وضعیت|کار لازم|خواننده در روز"
    "|ندارد|نادرست|ضعیف|تکراری|تزئینی؟",
    "fi": "Vaihtoehtoiset tekstit, jotka vaativat työtä|Artikkeli|Osio|Kuva|Tila|Mitä tehdä"
    "|Lukijoita päivässä|puuttuu|väärä|heikko|toistuu|koriste?",
    "fr": "Textes alternatifs à améliorer|Article|Section|Image|État|À faire|Lecteurs par jour"
    "|absent|faux|faible|redondant|décorative ?",
    "he": "טקסטים חלופיים שדורשים עבודה|ערך|פסקה|תמונה|מצב|מה לעשות|קוראים ביום"
    "|חסר|שגוי|חלש|חוזר|קישוט?",
    "hu": "Javítandó alternatív szövegek|Szócikk|Szakasz|Kép|Állapot|Teendő|Olvasó naponta"
    "|hiányzik|hibás|gyenge|ismétlődik|díszítés?",
    "id": "Teks alternatif yang perlu dikerjakan|Artikel|Bagian|Gambar|Keadaan|Yang perlu dilakukan"
    "|Pembaca per hari|tidak ada|salah|lemah|berulang|hiasan?",
    "it": "Testi alternativi da migliorare|Voce|Sezione|Immagine|Stato|Che cosa fare"
    "|Lettori al giorno|manca|errato|debole|ripetuto|decorativa?",
    "ja": "作業が必要な代替文|記事|節|画像|状態|すること|1日の読者数|なし|誤り|不十分|重複|装飾？",
    "ko": "작업이 필요한 대체 텍스트|문서|문단|그림|상태|할 일|하루 독자 수"
    "|없음|틀림|부족|중복|장식?",
    "nb": "Alternative tekster som trenger arbeid|Artikkel|Avsnitt|Bilde|Tilstand|Hva som må gjøres"
    "|Lesere per dag|mangler|feil|svak|gjentatt|pynt?",
    "nl": "Alternatieve teksten die werk vragen|Artikel|Kopje|Afbeelding|Toestand|Wat te doen"
    "|Lezers per dag|ontbreekt|fout|zwak|herhaald|decoratief?",
    "pl": "Teksty alternatywne do poprawy|Artykuł|Sekcja|Grafika|Stan|Co zrobić"
    "|Czytelników dziennie|brak|błędny|słaby|powtórzony|ozdoba?",
    "pt": "Textos alternativos a melhorar|Artigo|Seção|Imagem|Estado|O que fazer|Leitores por dia"
    "|falta|errado|fraco|repetido|decorativa?",
    "ro": "Texte alternative de îmbunătățit|Articol|Secțiune|Imagine|Stare|Ce e de făcut"
    "|Cititori pe zi|lipsește|greșit|slab|repetat|decorativă?",
    "ru": "Альтернативные тексты, требующие работы|Статья|Раздел|Изображение|Состояние|Что сделать"
    "|Читателей в день|нет|неверный|слабый|повтор|украшение?",
    "sr": "Алтернативни текстови за дораду|Чланак|Одељак|Слика|Стање|Шта урадити|Читалаца дневно"
    "|недостаје|погрешан|слаб|понављање|украс?",
    "sv": "Alternativtexter som behöver arbete|Artikel|Avsnitt|Bild|Tillstånd|Att göra"
    "|Läsare per dag|saknas|fel|svag|upprepad|utsmyckning?",
    "tr": "İyileştirilecek alternatif metinler|Madde|Bölüm|Görsel|Durum|Yapılacak|Günlük okur"
    "|yok|yanlış|zayıf|yineleme|süs mü?",
    "uk": "Альтернативні тексти, що потребують роботи|Стаття|Розділ|Зображення|Стан|Що зробити"
    "|Читачів на день|немає|хибний|слабкий|повтор|прикраса?",
    "vi": "Văn bản thay thế cần sửa|Bài|Mục|Hình|Tình trạng|Việc cần làm|Độc giả mỗi ngày"
    "|thiếu|sai|yếu|lặp lại|trang trí?",
    "zh": "需要处理的替代文本|条目|章节|图片|状态|要做的事|每日读者|缺少|错误|不足|重复|装饰？",
}
"""By language: title, heads, statuses."""


def table_words(lang: str) -> TableWords:
    """In a language, or of the language that it is a form of ("de-AT"); else in English."""
    for known in (lang, lang.partition("-")[0]):
        if known in _OTHERS:
            title, *rest = _OTHERS[known].split("|")
            heads, statuses = rest[:6], rest[6:]
            named = dict(zip(_STATUSES, statuses, strict=True))
            return TableWords(known, title, tuple(heads), named)
    return _ENGLISH
