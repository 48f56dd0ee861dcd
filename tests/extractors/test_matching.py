import pytest
import soupsieve

from extractors.document import Document, parse
from extractors.matching import Index

PAGE = """
<main id=main class="Wide main"><h1>One</h1><p class="a b">x</p><p data-kind="two words">y</p>
<div class=a><div><p class=b title="">z</p></div></div><ul><li>1<li class=a>2<li>3</ul>
<x-card class="a\xa0b"><b>1</b></x-card><input TYPE=Text></main><p class="b">last</p>
"""
MATCHED_HERE = [
    "*",
    "p",
    "P",
    "#main",
    ".wide",
    ".Wide",
    "p.a.b",
    ".b.a",
    "main p",
    "main > p",
    "main>p.b",
    "div div p",
    "div p",
    ".a .b",
    ".a > .b",
    "body main div > div > .b",
    "p p",
    "h1 + p",
    "h1 + p + p",
    "h1 ~ p",
    "li ~ li",
    "li + .a + li",
    ".b ~ p",
    "[title]",
    "p[data-kind]",
    "[data-kind='two words']",
    '[data-kind~="two"]',
    "[data-kind^=two]",
    "[data-kind$=words]",
    "[data-kind*=o]",
    "[data-kind^='']",
    "main .a [ title ]",
    """[title="''"]""",
    "x-card b",
    "p:hover",
    ".a:focus .b",
]
LEFT_TO_SOUPSIEVE = [
    "p:not(.a)",
    "li:first-child",
    "li:nth-child(2)",
    "[type=text]",
    "[TYPE='TEXT' i]",
    ":root",
    "p:is(.a, .b)",
    "div:has(p)",
    r".a\+b",
    "svg|a",
]
NO_SELECTORS = ["", ">", "> p", "p >", "a..b", "a.b*", "p[", "p:nonsense", "#1a", "p,,", "::x("]


@pytest.fixture(scope="module")
def page() -> Document:
    return parse(PAGE, "https://example.org/", {})


def by_soupsieve(page: Document, selector: str) -> list[str]:
    try:
        compiled = soupsieve.compile(selector)
    except (soupsieve.SelectorSyntaxError, NotImplementedError):
        return []
    return [str(e.order) for e, tag in page.tags.items() if compiled.match(tag)]


@pytest.mark.parametrize("selector", MATCHED_HERE + LEFT_TO_SOUPSIEVE + NO_SELECTORS)
def test_selectors_match_what_soupsieve_matches(page: Document, selector: str) -> None:
    found = Index(page, page.scope).matches(selector)
    assert [str(e.order) for e in found] == by_soupsieve(page, selector)


@pytest.mark.parametrize("selector", MATCHED_HERE)
def test_most_selectors_need_no_soup(selector: str) -> None:
    page = parse(PAGE, "https://example.org/", {})
    Index(page, page.scope).matches(selector)
    assert "tags" not in vars(page)


def test_a_chain_of_selectors_on_nested_elements_is_no_trap() -> None:
    page = parse("<b>" * 200, "https://example.org/", {})
    depth = len(page.elements)
    assert len(Index(page, page.scope).matches(" ".join(["b"] * 40))) == depth - 2 - 39
