from dataclasses import replace

import pytest

from auditor.scoring.place import claim_sources, context_texts
from auditor.scoring.score import Spoken, TextVectors, measure, score, wanted_texts
from extractors.records import Context, Control

FOX = "A red fox. It sleeps."
PAGE = Context(page_title="Foxes", heading="At night", caption="A fox", text_before="Foxes hunt.")


@pytest.fixture
def vectors(unit):
    """The same text near the picture (0°), everything else at 40°."""

    def of(record):
        return {
            spoken: TextVectors(unit(10 if "fox" in spoken.text else 40), unit(20), unit(45))
            for spoken in wanted_texts(record)
        }

    return of


def test_the_text_its_sentences_and_what_stands_around_it_are_wanted(make_record) -> None:
    record = make_record(FOX, context=PAGE)
    around = {"Foxes", "At night", "A fox", "Foxes hunt."}
    found = wanted_texts(record)
    assert {each.text for each in found} == {FOX, "A red fox.", "It sleeps.", *around}
    assert wanted_texts(make_record("", context=PAGE)) == set()


def test_a_negation_is_compared_without_its_no(make_record) -> None:
    wanted = wanted_texts(make_record("A street with no cars"))
    assert Spoken("A street with cars", "en") in wanted


def test_the_word_no_denies_in_english_alone(make_record) -> None:
    portuguese = replace(make_record("Um cão no parque"), language="pt")
    assert "Um cão parque" not in {each.text for each in wanted_texts(portuguese)}


def test_a_text_and_what_stands_around_it_are_each_taken_in_their_own_language(make_record) -> None:
    record = replace(make_record("Ein Fuchs", context=PAGE), language="de", page_language="en")
    wanted = {Spoken("Ein Fuchs", "de"), Spoken("A fox", "en", whole=False)}
    assert wanted <= wanted_texts(record)


def test_a_german_noun_is_no_name(make_record, vectors, unit) -> None:
    def told(language: str) -> list[str]:
        record = replace(make_record("Zwei Pferde auf der Wiese", context=PAGE), language=language)
        return [claim.word for claim in measure(record, unit(0), vectors(record)).claims]

    assert "Pferde" in told("en")
    assert told("de") == []


@pytest.mark.parametrize(
    ("text", "page", "compared"),
    [
        ("en", "en", (True, True)),
        ("fi", "en", (False, False)),
        ("en", "fi", (True, False)),
        ("", "", (True, True)),
    ],
)
def test_what_is_compared_is_what_the_model_can_read(
    make_record, vectors, unit, manifest, photograph, text, page, compared
) -> None:
    record = replace(make_record(FOX, context=PAGE), language=text, page_language=page)
    english = replace(manifest, languages=("en",))
    found = score(record, unit(0), vectors(record), english, photograph)
    parts = (found.compatibility, found.relevance)
    assert tuple(part.value is not None for part in parts) == compared
    assert all("fi" in part.reason for part in parts if part.value is None)


def test_lent_sentences_compare_what_their_lender_can_read(
    make_record, vectors, unit, manifest, photograph
) -> None:
    record = replace(make_record(FOX, context=PAGE), language="fi", page_language="fi")
    lent = replace(manifest, languages=("en", "fi"), sentence_languages=("en",))
    found = score(record, unit(0), vectors(record), lent, photograph)
    assert found.compatibility.value is not None
    assert found.relevance.value is None


def test_each_sentence_is_measured_alone(make_record, vectors, unit) -> None:
    record = make_record(FOX, context=PAGE)
    found = measure(record, unit(0), vectors(record))
    assert [part.text for part in found.sentences] == ["A red fox.", "It sleeps."]
    first, second = (part.similarity for part in found.sentences)
    assert first > second
    assert found.whole.cosines.keys() == {"title", "heading", "surroundings", "caption"}


def test_saying_a_text_twice_changes_its_form_alone_and_lowers_the_score(
    make_record, vectors, unit, manifest, photograph
) -> None:
    once, twice = (make_record(text, context=PAGE) for text in (FOX, f"{FOX} {FOX}"))
    own, repeated = (
        score(record, unit(0), vectors(record), manifest, photograph) for record in (once, twice)
    )
    assert repeated.quality < own.quality
    assert replace(repeated, form=own.form, quality=own.quality) == own


@pytest.mark.parametrize("text", ["A fox", "See caption", "fox.jpg", "A fox. A fox"])
def test_no_text_gains_by_being_said_twice(
    make_record, vectors, unit, manifest, photograph, text: str
) -> None:
    own, repeated = (
        score(record, unit(0), vectors(record), manifest, photograph).quality
        for record in (make_record(said, context=PAGE) for said in (text, f"{text} {text}"))
    )
    assert repeated < own


@pytest.mark.parametrize(("lang", "compared"), [("en", True), (None, True), ("de", False)])
def test_texts_in_a_language_the_model_does_not_know_are_not_compared(
    make_record, vectors, unit, manifest, photograph, lang: str | None, compared: bool
) -> None:
    record = make_record(FOX, context=PAGE, lang=lang)
    english = replace(manifest, languages=("en",), sentence_languages=("en",))
    scores = score(record, unit(0), vectors(record), english, photograph)
    assert (scores.compatibility.value is not None) is compared
    assert (scores.relevance.value is not None) is compared
    assert ("likeness to caption" in scores.form.numbers) is compared
    assert ("language “de”" in scores.compatibility.reason) is not compared
    assert scores.informativeness.value is not None


@pytest.mark.parametrize("text", ["fox_final_2.jpg", "image", "https://site/fox", "<b>fox</b>"])
def test_what_a_machine_left_behind_has_hardly_any_form(
    make_record, vectors, unit, manifest, photograph, text: str
) -> None:
    record = make_record(text, context=PAGE)
    scores = score(record, unit(0), vectors(record), manifest, photograph)
    assert scores.form.value < 0.1
    assert scores.form.reason.startswith("The text ")


def test_a_caption_inside_the_text_after_does_not_count_twice() -> None:
    context = Context(caption="A red fox", text_after="A red fox Foxes live in dens.")
    assert context_texts(context)["surroundings"] == "Foxes live in dens."
    cut = Context(caption="A red fox asleep", text_after="A red fox")
    assert "surroundings" not in context_texts(cut)


def test_absent_context_is_left_out() -> None:
    context = Context(page_title="Foxes", text_before="See", text_after="below")
    assert context_texts(context) == {"title": "Foxes", "surroundings": "See below"}


def test_names_are_looked_up_in_link_and_file_name_too(make_record) -> None:
    link = Control("link", "Kent", "Visit Kent", "http://site/kent")
    record = make_record(
        "Kent", src="http://site/a/Clark_Kent-2.jpg", context=Context(control=link)
    )
    sources = claim_sources(record)
    assert sources["file name"] == "Clark Kent 2"
    assert "Visit Kent" in sources["link"]


def test_a_name_that_was_read_in_the_picture_is_borne_out(make_record, vectors, unit) -> None:
    record = make_record("The sign of the Kent Arms", context=PAGE)
    found = {
        read: [c.found.value for c in measure(record, unit(0), vectors(record), read=read).claims]
        for read in ("", "KENT ARMS")
    }
    assert found == {"": ["nowhere", "nowhere"], "KENT ARMS": ["said", "said"]}
