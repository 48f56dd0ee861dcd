"""A page that is too large is read up to a limit, which is told."""

import pytest

from auditor.pages.frames import extract_frames
from auditor.pages.page import FrameSnapshot, Page
from auditor.scan.one_page import bounded_page


@pytest.mark.parametrize(("most", "alts"), [(2, ["a", "b"]), (1, ["a"])])
def test_a_frame_of_too_many_tags_is_cut_before_the_next(monkeypatch, most, alts) -> None:
    monkeypatch.setattr("auditor.scan.one_page.MAX_TAGS", most)
    frame = FrameSnapshot("f", "http://h/", "", "<img alt=a><img alt=b>", {})
    page = bounded_page(Page("http://h/", "http://h/", 200, "", (frame,), ()))
    assert [record.alt for record in extract_frames(page.frames)[0].records] == alts
    reasons = [skipped.reason for skipped in page.skipped]
    assert reasons == ([] if most == 2 else ["only its first 1 tags were read"])
