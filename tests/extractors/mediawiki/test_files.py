"""Names of files and titles in the addresses of a wiki."""

import pytest

from extractors.mediawiki.files import stored_name, title_of, wanted_file


@pytest.mark.parametrize(
    ("href", "title"),
    [
        ("./File:Big_otter.jpg", "File:Big otter.jpg"),
        ("/wiki/Datei:%C3%84rger.jpg#mitte", "Datei:Ärger.jpg"),
        ("/w/index.php?title=File:Big_otter.jpg&action=edit", "File:Big otter.jpg"),
        ("https://wiki.example/w/index.php/File:O.jpg", "File:O.jpg"),
        ("./AC/DC", "AC/DC"),
        ("/wiki/AC/DC", "AC/DC"),
        ("http://[broken", ""),
        ("", ""),
    ],
)
def test_the_title_that_a_link_leads_to(href, title) -> None:
    assert title_of(href) == title


@pytest.mark.parametrize(
    ("src", "name"),
    [
        ("//store.example/wiki/thumb/1/1a/Big_otter.svg/250px-Big_otter.svg.png", "Big otter.svg"),
        ("/images/1/1a/Caf%C3%A9.jpg", "Café.jpg"),
        ("/images/archive/1/1a/20240102030405!Otter.jpg", "Otter.jpg"),
        ("/images/thumb/Otter.djvu/page2-90px-Otter.djvu.jpg", "Otter.djvu"),
        ("/images/timeline/0abc.png", None),
        ("data:image/png;base64,AA", None),
        ("http://[broken", None),
    ],
)
def test_the_file_that_the_address_of_a_picture_names(src, name) -> None:
    assert stored_name(src) == name


def test_a_link_to_upload_a_file_names_it() -> None:
    assert wanted_file("./Special:Upload?wpDestFile=Lost_map.png") == "Lost map.png"
    assert wanted_file("./Lost_map") == ""
