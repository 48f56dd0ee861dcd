"""How a scan says how it goes on."""

import io
import json

from auditor.catalogue import tongue
from auditor.commands.progress import shown_progress
from auditor.message import Message
from auditor.results import PageInfo
from auditor.scan.options import Progress

PAGE = PageInfo("http://h/", "http://h/", 200, "Foxes", "en", "done", 3)
STEPS = (
    Progress(0, 1, 1),
    Progress(1, 4, 3, PAGE),
    Progress(1, 4, 3, note="http://h is busy: waiting 2 s"),
    Progress(2, 4, 3, PAGE, problem="HTTP 404"),
)


def said(form: str) -> list[str]:
    out = io.StringIO()
    with shown_progress(out, form) as show:
        for step in STEPS:
            show(step)
    return out.getvalue().splitlines()


def test_programs_get_an_object_a_page_and_a_wait() -> None:
    events = [json.loads(line) for line in said("json")]
    assert [event["event"] for event in events] == ["page", "waiting", "page"]
    first, wait, last = events
    assert first["seconds_left"] >= first["seconds"] >= 0
    assert (first["done"], first["known"], first["pictures"]) == (1, 4, 3)
    assert (first["url"], first["images"], first["problem"]) == ("http://h/", 3, None)
    assert wait["note"] == "http://h is busy: waiting 2 s"
    assert last["problem"] == "HTTP 404"


def test_pictures_of_a_long_page_are_told_of_now_and_then(monkeypatch) -> None:
    assert said("json")[0].startswith('{"event": "page"')
    monkeypatch.setattr("auditor.commands.progress.PAUSE", 0.0)
    first = json.loads(said("json")[0])
    assert (first["event"], first["pictures"]) == ("pictures", 1)


def test_people_get_a_line_a_page_or_nothing() -> None:
    assert said("none") == []
    assert "1/4 http://h/: 3 images" in said("auto")
    assert "http://h is busy: waiting 2 s" in said("auto")
    assert "2/4 http://h/: not read, HTTP 404" in said("auto")


def test_what_a_host_says_holds_no_orders_to_a_terminal() -> None:
    out = io.StringIO()
    with shown_progress(out, "auto") as show:
        show(Progress(1, 1, 0, PAGE, problem="\x1b[31mred\x07"))
    assert "not read, [31mred" in out.getvalue()
    assert "\x1b" not in out.getvalue()


def test_people_are_told_in_their_language_and_programs_in_english() -> None:
    lines = {}
    for form in ("auto", "json"):
        out = io.StringIO()
        with shown_progress(out, form, tongue=tongue("de")) as show:
            show(Progress(0, 0, 0, note=Message("The scan begins.")))
            show(Progress(1, 4, 3, PAGE))
            show(Progress(2, 4, 3, PAGE, problem="it redirects in a loop"))
        lines[form] = out.getvalue().splitlines()
    assert lines["auto"][0] == "Der Scan beginnt."
    assert lines["auto"][1] == "1/4 http://h/: 3 Bilder"
    assert lines["auto"][2].startswith("2/4 http://h/: nicht gelesen: ")
    assert "loop" not in lines["auto"][2]
    events = [json.loads(line) for line in lines["json"]]
    assert events[0]["note"] == "The scan begins."
    assert events[2]["problem"] == "it redirects in a loop"


def test_a_bar_is_in_the_language_too(monkeypatch) -> None:
    out = io.StringIO()
    out.isatty = lambda: True
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", "120")
    with shown_progress(out, "auto", "articles", tongue("fr")) as show:
        show(Progress(1, 4, 3, PAGE))
    assert "articles, 3 images" in out.getvalue()
