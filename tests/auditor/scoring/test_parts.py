import pytest

from auditor.profiles import Profile
from auditor.scoring.claims import Claim, ClaimSupport
from auditor.scoring.parts import parts

NAMED = Claim("Kent", "name", ClaimSupport.SAID, "title")
UNKNOWN = Claim("Kent", "name", ClaimSupport.NOWHERE)
DENIED = Claim("1945", "year", ClaimSupport.OTHERWISE, "caption", "1944")


@pytest.fixture
def judged(weights, manifest, photograph):
    return lambda evidence, profile=photograph: parts(evidence, weights, manifest, profile)


def test_a_sentence_that_the_picture_does_not_bear_out_lowers_the_fit_and_is_named(
    judged, make_evidence, make_measured
) -> None:
    first = make_measured("A red fox.", similarity=0.3)
    alone = judged(make_evidence(first))["compatibility"]
    other = make_measured("Granite is a rock.", similarity=-0.1)
    both = judged(make_evidence(first, other))["compatibility"]
    assert both.value < alone.value
    assert both.evidence == {"weakest sentence": "Granite is a rock."}
    assert "“Granite is a rock.”" in both.reason


def test_a_sentence_that_nothing_bears_out_never_makes_a_text_more_informative(
    judged, make_evidence, make_measured
) -> None:
    first = make_measured("A red fox.")
    before = judged(make_evidence(first))["informativeness"]
    strange = make_measured("Granite is a rock.", similarity=-1.0, cosines={"title": -1.0})
    after = judged(make_evidence(first, strange))["informativeness"]
    assert after.value == pytest.approx(before.value, abs=0.01)
    true = make_measured("It sleeps in tall grass.", similarity=0.5)
    assert judged(make_evidence(first, true))["informativeness"].value > before.value + 0.1
    assert "picture and page bear out" in after.reason


def test_a_part_that_could_not_be_computed_says_why(judged, make_evidence, make_measured) -> None:
    found = judged(make_evidence(make_measured(similarity=None, cosines={})))
    assert found["compatibility"].value is None
    assert "picture was not there" in found["compatibility"].reason
    assert found["relevance"].value is None
    assert found["informativeness"].value > 0


def test_saying_what_the_picture_shows_not_to_be_there_lowers_the_fit(
    judged, make_evidence, make_measured
) -> None:
    plain = judged(make_evidence(make_measured()))["compatibility"]
    negated = judged(make_evidence(make_measured(denied=0.3)))["compatibility"]
    assert negated.value < plain.value / 2
    assert "says what is not there" in negated.reason
    absent = judged(make_evidence(make_measured(denied=-0.5)))["compatibility"]
    assert absent.value == pytest.approx(plain.value, rel=0.01)


def test_a_thing_that_is_truly_absent_may_be_denied(judged, make_evidence, make_measured) -> None:
    def fit(denied: float) -> float:
        return judged(make_evidence(make_measured(denied=denied, left=0.3)))["compatibility"].value

    plain = judged(make_evidence(make_measured()))["compatibility"].value
    assert fit(0.2) >= plain  # without its negation the text is farther from the picture
    assert fit(0.9) < plain


def test_beside_a_caption_a_text_need_not_name_the_page(judged, make_evidence, make_measured):
    far = make_measured(cosines={"title": -0.5})
    alone = judged(make_evidence(far))["relevance"].value
    assert judged(make_evidence(far, captioned=6))["relevance"].value > alone


def test_a_control_is_told_by_what_it_does_and_not_by_its_looks(
    judged, make_evidence, make_measured
) -> None:
    button = Profile("button", "it is all of a button", 1)
    looks = judged(make_evidence(make_measured("magnifying glass"), hints=("looks",)), button)
    assert looks["informativeness"].value < 0.5
    assert judged(make_evidence(make_measured("Search")), button)["informativeness"].value == 1


def test_search_words_and_marks_of_machines_tell_nothing(
    judged, make_evidence, make_measured
) -> None:
    plain = judged(make_evidence())["informativeness"].value
    assert judged(make_evidence(listed=0.8))["informativeness"].value < plain
    marked = judged(make_evidence(machine=0.8))["informativeness"]
    assert marked.value < plain
    assert "80% of it is written for machines" in marked.reason


def test_what_the_page_says_to_names_and_years_moves_the_relevance(judged, make_evidence) -> None:
    values = [
        judged(make_evidence(claims=claims))["relevance"].value
        for claims in [(DENIED,), (UNKNOWN,), (), (NAMED,)]
    ]
    assert values == sorted(set(values))


def test_that_a_name_stands_nowhere_tells_little_where_there_was_little_to_look_in(
    judged, make_evidence
) -> None:
    title, article = (
        judged(make_evidence(claims=(UNKNOWN,), searched=words))["relevance"].value
        for words in (3, 300)
    )
    assert article < title


def test_a_number_that_the_page_does_not_repeat_says_nothing_against_a_text(
    judged, make_evidence
) -> None:
    line = Claim("18", "number", ClaimSupport.NOWHERE)
    plain, counted, named = (
        judged(make_evidence(claims=claims))["relevance"]
        for claims in [(), (line,), (line, UNKNOWN)]
    )
    assert counted.value == plain.value
    assert "18" not in counted.reason
    assert counted.evidence == {}
    assert named.value < plain.value


def test_the_reason_tells_what_was_looked_up(judged, make_evidence) -> None:
    part = judged(make_evidence(claims=(DENIED, UNKNOWN)))["relevance"]
    assert "“1945” where the caption says “1944”" in part.reason
    assert "“Kent” stands nowhere else here" in part.reason
    assert part.evidence == {"otherwise": "1945", "nowhere": "Kent"}
    assert "judged by title and caption" in part.reason


def test_a_link_needs_its_purpose_and_not_a_picture_in_words(
    judged, make_evidence, make_measured
) -> None:
    link = Profile("link", "it is all of a link", 1)
    assert judged(make_evidence(make_measured("Home")), link)["informativeness"].value == 1.0


def test_the_name_is_most_of_what_a_portrait_has_to_tell(
    judged, make_evidence, make_measured
) -> None:
    bare = make_evidence(make_measured("Kent"), claims=(NAMED,))
    portrait = Profile("portrait", "its caption says so", 25)
    named = judged(bare, portrait)["informativeness"]
    assert named.value > judged(bare)["informativeness"].value + 0.2
    assert "who it is" in named.reason


def test_a_word_that_says_more_counts_for_more(judged, make_evidence, make_measured) -> None:
    def told(density: float | None) -> float | None:
        evidence = make_evidence(make_measured(), density=density)
        return judged(evidence)["informativeness"].value

    assert told(1.4) > told(1.0) > told(0.8)
    assert told(None) is None, "a language that was not measured"
