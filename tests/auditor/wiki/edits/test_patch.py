from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from auditor.wiki.edits.patch import diff, find_use, put_alt, put_alts, summary
from auditor.wiki.wikitext.escape import clean, escaped
from auditor.wiki.wikitext.file_uses import file_uses
from auditor.wiki.wikitext.names import ENGLISH, SiteNames
from auditor.wiki.wikitext.uses import Refusal, Refused, UseKind


def patched(text: str, alt: str = "NEW", number: int = 0) -> str:
    return put_alt(text, file_uses(text)[number], alt, ENGLISH)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("[[File:A.jpg]]", "[[File:A.jpg|alt=NEW]]"),
        ("[[File:A.jpg|]]", "[[File:A.jpg|alt=NEW|]]"),
        ("[[File:A.jpg|thumb]]", "[[File:A.jpg|thumb|alt=NEW]]"),
        ("[[File:A.jpg | A cat]]", "[[File:A.jpg | alt=NEW | A cat]]"),
        ("[[File:A.jpg|thumb\n|left\n]]", "[[File:A.jpg|thumb\n|left\n|alt=NEW\n]]"),
        ("[[File:A.jpg|x|right]]", "[[File:A.jpg|alt=NEW|x|right]]"),
        ("[[File:A.jpg|alt=<!-- a -->b<!-- c -->]]", "[[File:A.jpg|alt=<!-- a -->NEW<!-- c -->]]"),
        ("[[File:A.jpg|alt={{x|y}}|z]]", "[[File:A.jpg|alt=NEW|z]]"),
        ("[[File:A.jpg|x -{a|b}-]]", "[[File:A.jpg|alt=NEW|x -{a|b}-]]"),
        ("[[File:A.jpg|thumb|\n{|\n| x\n|}\n]]", "[[File:A.jpg|thumb|alt=NEW|\n{|\n| x\n|}\n]]"),
        ("<gallery>\nA.jpg|\n</gallery>", "<gallery>\nA.jpg|alt=NEW|\n</gallery>"),
        ("<gallery>\n A.jpg \n</gallery>", "<gallery>\n A.jpg|alt=NEW \n</gallery>"),
        ("<mapframe alt='x' zoom=3/>", '<mapframe alt="NEW" zoom=3/>'),
        ("<mapframe zoom=3>{}</mapframe>", '<mapframe zoom=3 alt="NEW">{}</mapframe>'),
        ("{{Taxobox|image=A.jpg}}", "{{Taxobox|image=A.jpg|image_alt=NEW}}"),
        ("{{Taxobox\n |image=A.jpg}}", "{{Taxobox\n |image=A.jpg\n |image_alt=NEW}}"),
        ("{{Taxobox|\n image = A.jpg\n}}", "{{Taxobox|\n image = A.jpg\n|\n image_alt = NEW\n}}"),
        (
            "{{Chembox\n| ImageFile = A.jpg\n}}",
            "{{Chembox\n| ImageFile = A.jpg\n| ImageAlt = NEW\n}}",
        ),
        (
            "{{Infobox person\n| image = A.jpg\n| alt =\n}}",
            "{{Infobox person\n| image = A.jpg\n| alt = NEW\n}}",
        ),
        (
            "{{Infobox person\n| native_name  = x\n| image        = A.jpg\n| nickname = y\n}}",
            "{{Infobox person\n| native_name  = x\n| image        = A.jpg\n"
            "| alt          = NEW\n| nickname = y\n}}",
        ),
        ("{{Wide image|A.jpg|300px}}", "{{Wide image|A.jpg|alt=NEW|300px}}"),
    ],
)
def test_a_text_goes_to_its_place_and_all_else_stays(before, after) -> None:
    assert patched(before) == after


@pytest.mark.parametrize(
    ("text", "wikitext"),
    [
        ("a|b [c] {d} <e>", "a&#124;b &#91;c&#93; &#123;d&#125; &lt;e&gt;"),
        ("''x'' it's", "&#39;&#39;x&#39;&#39; it's"),
        ("~~~~ ~~", "&#126;&#126;&#126;&#126; ~~"),
        ("__TOC__ a_b", "&#95;&#95;TOC&#95;&#95; a_b"),
        ("&amp; AT&T &copy", "&amp;amp; AT&T &copy"),
        ("see http://a.b", "see http&#58;//a.b"),
        (" two\nlines\t\u2028 ", "two lines"),
        ("e\u0301", "é"),
        ('say "x" = y', 'say "x" = y'),
    ],
)
def test_a_text_is_written_so_that_it_is_read_as_it_is(text, wikitext) -> None:
    assert escaped(clean(text), UseKind.LINK) == wikitext


def test_some_places_need_more_escaping() -> None:
    assert escaped('a "b"', UseKind.MAPFRAME) == "a &quot;b&quot;"
    assert escaped("* a # b", UseKind.TEMPLATE) == "&#42; a # b"


def test_several_texts_are_put_in_at_once_nested_ones_too() -> None:
    text = "[[File:A.jpg|thumb|x [[File:B.jpg|20px]] y]]\n[[File:A.jpg|alt=old]]"
    uses = file_uses(text)
    after = put_alts(text, [(uses[2], "3"), (uses[0], "1"), (uses[1], "2")], ENGLISH)
    assert after == (
        "[[File:A.jpg|thumb|alt=1|x [[File:B.jpg|20px|alt=2]] y]]\n[[File:A.jpg|alt=3]]"
    )


def test_a_text_that_holds_another_image_is_not_replaced() -> None:
    text = "[[File:A.jpg|alt=x [[File:B.jpg|20px]] y]]"
    with pytest.raises(Refused) as refused:
        patched(text)
    assert refused.value.reason is Refusal.HOLDS_IMAGE
    assert patched(text, number=1) == "[[File:A.jpg|alt=x [[File:B.jpg|20px|alt=NEW]] y]]"


def test_a_change_that_comes_out_otherwise_is_refused() -> None:
    (use,) = file_uses("[[File:A.jpg|old]]")
    with pytest.raises(Refused) as refused:
        put_alts("[[File:A.jpg|old]]", [(use, "one"), (use, "two")], ENGLISH)
    assert refused.value.reason is Refusal.UNSURE


@pytest.mark.parametrize("alt", ["", "  ", "\n"])
def test_an_empty_text_is_refused(alt) -> None:
    with pytest.raises(Refused, match="without a name"):
        patched("[[File:A.jpg]]", alt)


def test_what_the_wikitext_does_not_name_is_refused_as_a_templates() -> None:
    with pytest.raises(Refused) as refused:
        find_use(file_uses("{{Flag|France}}"), "Flag of France.svg", 0)
    assert refused.value.reason is Refusal.TEMPLATE_GENERATED


@pytest.mark.skipif(shutil.which("patch") is None, reason="there is no patch")
@pytest.mark.parametrize("end", ["", "\n"])
def test_the_diff_says_which_revision_and_can_be_applied(end, tmp_path: Path) -> None:
    before = f"One\x0b line\n\n[[File:A.jpg]]\u2028\nlast [[File:B.jpg]]{end}"
    uses = file_uses(before)
    after = put_alts(before, [(use, "NEW") for use in uses], ENGLISH)
    text = diff("Big cat", 123, before, after)
    assert text.startswith("--- Big cat\trevision 123\n+++ Big cat\twith alternative texts\n")
    page = tmp_path / "page"
    page.write_bytes(before.encode())
    (tmp_path / "diff").write_bytes(text.encode())
    subprocess.run(["patch", "-s", page, tmp_path / "diff"], check=True)
    assert page.read_bytes().decode() == after


def test_no_change_is_no_diff() -> None:
    assert diff("Cat", 1, "x\n", "x\n") == ""


def test_the_summary_says_what_was_done_by_which_rule_and_with_what() -> None:
    uses = file_uses("[[File:A.jpg]][[File:B.jpg|alt=]][[File:C.jpg|alt=old]]")
    changes = [(use, "x") for use in uses]
    assert summary(changes, SiteNames(wiki="enwiki"), "TOOL") == (
        "Add alt text to 2 images, change alt text of 1 image ([[WP:ALT]]); "
        "texts written by a person, edit prepared with TOOL"
    )
    assert summary(changes[2:], SiteNames(wiki="frwiki"), "TOOL") == (
        "Change alt text of 1 image; texts written by a person, edit prepared with TOOL"
    )
