"""A page that is too large, or too slow with its pictures, is judged up to a limit that is told."""

import asyncio
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace

import numpy as np
import pytest

from auditor.judge.judge import Judge
from auditor.pages.frames import extract_frames
from auditor.pages.page import FrameSnapshot, Page, PictureMissing
from auditor.scan.one_page import MAX_DRAWN, bounded_page, look_at, to_look_at
from auditor.scan.patience import Patience
from extractors.extract import extract
from extractors.records import ImageRecord
from models.encoder import Encoder, TextEmbeddings, load
from models.manifest import Manifest
from tests.auditor.conftest import record_of


@pytest.mark.parametrize(("most", "alts"), [(2, ["a", "b"]), (1, ["a"])])
def test_a_frame_of_too_many_tags_is_cut_before_the_next(monkeypatch, most, alts) -> None:
    monkeypatch.setattr("auditor.scan.one_page.MAX_TAGS", most)
    frame = FrameSnapshot("f", "http://h/", "", "<img alt=a><img alt=b>", {})
    page = bounded_page(Page("http://h/", "http://h/", 200, "", (frame,), ()))
    assert [record.alt for record in extract_frames(page.frames)[0].records] == alts
    reasons = [skipped.reason for skipped in page.skipped]
    assert reasons == ([] if most == 2 else ["only its first 1 tags were read"])


@dataclass
class Counting:
    """The model, with every text that it was given."""

    inner: Encoder
    given: list[str] = field(default_factory=list)

    @property
    def manifest(self) -> Manifest:
        return self.inner.manifest

    def is_further(self, language: str) -> bool:
        return self.inner.is_further(language)

    def embed_texts(
        self, texts: Sequence[str], languages: Sequence[str] | None = None
    ) -> TextEmbeddings:
        self.given += texts
        return self.inner.embed_texts(texts, languages)

    def embed_sentences(
        self, texts: Sequence[str], languages: Sequence[str] | None = None
    ) -> np.ndarray:
        self.given += texts
        return self.inner.embed_sentences(texts, languages)


async def test_a_page_of_more_texts_than_are_kept_embeds_each_once(make_record) -> None:
    records = [make_record(f"A fox, {n}", ordinal=n) for n in range(9)]
    records.append(make_record("A fox, 0", ordinal=9, language="en"))
    encoder = Counting(load("compact", threads=1))
    with ThreadPoolExecutor(1) as pool:
        judge = Judge(encoder, texts_kept=3)
        found = [(record, "f") for record in records]
        looked = await look_at(
            found,
            "http://h/",
            SlowHost(b""),
            judge,
            pool,
            patience=Patience(one=1e-9, together=1e-9),
        )
    assert looked.scores.keys() == set(range(10))
    assert sorted(encoder.given) == sorted(set(encoder.given))


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
