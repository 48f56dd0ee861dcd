import pytest

from auditor.texts.machine import machine_share
from auditor.texts.search_words import is_search_words, without_search_words


@pytest.mark.parametrize(
    "text",
    [
        "city bikes, cheap bikes, bike rental, best bikes, electric bike",
        "forest, trees, nature walk, green, hiking, forest bathing, outdoors",
        "wallpaper, stock photo, sunset, beach, ocean view",
        "best bakery london fresh bread london sourdough bakery london cakes",
        "Buy Tents Online Cheap Family Tents Camping Tents Sale",
        "#bakery #bread #london",
        "tents / cheap tents / family tents / buy tents / camping",
    ],
)
def test_lists_for_search_engines_are_known(text: str) -> None:
    assert is_search_words(text)


@pytest.mark.parametrize(
    "text",
    [
        "Four stages: egg, larva, pupa, and adult",
        "Anna Smith, Ben Jones, Carl Wu, Dora Diaz, Eve Ford",
        "A desk with a lamp, a book, a cup, a pen, a phone",
        "A red fox",
        "Red fox and arctic fox and desert fox side by side near water",
        "Old town hall clock tower old market hall",
        "Best Buy store front",
        "1, 2, 3, 4, 5, 6",
    ],
)
def test_lists_for_people_are_not(text: str) -> None:
    assert not is_search_words(text)
    assert without_search_words(text) == text


@pytest.mark.parametrize(
    "tail",
    [
        " — diving, ocean, reef tours, best diving",
        " #diving #reef #ocean",
        " / diving / reef tours / best diving / cheap diving",
    ],
)
def test_a_list_behind_a_text_is_told_from_it(tail: str) -> None:
    assert without_search_words(f"A diver beside a reef{tail}") == "A diver beside a reef"


def test_a_list_that_looks_like_a_sentence_is_told_from_the_text_before_it() -> None:
    text = "A diver beside a reef. Best diving, reef tours, cheap diving, diving school."
    assert without_search_words(text) == "A diver beside a reef."
    people = "A diver beside a reef. Coral, sponges, small fish, blue water."
    assert without_search_words(people) == people


@pytest.mark.parametrize(
    ("text", "least", "most"),
    [
        ("Three people talk in a park", 0, 0),
        ("shutterstock_1901808949", 1, 1),
        ("Group 20", 0.5, 1),
        ("homepage hero banner", 1, 1),
        ("Image of a fox in 1987", 0, 0),
        ("A test website on the screen, with the final copy of a banner", 0, 0),
        ("A camel in the desert.jpg", 0.1, 0.3),
        ("red-fox-swimming", 1, 1),
        ("Dawid-Baszucki-with-images", 1, 1),
        ("2026年の夏の海", 0, 0),
        ("高さ649メートルの山", 0, 0),
        ("循環ポンプ(PY-407CU)の写真", 0.1, 0.5),
        ("狐.jpg", 1, 1),
    ],
)
def test_what_is_written_for_machines_is_measured(text: str, least: float, most: float) -> None:
    assert least <= machine_share(text) <= most


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Pump PY-407CU", "National pumps: PY-407CU"),
        ("Value of 65.0 with the label weight_kg", "We multiply weight_kg by 2.2."),
        ("PY-407CUの写真", "循環ポンプPY-407CU"),
        ("Senso-ji-Tempel", "Tokio\nSenso-ji-Tempel"),
    ],
)
def test_what_the_page_says_to_people_is_no_mark(text: str, said: str) -> None:
    assert machine_share(text) > 0
    assert machine_share(text, said) == 0


def test_a_file_or_a_place_in_a_layout_is_one_though_the_page_says_it() -> None:
    assert machine_share("fox.jpg", "Download fox.jpg") == 1
    assert machine_share("hero banner", "hero banner") == 1
    assert machine_share("red-fox-swimming", "A red fox swimming") == 1
