"""Where the wiki's editor makes an edit."""

import pytest

from auditor.wiki.edits.place import place_of
from auditor.wiki.edits.summaries import summary_of

PAGE = "lead a\n\n== One ==\nb\n=== Below ===\nc\n\n== Two ==\nd {{Box|\n== No section ==\n}}\ne\n"


@pytest.mark.parametrize(
    ("old", "new", "section", "wikitext"),
    [
        ("lead a", "lead A", 0, "lead A\n"),
        ("\nb\n", "\nB\n", 1, "== One ==\nB\n=== Below ===\nc\n"),
        ("\nc\n", "\nC\n", 2, "=== Below ===\nC\n"),
        ("\nd {{", "\nD {{", 3, "== Two ==\nD {{Box|\n== No section ==\n}}\ne\n"),
        ("\ne\n", "\nE\n", 3, "== Two ==\nd {{Box|\n== No section ==\n}}\nE\n"),
    ],
)
def test_an_edit_in_one_section_is_made_there(old, new, section, wikitext) -> None:
    place = place_of(PAGE, PAGE.replace(old, new))
    assert (place.section, place.wikitext) == (section, wikitext)


def test_an_edit_in_several_sections_is_made_in_the_page() -> None:
    after = PAGE.replace("lead a", "lead A").replace("\ne\n", "\nE\n")
    place = place_of(PAGE, after)
    assert (place.section, place.wikitext) == (None, after)


@pytest.mark.parametrize(
    ("lang", "wiki", "said"),
    [
        ("en", "enwiki", "Add alt text to 2 images ([[WP:ALT]]); texts written by a person, edit"),
        (
            "de",
            "dewiki",
            "Alternativtexte: 2 ergänzt ([[WP:Barrierefreiheit]]); von einem",
        ),
        ("pt-br", "", "Textos alternativos: 2 adicionados; escritos por uma pessoa, preparado com"),
        ("xx", "", "Add alt text to 2 images; texts written"),
    ],
)
def test_a_summary_is_in_the_language_of_the_wiki(lang, wiki, said) -> None:
    assert summary_of(2, 0, lang, wiki, "tool/1").startswith(said)
    assert summary_of(1, 3, lang, wiki, "tool/1").endswith(" tool/1")
