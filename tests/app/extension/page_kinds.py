"""Pages of the kinds that must be judged alike by the extension and by a scan."""

from __future__ import annotations

import io
from collections.abc import Mapping

from PIL import Image, ImageDraw

from tests.conftest import Answer, Site

CSP = "default-src 'none'; img-src 'self'; style-src 'self'; connect-src 'none'; script-src 'none'"
PLAIN = """<h1>Foxes</h1><p>Foxes live in woods and hunt at night.</p>
<img src="/fox.png" alt="A red fox in a wood"><img src="/fox.png">
<img src="/leaf.png" alt="IMG_0001">
<figure><img src="/leaf.png" alt="A leaf"><figcaption>A leaf</figcaption></figure>
<a href="/"><img src="/leaf.png" alt=""></a><img src="/gone.png" alt="Never came">
<div style="background: url(/fox.png); width: 200px; height: 150px"></div>
<svg width="90" height="60" role="img" aria-label="A green square"><rect width="90" height="60"
 fill="green"/></svg><img src="/mark.svg" alt="mark.svg" width="80" height="80">
<p hidden><img src="/fox.png"></p>"""
MARK = b"""<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><circle cx="4" cy="4" r="4"/>
</svg>"""
INNER = """<h1>Inner</h1><img src="/leaf.png">
<iframe srcdoc="<img src=/fox.png alt=Innermost>"></iframe>"""
SHADOW = """<h1>Shadow</h1><x-open></x-open><div id="closed"></div><script>
const put = (host, mode, html) => host.attachShadow({mode}).innerHTML = html;
put(document.querySelector("x-open"), "open",
  '<img src="/fox.png" alt="A fox in the open root"><div id="in"></div>');
put(document.querySelector("x-open").shadowRoot.querySelector("#in"), "closed",
  '<img src="/leaf.png" alt="image">');
put(document.querySelector("#closed"), "closed", '<img src="/fox.png">');</script>"""
LAZY = """<h1>Lazy</h1><img src="/fox.png?1" alt="A red fox"><div style="height: 6000px"></div>
<img loading="lazy" src="/fox.png?2" alt="A red fox by a tree" width="300" height="200">
<div style="height: 3000px"></div><img data-src="/leaf.png" alt="A leaf" width="300" height="200">
<script>new IntersectionObserver((seen) => seen.forEach((each) => {
  if (each.isIntersecting) each.target.src = each.target.dataset.src;
})).observe(document.querySelector("[data-src]"));</script>"""


def picture(colour: str, shape: str) -> bytes:
    """A picture of one shape, so that two are told apart."""
    image = Image.new("RGB", (300, 200), "#dfe8f0")
    draw = ImageDraw.Draw(image)
    {"circle": draw.ellipse, "box": draw.rectangle}[shape]((90, 40, 210, 160), fill=colour)
    out = io.BytesIO()
    image.save(out, "PNG")
    return out.getvalue()


def many(count: int) -> str:
    """A page of `count` images, of three kinds in turn."""
    kinds = ('<img src="/fox.png" alt="A red fox">', '<img src="/leaf.png?{n}">')
    kinds += ('<img src="/leaf.png" alt="IMG_{n}.jpg">',)
    images = (kinds[n % 3].format(n=n % 30) for n in range(count))
    return f"<h1>Many</h1><style>img {{ width: 90px }}</style>{''.join(images)}"


def page(title: str, body: str, headers: Mapping[str, str]) -> Answer:
    """A page with more headers than its own."""
    html = f"<!doctype html><html lang=en><title>{title}</title>{body}".encode()
    return 200, {"Content-Type": "text/html; charset=utf-8", **headers}, html


def fill(site: Site, headers: Mapping[str, str] | None = None) -> None:
    """Put pages and pictures on a site; pages are sent with these headers."""
    site["/fox.png"] = picture("#c0501e", "circle")
    site["/leaf.png"] = picture("#2a8a3a", "box")
    for n in range(30):
        site[f"/leaf.png?{n}"] = picture("#2a8a3a", "box")
    site["/fox.png?1"] = site["/fox.png?2"] = picture("#c0501e", "circle")
    site["/mark.svg"] = (200, {"Content-Type": "image/svg+xml"}, MARK)
    frames = [
        f'<iframe src="{site.url("/inner", host=host)}">' for host in ("127.0.0.1", "localhost")
    ]
    bodies = {
        "/plain": PLAIN,
        "/shadow": SHADOW,
        "/lazy": LAZY,
        "/frames": f'<h1>Frames</h1><img src="/fox.png" alt="A fox">{"</iframe>".join(frames)}',
        "/inner": INNER,
        "/500": many(500),
        "/20": many(20),
    }
    for path, body in bodies.items():
        site[path] = page(path, body, headers or {})
