"""Short ways to the one record, or all, of a piece of HTML."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import pytest

from extractors.extract import extract
from extractors.facts import ElementFacts
from extractors.records import ImageRecord

URL = "https://example.org/dir/page.html"
Images = Callable[..., list[ImageRecord]]
Image = Callable[..., ImageRecord]


@pytest.fixture
def images() -> Images:
    """All records of a piece of HTML, with facts by stamp."""

    def find(html: str, facts: Mapping[str, ElementFacts] | None = None) -> list[ImageRecord]:
        return list(extract(html, URL, facts=facts or {}).records)

    return find


@pytest.fixture
def image(images: Images) -> Image:
    """The last record of a piece of HTML."""

    def find(html: str, facts: Mapping[str, ElementFacts] | None = None) -> ImageRecord:
        return images(html, facts)[-1]

    return find
