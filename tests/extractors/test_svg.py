"""What stands inside drawings: text that names, links, parts of the page, and shared symbols."""

import pytest

from extractors.records import Exposed, Kind

SYMBOLS = (
    "<svg><symbol id=pen><title>Pen</title><path /></symbol>"
    "<g id=group><title>Group</title><path /></g>"
    "<symbol id=bin><path /></symbol></svg>"
)


@pytest.mark.parametrize(
    ("drawing", "name"),
    [
        ("<svg><use href=#pen></use></svg>", "Pen"),
        ("<svg><use xlink:href=#pen></use></svg>", "Pen"),
        ("<svg><use href=#group></use></svg>", "Group"),
        ("<svg><use href=#pen><title>Edit</title></use></svg>", "Edit"),
        ("<svg><g><title>Deep</title><path /></g></svg>", "Deep"),
        ("<svg><text>Go</text></svg>", "Go"),
        ("<svg role=img><use href=#pen></use></svg>", ""),
        ("<svg aria-hidden=true><use href=#pen></use></svg>", ""),
        ("<svg><use href=#bin></use></svg>", ""),
        ("<svg><use href=#gone></use></svg>", ""),
        ("<svg><use href=sprite.svg#pen></use></svg>", ""),
    ],
)
def test_a_use_lends_a_control_the_title_of_what_it_draws(image, drawing: str, name: str) -> None:
    control = image(f"{SYMBOLS}<button>{drawing}</button>").context.control
    assert control is not None
    assert control.name == name


def test_a_use_that_leads_back_to_itself_ends(image) -> None:
    html = "<svg><g id=a><use href=#b></use></g><g id=b><use href=#a></use></g></svg>"
    control = image(f"{html}<button><svg><use href=#a></use></svg></button>").context.control
    assert control is not None
    assert control.name == ""


def test_a_drawing_with_role_img_is_not_named_by_what_it_uses(image) -> None:
    found = image(f"{SYMBOLS}<svg role=img><use href=#pen></use></svg>")
    assert (found.name.text, found.exposure.state) == ("", Exposed.EXPOSED)


def test_what_a_foreign_object_holds_is_a_part_of_the_page(images) -> None:
    html = """<svg id=s><foreignObject><p>Words <img id=a src=a.png></p>
      <a id=l href=/x><img id=b src=b.png alt=""></a></foreignObject></svg>"""
    first, second = images(html)
    assert (first.kind, second.kind) == (Kind.IMG, Kind.IMG)
    assert (first.alt, first.exposure.state) == (None, Exposed.EXPOSED)
    assert first.context.block.startswith("Words")
    assert second.context.control is not None
    assert second.context.control.name == ""


def test_what_a_drawing_with_role_img_holds_is_no_image_of_its_own(images) -> None:
    html = "<svg role=img aria-label=Flow><foreignObject><img src=a.png></foreignObject></svg>"
    assert [record.name.text for record in images(html)] == ["Flow"]


@pytest.mark.parametrize(
    "link",
    [
        "<a href=/map><image href=a.png /></a>",
        "<a xlink:href=/map><g><path /><circle /></g></a>",
        "<a href=/map><use href=#bin></use></a>",
    ],
)
def test_a_link_in_a_drawing_that_nothing_names_is_found_once(images, link: str) -> None:
    found = images(f"{SYMBOLS}<svg id=chart>{link}</svg>")[-1]
    control = found.context.control
    assert control is not None
    assert (control.role, control.name, control.text) == ("link", "", "")
    assert control.target == "https://example.org/map"
    assert len(images(f"<svg id=chart>{link}</svg>")) == 1


@pytest.mark.parametrize(
    "link",
    [
        "<a href=/map aria-label=Map><image href=a.png /></a>",
        "<a href=/map><title>Map</title><path /></a>",
        "<a href=/map xlink:title=Map><path /></a>",
        "<a href=/map><path /><text>Map</text></a>",
        "<a href=/map><use href=#pen></use></a>",
    ],
)
def test_a_link_in_a_drawing_that_has_a_name_is_no_entry_of_its_own(images, link: str) -> None:
    assert images(f"{SYMBOLS}<svg id=chart>{link}</svg>")[-1].selector == "#chart"
