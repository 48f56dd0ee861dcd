"""The edits on small cases of our own, and the published ones."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from auditor.bench import wiki_edits
from auditor.bench.conformance import Result
from auditor.bench.errors import BenchError

DATA = Path(__file__).parents[4] / "shared"
published = pytest.mark.skipif(not (DATA / "wikipedia").is_dir(), reason="the cases are not here")
WIKI = {
    "wiki": "dewiki",
    "lang": "de",
    "case": "first-letter",
    "file_namespace": {"local": "Datei", "canonical": "File", "aliases": ["Bild"]},
    "template_namespace": {"local": "Vorlage", "canonical": "Template", "aliases": []},
    "magic_words": {
        "img_alt": {"aliases": ["alternativtext=$1", "alt=$1"], "case_sensitive": True}
    },
}


def case(before: str, after: str | None, refuse: str | None = None, file: str = "A.jpg") -> dict:
    target = {"file": file, "occurrence": 0}
    return {
        "id": "1", "lang": "de", "before": before, "target": target, "alt": "x", "after": after,
        "refuse": refuse,
    }  # fmt: skip


def results(folder: Path, *cases: dict) -> dict[str, list[bool]]:
    (folder / "wikipedia").mkdir()
    for name, data in (("edits", {"cases": cases}), ("locales", {"wikis": [WIKI]})):
        (folder / "wikipedia" / f"{name}.json").write_text(json.dumps(data), "utf-8")
    return {key: [r.right for r in found] for key, found in wiki_edits.run(folder).items()}


def test_an_edit_is_right_when_it_is_the_expected_wikitext(tmp_path) -> None:
    found = results(
        tmp_path,
        case("[[Bild:A.jpg]]", "[[Bild:A.jpg|alternativtext=x]]"),
        case("[[Bild:A.jpg]]", "[[Bild:A.jpg|alt=x]]"),
        case("{{B}}", None, "template-generated"),
        case("{{B}}", None, "duplicate-alt"),
        case("[[Bild:A.jpg]]", None, "duplicate-alt"),
        case("{{B}}", "{{B|alt=x}}"),
    )
    assert found["edits"] == [True, False, False]
    assert found["refusals"] == [True, False, False]
    assert found["locales"]
    assert all(found["locales"])


def test_files_of_another_shape_are_named(tmp_path) -> None:
    with pytest.raises(BenchError, match=r"edits\.json is not in the published format"):
        results(tmp_path, {"id": 1})


@pytest.fixture(scope="module")
def found() -> dict[str, list[Result]]:
    return wiki_edits.run(DATA)


@published
def test_every_published_edit_is_right_and_every_refusal_refused(found) -> None:
    assert [r for key in ("edits", "refusals") for r in found[key] if not r.right] == []
    assert len(found["edits"]) + len(found["refusals"]) == 44


@published
def test_the_names_of_every_wiki_are_read_and_written(found) -> None:
    assert [r for r in found["locales"] if not r.right] == []
    assert len(wiki_edits.read_names(DATA)) == 21
