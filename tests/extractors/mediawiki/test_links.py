"""Where a click on an image leads."""

import pytest

from extractors.mediawiki.records import Link


@pytest.mark.parametrize(
    ("link", "kind"),
    [
        ('<a href="/wiki/Archivo:Otter.jpg" class="image">', Link.FILE_DESCRIPTION),
        ('<a href="./Dosiero:Otter.jpg?lang=eo">', Link.FILE_DESCRIPTION),
        ('<a href="./File:Weasel.jpg">', Link.PAGE),
        ('<a href="/wiki/Weasel#Diet">', Link.PAGE),
        ('<a href="https://wiki.example/wiki/Weasel">', Link.PAGE),
        ('<a href="//other.example/weasel">', Link.EXTERNAL),
        ('<a href="/w/?wpDestFile=Otter.jpg" class="new">', Link.UPLOAD),
        ("<a>", Link.NONE),
        ("<b>", Link.NONE),
    ],
)
def test_the_kind_of_a_link(image, link, kind) -> None:
    html = f'<span typeof="mw:File">{link}<img resource="./File:Otter.jpg" src="/o.jpg"></span>'
    assert image(html).link is kind
