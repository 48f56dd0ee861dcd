import pytest

from extractors.records import Control


@pytest.mark.parametrize(
    ("html", "heading"),
    [
        ("<h1>One</h1><p>x</p><h2>Two <i>b</i></h2><img>", "Two b"),
        ("<img><h1>One</h1>", ""),
        ("<div role=heading>One</div><img>", "One"),
        ("<h1>One</h1><h2 hidden>Two</h2><img>", "One"),
        ("<h1>One</h1><h2><img></h2>", "One"),
        ("<h1>One</h1><aside><h2>Aside</h2></aside><img>", "One"),
        ("<h1>One</h1><article><h2>A</h2></article><article><img><h2>B</h2></article>", "B"),
        ("<h1>One</h1><section><h2>A</h2><figure><img></figure><h3>B</h3></section>", "A"),
        ("<section><h1>Title</h1></section><section><img></section>", "Title"),
        ("<h1>One</h1><nav><img></nav>", "One"),
    ],
)
def test_the_heading_of_the_section_it_stands_in(image, html: str, heading: str) -> None:
    assert image(html).context.heading == heading


def test_text_before_and_after_is_what_is_seen(image) -> None:
    context = image(
        "<p>One <b>t</b>wo<script>no</script></p><p hidden>no</p><noscript>no</noscript>"
        "<p>three <img alt=no> four</p><select><option>no</select><div>five</div>"
    ).context
    assert (context.text_before, context.text_after) == ("One two three", "four five")


def test_text_is_cut_at_words_within_400_characters(image) -> None:
    context = image("<p>" + "word " * 500 + "<img>" + " other" * 500).context
    assert context.text_before == " ".join(["word"] * 80)
    assert context.text_after == " ".join(["other"] * 66)


def test_a_painted_picture_has_the_text_over_it_after_it(image) -> None:
    context = image("<p>a</p><div style='background-image:url(a.png)'>b</div>c").context
    assert (context.text_before, context.text_after) == ("a", "b c")


def test_text_around_an_image_crosses_into_shadow_roots_in_reading_order(image) -> None:
    context = image(
        "<p>one</p><x-a><template shadowrootmode=open><p>two</p><slot></slot><p>four</p>"
        "</template><img><p>three</p></x-a>"
    ).context
    assert (context.text_before, context.text_after) == ("one two", "three four")


def test_the_link_an_image_serves(image) -> None:
    html = "<a href='/go'>Read <img alt=more> now<img alt=''></a>"
    assert image(html).context.control == Control(
        role="link",
        name="Read more now",
        text="Read now",
        target="https://example.org/go",
        images=1,
        takes_focus=True,
    )


def test_the_button_an_image_serves(image) -> None:
    assert image("<button aria-label=Close><img></button>").context.control == Control(
        role="button", name="Close", text="", target=None, images=1, takes_focus=True
    )


def test_areas_and_image_buttons_are_controls_themselves(image) -> None:
    area = image("<img usemap='#m'><map name=m><area href=b alt=x></map>").context.control
    assert area == Control("link", "x", "", "https://example.org/dir/b", 1, takes_focus=True)
    button = image("<form><input type=image alt=Go></form>").context.control
    assert button == Control("button", "Go", "", None, 1, takes_focus=True)


def test_an_image_in_an_anchor_without_address_serves_nothing(image) -> None:
    assert image("<a name=x><img></a>").context.control is None


def test_descriptions_details_and_long_description(image) -> None:
    context = image(
        "<p id=d>described</p><p id=e>details</p>"
        "<img alt=x aria-describedby=d aria-details=e longdesc='long.html'>"
    ).context
    assert (context.described_by, context.details) == ("described", "details")
    assert context.longdesc == "https://example.org/dir/long.html"


def test_an_svg_is_described_by_its_desc(image) -> None:
    assert image("<svg><desc>A line</desc><path /></svg>").context.described_by == "A line"


def test_the_language_is_that_of_the_nearest_element_that_says_one(image) -> None:
    record = image("<html lang=en><title>T</title><div lang=fr><p><img></p></div>")
    assert (record.lang, record.context.page_lang, record.context.page_title) == ("fr", "en", "T")


def test_the_figure_and_the_heading_that_hold_an_image_are_named(image) -> None:
    plain = image("<img src=a.png>").context
    assert (plain.figure, plain.in_heading) == (None, None)
    bare = image("<figure><h2><img src=a.png></h2></figure>").context
    assert (bare.figure, bare.in_heading) == ("", "")
    named = image(
        "<figure><h2>Title <img src=a.png></h2><figcaption>Caption</figcaption></figure>"
    ).context
    assert (named.figure, named.in_heading) == ("Caption", "Title")
    labelled = image("<figure aria-label=Label><img src=a.png></figure>").context
    assert labelled.figure == "Label"


@pytest.mark.parametrize("tag", ["p", "li", "td", "th", "dd"])
def test_the_block_is_the_text_of_the_paragraph_item_or_cell(image, tag: str) -> None:
    before, after = ("<table><tr>", "</table>") if tag in ("td", "th") else ("", "")
    record = image(f"<div>no {before}<{tag}>yes <b><img src=a.png></b></{tag}>{after}</div>")
    assert record.context.block == "yes"
    assert image("<div>no <img src=a.png></div>").context.block == ""


@pytest.mark.parametrize(
    ("html", "twin"),
    [
        ("<a href=x><img src=a.png></a><a href=x>text</a>", "text"),
        ("<a href=x>text</a> <a href=x><img src=a.png></a>", "text"),
        ("<a href=x><img src=a.png></a><a href=x></a>", ""),
        ("<a href=x><img src=a.png></a><a href=y>text</a>", None),
        ("<a href=x><img src=a.png></a> or <a href=x>text</a>", None),
        ("<a href=x><img src=a.png></a><a href=x hidden>text</a>", None),
    ],
)
def test_the_twin_is_the_link_right_beside_to_the_same_place(image, html: str, twin) -> None:
    assert image(html).context.control.twin == twin


@pytest.mark.parametrize("role", ["menuitem", "radio", "checkbox", "option", "switch", "tab"])
def test_a_widget_that_is_named_by_its_content_is_a_control(image, role: str) -> None:
    control = image(f"<div role={role}><img src=a.png alt=x></div>").context.control
    assert (control.role, control.name) == ("button", "x")


@pytest.mark.parametrize(
    "card",
    [
        "<div><img><h3>{}</h3></div>",
        "<li><a href=x><img><h3>{}</h3></a></li>",
        "<div><figure><a href=x><img></a></figure><div><h3>{}</h3></div></div>",
        "<div><div><img><span>3 min</span></div><div><p>News</p><h3>{}</h3></div></div>",
        "<div><h3>{}</h3><img></div>",
        "<div><img><div role=heading aria-level=3>{}</div></div>",
        "<article><img><h3>{}</h3></article>",
        "<section><div><img></div><h3>{}</h3></section>",
    ],
)
def test_the_heading_of_a_card_stands_before_or_after_its_image(images, card: str) -> None:
    html = f"<h1>All</h1><div>{card.format('One')}{card.format('Two')}</div>"
    assert [r.context.heading for r in images(html)] == ["One", "Two"]


@pytest.mark.parametrize(
    "html",
    [
        f"<h1>All</h1><div><p><img></p><p>{'Long words. ' * 20}</p><h2>Later</h2></div>",
        "<h1>All</h1><div><p><img></p><p><img></p><h2>Later</h2></div>",
        "<h1>All</h1><p><img></p><h2>Later</h2>",
    ],
)
def test_a_heading_of_what_follows_is_not_the_images(image, html: str) -> None:
    assert image(html).context.heading == "All"


@pytest.mark.parametrize(
    ("html", "unheard", "takes_focus"),
    [
        ("<a href=x><img alt=x></a>", "", True),
        ("<a href=x aria-hidden=true><img alt=x></a>", "itself", True),
        ("<a href=x aria-hidden=true tabindex=-1><img alt=x></a>", "itself", False),
        ("<div aria-hidden=true><a href=x><img alt=x></a></div>", "above", True),
        ("<div inert><a href=x><img alt=x></a></div>", "above", False),
        ("<button disabled><img alt=x></button>", "", False),
    ],
)
def test_what_keeps_a_control_from_listeners(image, html, unheard, takes_focus) -> None:
    control = image(html).context.control
    assert (control.unheard, control.takes_focus) == (unheard, takes_focus)


def test_glyphs_of_a_font_are_no_words_of_a_control(image) -> None:
    control = image("<a href=x><i>\ue09a</i><img alt=''></a>").context.control
    assert (control.name, control.text) == ("", "")
    assert image("<a href=x>\ue09a Menu<img alt=''></a>").context.control.text == "Menu"
