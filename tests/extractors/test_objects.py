import pytest

from extractors.facts import ElementFacts
from extractors.records import Exposed, Kind


@pytest.mark.parametrize(
    ("html", "found"),
    [
        ("<object data=a.png><img src=b.png></object>", ["object", "img hidden"]),
        ("<object data='data:text/html,x'><img src=b.png></object>", ["object", "img hidden"]),
        ("<object data=page.html><img src=b.png></object>", ["img exposed"]),
        ("<object><img src=b.png></object>", ["img exposed"]),
    ],
)
def test_without_a_browser_the_resource_or_its_fallback_counts(images, html, found) -> None:
    def words(record) -> str:
        state = f" {record.exposure.state.value}" if record.kind is Kind.IMG else ""
        return record.kind.value + state

    assert [words(record) for record in images(html)] == found


def test_with_a_browser_its_word_on_the_resource_counts(images) -> None:
    html = "<object data-auditor=1 data=a.png type=image/png><img src=b.png></object>"
    assert [r.tag for r in images(html, {"1": ElementFacts(loaded=False)})] == ["img"]
    shown = images(html, {"1": ElementFacts(loaded=True)})
    assert shown[0].kind is Kind.OBJECT


def test_the_text_around_includes_a_fallback_that_is_shown(image) -> None:
    html = "<img src=a.png><object data=DATA>fallback</object>"
    assert image(html.replace("DATA", "page.html")).context.text_after == "fallback"
    assert "fallback" not in image(html.replace("DATA", "a.png")).context.text_after


@pytest.mark.parametrize(
    ("html", "role", "has_src"),
    [
        ("<object data=a.png></object>", "image", True),
        ("<object data=a.mp3></object>", "", False),
        ("<object data='data:text/html,x'></object>", "", False),
        ("<object data=a.pdf type=application/pdf></object>", "", False),
        ("<object data=a.mp3 role=img></object>", "image", False),
    ],
)
def test_only_a_picture_has_an_address_and_the_role_of_an_image(
    image, html: str, role: str, has_src: bool
) -> None:
    record = image(html)
    assert (record.role, record.src is not None) == (role, has_src)
    assert record.exposure.state is Exposed.EXPOSED
