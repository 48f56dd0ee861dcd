import pytest

from extractors.facts import ElementFacts
from extractors.records import Exposed, ImageMap

MAP = "<map name=m><area href=x alt=x></map>"


@pytest.mark.parametrize(
    ("image", "found"),
    [
        ("<img src=a.png>", ImageMap.NONE),
        ("<img src=a.png usemap='#m'>", ImageMap.CLIENT),
        ("<img src=a.png usemap='#m' ismap>", ImageMap.CLIENT),
        ("<img src=a.png usemap='#n'>", ImageMap.BROKEN),
        ("<img src=a.png usemap=''>", ImageMap.BROKEN),
        ("<img src=a.png ismap>", ImageMap.SERVER),
        ("<img src=a.png usemap='#n' ismap>", ImageMap.SERVER),
    ],
)
def test_the_map_that_an_image_asks_for(images, image: str, found: ImageMap) -> None:
    assert images(image + MAP)[0].image_map is found


def test_an_area_has_the_picture_of_its_image(images) -> None:
    assert images("<img src=a.png usemap='#m'>" + MAP)[1].src == "https://example.org/dir/a.png"
    assert images(MAP)[0].src is None


def test_an_area_of_no_image_is_hidden_once_a_browser_rendered_the_page(images) -> None:
    assert images(MAP)[0].exposure.state is Exposed.EXPOSED
    rendered = images(MAP + "<p data-auditor=1>", {"1": ElementFacts()})
    assert rendered[0].exposure.reason == "no image uses its map"


def test_what_hides_a_map_hides_its_areas(images) -> None:
    html = f"<img src=a.png usemap='#m'><div hidden>{MAP}</div>"
    assert images(html)[1].exposure.reason == "hidden attribute"
