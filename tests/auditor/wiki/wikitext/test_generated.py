"""Made-up pages, read, changed and read again. `python -m tests.tools.wikitext` runs more."""

from __future__ import annotations

from random import Random

import pytest

from auditor.wiki.wikitext import links
from auditor.wiki.wikitext.names import ENGLISH
from tests.tools.wikitext import run
from tests.tools.wikitext_pages import Page


@pytest.mark.parametrize("start", range(0, 200, 50))
def test_exactly_the_texts_that_were_asked_for_are_there_and_nothing_else_changed(start) -> None:
    assert [found for number in range(start, start + 50) if (found := run(number))] == []


def test_a_reader_that_errs_is_found(monkeypatch) -> None:
    monkeypatch.setattr(links, "_tail", lambda text: "")
    assert any(run(number) for number in range(60))


def test_pages_hold_every_kind_of_image() -> None:
    kinds = set()
    for number in range(100):
        page = Page(Random(number), ENGLISH)
        page.build()
        kinds |= {(image.kind.value, image.editable) for image in page.images}
    assert kinds >= {
        *((kind, True) for kind in ("file-link", "gallery", "imagemap", "template", "mapframe")),
        *((kind, False) for kind in ("file-link", "template", "timeline")),
    }
