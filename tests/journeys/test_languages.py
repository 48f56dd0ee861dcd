"""Pages in many languages, read by a model that knows one: nothing is called wrong, weak or good
that was not compared, whatever the page says of its language. True texts beside real photographs
are as good in the languages that the shipped model knows as in English."""

from __future__ import annotations

import json
import shutil
from collections import Counter
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner
from PIL import Image

from auditor.commands.cli import cli

PROSE = {
    "fi": "Kuvia lukijoiltamme viime kesältä. Kiitos kaikille, jotka lähettivät niitä.",
    "pl": "Zdjęcia naszych czytelników z zeszłego lata. Dziękujemy wszystkim, którzy je nadesłali.",
    "tr": "Okurlarımızın geçen yaz çektiği fotoğraflar. Gönderen herkese teşekkür ederiz.",
    "de": "Bilder unserer Leserinnen und Leser vom letzten Sommer. Vielen Dank allen Einsendern.",
    "ja": "昨年の夏に読者の皆さまから届いた写真です。皆さま、ありがとうございます。",
    "zh": "这些照片是读者们去年夏天拍摄的。感谢所有寄来照片的朋友。",
    "ar": "صور أرسلها قراؤنا في الصيف الماضي. شكرا لكل من شارك معنا.",
    "he": "תמונות ששלחו הקוראים שלנו בקיץ שעבר. תודה לכל מי ששלח.",
    "th": "ภาพถ่ายจากผู้อ่านของเราเมื่อฤดูร้อนที่แล้ว ขอบคุณทุกคนที่ส่งภาพมา",
    "ko": "지난여름 독자들이 보내 주신 사진입니다. 보내 주신 모든 분께 감사드립니다.",
    "hi": "पिछली गर्मियों में हमारे पाठकों की भेजी हुई तस्वीरें। भेजने वाले सभी का धन्यवाद।",
    "el": "Φωτογραφίες των αναγνωστών μας από το περασμένο καλοκαίρι. Ευχαριστούμε όλους.",
    "ru": "Снимки наших читателей, сделанные прошлым летом. Спасибо всем, кто их прислал.",
}
TEXTS = {
    "fi": "Kettu lumessa|Vene järvellä|Punainen talo metsän reunassa|Lapsi syö omenaa|"
    "Kaksi hevosta niityllä|Vanha silta joen yli|Koira juoksee rannalla|Kukkia ikkunalla|"
    "Aurinko laskee mereen|Nainen soittaa viulua torilla|Lumiset vuoret|Kissa nukkuu tuolilla",
    "pl": "Lis na śniegu|Łódka na jeziorze|Czerwony dom pod lasem|Dziecko je jabłko|"
    "Dwa konie na łące|Stary most nad rzeką|Pies biegnie po plaży|Kwiaty na parapecie|"
    "Słońce zachodzi nad morzem|Kobieta gra na skrzypcach na rynku|Ośnieżone góry|Śpiący kot",
    "tr": "Karda bir tilki|Gölde bir kayık|Ormanın kenarında kırmızı ev|Elma yiyen çocuk|"
    "Çayırda iki at|Nehrin üzerinde eski köprü|Kumsalda koşan köpek|Pencerede çiçekler|"
    "Güneş denizde batıyor|Meydanda keman çalan kadın|Karlı dağlar|Sandalyede uyuyan kedi",
    "de": "Fuchs im Schnee|Boot auf dem See|Rotes Haus am Waldrand|Ein Kind isst einen Apfel|"
    "Zwei Pferde auf der Wiese|Alte Brücke über den Fluss|Hund läuft am Strand|Blumen am Fenster|"
    "Die Sonne geht im Meer unter|Frau spielt Geige auf dem Markt|Verschneite Berge|Katze schläft",
    "ja": "雪の中の狐|湖に浮かぶ小舟|森のはずれの赤い家|りんごを食べる子供|草原の二頭の馬|"
    "川に架かる古い橋|浜辺を走る犬|窓辺の花|海に沈む夕日|広場でバイオリンを弾く女性|雪山|椅子で眠る猫",
    "zh": "雪地里的狐狸|湖上的小船|森林边的红房子|吃苹果的孩子|草地上的两匹马|河上的古桥|"
    "在沙滩上奔跑的狗|窗台上的花|海上日落|广场上拉小提琴的女人|雪山|在椅子上睡觉的猫",
    "ar": "ثعلب في الثلج|قارب في البحيرة|بيت أحمر قرب الغابة",
    "he": "שועל בשלג|סירה באגם|בית אדום ליד היער",
    "th": "สุนัขจิ้งจอกในหิมะ|เรือในทะเลสาบ|บ้านสีแดงริมป่า",
    "ko": "눈 속의 여우|호수 위의 배|숲가의 빨간 집",
    "hi": "बर्फ में लोमड़ी|झील पर नाव|जंगल के किनारे लाल घर",
    "el": "Αλεπού στο χιόνι|Βάρκα στη λίμνη|Κόκκινο σπίτι δίπλα στο δάσος",
    "ru": "Лиса на снегу|Лодка на озере|Красный дом у леса",
}
ENGLISH = "These pictures were sent in by our readers last summer. Many thanks to all of them."
SAID = {"none": "", "wrong": ' lang="en"'}
WAYS = ("none", "wrong", "right")


def page(texts: list[str], prose: str, said: str = "") -> str:
    images = "".join(
        f'<p><img src="{number}.jpg" width="400" height="300" alt="{text}"></p>'
        for number, text in enumerate(texts)
    )
    head = f'<!doctype html><html{said}><meta charset="utf-8"><title>2025</title>'
    return f"{head}<p>{prose}</p>{images}"


def write(folder: Path) -> None:
    rng = np.random.default_rng(0)
    for number in range(12):
        colours = rng.integers(0, 256, (6, 8, 3), dtype=np.uint8)
        Image.fromarray(colours).resize((400, 300), Image.Resampling.BICUBIC).save(
            folder / f"{number}.jpg"
        )
    for tag, texts in TEXTS.items():
        for way in WAYS:
            said = SAID.get(way, f' lang="{tag}"')
            text = page(texts.split("|"), PROSE[tag], said)
            (folder / f"{tag}-{way}.html").write_text(text, "utf-8")
    elephants = "Two grey elephants walk through the tall grass"
    for name, text in {
        "german": page([elephants], ENGLISH, ' lang="de"'),
        "quoted": page(["Kaksi hevosta juoksee niityllä", elephants], ENGLISH, ' lang="en"'),
        "brands": page(["Sony PlayStation 5", "Nike Air Max"], PROSE["ja"], ' lang="ja"'),
    }.items():
        (folder / f"{name}.html").write_text(text, "utf-8")


def scan(folder: Path, *options: str) -> dict[str, list[dict]]:
    """The uses by the stem of their page."""
    out = folder / "out.json"
    result = CliRunner().invoke(
        cli,
        ["scan", str(folder), "--static", "--no-save", "--output", str(out), *options],
    )
    assert result.exit_code in (0, 2), result.output
    found: dict[str, list[dict]] = {}
    for use in json.loads(out.read_text("utf-8"))["uses"]:
        found.setdefault(Path(use["page"]["url"]).stem, []).append(use)
    return found


@pytest.fixture(scope="module")
def pages(tmp_path_factory) -> Path:
    folder = tmp_path_factory.mktemp("pages")
    write(folder)
    return folder


def model_of(folder: Path, *languages: str) -> Path:
    """The shipped model, as if it knew these languages by its first text tower."""
    model = folder / "model"
    shutil.copytree(Path("models/compact"), model)
    manifest = json.loads((model / "manifest.json").read_text("utf-8"))
    known = {"languages": languages, "further_languages": []}
    (model / "manifest.json").write_text(json.dumps({**manifest, **known}))
    return model


@pytest.fixture(scope="module")
def found(pages: Path, tmp_path_factory) -> dict[str, list[dict]]:
    return scan(pages, "--model", str(model_of(tmp_path_factory.mktemp("english"), "en")))


def rules(use: dict) -> set[str]:
    return {finding["rule"] for finding in use["findings"]}


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("tag", TEXTS)
def test_what_the_model_cannot_read_is_not_compared(found, tag, way):
    uses = found[f"{tag}-{way}"]
    assert len(uses) == len(TEXTS[tag].split("|"))
    assert Counter(use["status"] for use in uses) == {"not-compared": len(uses)}


@pytest.mark.parametrize("tag", TEXTS)
def test_a_wrong_language_is_told_and_a_right_one_is_not(found, tag):
    for way in WAYS:
        told = {rule for use in found[f"{tag}-{way}"] for rule in rules(use)}
        assert ("page-language-wrong" in told) == (way == "wrong"), way
        assert "alt-in-another-language" not in told


def test_a_wrong_language_of_the_page_does_not_keep_a_text_from_being_compared(found):
    (use,) = found["german"]
    assert use["status"] != "not-compared"
    assert use["scores"]["compatibility"]["value"] is not None
    assert "page-language-wrong" in rules(use)


def test_a_quoted_text_is_not_compared_and_its_neighbour_is(found):
    finnish, english = sorted(found["quoted"], key=lambda use: use["image"]["ordinal"])
    assert finnish["status"] == "not-compared"
    assert "alt-in-another-language" not in rules(finnish), "four words may be a title"
    assert english["status"] != "not-compared"


def test_names_in_latin_letters_follow_their_page(found):
    assert {use["status"] for use in found["brands"]} == {"not-compared"}
    assert not set().union(*map(rules, found["brands"])) & {
        "page-language-wrong",
        "alt-in-another-language",
    }


def test_a_model_that_names_a_language_is_trusted_in_it(tmp_path):
    folder = tmp_path / "pages"
    folder.mkdir()
    write(folder)
    for other in folder.glob("*.html"):
        if other.stem not in ("fi-right", "ja-none", "pl-none"):
            other.unlink()
    found = scan(folder, "--model", str(model_of(tmp_path, "fi", "ja")))
    compared = {
        name: {use["status"] == "not-compared" for use in uses} for name, uses in found.items()
    }
    assert compared == {"fi-right": {False}, "ja-none": {False}, "pl-none": {True}}


PHOTOGRAPHS = Path("../shared/cases/public/17-language")
ENGLISH_PAGE = "en-right"
SPARED = 2
"""More weak texts than the English page has."""


@pytest.mark.skipif(not PHOTOGRAPHS.is_dir(), reason=f"{PHOTOGRAPHS} is not here")
def test_a_true_text_beside_its_photograph_is_as_good_in_every_language(tmp_path):
    for file in PHOTOGRAPHS.iterdir():
        shutil.copy(file, tmp_path)
    found = {name: Counter(use["status"] for use in uses) for name, uses in scan(tmp_path).items()}
    weak = found[ENGLISH_PAGE]["weak"] + SPARED
    assert {name for name, told in found.items() if set(told) - {"ok", "weak"}} == set()
    assert {name for name, told in found.items() if told["weak"] > weak} == set()
