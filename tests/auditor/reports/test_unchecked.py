import pytest

from auditor.catalogue import tongue
from auditor.findings import Skipped
from auditor.reports.in_language import in_language
from auditor.reports.unchecked import why_unchecked


@pytest.mark.parametrize(
    ("reason", "german"),
    [
        ("there is no such file", "eine solche Datei gibt es nicht"),
        (
            "the frame #a was not read: it is of another site: scan without --static",
            "der Frame #a wurde nicht gelesen: er gehört zu einer anderen Website: ohne --static "
            "scannen",
        ),
        ("12 more pages are linked: the limit is 5 (--max-pages)", "12 weitere Seiten sind "
         "verlinkt: die Grenze ist 5 (--max-pages)"),
        ("something that nobody foresaw", "something that nobody foresaw"),
        ("the limit is {number} (--max-pages)", "die Grenze ist {number} (--max-pages)"),
    ],
)  # fmt: skip
def test_what_is_said_often_is_told_in_other_languages(reason: str, german: str) -> None:
    assert why_unchecked(reason) == reason
    assert tongue("de")(why_unchecked(reason)) == german


def test_a_report_tells_why_things_were_not_checked_in_its_language(make_report) -> None:
    skipped = (Skipped("picture of img#fox", "the picture did not load", "http://s/"),)
    (told,) = in_language(make_report(skipped=skipped), tongue("fr")).skipped
    assert told == Skipped("image de img#fox", "l’image ne s’est pas chargée", "http://s/")
