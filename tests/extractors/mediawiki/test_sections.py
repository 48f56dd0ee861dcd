"""Sections: what they are called, how a link edits them, and the prose around an image."""

from tests.extractors.mediawiki.conftest import core, gallery, parsoid

PARSOID = f"""<html><head><title>Otter</title></head><body lang="en">
<section data-mw-section-id="0"><table class="infobox"><tr><td>Class: mammal</td></tr></table>
<p>Otters are mammals.<sup class="mw-ref reference"><a>[1]</a></sup></p></section>
<section data-mw-section-id="1"><h2 id="Rest">Rest</h2>{parsoid("Curled up")}
<p>They sleep in dens.</p><ul><li>By day</li></ul>
<section data-mw-section-id="-1"><h3>Dens</h3><p>Dens are dry.</p>{gallery()}</section></section>
</body></html>"""

CORE = f"""<html lang="en"><head><title>Otter – Example wiki</title></head><body>
<div><h2>Tools</h2><ul><li>Cite this page</li></ul></div>
<h1 id="firstHeading">Otter</h1><div id="mw-content-text"><div class="mw-parser-output">
<p>Otters are mammals.</p><div class="toc" role="navigation"><h2>Contents</h2></div>{core()}
<div class="mw-heading"><h2>Rest</h2><span class="mw-editsection">[<a
 href="/w/index.php?title=Otter&amp;action=edit&amp;section=4">edit</a>]</span></div>
<p>They sleep in dens.</p>{core()}<p>By day.</p>
<h2>Notes<span class="mw-editsection"><a href="/w/?action=edit&amp;section=T-2">edit</a></span></h2>
{core()}</div></div></body></html>"""


def test_sections_of_parsoid_have_their_numbers(wiki) -> None:
    page = wiki(PARSOID)
    assert [(i.section.heading, i.section.number) for i in page.images] == [
        ("Rest", 1),
        ("Dens", None),
    ]
    assert (page.title, page.lang, page.lead) == ("Otter", "en", "Otters are mammals.")


def test_sections_of_the_core_parser_are_numbered_by_their_links_to_edit(wiki) -> None:
    page = wiki(CORE)
    assert [(i.section.heading, i.section.number) for i in page.images] == [
        ("Otter", 0),
        ("Rest", 4),
        ("Notes", None),
    ]
    assert (page.title, page.lang) == ("Otter", "en")


def test_the_context_is_lead_and_section_and_no_table(wiki) -> None:
    rest, den = (i.record.context for i in wiki(PARSOID).images)
    assert (rest.page_title, rest.heading) == ("Otter", "Rest")
    assert rest.text_before == "Otters are mammals."
    assert rest.text_after == "They sleep in dens. By day"
    assert (den.text_before, den.text_after) == ("Otters are mammals. Dens are dry.", "")


def test_an_image_of_the_lead_has_the_lead_once(wiki) -> None:
    context = wiki(CORE).images[0].record.context
    assert (context.text_before, context.text_after) == ("Otters are mammals.", "")


def test_an_image_in_the_midst_of_a_paragraph_has_its_own_words_on_each_side(image) -> None:
    context = image("<p>The sign <img alt=star> marks a den.</p>").record.context
    assert (context.text_before, context.text_after) == ("The sign", "marks a den.")
