"""A page that is too large, or too slow with its pictures, is judged up to a limit that is told."""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest

from auditor.judge.judge import Judge
from auditor.pages.frames import extract_frames
from auditor.pages.page import FrameSnapshot, Page, PictureMissing
from auditor.scan.one_page import MAX_DRAWN, bounded_page, look_at, to_look_at
from auditor.scan.patience import Patience
from extractors.extract import extract
from extractors.records import ImageRecord
from tests.auditor.conftest import record_of


@pytest.mark.parametrize(("most", "alts"), [(2, ["a", "b"]), (1, ["a"])])
def test_a_frame_of_too_many_tags_is_cut_before_the_next(monkeypatch, most, alts) -> None:
    monkeypatch.setattr("auditor.scan.one_page.MAX_TAGS", most)
    frame = FrameSnapshot("f", "http://h/", "", "<img alt=a><img alt=b>", {})
    page = bounded_page(Page("http://h/", "http://h/", 200, "", (frame,), ()))
    assert [record.alt for record in extract_frames(page.frames)[0].records] == alts
    reasons = [skipped.reason for skipped in page.skipped]
    assert reasons == ([] if most == 2 else ["only its first 1 tags were read"])


class SlowHost:
    """Pictures that never come, but for those in the page itself."""

    def __init__(self, picture: bytes) -> None:
        self._picture = picture
        self.asked = 0

    async def fetch(self, record: ImageRecord, frame_id: str) -> bytes:
        if (record.src or "").startswith("data:"):
            return self._picture
        self.asked += 1
        await asyncio.Event().wait()
        raise AssertionError

    async def draw(self, record: ImageRecord) -> bytes:
        raise PictureMissing("nothing draws")


async def test_the_pictures_of_a_page_have_a_bound_together(picture_bytes) -> None:
    srcs = [f"http://slow.example/{n}.png" for n in range(30)] + ["data:image/png;base64,AAAA"]
    found = [(replace(record_of(src=src), ordinal=n), "f") for n, src in enumerate(srcs)]
    host = SlowHost(picture_bytes())
    with ThreadPoolExecutor(1) as pool:
        judge = Judge(None)
        patience = Patience(one=1e6, together=0.01)
        looked = await look_at(found, "http://h/", host, judge, pool, patience=patience)
    assert list(looked.seen) == [30]
    assert len(looked.records) == 31
    reasons = {each.reason for each in looked.skipped}
    assert reasons == {"the pictures of the page did not come within 0.01 s"}
    assert len(looked.skipped) == 30


def test_the_marks_of_a_chart_leave_the_drawings_to_what_comes_after_it() -> None:
    marks = '<path role="graphics-symbol" aria-label="4 tons" d="M0 0h9"/>' * (MAX_DRAWN + 9)
    html = (
        f'<svg aria-label="Catch">{marks}</svg><svg id="last" role="img"><path d="M0 0h9"/></svg>'
    )
    wanted, over = to_look_at([(record, "f") for record in extract(html, "http://h/").records])
    assert [record.selector for record, _ in wanted] == ["body > svg:nth-of-type(1)", "#last"]
    assert over == []
