"""Pages that a fuzzer made (tests/tools/fuzz.py) and that once brought extraction to a stop."""

import pytest

from extractors.extract import extract
from extractors.facts import ElementFacts
from extractors.sources import best_of_srcset

RENDERED = {"1": ElementFacts()}


def test_a_srcset_without_spaces_is_read_from_left_to_right_once() -> None:
    assert best_of_srcset("a.png " + "1x" * 200_000 + ",b.png 2x") == "b.png"
    assert best_of_srcset("," * 200_000) == ""
    assert best_of_srcset("a," * 200_000) == "a," * 199_999 + "a"


@pytest.mark.parametrize("markup", ["<![CDAT", "<![[[[", "<![<style>CDATA"])
def test_a_broken_marked_section_is_read_in_a_rendered_page_too(markup: str) -> None:
    page = f"<html><body>{markup}[x]]><img alt=fox src=a.png></body></html>"
    assert [r.alt for r in extract(page, "http://h/", facts=RENDERED).records] == ["fox"]


@pytest.mark.parametrize("bracket", ["(", "[", "{"])
def test_style_of_brackets_in_brackets_is_left_out(bracket: str) -> None:
    page = f"<style>.a{bracket * 2000} p {{ display: none }}</style><p><img alt=fox src=a.png></p>"
    assert [r.alt for r in extract(page, "http://h/").records] == ["fox"]


def test_links_in_links_by_the_hundred_still_have_names() -> None:
    nested = "<span role=link>x" * 200 + "<img alt=fox src=a.png>" + "</span>" * 200
    page = (
        nested
        + "<p>after</p>"
        + "".join(f"<a href=/{n}><img src=b.png alt=b></a>" for n in range(50))
    )
    records = extract(page, "http://h/").records
    assert len(records) == 51
    assert all(r.context.control is not None and r.context.control.name for r in records)
