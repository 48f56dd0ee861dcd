from __future__ import annotations

from dataclasses import replace

import pytest

from auditor.rules.markup import attributes

TAGS = {
    '<img src="a.png" alt="">': {"src": "a.png", "alt": ""},
    '<img alt="Tom &amp; &quot;Jerry&quot;">': {"alt": 'Tom & "Jerry"'},
    '<img alt="&amp;lt;">': {"alt": "&lt;"},
    "<img>": {},
    '<img alt="a" alt="b">': {"alt": "b"},
    '<img data-src="x" xlink:href="y">': {"data-src": "x", "xlink:href": "y"},
    '<IMG ALT="a">': {"alt": "a"},
    '<img alt="a > b" src="c">': {"alt": "a > b", "src": "c"},
    '<img alt="The " best"="" fox"="">': {"alt": "The ", 'best"': "", 'fox"': ""},
    "<img alt=a ismap>": {"alt": "a", "ismap": ""},
    '<img alt="cut off': {"alt": "cut off"},
    '<img src="a.png" al': {"src": "a.png", 'al"': ""},
}


@pytest.mark.parametrize("html", TAGS)
def test_attributes_are_those_of_the_start_tag(make_use, html: str) -> None:
    assert attributes(replace(make_use("A fox").record, html=html)) == TAGS[html]
