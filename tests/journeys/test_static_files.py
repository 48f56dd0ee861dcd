"""HTML and Markdown files without a browser, as a pre-commit hook scans them."""

import json
from pathlib import Path

import pytest

from tests.conftest import Run

MARKDOWN = "# Foxes\n\nA den:\n![den.png](den.png)\n"
HTML = "<title>Foxes</title>\n<h1>Foxes</h1>\n\n<img src=fox.png>\n"


@pytest.fixture
def files(tmp_path: Path) -> list[Path]:
    """One page of each sort, a fault in each."""
    names = ("README.md", "index.html")
    for name, text in zip(names, (MARKDOWN, HTML), strict=True):
        (tmp_path / name).write_text(text, "utf-8")
    return [tmp_path / name for name in names]


def scan(run: Run, *arguments: object) -> tuple[int, str]:
    code, out, _ = run("scan", "--static", "--depth", 0, "--no-score", *arguments)
    return code, out


def test_faults_in_files_are_reported_with_their_lines(run, files) -> None:
    code, out = scan(run, *files)
    assert code == 2
    flat = "".join(out.split())
    for path in files:
        assert f"{path.name}:4" in flat
    sarif = json.loads(scan(run, *files, "--format", "sarif")[1])
    places = [
        result["locations"][0]["physicalLocation"]
        for result in sarif["runs"][0]["results"]
        if result["level"] == "error"
    ]
    found = {(place["artifactLocation"]["uri"], place["region"]["startLine"]) for place in places}
    assert found == {(path.as_posix().lstrip("/"), 4) for path in files}


def test_sound_files_give_exit_code_zero(run, files, picture_bytes) -> None:
    readme, page = files
    for name in ("den.png", "fox.png"):
        (readme.parent / name).write_bytes(picture_bytes())
    readme.write_text("---\ntitle: x\n---\n![A den under an oak](den.png)\n", "utf-8")
    page.write_text("<title>Foxes</title><img src=fox.png alt='A red fox asleep'>", "utf-8")
    assert scan(run, readme, page)[0] == 0


def test_every_named_file_is_read_and_no_link_is_followed(run, files, tmp_path) -> None:
    files[0].write_text("[other](other.md)", "utf-8")
    (tmp_path / "other.md").write_text("![](x.png)", "utf-8")
    many = [tmp_path / f"{number}.md" for number in range(4)]
    for path in many:
        path.write_text("Words.", "utf-8")
    _, out = scan(run, files[0], *many, "--max-pages", 2, "--format", "json")
    assert [Path(page["url"]).name for page in json.loads(out)["pages"]] == [
        "README.md",
        *(path.name for path in many),
    ]


def test_without_saving_nothing_stays_behind(run, files, tmp_path) -> None:
    code, _, err = run("scan", "--static", "--no-score", "--no-save", files[0])
    assert code == 2
    assert "Scan file" not in err
    assert list((tmp_path / "data").rglob("*.db")) == []


def test_images_in_footnotes_are_read_with_their_lines(run, tmp_path) -> None:
    path = tmp_path / "notes.md"
    path.write_text("# Foxes\n\nA den.[^1]\n\n[^1]: A note\n\n    ![den.png](den.png)\n", "utf-8")
    code, out = scan(run, path)
    assert code == 2
    assert f"{path.name}:7" in "".join(out.split())
