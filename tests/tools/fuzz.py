"""Mutated pages through extraction and the rules, mutated pictures through decoding.

    python -m tests.tools.fuzz pages --count 10000
    python -m tests.tools.fuzz pictures --count 10000 --start 10000

A case is its number: it comes out the same each time, so a run goes on with --start. Blocks of
cases run in a process of their own with bounded memory, so that a decoder that brings down the
process is a finding too. Prints a line a finding, and the worst seconds (of the processor).
"""

from __future__ import annotations

import argparse
import io
import multiprocessing
import resource
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache, partial
from multiprocessing.sharedctypes import Synchronized
from random import Random

import numpy as np
from PIL import Image

from auditor.judge.judge import Judge
from extractors.extract import extract
from extractors.facts import Background, Box, ElementFacts
from models.pictures import PictureError, decode, thumbnail

MOST_SECONDS = 1.0
"""Of the processor, for one run of a case."""
MOST_MEMORY = 2_000_000_000
"""Bytes of address space that a block may take beyond what it starts with."""
BLOCK = 250

PAGES = (
    """<!doctype html><html lang=en><title>Foxes</title><base href=/a/><h1>Red <i>foxes</i></h1>
    <p>Some text<img data-auditor=1 id=a src=a.png alt="A fox" usemap=#m title=t>and more</p>
    <map name=m><area href=/x alt=head coords=1,2,3,4><area shape=circle coords="5,5"></map>
    <figure><img srcset="b.png 1x, c.png 2x" sizes=50vw><figcaption>Two cubs</figcaption></figure>
    <a href=/next><img src=n.png alt="Next page"></a><a href=/next>Next page</a>""",
    """<div style="background: url(bg.png) no-repeat, url('b&quot;.png')" data-auditor=2></div>
    <style>@import "x.css"; .a::before { content: url(q.png) / "alt" } #b { display: none }
    @media screen { .c { visibility: hidden } } .d:not(.e):nth-child(2n+1) > p ~ q {}</style>
    <p class=a id=b>x<span class="c d">y<img src=z.png alt=z aria-labelledby="b b nowhere"></span>
    <picture><source media="(min-width:1px)" srcset=s.webp><img src=t.png alt></picture>
    <noscript><img src=lazy.png alt=lazy></noscript><img data-src=lazy.png src=data:image/gif;,>""",
    """<div id=host data-auditor=3><template shadowrootmode=open><slot name=s><img src=f.png>
    </slot><svg role=img aria-labelledby=t><title id=t>Chart</title><image href=i.png /></svg>
    </template><b slot=s>light</b></div><svg viewBox="0 0 1 1"><use href="#x"/></svg>
    <object data=o.svg type=image/svg+xml><embed src=e.png><p>fallback</object>
    <video poster=p.jpg></video><canvas role=img aria-label=c>in</canvas>
    <iframe srcdoc="&lt;img src=x alt='in srcdoc'&gt;"></iframe><input type=image alt=Go src=g.png>
    <button aria-label=b><i class="fa fa-star" aria-hidden=true>&#xe001;</i></button>""",
    """<table><tr><td><img src=1.png alt=1><td><img src=1.png alt=2></table><details><summary>
    <img src=s.png></summary><img src=hidden.png></details><ul><li hidden><img src=h.png alt=h>
    <li inert><img src=i.png alt=i><li aria-hidden=true><img src=j.png alt=j tabindex=0></ul>
    <p lang=de dir=rtl>Ein Bild: <img src=k.png alt="Ein Fuchs im Schnee" longdesc=#d></p>
    <math><mi>x</mi></math><a href="mailto:x@y.z">m</a><a href="http://[::1">n</a>""",
)
TOKENS = (
    "<", ">", '"', "'", "=", "&", "/", "\x00", "\ufffd", "\ud800", "\u202e", "&#0;", "&#xd800;",
    "<!--", "-->", "<![CDATA[", "]]>", "<?", "</", "<template shadowrootmode=open>", "<svg>",
    "</svg>", "<math>", "<table>", "<select>", "<p>", "<a href=>", "<img alt=x src=y>", "<slot>",
    " usemap=#m", " srcset='a 1x,,b 9999999999999w'", " alt=", " role=img", " aria-labelledby=a",
    " aria-owns=b", " id=a", " style='background:url(", "url(", "(" * 200, "[" * 200, "{" * 200,
    "<div>" * 300, "</div>" * 300, "<b><p>" * 60, "a " * 4000, "\\", "%", "%%", "//", "http://[",
    "data:,", "data:image/png;base64,////", "javascript:", "\n", "\t", " " * 2000, "-" * 2000,
    "<style>", "</style>", "<script>", "<title>", "<base href=http://[>", "<plaintext>",
    " data-auditor=1", " coords=1e999,nan,-5", " lang=x-" + "y" * 500, "١٢٣", "𝕏", "e\u0301" * 50,
)  # fmt: skip
FACTS = {
    "1": ElementFacts(natural_width=9, natural_height=9, box=Box(0, 0, 9, 9), loaded=True),
    "2": ElementFacts(backgrounds=(Background("http://h/bg.png"), Background("x", "::before"))),
    "3": ElementFacts(hidden="display: none", display="none", icon_font="Icons"),
}


@dataclass(frozen=True, slots=True)
class Fault:
    """A case that did not go well."""

    case: int
    what: str


def page(number: int) -> str:
    """The page of a case."""
    random = Random(f"page {number}")
    text = random.choice(PAGES)
    for _ in range(random.randint(1, 12)):
        text = _mutated(random, text, random.choice(PAGES), random.choice(TOKENS))
    return text


def _mutated(random: Random, text: str, other: str, token: str) -> str:
    start, end = sorted(random.randint(0, len(text)) for _ in range(2))
    end = min(end, start + random.choice((1, 4, 30, 400)))
    part = random.randint(0, len(other))
    return text[:start] + random.choice(
        (
            text[end:],
            token + text[start:],
            token + text[end:],
            text[start:end] * random.choice((2, 3, 50)) + text[end:],
            other[part : part + 200] + text[start:],
            text[end:][::-1] if len(text) < 200 else text[end:],
        )
    )


@cache
def pictures() -> tuple[bytes, ...]:
    """Small pictures of every format and mode that browsers show."""
    noise = Image.fromarray(
        np.random.default_rng(0).integers(0, 255, (24, 32, 3), dtype=np.uint8), "RGB"
    )
    forms: tuple[tuple[str, str, dict[str, object]], ...] = (
        ("JPEG", "RGB", {}),
        ("JPEG", "RGB", {"progressive": True}),
        ("JPEG", "CMYK", {}),
        ("PNG", "RGBA", {}),
        ("PNG", "P", {}),
        ("PNG", "I;16", {}),
        ("PNG", "1", {}),
        ("GIF", "P", {"save_all": True, "append_images": [noise.rotate(90)]}),
        ("WEBP", "RGBA", {"lossless": True}),
        ("WEBP", "RGB", {"save_all": True, "append_images": [noise.rotate(90)]}),
        ("AVIF", "RGB", {}),
        ("BMP", "RGB", {}),
        ("BMP", "P", {}),
        ("ICO", "RGBA", {"sizes": [(16, 16), (24, 24)]}),
        ("TIFF", "RGB", {"compression": "tiff_lzw"}),
        ("TIFF", "F", {"compression": "tiff_adobe_deflate"}),
        ("TIFF", "CMYK", {}),
    )
    found = []
    for form, mode, options in forms:
        out = io.BytesIO()
        image = noise.convert("L" if mode == "I;16" else mode)
        (image.convert("I;16") if mode == "I;16" else image).save(out, form, **options)
        found.append(out.getvalue())
    return tuple(found)


def picture(number: int) -> bytes:
    """The picture of a case."""
    random = Random(f"picture {number}")
    data = bytearray(random.choice(pictures()))
    for _ in range(random.choice((1, 1, 2, 4, 16))):
        place = random.randrange(len(data)) if random.random() < 0.6 else random.randrange(60)
        place = min(place, len(data) - 1)
        size = random.choice((1, 2, 4, 4, 8, 32))
        data[place : place + size] = random.choice(
            (
                random.randbytes(size),
                bytes((data[place] ^ 1 << random.randrange(8),)),
                b"\xff" * size,
                b"\x00" * size,
                bytes(data[place : place + size]) * random.choice((0, 2, 40)),
                (random.choice((1, 0x7FFF, 0x7FFFFFFF, 0xFFFF))).to_bytes(4, "big"),
            )
        )
        if not data:
            return b"\x00"
    return bytes(data)


def run_page(html: str, facts: dict[str, ElementFacts]) -> None:
    """Extraction, then the rules. Raises what goes wrong."""
    found = extract(html, "http://127.0.0.1/a/", facts=facts)
    outcomes, broken = Judge(None).uses(found.records, {}, "http://127.0.0.1/a/")
    assert len(outcomes) == len(found.records)
    assert not broken, broken[0]


def run_picture(data: bytes) -> None:
    """Decoding and the thumbnail. Raises what goes wrong; a clear refusal does not."""
    try:
        decoded = decode(data)
    except PictureError:
        return
    assert decoded.image.mode == "RGB"
    assert thumbnail(decoded)


def runs(kind: str, number: int) -> list[Callable[[], None]]:
    """What is done with a case: a page is read without and with a browser's facts."""
    if kind == "pictures":
        return [partial(run_picture, picture(number))]
    return [partial(run_page, page(number), facts) for facts in ({}, FACTS)]


def check(kind: str, number: int) -> tuple[str | None, float]:
    """What was wrong with a case, or None; and the seconds of its longest run."""
    worst = 0.0
    for run in runs(kind, number):
        start = time.process_time()
        try:
            run()
        except Exception as error:
            return f"{type(error).__name__}: {error}", worst
        worst = max(worst, time.process_time() - start)
    return (f"took {worst:.1f} s" if worst > MOST_SECONDS else None), worst


def _block(kind: str, start: int, end: int, at: Synchronized[int], answers: object) -> None:
    used = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
    resource.setrlimit(resource.RLIMIT_AS, (used + MOST_MEMORY, resource.RLIM_INFINITY))
    faults, worst = [], 0.0
    for number in range(start, end):
        at.value = number
        problem, seconds = check(kind, number)
        worst = max(worst, seconds)
        if problem:
            faults.append(Fault(number, problem))
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024 - used
    answers.put((faults, worst, peak))  # type: ignore[attr-defined]


def faults(kind: str, start: int, count: int) -> Iterator[tuple[list[Fault], float, int, int]]:
    """(faults, worst seconds, bytes beyond the start, next case), a block at a time."""
    context = multiprocessing.get_context("spawn")
    number = start
    while number < start + count:
        end = min(number + BLOCK, start + count)
        at, answers = context.Value("q", number), context.SimpleQueue()
        process = context.Process(target=_block, args=(kind, number, end, at, answers))
        process.start()
        process.join()
        if process.exitcode == 0:
            number = end
            yield *answers.get(), number
        else:
            died = Fault(at.value, f"the process ended with {process.exitcode}")
            number = at.value + 1
            yield [died], 0.0, 0, number


def main() -> int:
    """Run the cases that the arguments name; 1 when something was found."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("kind", choices=("pages", "pictures"))
    parser.add_argument("--count", type=int, default=10_000)
    parser.add_argument("--start", type=int, default=0)
    asked = parser.parse_args()
    found, worst, peak = 0, 0.0, 0
    for block, seconds, memory, done in faults(asked.kind, asked.start, asked.count):
        found, worst, peak = found + len(block), max(worst, seconds), max(peak, memory)
        for fault in block:
            print(f"{asked.kind} {fault.case}: {fault.what}", flush=True)
        if sys.stderr.isatty() or done % 1000 == 0:
            print(f"{done} done", file=sys.stderr, flush=True)
    print(
        f"{asked.count} {asked.kind} from {asked.start}: {found} faults, worst {worst:.2f} s, "
        f"at most {peak / 1e6:.0f} MB more than at the start"
    )
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
