"""What users of other tools complain about, as far as extraction can put it right."""

from extractors.facts import Box, ElementFacts
from extractors.records import Exposed, ImageMap, Kind, NameSource


def test_an_image_that_is_hidden_from_assistive_technology_needs_no_alt(image) -> None:
    assert image("<img aria-hidden=true src=a.png>").exposure.state is Exposed.DECORATIVE


def test_two_marks_of_decoration_are_no_contradiction(image) -> None:
    record = image("<img alt='' role=presentation src=a.png>")
    assert (record.exposure.state, record.exposure.reason) == (
        Exposed.DECORATIVE,
        "role=presentation",
    )


def test_an_empty_alt_beside_a_figcaption_keeps_the_caption_as_context(image) -> None:
    record = image("<figure><img alt='' src=a.png><figcaption>All said.</figcaption></figure>")
    assert (record.exposure.state, record.context.caption) == (Exposed.DECORATIVE, "All said.")


def test_a_tracking_pixel_is_told_by_its_size_and_a_hidden_one_by_its_state(images) -> None:
    facts = {
        "1": ElementFacts(box=Box(0, 0, 1, 1), natural_width=1, natural_height=1, loaded=True),
        "2": ElementFacts(hidden="display: none", loaded=True),
    }
    pixel, unseen = images("<img data-auditor=1 src=t.gif><img data-auditor=2 src=t.gif>", facts)
    assert pixel.natural_size == (1, 1)
    assert unseen.exposure.state is Exposed.HIDDEN


def test_a_lazy_image_is_known_by_the_picture_that_it_will_show(image) -> None:
    record = image("<img src='data:image/gif;base64,R0lGOD' data-src=real.png alt=x>")
    assert record.src == "https://example.org/dir/real.png"


def test_aria_label_and_labelledby_name_an_image_without_alt(images) -> None:
    html = "<p id=p>by text</p><img aria-label='by label'><img aria-labelledby=p>"
    assert [r.informative_name for r in images(html)] == ["by label", "by text"]


def test_a_decorative_image_in_a_link_with_aria_label_leaves_the_link_its_name(image) -> None:
    record = image("<a href=x aria-label='To the shop'><img alt='' src=a.png></a>")
    assert record.context.control.name == "To the shop"


def test_an_image_with_alt_is_named_by_it(image) -> None:
    record = image("<img alt='A red fox' src=a.png>")
    assert (record.name.text, record.name.source) == ("A red fox", NameSource.ALT)


def test_a_selector_goes_through_shadow_roots(image) -> None:
    record = image(
        "<x-a><template shadowrootmode=open><x-b><template shadowrootmode=closed>"
        "<img src=a.png></template></x-b></template></x-a>"
    )
    assert record.selector == "x-a >>> x-b >>> img"


def test_images_of_srcdoc_frames_are_found(image) -> None:
    record = image("<iframe srcdoc='<img alt=x src=a.png>'></iframe>")
    assert (record.name.text, record.selector) == ("x", "iframe >>> img")


def test_a_css_background_with_role_and_name_is_one_named_image(images) -> None:
    (record,) = images("<div role=img aria-label=Logo style='background: url(a.png)'></div>")
    assert (record.kind, record.informative_name) == (Kind.ROLE_IMG, "Logo")


def test_a_css_background_alone_is_listed_and_decorative(image) -> None:
    record = image("<div style='background: url(a.png)'>text</div>")
    assert (record.kind, record.exposure.state) == (Kind.CSS_BACKGROUND, Exposed.DECORATIVE)


def test_an_icon_font_is_non_text_content(image) -> None:
    assert image("<a href=x><i>&#xe5d2;</i></a>").kind is Kind.ICON_FONT


def test_a_title_deep_inside_an_svg_does_not_name_it_and_the_way_to_the_name_is_told(image) -> None:
    nested = image("<svg role=img><g><title>Deep</title><path /></g></svg>")
    own = image("<svg role=img><title>Own</title><path /></svg>")
    assert (nested.name.text, own.name.steps) == ("", ("title element of svg",))


def test_an_image_with_a_usemap_and_its_areas_are_all_listed(images) -> None:
    html = "<img src=a.png alt=x usemap='#m'><map name=m><area href=y alt=z></map>"
    image, area = images(html)
    assert (image.image_map, area.kind, area.src) == (ImageMap.CLIENT, Kind.AREA, image.src)


def test_every_long_description_is_beside_its_image(image) -> None:
    record = image(
        "<p id=d>short</p><p id=e>long</p>"
        "<img src=a.png alt=x aria-describedby=d aria-details=e longdesc=long.html>"
    )
    context = record.context
    assert (context.described_by, context.details) == ("short", "long")
    assert context.longdesc == "https://example.org/dir/long.html"


def test_a_linked_image_beside_words_knows_the_words_and_the_whole_name(image) -> None:
    control = image("<a href=x><img alt=Fox src=a.png> Read on</a>").context.control
    assert (control.text, control.name) == ("Read on", "Fox Read on")


def test_a_linked_image_knows_the_text_link_beside_it_to_the_same_place(images) -> None:
    html = (
        "<a href=x><img alt=Fox src=a.png></a> <a href=x>Foxes</a>"
        "<a href=y><img alt=Owl src=b.png></a> and <a href=y>Owls</a>"
    )
    assert [r.context.control.twin for r in images(html)] == ["Foxes", None]


def test_the_final_name_counts_where_aria_label_and_alt_clash(image) -> None:
    record = image("<img alt=Alt aria-label=Label src=a.png>")
    assert (record.alt, record.name.text) == ("Alt", "Label")


def test_a_logo_link_knows_its_destination(image) -> None:
    control = image("<a href='/'><img alt=Acme src=logo.png></a>").context.control
    assert (control.role, control.target) == ("link", "https://example.org/")


def test_the_language_of_an_image_is_that_of_its_nearest_lang(image) -> None:
    record = image("<html lang=en><div lang=de><img alt=Fuchs src=a.png></div></html>")
    assert (record.lang, record.context.page_lang) == ("de", "en")


def test_an_alt_of_white_space_is_not_decoration(image) -> None:
    record = image("<img alt=' ' src=a.png>")
    assert (record.exposure.state, record.alt) == (Exposed.EXPOSED, " ")


def test_junk_in_alt_is_kept_as_written(image) -> None:
    assert image("""<img alt='""' src=a.png>""").alt == '""'
