"""A whole site with the shipped model: every image use scored, none lost, the same twice."""

import io
import json
from contextlib import redirect_stdout
from pathlib import Path

import pytest

from auditor.commands.cli import cli
from tests.tools.contextref_site import build

DATA = Path(__file__).parents[3] / "shared" / "benchmarks" / "contextref"


def scan(folder: Path, save: Path) -> dict:
    out = io.StringIO()
    with redirect_stdout(out):
        cli.main(
            ["scan", str(folder), "--format", "json", "--save", str(save)], standalone_mode=False
        )
    return json.loads(out.getvalue())


@pytest.mark.skipif(not DATA.is_dir(), reason="the ContextRef data is not beside the project")
def test_a_site_is_scored_whole_and_the_same_twice(tmp_path: Path) -> None:
    expected = build(DATA, tmp_path / "site", titles=12)
    first, second = (scan(tmp_path / "site", tmp_path / f"{n}.db") for n in range(2))
    found = {}
    for use in first["uses"]:
        page, picture = use["page"]["url"], use["image"]["src"]
        key = f"{page.rpartition('/')[2]} images/{picture.rpartition('/')[2]}"
        found[key] = use["image"]["name"]["text"]
        assert use["scores"]["compatibility"]["value"] is not None
        assert use["scores"]["relevance"]["value"] is not None
    assert found == expected
    assert first["skipped"] == []
    assert first["uses"] == second["uses"]
