"""A page whose texts attack whoever reads them, from the browser to every report."""

from __future__ import annotations

import unicodedata
from pathlib import Path

import pytest

from auditor.reports.formats import ENDINGS
from auditor.texts.well_formed import well_formed
from tests.tools.report_readers import (
    read_earl,
    read_json,
    read_junit,
    read_lines,
    read_rows,
    read_sarif,
)

PAGE = """<h1>]]&gt;&lt;/script&gt;&lt;script&gt;alert(1)&lt;/script&gt;</h1>
<img src=a.png class=a><img src=b.png class=a><img src=c.png class=a><img src=d.png class=a>
<img src=e.png class=a><img src=f.png class=a><img src=g.png class=a>
<a href=/ title=h><img src=h.png></a>
<script>
  const texts = ["=cmd|' /C calc'!A0", "<\\/script><script>alert(1)<\\/script>",
    "]]>", "a \\ud800 b",
    "nul \\u0000 and \\u001b[31m and \\ufffe", "\\u202egnp.exe\\u2066", "x".repeat(1000000)];
  document.querySelectorAll(".a").forEach((image, i) => { image.alt = texts[i]; });
  document.title = texts[3] + texts[5];
  document.querySelector("a").title = texts[3];
</script>"""


@pytest.fixture
def reports(run, site, tmp_path: Path) -> dict[str, str]:
    """The text of each report on the page, by ending."""
    site["/"] = PAGE
    paths = {ending: tmp_path / f"report{ending}" for ending in ENDINGS}
    options = [word for path in paths.values() for word in ("--output", path)]
    code, _, err = run("scan", site.url(), *options)
    assert code == 2, err
    assert "Traceback" not in err
    return {ending: path.read_bytes().decode("utf-8") for ending, path in paths.items()}


def test_every_report_is_whole_and_harmless(reports: dict[str, str]) -> None:
    uses = read_json(reports[".json"])["uses"]
    alts = {use["image"]["alt"] for use in uses}
    assert len(uses) == 8
    assert {"=cmd|' /C calc'!A0", "]]>", "a \ufffd b", "x" * 1_000_000} <= alts
    assert sum("use" in line for line in read_lines(reports[".jsonl"])) == 8
    assert read_sarif(reports[".sarif"])["properties"]["images"] == 8
    assert next(iter(read_junit(reports[".xml"]))).tests == 8
    assert read_earl(reports[".jsonld"])
    rows = read_rows(reports[".csv"]) + read_rows(reports[".findings.csv"])
    assert not any(value.startswith(("=", "+", "-", "@")) for row in rows for value in row.values())
    for ending, text in reports.items():
        if ending not in (".json", ".jsonl"):
            kinds = {c for c in text if unicodedata.category(c) in ("Cc", "Cs")}
            assert kinds <= {"\n", "\r"}, ending
            assert not {"\u202e", "\u2066"} & set(text), ending
            assert len(text) < 400_000, ending
    assert "<script" not in reports[".html"] + reports[".md"]


def test_half_a_surrogate_pair_becomes_a_replacement_character() -> None:
    assert well_formed({"a\ud800": ["\udfff b", 1, None, True]}) == {
        "a\ufffd": ["\ufffd b", 1, None, True]
    }
    assert well_formed("🦊") == "🦊"
