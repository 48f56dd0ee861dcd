import pytest

from auditor.scoring.claims import ClaimSupport, claims

PAGE = {
    "caption": "Shakira performing “Waka Waka” in Manchester, 2010, in a red dress",
    "title": "Waka Waka",
    "surroundings": "She sang of Africa. The singer was born in Colombia.",
}


def found(text: str, sources: dict[str, str] = PAGE) -> dict[str, ClaimSupport]:
    return {claim.word: claim.found for claim in claims(text, sources)}


def test_a_name_is_looked_up_wherever_the_page_may_say_it() -> None:
    assert found("Shakira smiling in Manchester, the pride of Colombia") == {
        "Shakira": ClaimSupport.SAID,
        "Manchester": ClaimSupport.SAID,
        "Colombia": ClaimSupport.SAID,
    }
    assert found("A portrait of Mary Jones") == {
        "Mary": ClaimSupport.NOWHERE,
        "Jones": ClaimSupport.NOWHERE,
    }


def test_forms_of_a_name_are_one_name() -> None:
    assert found("The African’s dance of Shákira's band") == {
        "African’s": ClaimSupport.SAID,
        "Shákira's": ClaimSupport.SAID,
    }


def test_a_capital_at_the_start_is_no_name_unless_the_page_or_the_next_word_says_so() -> None:
    assert found("Soldiers crossing a river") == {}
    assert found("Singer on a stage") == {}
    assert found("Mary Jones on a stage") == {
        "Mary": ClaimSupport.NOWHERE,
        "Jones": ClaimSupport.NOWHERE,
    }


def test_another_year_or_colour_in_the_caption_speaks_against_the_text() -> None:
    (claim,) = claims("A concert of 2011", PAGE)
    assert (claim.found, claim.where, claim.instead) == (ClaimSupport.OTHERWISE, "caption", "2010")
    (claim,) = claims("A woman in a blue dress", PAGE)
    assert (claim.word, claim.found, claim.instead) == ("blue", ClaimSupport.OTHERWISE, "red")
    assert found("A woman in a red dress") == {"red": ClaimSupport.SAID}


@pytest.mark.parametrize("text", ["A black and white photograph", "A black-and-white photograph"])
def test_a_black_and_white_photograph_has_no_colour_to_be_wrong(text: str) -> None:
    assert found(text) == {}


def test_a_page_that_says_nothing_of_a_colour_neither_confirms_nor_denies_it() -> None:
    assert found("A woman in a blue dress", {"caption": "A singer"}) == {}


def test_a_headline_names_what_the_page_names_and_nothing_else() -> None:
    assert found("Adding Front Matter And Saving Shakira Posts") == {"Shakira": ClaimSupport.SAID}


def test_a_text_in_capitals_names_nothing() -> None:
    assert found("A PORTRAIT OF MARY JONES") == {}
