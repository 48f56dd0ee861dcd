"""Which template made an image, and by which parameter."""

import json
import re
from html import escape

import pytest

from tests.extractors.mediawiki.conftest import parsoid


def made(*templates: tuple[str, dict[str, str]], about: str = "#mwt1", inner: str = "") -> str:
    """An image in what these templates made together, as Parsoid has it."""
    parts = [
        {"template": {"target": {"wt": name}, "params": {k: {"wt": v} for k, v in values.items()}}}
        for name, values in templates
    ]
    data = escape(json.dumps({"parts": parts}))
    return (
        f'<p typeof="mw:Transclusion" about="{about}" data-mw="{data}">Text</p>'
        f'<div about="{about}">{inner or parsoid()}</div>'
    )


@pytest.mark.parametrize(
    ("templates", "expected"),
    [
        ([("Infobox animal\n", {"name": "Otter", "image": "otter_asleep.jpg"})],
         ("Infobox animal", "image")),
        ([("Box", {"1": "[[File:Otter asleep.jpg|200px]]"})], ("Box", "1")),
        ([("Box", {"1": "Big Otter asleep.jpg"})], ("Box", None)),
        ([("Box", {"a": "Otter asleep.jpg", "b": "Otter asleep.jpg"})], ("Box", None)),
        ([("Top", {}), ("Row", {"image": "Otter asleep.jpg"})], ("Row", "image")),
        ([("Top", {}), ("Row", {})], None),
    ],
)  # fmt: skip
def test_the_template_is_the_one_whose_parameter_names_the_file(image, templates, expected) -> None:
    found = image(made(*templates)).made_by
    assert (found and (found.template, found.parameter)) == expected


def test_an_image_of_the_article_itself_was_made_by_no_template(image) -> None:
    assert image(parsoid()).made_by is None
    assert image(parsoid().replace("<figure ", '<figure about="#mwt9" ')).made_by is None


def test_damaged_data_names_no_template(image) -> None:
    html = made(("Box", {})).replace("parts", "pa rts")
    assert image(html).made_by is None
    assert image(html.replace("{&quot;", "{{")).made_by is None
    for odd in ("[]", '{"parts":3}', '{"parts":[{"template":{"target":"x","params":[1]}}]}'):
        assert image(re.sub('data-mw="[^"]*"', f'data-mw="{escape(odd)}"', html)).file is not None
