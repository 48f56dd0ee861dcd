import pytest

from auditor.pages.disagreement import disagreement
from extractors.records import AccessibleName, Exposed, Exposure, Kind, NameSource


@pytest.mark.parametrize(
    ("text", "chromium", "differs"),
    [
        ("A fox", ("image", "A fox"), False),
        ("A fox", ("image", ""), True),
        ("A fox", ("none", ""), True),
        ("", ("none", ""), False),
        ("", ("SvgRoot", ""), False),
        ("", ("image", ""), True),
        (None, ("image", ""), False),
        ("A fox", None, False),
    ],
)
def test_a_name_or_an_exposure_that_differs_is_told(make_record, text, chromium, differs) -> None:
    record = make_record(text, chromium=chromium)
    assert disagreement(record) == (chromium if differs else None)


def test_what_an_unnamed_button_is_called_is_left_to_the_browser(make_record) -> None:
    name = AccessibleName("Submit Query", NameSource.DEFAULT)
    assert disagreement(make_record(name=name, chromium=("button", "Submit"))) is None


def test_a_picture_that_css_paints_is_no_element_of_chromiums_tree(make_record) -> None:
    exposure = Exposure(Exposed.DECORATIVE, "CSS background")
    record = make_record(kind=Kind.CSS_BACKGROUND, exposure=exposure, chromium=("paragraph", "x"))
    assert disagreement(record) is None
