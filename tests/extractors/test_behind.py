import pytest

from extractors.facts import ElementFacts
from extractors.records import Exposed

DIALOG = "<div role=dialog aria-modal=true><p>We value your privacy</p></div>"


@pytest.mark.parametrize(
    "html",
    [
        f"<main inert><h1>News</h1><img></main>{DIALOG}",
        f"<main aria-hidden=true><h1>News</h1><img></main>{DIALOG}",
        f"<div aria-hidden=true><p>Words</p><img></div>{DIALOG}",
        f"<div inert><img></div><div><div>{DIALOG}</div></div>",
        "<div aria-hidden=true><a href=x>News</a><img></div><dialog open>Choose</dialog>",
        "<div inert><h1>News</h1><img></div><div class=consent>Choose</div>",
        f"<body><div inert><div role=main><img></div></div>{DIALOG}</body>",
    ],
)
def test_the_page_behind_a_dialog_is_met_as_without_it(image, html: str) -> None:
    assert image(html).exposure.state is Exposed.EXPOSED


@pytest.mark.parametrize(
    "html",
    [
        f"<main><div aria-hidden=true><p>Words</p><img></div></main>{DIALOG}",
        f"<div aria-hidden=true><img></div>{DIALOG}",
        "<div aria-hidden=true><p>Slide</p><img></div><div role=dialog hidden>Choose</div>",
        "<div aria-hidden=true><p>Slide</p><img></div><dialog>Choose</dialog>",
        "<h1>News</h1><div inert><h2>Menu</h2><img></div>",
        "<div aria-hidden=true><p>x</p><img></div><div style='display:none'>" + DIALOG + "</div>",
        "<h1>News</h1><div role=dialog inert><p>Closed</p><img></div>",
    ],
)
def test_what_is_kept_from_listeners_beside_that_stays_so(image, html: str) -> None:
    assert image(html).exposure.state is Exposed.DECORATIVE


def test_the_browser_tells_whether_a_dialog_is_open(image) -> None:
    html = """<body><div inert><img data-auditor=1></div>
      <div role=dialog data-auditor=2><p>Choose</p></div></body>"""
    opened = {"1": ElementFacts(), "2": ElementFacts()}
    closed = {"1": ElementFacts(), "2": ElementFacts(hidden="display: none")}
    assert image(html, opened).exposure.state is Exposed.EXPOSED
    assert image(html, closed).exposure.state is Exposed.DECORATIVE
