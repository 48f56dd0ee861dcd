"""The pass over all stored image uses after the last page: what shows only across the pages."""

from __future__ import annotations

from collections.abc import Iterator

from auditor.rules.across_pages import across
from auditor.store.writer import Store
from extractors.records import ImageRecord


def find_across_pages(store: Store) -> None:
    """Run the rules on groups over the uses of a scan file, and store what they find in place of
    what an earlier pass found."""
    images: list[int] = []

    def uses() -> Iterator[tuple[str, ImageRecord, str | None]]:
        for image, page, record, sha256 in store.heard():
            images.append(image)
            yield page, record, sha256

    found = across(uses())
    store.replace_site_findings(
        (site.finding, [images[position] for position in site.uses]) for site in found
    )
