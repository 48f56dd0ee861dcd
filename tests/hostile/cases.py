# ruff: noqa: E501 - a case is a row
"""The hostile corpus: what a page, a host or a picture may do to whoever scans it.

A case is a page, what lies beside it, and what the scan must say of it: a pattern for "done, N
images" with the reasons of what was skipped, or for the reason why the page was not read.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from tests.hostile.answers import (
    LEAST,
    answer,
    bomb,
    encoded,
    endless,
    gif_of,
    head,
    ico_of,
    moved,
    page,
    patched,
    png_of,
    raw,
)
from tests.hostile.server import Chunks


@dataclass(frozen=True, slots=True)
class Case:
    """One hostile page."""

    name: str
    page: Chunks
    expected: str
    """Pattern of what is said."""
    beside: Mapping[str, Chunks] = field(default_factory=dict)
    """By the end of the path."""
    browser: bool = False
    """It takes a browser to be harmed."""

    @property
    def hung(self) -> bool:
        """Whether it may keep the scan waiting until the time for a page is up."""
        return not self.expected.startswith("done")

    @property
    def busy(self) -> bool:
        """Whether it may take all that the machine has."""
        return self.expected == BUSY


PIXEL = "data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA="
NAMED = "which was not named"
BUSY = r"hung|no answer|crash|done"
"""A page that keeps the browser busy ends in one of these ways."""


def hosts() -> Iterator[Case]:
    """What a server may send."""
    start = head() + LEAST.encode()
    yield Case(
        "slow-headers", endless(b"HTTP/1.1 200 OK\r\n", b"X: y\r\n", slow=True), "no answer|answer"
    )
    yield Case("no-answer", endless(b"", b"", slow=True), "no answer")
    yield Case("endless-body", endless(start, b"<p>" + b"x" * 64_000), "larger than|still coming")
    yield Case("slow-body", endless(start, b"<p>", slow=True), "done.*still coming")
    chunked = head(Transfer_Encoding="chunked")
    yield Case(
        "endless-chunks",
        endless(chunked, b"4000\r\n" + b"x" * 0x4000 + b"\r\n"),
        "larger than|still",
    )
    yield Case("broken-chunk", raw(chunked, b"zz\r\nx\r\n"), "illegal chunk|host")
    yield Case("length-too-long", raw(head(Content_Length=999), b"<p>"), "host|closed|complete")
    yield Case("length-too-short", raw(head(Content_Length=3), b"<p><img src=x>"), "done, 0")
    yield Case("length-negative", raw(head(Content_Length=-1), b"<p>"), "done|host|Content-Length")
    yield Case(
        "two-lengths",
        raw(head(Content_Length="3\r\nContent-Length: 9"), b"<p>123456"),
        "done|host|onflicting",
    )
    yield Case(
        "gzip-bomb", answer(bomb(60, LEAST.encode()), Content_Encoding="gzip"), "done.*larger than"
    )
    yield Case(
        "gzip-broken", answer(bomb(1)[:200] + b"junk", Content_Encoding="gzip"), "done|rror|host"
    )
    yield Case("gzip-not", answer(LEAST, Content_Encoding="gzip"), "rror|header")
    yield Case("deflate-not", answer(LEAST, Content_Encoding="deflate"), "rror|header")
    yield Case("encoding-unknown", answer(LEAST, Content_Encoding="x-none, x-none"), "done")
    yield Case("no-http", raw(b"\x16\x03\x01\x00\x2a" * 40), "host|illegal|protocol")
    yield Case("http-0.9", raw(b"<html>hello</html>"), "host|disconnected|illegal|protocol")
    yield Case("closes-at-once", raw(), "host|disconnected")
    yield Case("status-999", answer(LEAST, status="999 Odd"), "HTTP 999")
    yield Case("status-204", raw(head(status="204 No Content")), "done, 0")
    yield Case("status-304", raw(head(status="304 Not Modified")), "done, 0|304")
    yield Case(
        "status-text-with-markup",
        answer("", status="500 <script>\x1b[31m"),
        "HTTP 500|illegal|protocol",
    )
    yield Case(
        "header-of-a-megabyte", answer(LEAST, X="y" * 1_000_000), "done|host|large|long|header"
    )
    yield Case(
        "ten-thousand-headers",
        answer(LEAST, **{f"X{n}": n for n in range(10_000)}),
        "done|host|large|header",
    )
    yield Case("null-in-a-header", answer(LEAST, X="a\0b"), "done|illegal|host")
    yield Case(
        "cookies-of-a-megabyte",
        answer(LEAST, Set_Cookie="a=" + "b" * 500_000),
        "done|host|too long|large|header",
    )
    for name, place in {
        "private": "http://10.0.0.1/",
        "loopback": "http://127.0.0.2:PORT/",
        "other-port": "http://127.0.0.1:1/",
        "metadata": "http://169.254.169.254/latest/meta-data/",
        "mapped": "http://[::ffff:10.0.0.1]/",
        "decimal": "http://2130706433/",
        "zero": "http://0.0.0.0:PORT/",
        "local-name": "http://localhost:1/",
    }.items():
        yield Case(f"redirect-{name}", moved(place), f"{NAMED}|not known")
    yield Case("redirect-file", moved("file:///etc/passwd"), "file|protocol")
    yield Case("redirect-data", moved("data:text/html,x"), "data|protocol|absolute URL")
    yield Case("redirect-script", moved("javascript:alert(1)"), "javascript|protocol|absolute URL")
    yield Case("redirect-nonsense", moved("http://[::1:::/%%"), "URL|nvalid|protocol|host")
    yield Case("redirect-nowhere", answer("", status="302 Found"), "done|HTTP")
    yield Case("redirect-loop", moved("/redirect-loop/"), "loop")

    def step(port: int) -> Iterator[bytes | None]:
        step.count += 1  # type: ignore[attr-defined]
        return moved(f"/redirects/{step.count}")(port)  # type: ignore[attr-defined]

    step.count = 0  # type: ignore[attr-defined]
    yield Case("redirects", step, "loop", {"{n}": step})
    for charset in (
        "utf-7",
        "utf-16",
        "no-such-charset",
        "iso-2022-jp",
        "hz-gb-2312",
        "idna",
        "hex",
    ):
        body = "<img src=x alt='caf\xe9'>".encode("latin-1")
        yield Case(f"charset-{charset}", answer(body, f"text/html; charset={charset}"), "done")
    yield Case("type-none", answer(b"\x89PNG", ""), "done|not HTML")
    yield Case("type-broken", answer(LEAST, "text/html;;;=\x01,"), "done|illegal|host")
    yield Case(
        "name-of-a-download",
        answer(LEAST, Content_Disposition="attachment; filename=../../x.sh"),
        "done",
    )


def pages() -> Iterator[Case]:
    """What markup may hold; a page alone, no script."""
    image = f"<img src={PIXEL} alt=x>"
    for name, body, expected in (
        ("deep-100000", "<div>" * 100_000 + image, "done|hung"),
        ("nodes-50000", "<b></b>" * 50_000 + image, "done, 1 "),
        ("unclosed-20000", "<b>" * 20_000 + image, "done"),
        ("links-in-links", "<a href=/x>" * 3000 + image, "done"),
        ("tables-in-tables", "<table><tr><td>" * 800 + image, "done"),
        ("attribute-of-a-million", f"<p title='{'x' * 1_000_000}'>{image}", "done, 1 "),
        ("alt-of-a-million", f"<img src={PIXEL} alt='{'fox ' * 250_000}'>", "done, 1 "),
        ("attributes-20000", f"<p {' '.join(f'a{n}=1' for n in range(20_000))}>{image}", "done, 1 "),
        ("images-3000", image * 3000, "done, 3000 "),
        ("areas-3000", "<map name=m>" + "<area href=x>" * 3000 + f"</map><img usemap=#m src={PIXEL}>", "done"),
        ("controls-in-alt", "<img src=x alt='&#27;[31m&#7;&#8;&#127;&#155;'>", "done, 1 "),
        ("bidi-in-alt", "<img src=x alt='\u202egnp.exe\u2066\u200f'>", "done, 1 "),
        ("nulls", "<img sr\0c=x al\0t='a\0b'>\0" * 50, "done"),
        ("half-surrogates", "<img src=x alt='&#xd800;&#xdfff;&#x110000;'>", "done, 1 "),
        ("srcset-attack", f"<img srcset='{'a ' + '1x' * 50_000}' alt=x>", "done, 1 "),
        ("style-brackets", "<style>" + "a{" * 5000 + "</style>" + image, "done, 1 "),
        ("style-selectors", "<style>" + ":not(" * 500 + "p{display:none}</style>" + image, "done, 1 "),
        ("style-rules-5000", "<style>" + ".a .b > p~q{display:none}" * 5000 + "</style>" + image, "done, 1 "),
        ("import-loop", "<style>@import 'x.css';@import '/style/'</style>" + image, "done, 1 "),
        ("labelledby-loop", "<img id=a aria-labelledby='b a' src=x><p id=b aria-labelledby=a>", "done, 1 "),
        ("owns-loop", "<a href=x id=a aria-owns=b><b id=b aria-owns=a>" + image, "done, 1 "),
        ("shadow-in-shadow", "<div><template shadowrootmode=open>" * 300 + image, "done"),
        ("srcdoc-in-srcdoc", "<iframe srcdoc=\"<iframe srcdoc='&lt;img src=x&gt;'>\">" * 50, "done"),
        ("base-script", "<base href=javascript:alert(1)>" + image, "done, 1 "),
        ("base-file", "<base href=file:///etc/><img src=passwd alt=x>", "done, 1 .*local file"),
        ("image-file", "<img src=file:///etc/passwd alt=x>", "done, 1 .*local file"),
        ("image-script", "<img src='javascript:alert(1)' alt=x>", "done, 1 .*"),
        ("image-ftp", "<img src=ftp://127.0.0.1/x alt=x>", "done, 1 "),
        ("image-no-url", "<img src='http://[::1' alt=x><img src='//' alt=y>", "done, 2 "),
        ("image-name-climbs", "<img src='../../../../etc/passwd%00.png' alt=x>", "done, 1 .*404"),
        ("image-name-long", f"<img src={'x' * 60_000}.png alt=x>", "done, 1 "),
        ("image-name-shell", "<img src='$(touch x);`id`|&.png' alt=x>", "done, 1 .*404"),
        ("image-private", "<img src=http://10.0.0.1/x alt=x>", f"done, 1 .*{NAMED}"),
        ("image-metadata", "<img src=http://169.254.169.254/x alt=x>", f"done, 1 .*{NAMED}"),
        ("image-loopback", "<img src=http://127.0.0.3:PORT/x alt=x>", f"done, 1 .*{NAMED}"),
        ("data-broken", "<img src='data:image/png;base64,%%%' alt=x><img src=data: alt=y>", "done, 2 "),
        ("data-of-a-megabyte", f"<img src=data:image/png;base64,{'A' * 1_000_000} alt=x>", "done, 1 .*not an image"),
        ("title-of-a-million", f"<title>{'x' * 1_000_000}</title>{image}", "done, 1 "),
        ("comment-without-end", "<!-- " + image * 100, "done"),
        ("cdata", "<![CDATA[<img>]]><![x" + image, "done"),
        ("plaintext", "<plaintext>" + image, "done"),
        ("sql-and-markup", "<img src=x alt=\"'); drop table images; --</script><b>\">", "done, 1 "),
    ):  # fmt: skip
        yield Case(name, page(body), expected)
    entities = "".join(f"<!ENTITY e{n + 1} '{f'&e{n};' * 10}'>" for n in range(12))
    laughs = f"<!DOCTYPE html [<!ENTITY e0 'ha'>{entities}]><html><img alt='&e12;' src='x'/></html>"
    yield Case("entities-in-xhtml", answer(laughs, "application/xhtml+xml"), "done")
    outer = "<!DOCTYPE html [<!ENTITY x SYSTEM 'file:///etc/passwd'>]><html><img alt='&x;'/></html>"
    yield Case("entity-of-a-file", answer(outer, "application/xhtml+xml"), "done")


def pictures() -> Iterator[Case]:
    """What a picture may be: `/NAME/p` is the only one of the page."""
    jpeg, gif, bmp = encoded("JPEG"), encoded("GIF"), encoded("BMP")
    size = jpeg.index(b"\xff\xc0") + 5
    svg = "<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'>{}</svg>"
    laughs = "<!DOCTYPE svg [<!ENTITY a 'ha'><!ENTITY b '&a;&a;&a;&a;'>]>"
    for name, data, expected in (
        ("png-bomb", png_of(30_000, 30_000), "too large"),
        ("png-long-line", png_of(2_000_000_000, 1), "too large"),
        ("png-inside-icon", ico_of(png_of(20_000, 20_000)), "too large"),
        ("jpeg-huge", patched(jpeg, size, b"\xff\xdc\xff\xdc"), "too large"),
        ("gif-huge", patched(gif, 6, b"\xff" * 4), "too large"),
        ("bmp-huge", patched(bmp, 18, b"\xff\xff\0\0" * 2), "too large"),
        ("webp-huge", b"RIFF\x20\0\0\0WEBPVP8X\x0a\0\0\0\0\0\0\0" + b"\xff" * 6, "too large|not an|dam|trunc"),
        ("gif-100000-frames", gif_of(100_000), "done, 1 images$"),
        ("png-truncated", encoded("PNG", (300, 300))[:150], "truncated|damaged"),
        ("avif-truncated", encoded("AVIF")[:200], "truncated|damaged|not an image"),
        ("tiff-loop", patched(encoded("TIFF"), 4, b"\x04\0\0\0"), "not an image|damaged|truncated"),
        ("empty", b"", "empty file"),
        ("page-as-picture", LEAST.encode(), "not an image"),
        ("program", b"\x7fELF" + bytes(1000), "not an image"),
        ("svg-entities", (laughs + svg.format("&b;")).encode(), "browser can draw"),
        ("svg-script", svg.format("<script>for(;;);</script>").encode(), "browser can draw"),
        ("svg-outside", svg.format("<image href='http://10.0.0.1/'/>").encode(), "browser can draw"),
        ("svg-uses", svg.format("<g id='a'><use href='#a'/></g>").encode(), "browser can draw"),
    ):  # fmt: skip
        yield _picture(name, answer(data, "image/png"), expected)
    yield _picture(
        "picture-endless", endless(head("image/png"), bytes(64_000)), "larger than|still"
    )
    yield _picture("picture-slow", endless(head("image/png"), b"\x89", slow=True), "still coming")
    yield _picture(
        "picture-gzip-bomb", answer(bomb(60), "image/png", Content_Encoding="gzip"), "larger"
    )
    yield _picture("picture-to-file", moved("file:///etc/passwd"), "protocol|file")
    yield _picture("picture-to-private", moved("http://192.168.0.1/"), NAMED)
    yield _picture("picture-loop", moved("/picture-loop/p"), "redirect")


def _picture(name: str, sent: Chunks, expected: str) -> Case:
    body = page("<img src=p alt=x width=40 height=30>")
    return Case(name, body, f"done, 1 .*({expected})|^{expected}", {"p": sent})


def scripts() -> Iterator[Case]:
    """What only a browser runs."""
    image = f"<img src={PIXEL} alt=x>"
    for name, body, expected in (
        ("alert-loop", "<script>for (let i = 0; i < 50; i++) alert(i)</script>" + image, BUSY),
        ("alert-for-ever", "<script>setInterval(() => { alert(1); confirm(2); prompt(3) })</script>", BUSY),
        ("leave-me-not", "<script>onbeforeunload = (e) => { e.preventDefault(); return 'no' }</script>", "done"),
        ("open-storm", "<script>for (let i = 0; i < 60; i++) open('/x')</script>" + image, "done, 1 "),
        ("endless-scroll", "<script>onscroll = () => { const p = document.createElement('p');"
         "p.style.height = '2000px'; document.body.append(p) }</script><p style='height:3000px'>", "done"),
        ("endless-loop", "<script>setTimeout(() => { for (;;); }, 50)</script>" + image, BUSY),
        ("mutations", "<script>setInterval(() => { document.body.append('x') })</script>" + image, "done, 1 "),
        ("deep-by-script", "<script>let at = document.body; for (let i = 0; i < 100000; i++) "
         "at = at.appendChild(document.createElement('div'))</script>", BUSY),
        ("nodes-300000", "<script>const f = document.createDocumentFragment(); for (let i = 0; i < 3e5;"
         "i++) f.append(document.createElement('b')); document.body.append(f)</script>", BUSY),
        ("reload", "<script>setTimeout(() => location.reload(), 60)</script>", "again|hung|done"),
        ("refresh", "<meta http-equiv=refresh content='0'>", "again|hung|done"),
        ("redefines", "<script>Array.prototype.map = JSON.stringify = document.querySelectorAll = null;"
         "Object.defineProperty(document, 'title', {get() { throw 1 }})</script>" + image, "done, 1 "),
        ("writes", "<script>setInterval(() => document.write('<p>x'), 1)</script>", BUSY),
        ("frames-120", "<iframe srcdoc='<img src=x>'></iframe>" * 120, "done.*more than 100 frames"),
        ("frame-in-itself", "<iframe src=/frame-in-itself/></iframe>" + image, "done"),
        ("frame-takes-top", "<iframe srcdoc=\"<script>top.location='about:blank'</script>\"></iframe>", BUSY),
        ("frame-private", "<iframe src=http://10.0.0.1/></iframe>" + image, f"done, 1 .*{NAMED}"),
        ("frame-file", "<iframe src=file:///etc/passwd></iframe>" + image, "done, 1 "),
        ("workers", "<script>for (let i = 0; i < 20; i++) new Worker('data:,for(;;);')</script>" + image, BUSY),
        ("downloads", "<a download href=data:,x></a><script>for (let i = 0; i < 20; i++) "
         "document.querySelector('a').click()</script>" + image, BUSY),
        ("prints", "<script>for (let i = 0; i < 9; i++) print()</script>" + image, "done, 1 "),
        ("shadow-by-script", "<script>let at = document.body; for (let i = 0; i < 500; i++) { const d = "
         "document.createElement('div'); at.append(d); at = d.attachShadow({mode: 'closed'}) }</script>", BUSY),
        ("stops-itself", "<script>window.stop()</script>" + image, "done"),
        ("asks-permissions", "<script>navigator.geolocation.getCurrentPosition(() => 1); "
         "Notification.requestPermission()</script>" + image, "done, 1 "),
        ("canvas-huge", "<canvas width=30000 height=30000 role=img aria-label=x></canvas>", BUSY),
    ):  # fmt: skip
        yield Case(name, page(body), expected, browser=True)
    for name, sent, expected in (
        ("endless-in-browser", endless(head() + LEAST.encode(), b"<p>" + b"x" * 16_000), BUSY),
        ("bomb-in-browser", answer(bomb(30, LEAST.encode()), Content_Encoding="gzip"), BUSY),
        (
            "headers-in-browser",
            endless(b"HTTP/1.1 200 OK\r\n", b"X: y\r\n", slow=True),
            "no answer",
        ),
        ("private-in-browser", moved("http://10.0.0.1/"), NAMED),
        ("file-in-browser", moved("file:///etc/passwd"), "UNSAFE_REDIRECT|file"),
    ):
        yield Case(name, sent, expected, browser=True)
    svg = "<svg xmlns='http://www.w3.org/2000/svg' width='40' height='30'>{}</svg>"
    outside = svg.format("<script>fetch('//10.0.0.1')</script><image href='http://10.0.0.1/'/>")
    beside = {"p": answer(outside, "image/svg+xml")}
    yield Case("svg-in-browser", page("<img src=p alt=x>"), "done, 1 ", beside, browser=True)
    large = {"p": answer(png_of(12_000, 3000), "image/png")}
    yield Case("png-in-browser", page("<img src=p alt=x width=9>"), "done, 1 ", large, browser=True)


CASES = (*hosts(), *pages(), *pictures(), *scripts())
