"""Small inputs that went wrong elsewhere, read where they lie (see ../shared/cases/README.md)."""

from __future__ import annotations

import json
import threading
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import Run

CASES = Path("../shared/cases")

Scan = Callable[..., tuple[int, dict[str, Any]]]


class Quiet(SimpleHTTPRequestHandler):
    """Serves files and says nothing of it."""

    def log_message(self, *args: object) -> None:
        pass


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """The address of a folder while the block runs."""
    handler = partial(Quiet, directory=str(folder))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_address[1]}"
        finally:
            server.shutdown()
            thread.join()


@pytest.fixture
def scan(run: Run, tmp_path: Path) -> Scan:
    """Serves a folder of the cases and scans one of its pages; the code and the JSON report."""

    def call(folder: str, page: str, *options: object) -> tuple[int, dict[str, Any]]:
        if not (CASES / folder).exists():
            pytest.skip(f"{CASES / folder} is not here")
        file = tmp_path / "report.json"
        with served(CASES / folder) as address:
            code, _, _ = run(
                "scan", f"{address}/{page}", "--no-score", "--no-ocr", "--no-save",
                "--timeout", 10, "--output", file, *options,
            )  # fmt: skip
        report: dict[str, Any] = json.loads(file.read_text("utf-8"))
        return code, report

    return call


def by_selector(report: dict[str, Any]) -> dict[str, str]:
    return {use["image"]["selector"]: use["status"] for use in report["uses"]}


def names(report: dict[str, Any]) -> dict[str, str]:
    return {use["image"]["selector"]: use["image"]["name"]["text"] for use in report["uses"]}


def missing(report: dict[str, Any]) -> set[str]:
    return {selector for selector, status in by_selector(report).items() if status == "missing"}


def test_images_by_element_internals_are_images(scan) -> None:
    _, report = scan("public/04-element-internals", "index.html", "--depth", 0)
    assert names(report) == {
        "#named": "Dark blue sky over an orange horizon",
        "#attr": "Evening sky, orange below",
        "#nameless": "",
        "#linked x-sky": "",
        "#reflected": "Clouds over the lighthouse at noon",
        "#viaprop": "Two red buoys in grey water",
    }
    assert missing(report) == {"#nameless", "#linked x-sky"}


@pytest.mark.parametrize("how", [(), ("--static",)])
def test_drawings_are_named_by_what_they_use_and_hold(scan, how: Sequence[str]) -> None:
    code, report = scan("public/18-svg-sprites", "variants.html", "--depth", 0, *how)
    assert code == 2
    assert missing(report) == {
        "#b5 svg", "#b7 svg", "#l1 image", "#l3 path", "#f1", "#f3",
    }  # fmt: skip
    heard = {
        use["image"]["selector"]: use["context"]["control"]["name"]
        for use in report["uses"]
        if use["context"]["control"]
    }
    assert [heard[f"#b{number} svg"] for number in (1, 2, 3, 6, 8, 9)] == [
        "Pen", "Pen", "Group", "Edit", "Deep", "Go",
    ]  # fmt: skip
    _, report = scan("public/18-svg-sprites", "index.html", "--depth", 0, *how)
    assert {"#a1", "#a4 svg", "#a6 svg", "#a7", "#a8", "#fo", "#a11 image"} <= missing(report)


def test_a_caption_is_no_alternative_text(scan) -> None:
    code, report = scan("pages", "figcaption-no-alt.html", "--static", "--depth", 0)
    assert (code, list(by_selector(report).values())) == (2, ["missing"])


def test_a_private_use_glyph_names_no_link(scan) -> None:
    code, report = scan("pages", "pua-icon-link.html", "--depth", 0)
    assert (code, Counter(by_selector(report).values())) == (2, {"missing": 1})


def framed(report: dict[str, Any], name: str) -> str:
    """Status of the image in the frame with this title, "" when it was not read."""
    numbers = {
        "a": "iframe:nth-of-type(1)", "b": "iframe:nth-of-type(2)", "c": "div:nth-of-type(1)",
        "d": "iframe:nth-of-type(3)", "f": "#f", "g": "object", "h": "embed",
        "k": "iframe:nth-of-type(7)", "j": "iframe:nth-of-type(10)",
    }  # fmt: skip
    found = (s for selector, s in by_selector(report).items() if f"{numbers[name]} >" in selector)
    return next(found, "")


def test_frames_are_read_or_said_as_not_read(scan) -> None:
    code, report = scan("public/16-frames", "index.html", "--depth", 0)
    assert code == 2
    assert {name: framed(report, name) for name in "adfghj"} == dict.fromkeys("adfghj", "missing")
    assert not {framed(report, name) for name in "bck"} & {"missing", ""}
    told = " ".join(skipped["subject"] for skipped in report["skipped"])
    assert "nowhere.html" in told
    assert "/hang" in told


def test_frames_without_a_browser_are_read_or_said_as_not_read(scan) -> None:
    code, report = scan("public/16-frames", "index.html", "--depth", 0, "--static")
    assert code == 2
    assert {framed(report, name) for name in "adgh"} == {"missing"}
    assert {"nowhere.html", "hang"} <= {s["subject"].split("/")[-1] for s in report["skipped"]}


@pytest.mark.parametrize("how", [(), ("--static",)])
def test_links_in_a_frameset_are_followed(scan, how: Sequence[str]) -> None:
    _, report = scan("public/16-frames", "frameset.html", *how)
    assert any(page["url"].endswith("/deep.html") for page in report["pages"])
    assert [use["status"] for use in report["uses"]][:3] == ["missing"] * 3


def test_a_route_is_judged_and_named(scan) -> None:
    code, report = scan("public/02-hash-routes", "#/boats", "--depth", 0)
    assert code == 2
    assert Counter(by_selector(report).values()) == {"missing": 1, "weak": 1}
    assert {use["page"]["url"].partition("#")[2] for use in report["uses"]} == {"/boats"}


def test_routes_are_followed(scan) -> None:
    _, report = scan("public/02-hash-routes", "")
    views = {page["url"].partition("#")[2] for page in report["pages"]}
    assert views == {"", "/boats", "/crew", "!/visit"}


@pytest.mark.parametrize(("page", "uses", "without"), [("index", 23, 5), ("appended", 18, 9)])
def test_panes_are_scrolled(scan, page: str, uses: int, without: int) -> None:
    _, report = scan("public/05-inner-scroller", f"{page}.html", "--depth", 0)
    assert (len(report["uses"]), len(missing(report))) == (uses, without)


@pytest.mark.parametrize("page", ["plain", "showmodal", "photos-inert"])
@pytest.mark.parametrize("how", [(), ("--static",)])
def test_a_page_behind_a_dialog_is_judged_as_without_it(
    scan, page: str, how: Sequence[str]
) -> None:
    code, report = scan("public/21-modal-consent", f"{page}.html", "--depth", 0, *how)
    statuses = Counter(by_selector(report).values())
    few = {"missing": 2, "weak": 1}
    assert (code, statuses) == (2, few if page == "photos-inert" else {"missing": 5, "weak": 2})
