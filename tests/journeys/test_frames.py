"""Pages made of several documents, with a browser and without."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import Run, Site

Report = dict[str, Any]
Scan = Callable[..., tuple[int, Report]]
BOTH = pytest.mark.parametrize("how", [(), ("--static",)], ids=["browser", "static"])


@pytest.fixture
def scan(run: Run, site: Site, tmp_path: Path) -> Scan:
    """Scans the front page of the site; the code and the JSON report."""

    def call(*options: object) -> tuple[int, Report]:
        file = tmp_path / "report.json"
        code, _, _ = run(
            "scan", site.url("/"), "--no-score", "--no-ocr", "--no-save", "--timeout", 10,
            "--output", file, *options,
        )  # fmt: skip
        report: Report = json.loads(file.read_text("utf-8"))
        return code, report

    return call


def states(report: Report) -> dict[str, tuple[str, str]]:
    return {
        use["image"]["selector"]: (use["image"]["exposure"]["state"], use["status"])
        for use in report["uses"]
    }


def told(report: Report, site: Site) -> dict[str, str]:
    """The reason by the path of what was not read."""
    base = site.url("/").removesuffix("/")
    return {s["subject"].removeprefix(base): s["reason"] for s in report["skipped"]}


@pytest.fixture
def picture(site: Site, picture_bytes) -> None:
    site["/a.png"] = picture_bytes()


@BOTH
def test_frames_are_read_wherever_they_stand(scan, site, picture, how: Sequence[str]) -> None:
    site["/inner"] = "<img src=a.png>"
    site["/outer"] = "<iframe src=/inner></iframe>"
    site["/"] = """<iframe id=one src=/inner></iframe><iframe id=two src=/inner#part></iframe>
      <iframe id=nested src=/outer></iframe><iframe id=own srcdoc="<img src=/a.png>"></iframe>
      <object id=object data=/inner type=text/html width=200 height=90></object>
      <embed id=embed src=/inner type=text/html width=200 height=90>"""
    code, report = scan("--depth", 0, *how)
    assert code == 2
    assert {s for s, (_, status) in states(report).items() if status == "missing"} == {
        "#one >>> img", "#two >>> img", "#nested >>> iframe >>> img", "#own >>> img",
        "#object >>> img", "#embed >>> img",
    }  # fmt: skip
    assert not [s for s in report["skipped"] if "frame" in s["reason"]]


@BOTH
@pytest.mark.parametrize(
    ("html", "state", "reason"),
    [
        ("<iframe style='display:none' {}></iframe>", "hidden", "display: none"),
        ("<p style='visibility:hidden'><iframe {}></iframe></p>", "hidden", "visibility: hidden"),
        ("<details><iframe {}></iframe></details>", "hidden", "closed details"),
        ("<div aria-hidden=true><iframe {}></iframe></div>", "decorative",
         "aria-hidden=true on div around its frame"),
        ("<iframe {} aria-hidden=true></iframe>", "decorative",
         "aria-hidden=true on iframe around its frame"),
        ("<div inert><iframe {}></iframe></div>", "decorative", "inert on div around its frame"),
    ],
)  # fmt: skip
def test_what_hides_a_frame_hides_what_stands_in_it(
    scan, site, picture, how: Sequence[str], html: str, state: str, reason: str
) -> None:
    site["/"] = "<p>Words.</p>" + html.format('srcdoc="<img src=/a.png>"')
    code, report = scan("--depth", 0, *how)
    (use,) = report["uses"]
    assert (code, use["image"]["exposure"]) == (0, {"state": state, "reason": reason})


@BOTH
def test_a_frame_that_was_not_read_is_told_with_its_address(
    scan, site, picture, how: Sequence[str]
) -> None:
    site["/"] = """<img src=a.png alt="A red square"><iframe id=gone src=/gone></iframe>
      <iframe src=/gone-too style="display: none"></iframe>"""
    _, report = scan("--depth", 0, *how)
    assert "HTTP 404" in told(report, site)["/gone"]
    assert [use["image"]["selector"] for use in report["uses"]] == ["img"]


def test_without_a_browser_frames_of_other_sites_are_told(scan, site, picture) -> None:
    other = site.url("/inner", host="localhost")
    site["/"] = f"<img src=a.png alt='A red square'><iframe id=other src='{other}'></iframe>"
    _, report = scan("--depth", 0, "--static")
    assert told(report, site)[other] == (
        "the frame #other was not read: it is of another site: scan without --static"
    )


def test_without_a_browser_a_page_that_holds_itself_is_read_once(scan, site, picture) -> None:
    site["/"] = "<img src=a.png><iframe src=/></iframe><iframe src=/second></iframe>"
    site["/second"] = "<iframe src=/></iframe><iframe src=/second></iframe>"
    _, report = scan("--depth", 0, "--static")
    assert [use["image"]["selector"] for use in report["uses"]] == ["img"]


@BOTH
def test_links_in_frames_of_the_site_are_followed(scan, site, how: Sequence[str]) -> None:
    site["/"] = """<frameset cols="200,*"><frame src=/menu><frame src=/start>
      <noframes><body><a href=/without>Without frames</a></body></noframes></frameset>"""
    site["/menu"] = "<a href=/deep>Deep</a>"
    site["/start"] = "Start"
    site["/deep"] = "Words"
    site["/without"] = "Words"
    _, report = scan(*how)
    assert site.url("/deep") in [page["url"] for page in report["pages"]]


def test_links_in_frames_without_an_address_are_relative_to_the_page(scan, site) -> None:
    site["/"] = """<iframe srcdoc="<a href='deep'>Deep</a>"></iframe>"""
    site["/deep"] = "Words"
    _, report = scan()
    assert [page["url"] for page in report["pages"]] == [site.url("/"), site.url("/deep")]
