import pytest

from extractors.probe import probe

URL = "https://example.org/"


def test_an_element_that_is_no_image_has_a_name_and_a_role_and_no_record() -> None:
    found = probe("<button id=b>Go</button><img>", URL, "#b")
    assert (found.name.text, found.role, found.own, found.inside) == ("Go", "button", (), ())
    assert len(found.page) == 1


def test_records_of_the_element_are_told_from_those_inside_it() -> None:
    html = "<a id=a href=x style='background: url(b.png)'><img src=a.png alt=x></a><img src=c.png>"
    found = probe(html, URL, "a")
    assert [record.src for record in found.own] == ["https://example.org/b.png"]
    assert [record.src for record in found.inside] == ["https://example.org/a.png"]
    assert len(found.page) == 3


def test_the_role_of_an_image_is_that_of_its_record() -> None:
    assert probe("<img alt=''>", URL, "img").role == "none"
    assert probe("<img aria-hidden=true alt=x>", URL, "img").role == "none"
    assert probe("<svg><path /></svg>", URL, "path").role == ""


@pytest.mark.parametrize("selector", ["p", "img"])
def test_a_selector_must_match_exactly_one_element(selector: str) -> None:
    with pytest.raises(LookupError, match="matches"):
        probe("<img><img>", URL, selector)


def test_stamps_of_the_page_do_not_count() -> None:
    assert len(probe("<p><img id=a></p><img data-auditor=target>", URL, "#a").own) == 1


def test_an_element_in_a_shadow_root_is_found_and_named_by_what_is_slotted() -> None:
    root = "<label for=t><slot></slot></label><input id=t>"
    page = f"<p><template shadowrootmode=open>{root}</template>Street</p>"
    assert probe(page, URL, "#t").name.text == "Street"
