"""docs/rules.md, made from the rules: `python -m auditor.rules.table > docs/rules.md`.

Precision comes from `precision.json` (`python -m auditor.bench.rules`) and `on_pages.json`
(`auditor/rules/measured.py`), the examples from the case pages of the tests, so that each example
is tested.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Mapping
from importlib.resources import files
from pathlib import Path
from typing import Any

from auditor.rules import RULES
from auditor.rules.across_pages import SITE_RULES, SiteRule
from auditor.rules.measured import readings, sample, total
from auditor.rules.rule import Rule
from auditor.texts.wordlists import SECTIONS

CASES = Path(__file__).parents[2] / "tests" / "auditor" / "rules" / "cases"
"""Of a checkout; the installed package has no tests and needs no table."""

_HEAD = """\
# Rules

This page is made from the rules themselves (`python -m auditor.rules.table > docs/rules.md`); a
test keeps it true.

A rule first asks whether it applies to an image use, then whether its expectation holds. Outcomes
are those of EARL: *failed* is sure, *cantTell* asks a person to look, *passed* and *inapplicable*
are not reported. Rules that lean on a model's score say *cantTell*, and *failed* only far out.
Criteria are those of WCAG 2.2; a rule without one is advice.

**Precision** is the share of findings whose message a person found right, of a fixed random sample
of the findings on {texts} real alternative texts (`auditor bench rules`, with its 95% interval). A
rule below 95% is advice. The figures are likely high: the rules on wording were sharpened after
reading hits on these same texts, and one person labelled them (a finding of alt-very-long is called
right above 300 characters). Texts of one site are alike, which the interval does not know, and
texts of every language are taken as if they stood on an English page. A dash: the rule needs more
than a text, so it is tested on its case page and on other tools' cases (`auditor bench
conformance`). The word lists of languages other than English are not measured.

**On pages** is the share of findings that were right, of random samples (seeds {seed}, 18 and 31,
at most five findings a page) of {read} findings from {pages} pages that nobody here wrote and on
which no rule had been sharpened before: front pages saved with their pictures, recipes and news
saved for other purposes, templates of sites, documentation that packages ship. Each was read beside
the source of its page by the makers of the rules: an outsider may judge otherwise. *Arguable* means
true, but of little use in that place. Over all rules {right} of {read} are right, {share}% (95%
interval {low} to {high}), {arguable} arguable, {wrong} wrong, as they stood when they were read;
rules that were found wrong have been mended since, and keep their counts. There were four samples,
read on three days, each on other pages than those before and with the rules mended in between:

| sample | findings | right | arguable | wrong |
| --- | ---: | ---: | ---: | ---: |
| first | 198 | 178, 89.9% (84.9 to 93.4) | 13 | 7 |
| second, the same day | 127 | 118, 92.9% (87.1 to 96.2) | 8 | 1 |
| third, another day, 80 pages | 199 | 185, 93.0% (88.5 to 95.8) | 11 | 3 |
| fourth, a third day, 92 pages | 100 | 99, 99.0% (94.6 to 99.8) | 1 | 0 |

The fourth is of 581 saved pages of newspapers, shops and weblogs, most of them German, Spanish,
Polish or English, read as files without their pictures and without a model, so that 38 of its 100
findings are links without a name; it was read once, by a maker. Advice that made a fault was mended
on 459 other pages of that collection just before.

Half of the first sample and half of the third were read a second time, in another order and without
the first judgement, but by one of the makers again, the third within the hour; of each 100 findings
one was judged otherwise, and counts as the harsher reading has it. Another maker, who had seen
neither pages nor judgements, read every fourth finding of a part of the third sample (33): 31
right, none wrong, 2 arguable. Findings that rules were
sharpened on are not counted: 34 on 13 pages before the second sample (20 right, 12 arguable, 2
wrong), 135 on the half of the third's 196 pages that was kept for that (126 right, 7 arguable, 2
wrong). Most pages were read without a browser. A rule with few findings is not called good by its
figure. Rules that read the text in pictures were not measured.

What is not found counts too: of 60 images that were called ok or decorative on the 73 of these
pages that have their pictures (seed 18, at most three a page, with the model), an expert would flag
four: “ATV Picture”, “Europa” on a map, “Print” on a logo, “click here” in a link with words. On ten
of these pages (seed 10) the first ten of the queue were read: on nine the first is the worst; on
one an `img` without any picture stands above pictures whose text is said twice.

What was left out, and why: [decisions](decisions/rules.md#checks-that-are-left-out).

## Words

Lists of words stand in `auditor/texts/words`, one file a language (de, en, es, fr, it, ja, nl, pl,
pt, sv). The language of the place where an image stands chooses the list, English is always added.
To add words of your own, put files of the same form into a folder `words` in the configuration
folder of `auditor`, or into the folder that the environment variable `AUDITOR_WORDS` names. A file
`en.txt` adds to English, and a file for a new language starts one:

```
[placeholder]
team shot
!logo
```

`!` takes an entry out. Sections: {sections}.

## All rules

| Rule | Severity | Criteria | Needs a score | Precision | On pages | What is wrong |
| --- | --- | --- | --- | --- | --- | --- |
"""
_SITE = """
## Across the pages

Rules on groups of image uses, after the last page is read. Each group is one finding, which is
advice and changes no verdict.
"""
_EXAMPLE = re.compile(r'\sid="(?P<outcome>failed|cantTell|passed)-\d+"')
_DATA = re.compile(r'\sdata-(?P<name>[a-z]+)="(?P<value>[^"]*)"')
_OTHER_ID = re.compile(r'\sid="(?:failed|cantTell|passed|inapplicable)-\d+"')

Figures = Mapping[str, Mapping[str, Any]]


def rules_markdown(rules: tuple[Rule, ...] = RULES) -> str:
    """The whole page: a table, then a section a rule with its help, messages and examples."""
    figures: Figures = json.loads((files("auditor.rules") / "precision.json").read_text("utf-8"))
    texts = max(figure["texts"] for figure in figures.values())
    names = ", ".join(f"`{name}`" for name in SECTIONS)
    head = _HEAD.replace("{texts}", f"{texts:,}").replace("{sections}", names)
    head = head.format_map(_Kept(_read_on_pages()))
    rows = "".join(_row(rule, figures) for rule in rules)
    sections = "".join(_section(rule, figures) for rule in rules)
    return head + rows + sections + _SITE + "".join(_site(rule) for rule in SITE_RULES)


class _Kept(dict[str, str]):
    """Braces that name nothing stay."""

    def __missing__(self, key: str) -> str:
        return f"{{{key}}}"


def _read_on_pages() -> dict[str, str]:
    every, read = total(), sample()
    low, high = every.interval
    return {
        "seed": str(read["seed"]),
        "pages": str(read["pages"]),
        "read": str(every.n),
        "right": str(every.right),
        "arguable": str(every.arguable),
        "wrong": str(every.wrong),
        "share": f"{100 * every.right / every.n:.1f}",
        "low": f"{100 * low:.1f}",
        "high": f"{100 * high:.1f}",
    }


def _row(rule: Rule, figures: Figures) -> str:
    figure = figures.get(rule.id)
    cells = (
        f"[{rule.id}](#{rule.id})",
        rule.severity.value,
        "<br>".join(rule.criteria) or "none",
        "yes" if rule.needs_scores else "no",
        f"{figure['value']:g}%" if figure else "–",
        f"{read.right} of {read.n}" if (read := readings().get(rule.id)) else "–",
        rule.summary,
    )
    return "| " + " | ".join(cells) + " |\n"


def _section(rule: Rule, figures: Figures) -> str:
    messages = "".join(f"- {text}\n" for text in rule.messages.values())
    return (
        f"\n### {rule.id}\n\n{rule.summary} {rule.help}\n\nMessages:\n\n{messages}"
        f"{_precision(figures.get(rule.id))}{_on_pages(rule)}{_examples(rule)}"
    )


def _site(rule: SiteRule) -> str:
    messages = "".join(f"- {text}\n" for text in rule.messages.values())
    return f"\n### {rule.id}\n\n{rule.summary} {rule.help}\n\nMessages:\n\n{messages}"


def _precision(figure: Mapping[str, Any] | None) -> str:
    if figure is None:
        return ""
    return (
        f"\nPrecision: {figure['right']} of {figure['labelled']} findings are right, "
        f"{figure['value']:g}% (95% interval {figure['low']:g} to {figure['high']:g}); "
        f"{figure['hits']:,} findings in {figure['texts']:,} texts.\n"
    )


def _on_pages(rule: Rule) -> str:
    read = readings().get(rule.id)
    if read is None:
        return ""
    low, high = read.interval
    return (
        f"\nOn pages: {read.right} of {read.n} findings are right (95% interval of the share "
        f"{100 * low:.0f} to {100 * high:.0f}%), {read.arguable} arguable, {read.wrong} wrong.\n"
    )


def _examples(rule: Rule) -> str:
    """The first element of the case page with a finding, and the first that passes."""
    lines = (CASES / f"{rule.id}.html").read_text("utf-8").splitlines()
    found: dict[str, str] = {}
    for line in lines:
        if match := _EXAMPLE.search(line):
            found.setdefault("Pass" if match["outcome"] == "passed" else "Finding", line)
    return "".join(f"\n{what}{_shown(line)}" for what, line in sorted(found.items()))


def _shown(line: str) -> str:
    notes = ", ".join(f"{match['name']} {match['value']}" for match in _DATA.finditer(line))
    html = _OTHER_ID.sub("", _DATA.sub("", line))
    return f"{f' ({notes})' if notes else ''}:\n\n```html\n{html}\n```\n"


if __name__ == "__main__":
    sys.stdout.write(rules_markdown())
