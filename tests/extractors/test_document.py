from extractors.document import links, parse
from extractors.dom import flat_children

URL = "https://example.org/dir/page.html"


def test_title_and_language_are_those_of_the_page_and_not_of_a_drawing() -> None:
    page = parse("<html lang=de><svg><title>No</title></svg><title> A \n page </title>", URL, {})
    assert (page.title, page.lang) == ("A page", "de")


def test_a_page_in_xhtml_has_its_language_in_xml_lang() -> None:
    assert parse('<?xml version="1.0"?><html xml:lang="nl"><p>x</p></html>', URL, {}).lang == "nl"


def test_an_empty_text_is_an_empty_page() -> None:
    page = parse("", URL, {})
    assert (page.title, page.lang, page.elements) == ("", None, ())


def test_relative_urls_count_from_the_base_element() -> None:
    page = parse('<base href="/other/"><a href=x>', URL, {})
    assert page.absolute("a.png") == "https://example.org/other/a.png"


def test_a_broken_url_is_none() -> None:
    page = parse('<a href="http://[broken">x</a><a href="ok">y</a>', URL, {})
    assert page.absolute("http://[broken") is None
    assert links(page) == ("https://example.org/dir/ok",)


def test_links_are_absolute_unique_and_in_order() -> None:
    html = (
        '<a href="b#part">1</a><a href="mailto:x@example.org">2</a><map><area href="/a"></map>'
        '<a href="b">3</a><a>4</a><a href="javascript:void(0)">5</a><a href="#top">6</a>'
    )
    assert links(parse(html, URL, {})) == (
        "https://example.org/dir/b",
        "https://example.org/a",
        URL,
    )


def test_a_shadow_root_is_a_scope_of_its_own_with_ids_of_its_own() -> None:
    html = (
        "<p id=a>light</p><x-card><template shadowrootmode=closed><p id=a>shadow</p></template>"
        "</x-card>"
    )
    page = parse(html, URL, {})
    host = next(e for e in page.elements if e.name == "x-card")
    assert host.shadow is not None
    assert host.shadow.ids["a"].text() == "shadow"
    assert page.scope.ids["a"].text() == "light"


def test_children_of_a_host_stand_where_their_slots_are() -> None:
    html = (
        "<x-card><template shadowrootmode=open><slot name=end>none</slot><slot>d</slot></template>"
        "<b>first</b><i slot=end>last</i></x-card>"
    )
    page = parse(html, URL, {})
    end, default = [e for e in page.elements if e.name == "slot"]
    assert [n.name for n in flat_children(end) if not isinstance(n, str)] == ["i"]
    assert [n.name for n in flat_children(default) if not isinstance(n, str)] == ["b"]


def test_a_slot_that_gets_nothing_shows_its_own_content() -> None:
    page = parse(
        "<x-a><template shadowrootmode=open><slot name=q>own</slot></template></x-a>", URL, {}
    )
    slot = next(e for e in page.elements if e.name == "slot")
    assert flat_children(slot) == ["own"]


def test_the_content_of_a_plain_template_is_not_in_the_page() -> None:
    page = parse("<template><img src=a.png></template><p>x", URL, {})
    assert "img" not in {e.name for e in page.elements}


def test_of_an_attribute_written_twice_the_first_counts() -> None:
    for facts in ({}, {"1": None}):
        page = parse("<p title=one title=two>", URL, facts)  # type: ignore[arg-type]
        assert page.elements[-1].get("title") == "one"


def test_nul_and_lone_surrogates_do_no_harm() -> None:
    assert parse("<p>a\0b\ud800c", URL, {}).elements[-1].text() == "a\ufffdb?c"


def test_void_elements_hold_nothing_and_do_not_keep_others_open() -> None:
    html = '<picture><source srcset="a>b"><source srcset=c/><img src=d></picture><p>one<wbr>two<p>x'
    page = parse(html, URL, {})
    parents = {e.name: e.parent.name for e in page.elements if e.parent is not None}
    assert (parents["source"], parents["img"], parents["p"]) == ("picture", "picture", "body")
    assert [e.text() for e in page.elements if e.name == "p"] == ["onetwo", "x"]
