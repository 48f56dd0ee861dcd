"""docs/rules.md, made from the rules: `python -m auditor.rules.table > docs/rules.md`."""

from __future__ import annotations

import sys

from auditor.rules import RULES
from auditor.rules.rule import Rule

_HEAD = """\
# Rules

This page is made from the rules themselves (`python -m auditor.rules.table > docs/rules.md`); a
test keeps it true.

A rule first asks whether it applies to an image use, then whether its expectation holds. Outcomes
are those of EARL: *failed* is sure, *cantTell* asks a person to look, *passed* and *inapplicable*
are not reported. Rules that lean on a model's score say *cantTell*, and *failed* only far out.
Criteria are those of WCAG 2.2; a rule without one is advice.

| Rule | Severity | Criteria | Needs a score | What is wrong |
| --- | --- | --- | --- | --- |
"""


def rules_markdown(rules: tuple[Rule, ...] = RULES) -> str:
    """The whole page: a table, then a section a rule with its help and its messages."""
    rows = "".join(_row(rule) for rule in rules)
    return _HEAD + rows + "".join(_section(rule) for rule in rules)


def _row(rule: Rule) -> str:
    cells = (
        f"[{rule.id}](#{rule.id})",
        rule.severity.value,
        "<br>".join(rule.criteria) or "none",
        "yes" if rule.needs_scores else "no",
        rule.summary,
    )
    return "| " + " | ".join(cells) + " |\n"


def _section(rule: Rule) -> str:
    messages = "".join(f"- {text}\n" for text in rule.messages.values())
    return f"\n## {rule.id}\n\n{rule.summary} {rule.help}\n\nMessages:\n\n{messages}"


if __name__ == "__main__":
    sys.stdout.write(rules_markdown())
