"""The cases' pages in Chromium: what it needs of them to name their images is put in."""

from __future__ import annotations

import asyncio

from auditor.bench import agreement


def test_the_picture_that_a_case_came_without_is_put_in_so_that_its_places_have_names() -> None:
    places = '<map name="m"><area href="/x" coords="0,0,9,9" alt="Otters"></map>'
    html = f'<img src="map.png" usemap="#m" alt="Map">{places}'
    records = asyncio.run(agreement.read_pages({"case": html}))
    names = [(theirs, ours) for _, theirs, ours in agreement.both_names(records)]
    assert names == [("Map", "Map"), ("Otters", "Otters")]
