import pytest


@pytest.mark.parametrize(
    ("html", "caption"),
    [
        ("<figure><img><figcaption>A <b>b</b></figcaption></figure>", "A b"),
        ("<figure><div><figcaption>c</figcaption></div><a href=x><img></a></figure>", "c"),
        ("<figure><figure><img></figure><figcaption>outer</figcaption></figure>", "outer"),
        ("<figure><figure><img><figcaption>inner</figcaption></figure><figcaption>outer"
         "</figcaption></figure>", "inner"),
        ("<figure><figcaption>c <img></figcaption></figure>", ""),
        ("<div class=figcenter><img><span class=caption>c</span></div>", "c"),
        ("<div class=wp-caption><img><p class=wp-caption-text>c</p></div>", "c"),
        ("<div class=thumbinner><a href=x><img></a><div class=thumbcaption>c</div></div>", "c"),
        ("<ul><li><div class=thumb><img></div><div class=gallerytext>c</div></li></ul>", "c"),
        ("<div><div><img></div><div><p class='image-caption'>c</p></div></div>", "c"),
        ("<dl><dt><img></dt><dd class='gallery-caption'>c</dd></dl>", "c"),
        ("<p><img></p><div class=captionless>c</div>", ""),
        ("<section><img></section><section><p class=caption>c</p></section>", ""),
        ("<table><caption class=caption>c</caption><tr><td><img></td></tr></table>", ""),
        ("<div><img><p class=caption hidden>c</p></div>", ""),
        ("<div><img><p>no caption</p></div>", ""),
    ],
)  # fmt: skip
def test_the_caption_of_an_image(image, html: str, caption: str) -> None:
    assert image(html).context.caption == caption


def test_of_several_images_each_gets_the_caption_after_it(images) -> None:
    html = "<div><img><p class=caption>one</p><img><p class=caption>two</p></div>"
    assert [r.context.caption for r in images(html)] == ["one", "two"]


def test_one_caption_serves_all_images_of_its_container(images) -> None:
    html = "<div class=figcenter><img><img><span class=caption>both</span></div>"
    assert [r.context.caption for r in images(html)] == ["both", "both"]


@pytest.mark.parametrize(
    "html",
    [
        "<div><div><p><img></p></div><footer><p class=credit>Powered by x</p></footer></div>",
        "<div><img><div class=site-footer><p class=credit>Powered by x</p></div></div>",
        "<div><img><div id=colophon><p class=credit>Powered by x</p></div></div>",
        "<div><img><div role=contentinfo><p class=credit>Powered by x</p></div></div>",
        "<div><img><p>So many words stand between the two that they cannot belong together.</p>"
        "<p class=credit>Photo: Ann</p></div>",
    ],
)
def test_a_credit_far_from_an_image_is_no_caption_of_it(image, html: str) -> None:
    assert image(html).context.caption == ""


def test_a_credit_in_the_footer_of_a_figure_is_its_caption(image) -> None:
    html = "<figure><img><footer class=credit>Photo: Ann</footer></figure>"
    assert image(html).context.caption == "Photo: Ann"


def test_one_caption_among_words_serves_the_image_before_it_alone(images) -> None:
    html = (
        "<div><img><p>These words are about the first picture, and there are many of them.</p>"
        "<img><p class=caption>two</p></div>"
    )
    assert [r.context.caption for r in images(html)] == ["", "two"]
