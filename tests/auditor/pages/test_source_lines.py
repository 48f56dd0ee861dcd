from textwrap import dedent

import pytest

from auditor.pages.markdown import markdown_page
from auditor.pages.source_lines import line_of, with_lines
from extractors.extract import extract
from extractors.records import ImageRecord


def lines(html: str) -> list[int | None]:
    return [line_of(record) for record in records(html)]


def records(html: str) -> tuple[ImageRecord, ...]:
    return extract(html, "file:///page.html").records


def test_every_image_of_a_page_knows_its_line() -> None:
    html = dedent("""\
        <!doctype html>
        <title>A page with <img> in its title</title>
        <!-- <img src=no.png> -->
        <p><img src=a.png
             alt="a"><IMG src="b.png" alt="x > y" /></p>
        <script>"<img src=no.png>"</script>
        <svg role=img aria-label="c"><path d=""/></svg>
        <img""")
    assert lines(with_lines(html)) == [4, 5, 7]


@pytest.mark.parametrize(
    "html",
    [
        "<textarea><img alt=a></textarea><img alt=b>",
        "<title>a <b> c</title><img alt='<img>'>",
        "<p>1 < 2<img alt=a><br/><img/alt=b>",
        "<img\talt=a>\r\n<img\nalt=b>",
        "<noscript><img alt=a></noscript><iframe><p></iframe>",
        "<a<b>x</a><img alt=a",
        "<img alt=a alt=b><3<//><!x><?y><![CDATA[<img>]]>",
    ],
)
def test_stamps_change_nothing_else(html: str) -> None:
    def seen(text: str) -> list[tuple[object, ...]]:
        return [(r.selector, r.alt, r.name.text, r.html, r.context) for r in records(text)]

    assert seen(with_lines(html)) == seen(html)


def test_a_stamp_of_the_browser_is_no_line() -> None:
    (record,) = records("<img data-auditor=12 alt=a>")
    assert line_of(record) is None


def test_images_of_a_markdown_file_know_their_lines() -> None:
    page = markdown_page(
        dedent("""\
        ---
        title: Foxes
        image: "![no](no.png)"
        ---
        # A heading

        Words and
        ![one](a.png) and
        more <img src="b.png"> and `![no](no.png)` [![two](c.png)](page.md)

        | a | b |
        | --- | --- |
        | x | ![three](d.png) |

        <figure>
          <img src="e.png" alt="four">
        </figure>

        ![five][ref]

        ```html
        <img src="no.png">
        ```

        [ref]: f.png "A title"
        """)
    )
    found = [(record.alt, line_of(record)) for record in records(page)]
    assert found == [("one", 8), (None, 9), ("two", 9), ("three", 13), ("four", 16), ("five", 19)]
    assert "title: Foxes" not in page


def test_a_rule_at_the_top_of_a_markdown_file_is_not_front_matter() -> None:
    page = markdown_page("---\n\n![a](a.png)\n")
    assert lines(page) == [3]
