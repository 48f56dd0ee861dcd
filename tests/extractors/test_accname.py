import pytest

from extractors.records import NameSource


@pytest.mark.parametrize(
    ("html", "name", "source"),
    [
        ("<img alt='a  cat'>", "a cat", NameSource.ALT),
        ("<img>", "", NameSource.NONE),
        ("<img alt=' '>", "", NameSource.NONE),
        ("<img title=t>", "t", NameSource.TITLE),
        ("<img alt='' title=t>", "", NameSource.NONE),
        ("<img alt=' ' title=t>", "", NameSource.NONE),
        ("<img alt='' aria-label=l title=t>", "l", NameSource.LABEL),
        ("<img usemap='#m'><map name=m><area href=x alt='' title=t></map>", "", NameSource.NONE),
        ("<input type=image alt='' title=t>", "t", NameSource.TITLE),
        ("<img alt=a title=t>", "a", NameSource.ALT),
        ("<img alt=a aria-label=l>", "l", NameSource.LABEL),
        ("<img alt=a aria-label=' '>", "a", NameSource.ALT),
        ("<p id=p>text</p><img alt=a aria-label=l aria-labelledby=p>",
         "text", NameSource.LABELLEDBY),
        ("<p id=p hidden>text</p><img aria-labelledby=p>", "text", NameSource.LABELLEDBY),
        ("<p id=p>a<b hidden>b</b></p><img aria-labelledby=p>", "a", NameSource.LABELLEDBY),
        ("<p id=p>a</p><p id=q>b</p><img aria-labelledby='q nothing p'>",
         "b a", NameSource.LABELLEDBY),
        ("<img alt=a aria-labelledby=nothing>", "a", NameSource.ALT),
        ("<p id=p>text</p><img id=i aria-label=l aria-labelledby='i p'>",
         "l text", NameSource.LABELLEDBY),
        ("<p id=p aria-labelledby=q>p</p><p id=q>q</p><img aria-labelledby=p>",
         "p", NameSource.LABELLEDBY),
        ("<svg><title>A <b>b</b></title><path /></svg>", "A b", NameSource.SVG_TITLE),
        ("<svg><g><title>x</title><path /></g></svg>", "", NameSource.NONE),
        ("<svg aria-labelledby=t><title id=t>T</title><path /></svg>", "T", NameSource.LABELLEDBY),
        ("<input type=image alt=Search value=v>", "Search", NameSource.ALT),
        ("<input type=image value=v title=t>", "t", NameSource.TITLE),
        ("<input type=image value=v>", "Submit Query", NameSource.DEFAULT),
        ("<embed src=a.png><noembed>A <b>fox</b></noembed>", "A fox", NameSource.CONTENT),
        ("<embed src=a.png><p>x<noembed>A fox</noembed>", "", NameSource.NONE),
        ("<input type=image>", "Submit Query", NameSource.DEFAULT),
        ("<label for=i>Go</label><input type=image id=i alt=x>", "Go", NameSource.CONTENT),
        ("<label for=i hidden>Go</label><input type=image id=i alt=x>", "x", NameSource.ALT),
        ("<canvas>a chart</canvas>", "a chart", NameSource.CONTENT),
        ("<canvas title=t>a chart</canvas>", "t", NameSource.TITLE),
        ("<canvas role=img>a chart</canvas>", "", NameSource.NONE),
        ("<object data=a.png>fallback</object>", "", NameSource.NONE),
        ("<object data=a.png title=t>fallback</object>", "t", NameSource.TITLE),
        ("<span role=img>text</span>", "", NameSource.NONE),
        ("<span role=img aria-label=star>★</span>", "star", NameSource.LABEL),
        ("<figure><img><figcaption>c</figcaption></figure>", "c", NameSource.FIGCAPTION),
        ("<figure><a href=x><img></a><figcaption>c</figcaption></figure>",
         "c", NameSource.FIGCAPTION),
        ("<figure><img><p>x</p><figcaption>c</figcaption></figure>", "", NameSource.NONE),
        ("<figure>x<img><figcaption>c</figcaption></figure>", "", NameSource.NONE),
        ("<figure><img><img><figcaption>c</figcaption></figure>", "", NameSource.NONE),
        ("<figure><img alt=''><figcaption>c</figcaption></figure>", "", NameSource.NONE),
    ],
)  # fmt: skip
def test_names_of_images(image, html: str, name: str, source: NameSource) -> None:
    found = image(html).name
    assert (found.text, found.source) == (name, source)


@pytest.mark.parametrize(
    ("control", "name"),
    [
        ("<a href=x><img alt=two></a>", "two"),
        ("<a href=x>one<img alt=two>three</a>", "one two three"),
        ("<a href=x><b>o</b>ne<img alt=''></a>", "one"),
        ("<a href=x title=t><img></a>", "t"),
        ("<a href=x title=t><img alt=two></a>", "two"),
        ("<a href=x aria-label=l><img alt=two></a>", "l"),
        ("<a href=x><div>one</div><div><img alt=two></div></a>", "one two"),
        ("<a href=x><span hidden>no</span><img alt=two><i aria-hidden=true>no</i></a>", "two"),
        ("<button>one<svg><title>two</title><path /></svg></button>", "one two"),
        ("<div role=button><canvas>two</canvas></div>", "two"),
        ("<style>a::before { content: 'new: ' }</style><a href=x><img alt=two></a>", "new: two"),
        ("<a href=x><img alt=two style='display: none'>one</a>", "one"),
        ("<a href=x><span style='visibility: hidden'>no <img alt=two style='visibility: visible'>"
         "</span></a>", "two"),
        ("<a href=x><script>no</script><img alt=two></a>", "two"),
        ("<a href=x aria-owns=o><img alt=two></a><b id=o>three</b>", "two three"),
        ("<a href=x><i style='display: inline-block'>one</i>two<img alt=''></a>", "one two"),
        ("<a href=x><div style='display: inline'>one</div>two<img alt=''></a>", "onetwo"),
        ("<style>i::before { content: 'one'; display: block }</style>"
         "<a href=x><i>two</i><img alt=''></a>", "one two"),
        ("<style>a::before { content: url(a.png) / 'one' }</style>"
         "<a href=x>two<img alt=''></a>", "one two"),
        ("<style>a::after { content: attr(data-n) }</style>"
         "<a href=x data-n=2><img alt=one></a>", "one 2"),
        ("<a role=doc-biblioref href=x><img alt=two></a>", "two"),
    ],
)  # fmt: skip
def test_names_of_links_and_buttons_that_hold_an_image(image, control: str, name: str) -> None:
    assert image(control).context.control.name == name


def test_two_elements_that_name_each_other_do_not_loop(images) -> None:
    html = "<img id=a aria-labelledby=b alt=x><img id=b aria-labelledby=a alt=y>"
    assert [r.name.text for r in images(html)] == ["y", "x"]


def test_the_steps_say_which_attribute_of_which_element(image) -> None:
    record = image("<p id=p>a <span aria-label=b>c</span></p><img aria-labelledby=p>")
    assert record.name.text == "a b"
    assert record.name.steps == (
        "aria-labelledby → p#p",
        "content of p#p",
        "aria-label of span",
    )


def test_an_id_counts_only_in_its_own_tree_scope(images) -> None:
    html = (
        "<p id=p>light</p><x-a><template shadowrootmode=open>"
        "<img src=a aria-labelledby=p alt=alt></template></x-a>"
    )
    assert [r.name.text for r in images(html)] == ["alt"]


def test_a_hidden_image_keeps_the_name_it_would_have(image) -> None:
    assert image("<div hidden><img alt=a></div>").name.text == "a"


def test_a_link_around_ten_thousand_levels_has_a_name(image) -> None:
    record = image("<a href=x>" + "<b>" * 10_000 + "deep<img alt=x>" + "</b>" * 10_000 + "</a>")
    assert record.context.control.name == "deep"
