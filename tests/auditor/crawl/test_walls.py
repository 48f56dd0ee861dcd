"""Pages that stand before the one that was meant are known; pages that look like them are not."""

import pytest

from auditor.crawl.walls import blank, wall
from extractors.extract import extract

ASKED = "https://example.org/news"
LONG = "<p>" + "word " * 250
FORM = "<form><input name=user><input type=password name=pass><button>Go</button></form>"
HCAPTCHA = "<script src=https://challenges.cloudflare.com/turnstile/v0/api.js></script>"

CONSENT = (
    "<div><h1>We value your privacy</h1><p>We and our partners store cookies.<button>Accept all"
    "</button><a href=/privacy>Privacy policy</a><a href=/imprint>Imprint</a></div>"
)


def reason(html: str, final_url: str = ASKED, *, asked: str = ASKED, named: bool = False):
    return wall(extract(html, final_url), asked, final_url, named=named)


@pytest.mark.parametrize(
    ("html", "final_url", "words"),
    [
        (f"<title>Log in</title>{FORM}", "https://example.org/login?next=/news", "login form"),
        (f"<title>Log in</title>{FORM}{LONG}", "https://sso.example.org/login", "login form"),
        (f"<title>App</title><h1>Welcome back</h1>{FORM}", ASKED, "login form"),
        ("<title>Just a moment...</title><p>Checking", ASKED, "against robots"),
        (f"<p>Verify you are human by completing the action.{HCAPTCHA}", ASKED, "against robots"),
        (
            "<p>Before you continue to us, accept all cookies",
            "https://consent.site.org/m",
            "consent",
        ),
        (f"<img src=logo.png alt=News><title>News</title>{CONSENT}", ASKED, "consent wall"),
        ("<title>Page not found – Site</title><p>Sorry.", ASKED, "no such page"),
        ("<title>404: Not Found</title>", ASKED, "no such page"),
        ("<title>Oops</title><h1>Seite nicht gefunden</h1>", ASKED, "no such page"),
        ("<title>Access denied</title><p>You may not", ASKED, "denied"),
        ("<h1>Service Unavailable</h1>", ASKED, "server failed"),
        ("<h1>We’ll be back soon!</h1><p>Sorry for the inconvenience.", ASKED, "maintenance"),
        (
            "<title>Not found | Us</title><h1>Page not found</h1>" + "<p>menu " * 90,
            ASKED,
            "no such",
        ),
    ],
)
def test_a_wall_is_known(html: str, final_url: str, words: str) -> None:
    assert words in (reason(html, final_url) or "")


@pytest.mark.parametrize(
    "html",
    [
        f"<title>News</title>{FORM}{LONG}",
        "<title>Found and not lost</title><p>Words.",
        "<title>404 ways to cook an egg</title><p>Words.",
        f"<title>How to write a page not found page</title><h1>Not found?</h1>{LONG}",
        f"<title>Just a moment in time</title>{LONG}",
        f"<h1>Contact</h1><form><textarea></textarea></form>{HCAPTCHA}<p>Write to us.",
        "<h1>News</h1><p>We value your privacy. Accept all cookies</p><p>The news.",
        f"{CONSENT}<h1>News</h1><p>The news.",
        f"{CONSENT}<img src=1.png alt=a><img src=2.png alt=b><img src=3.png alt=c>",
        f"{CONSENT}" + "".join(f"<a href=/{number}>{number}</a>" for number in range(5)),
        "<title>Us</title><div style='display:none'><input type=password></div><p>Words.",
        "<title>Forbidden City</title><p>A palace in Beijing.",
        "",
    ],
)
def test_a_page_that_only_looks_like_a_wall_is_judged(html: str) -> None:
    assert reason(html) is None


def test_a_login_page_that_was_named_is_the_one_that_was_meant() -> None:
    login = "https://example.org/login"
    page = f"<title>Log in</title>{FORM}"
    assert reason(page, login, asked=login, named=True) is None
    assert "name its address" in str(reason(page, login, asked=login))


def test_a_page_that_needs_scripts_and_shows_nothing_is_blank() -> None:
    assert blank(extract("<div id=root></div><script src=app.js></script>", ASKED))
    assert not blank(extract("<p>Words.<script src=app.js></script>", ASKED))
    assert not blank(extract("<img src=a.png><script src=app.js></script>", ASKED))
    assert not blank(extract("", ASKED))
