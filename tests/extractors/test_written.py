"""The tree of a page as written is that of the soup that libxml2 makes."""

from collections.abc import Iterable, Sequence

import pytest

from extractors.dom import Element, Node, TreeScope
from extractors.soup import soup_of, tree_in
from extractors.written import tree_of

PAGES = [
    "",
    " \n ",
    "x",
    "\N{BYTE ORDER MARK}<p>x",
    "<!doctype html><!-- a --><html><head><title>t</title></head><body>x<!-- b -->y</body>z</html>",
    "<?xml version='1.0'?><html xml:lang=nl><p>x<?php y ?>z</html>",
    "<p a=1 A=2 a=3>x<b><i>y</b>z</i></div><p>w</p></p></p>",
    "<table><a href=x><tr><td>1<td>2</a><div>3</table>4",
    "<p>1<source src='>'>2<wbr>3<track/>4<embed src=x>5",
    "<script>if (a < b) '<p>'</script><style>p > a {}</style><textarea>  \n</textarea>",
    "<template><img><template><b></template></template><p>x",
    "<x-a><template shadowrootmode=open><p>1<x-b><template shadowrootmode=closed><i>2</template>"
    "</x-b><template shadowrootmode=open>3</template></template><slot name=s></slot>4</x-a>",
    "<svg viewBox='0 0 1 1'><linearGradient><title>a<b>c</b></title><use xlink:href=#x />",
    "<select><option>1<option selected>2</select><ul><li>1<li>2<ul><li>3</ul></ul>",
    "<frameset><frame src=a><noframes>x</noframes></frameset>",
    "a\0b&amp;&nbsp;&#x80;&nonsense;\ud800",
    "<ÄÖ>x</ÄÖ><p ä=ö>y",
    "<b>" * 300 + "deep",
]


def held(children: Sequence[Node]) -> list[object]:
    """White space of a soup is one character where nothing else stands."""
    told = (
        e.order if isinstance(e, Element) else e if e.strip(" \t\r\n\f") else " " for e in children
    )
    return list(told)


def told(scope: TreeScope, elements: Iterable[Element]) -> list[object]:
    found: list[object] = []
    for element in elements:
        parent = element.parent.order if element.parent else None
        found.append((element.name, element.attrs, element.order, parent, held(element.children)))
    scopes = [scope, *(e.shadow for e in elements if e.shadow is not None)]
    for each in scopes:
        ids, slots = ({k: e.order for k, e in named.items()} for named in (each.ids, each.slots))
        found.append((held(each.children), ids, slots))
    return found


@pytest.mark.parametrize("html", PAGES)
def test_the_tree_is_that_of_the_soup(html: str) -> None:
    assert told(*tree_of(html)) == told(*tree_in(soup_of(html, "lxml")))


def test_the_name_of_an_attribute_may_begin_with_a_brace() -> None:
    _, elements = tree_of("<p {{a}}b=1>")
    assert elements[-1].attrs == {"{{a}}b": "1"}
