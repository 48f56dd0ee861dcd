from __future__ import annotations

import json
from pathlib import Path

import pytest

from auditor.wiki.edits.suggestions import (
    Suggestion,
    SuggestionError,
    changes_of,
    read_suggestions,
)
from auditor.wiki.wikitext.file_uses import file_uses
from auditor.wiki.wikitext.names import ENGLISH, SiteNames

CSV = "image,alt\nCat.jpg,A tabby cat\nCat.jpg#2,Asleep\n"


def read(folder: Path, text: str | bytes, name: str = "alts.csv") -> list[tuple[str, int, str]]:
    path = folder / name
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    return [(each.file, each.occurrence, each.alt) for each in read_suggestions(path)]


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("alts.csv", CSV),
        ("alts.csv", f"\ufeff{CSV}"),
        ("alts.csv", CSV.replace("\n", "\r\n")),
        ("alts.csv", f"{CSV}\n,\n\n"),
        ("alts.csv", CSV.replace(",", ";")),
        ("alts.tsv", CSV.replace(",", "\t")),
        ("alts.csv", "alt,image\nA tabby cat,Cat.jpg\nAsleep,Cat.jpg#2"),
        ("alts.csv", "file,occurrence,alt\nCat.jpg,,A tabby cat\nCat.jpg,1,Asleep\n"),
        ("alts.json", '{"Cat.jpg": "A tabby cat", "Cat.jpg#2": "Asleep"}'),
        (
            "alts.JSON",
            json.dumps(
                [
                    {"image": "Cat.jpg", "alt": "A tabby cat"},
                    {"file": "Cat.jpg", "occurrence": 1, "alt": "Asleep"},
                ]
            ),
        ),
    ],
)
def test_every_way_to_write_them_is_read(name, text, tmp_path) -> None:
    assert read(tmp_path, text, name) == [("Cat.jpg", 0, "A tabby cat"), ("Cat.jpg", 1, "Asleep")]


def test_texts_in_quotes_keep_their_commas_and_lines(tmp_path) -> None:
    text = 'image,alt\nCat.jpg,"A ""big"" cat,\nasleep"\n'
    assert read(tmp_path, text) == [("Cat.jpg", 0, 'A "big" cat,\nasleep')]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "is empty"),
        ("\n \n", "is empty"),
        (b"image,alt\nCat.jpg,Z\xfcrich\n", "is not in UTF-8"),
        ("image,alt\n", "holds no suggestion"),
        ("Cat.jpg,A cat\n", "header: there is no column Cat.jpg"),
        ("image,alt text\nCat.jpg,x\n", "no column alt text; known: image, file"),
        ("image,alt,\nCat.jpg,x,\n", "no column without a name"),
        ("image,alt,alt\nCat.jpg,x,y\n", "two columns alt"),
        ("image\nCat.jpg\n", "must name the columns"),
        ("image,file,alt\nCat.jpg,Cat.jpg,x\n", "must name the columns"),
        ("image,alt\nCat.jpg,A cat, asleep\n", "line 2: 3 fields, not 2; put texts with commas"),
        ("image,alt\nCat.jpg\n", "line 2: 1 fields"),
        ('image,alt\nCat.jpg,"A cat\n', "this is not CSV"),
        ("image,alts\nCat.jpg,x\n", "no column alts; did you mean alt?"),
        ("image,alt\nCat.jpg,\n", "holds no suggestion"),
        ("image,alt\n,x\n", "line 2: the name of the image is missing"),
        ("image,alt\nCat.jpg#0,x\n", "line 2: Cat.jpg#0 names no image"),
        ("image,alt\nCat.jpg#two,x\n", "line 2: Cat.jpg#two names no image"),
        ("file,occurrence,alt\nCat.jpg,first,x\n", "whole number from 0, not first"),
        ("file,occurrence,alt\nCat.jpg,-1,x\n", "whole number from 0, not -1"),
        ("image,occurrence,alt\nCat.jpg,1,x\n", "occurrence goes with file"),
        ("image,alt\nCat.jpg,x\nCat.jpg,y\n", "line 3: Cat.jpg has a text already, at"),
        ("image,alt\n\nCat.jpg,x\nCat.jpg#1,y\n", "line 4: Cat.jpg has a text already, at"),
    ],
)
def test_a_bad_csv_is_refused_in_one_line(text, message, tmp_path) -> None:
    with pytest.raises(SuggestionError) as error:
        read(tmp_path, text)
    assert message in str(error.value)
    assert "alts.csv" in str(error.value)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{", "is not JSON"),
        ("[" * 100_000, "is not JSON"),
        ('"x"', "write a list of objects"),
        ("[]", "holds no suggestion"),
        ("{}", "holds no suggestion"),
        ("[1]", "entry 1: write an object"),
        ('[{"image": "Cat.jpg", "text": "x"}]', "there is no key text; known: image"),
        ('[{"alt": "x"}]', "entry 1: name the image"),
        ('[{"image": "Cat.jpg"}]', "entry 1: alt is missing"),
        ('[{"image": "Cat.jpg", "alt": null}]', "entry 1: alt must be a text"),
        ('[{"image": 5, "alt": "x"}]', "entry 1: image must be a text"),
        ('[{"file": "Cat.jpg", "occurrence": true, "alt": "x"}]', "from 0, not True"),
        ('[{"file": "Cat.jpg", "occurrence": 1.5, "alt": "x"}]', "from 0, not 1.5"),
        ('{"Cat.jpg": "x", "Cat.jpg": "y"}', "Cat.jpg stands twice"),
        ('{"Cat.jpg": ["x"]}', "entry 1: alt must be a text"),
    ],
)
def test_a_bad_json_is_refused_in_one_line(text, message, tmp_path) -> None:
    with pytest.raises(SuggestionError) as error:
        read(tmp_path, text, "alts.json")
    assert message in str(error.value)
    assert "\n" not in str(error.value)


def test_a_file_that_is_not_there_is_refused_in_one_line(tmp_path) -> None:
    with pytest.raises(SuggestionError, match="cannot be read: No such file"):
        read_suggestions(tmp_path / "none.csv")


def test_what_can_be_changed_is_and_the_rest_says_why() -> None:
    uses = file_uses("[[File:Cat.jpg]] [[File:Dog.jpg|{{x}}]] <mapframe />")
    names = ("file:cat.jpg", "Cat.jpg", "Dog.jpg", "Fox.jpg", "<mapframe>", "Cat.jpg")
    occurrences = (0, 1, 0, 0, 0, 0)
    suggestions = [
        Suggestion(name, number, "x", f"alts.csv, line {line}")
        for line, (name, number) in enumerate(zip(names, occurrences, strict=True), 2)
    ]
    changes, problems = changes_of(suggestions, uses, ENGLISH)
    assert [use.id for use, _ in changes] == ["Cat.jpg", "<mapframe>"]
    assert [problem.split(": ")[:2] for problem in problems] == [
        ["alts.csv, line 3", "Cat.jpg#2"],
        ["alts.csv, line 4", "Dog.jpg"],
        ["alts.csv, line 5", "Fox.jpg"],
        ["alts.csv, line 7", "Cat.jpg"],
    ]
    assert problems[3].endswith("another line has a text for the same image")


def test_a_text_that_the_wiki_takes_for_a_caption_needs_a_hand_more() -> None:
    suggestion = Suggestion("Cat.jpg", 0, "x", "alts.csv, line 2")
    for text, count in (("[[File:Cat.jpg| alt = a = b ]]", 1), ("[[File:Cat.jpg| alt=a = b ]]", 0)):
        changes, problems = changes_of([suggestion], file_uses(text), ENGLISH)
        assert (len(changes), len(problems)) == (1, count)


def test_files_may_be_named_as_the_wiki_does() -> None:
    names = SiteNames(lang="de", file=("Datei", "File"))
    suggestion = Suggestion("Datei:katze.jpg", 0, "x", "alts.csv, line 2")
    changes, problems = changes_of([suggestion], file_uses("[[Datei:Katze.jpg]]", names), names)
    assert (len(changes), problems) == (1, [])
