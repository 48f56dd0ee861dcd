"""The one verdict on an image of an article."""

from __future__ import annotations

from typing import Any

import pytest

from auditor.findings import Finding, Outcome, Severity, Status, Verdict
from auditor.results import Judged as Judgement
from auditor.results import JudgedUse
from auditor.wiki.reading.verdict import judged
from auditor.wiki.sites.article import Article
from auditor.wiki.wikitext.names import ENGLISH
from extractors.mediawiki.page import read_wiki
from tests.auditor.conftest import scores_of

THUMB = (
    '<figure typeof="mw:File/Thumb"><a href="./File:Cat.jpg" class="mw-file-description">'
    '<img {alt} resource="./File:Cat.jpg" src="//upload.example/Cat.jpg" width="220" height="147"/>'
    "</a><figcaption>{caption}</figcaption></figure>"
)
ARTICLE = Article("Cat", "", "https://wiki.example/wiki/Cat", "en", 7, "", "", ENGLISH)
DOUBT = Finding("text-does-not-fit-picture", Outcome.CANT_TELL, Severity.SERIOUS, "It may not fit.")


def verdict_on(alt: str | None, caption: str, *found: Finding, quality: float = 4.0) -> JudgedUse:
    """Of a thumbnail with these texts, of which the rules for any page found `found`."""
    written = "" if alt is None else f'alt="{alt}"'
    (image,) = read_wiki(THUMB.format(alt=written, caption=caption), ARTICLE.base).images
    values: dict[str, Any] = {"scores": scores_of(quality) if alt else None}
    general = Verdict(Status.OK, "", found, 0.0)
    return judged(
        ARTICLE, image, None, Judgement(image.record, None, verdict=general, **values), None
    )


def test_a_missing_text_is_missing_though_a_caption_could_name_the_picture() -> None:
    use = verdict_on(None, "A cat sleeps on a wall in Rome.")
    assert use.verdict.status is Status.MISSING
    assert [finding.rule for finding in use.verdict.findings] == ["no-alt"]


def test_what_a_rule_is_sure_of_decides_before_a_doubt() -> None:
    caption = "A cat sleeps on a wall in Rome."
    use = verdict_on(caption, caption, DOUBT)
    assert use.verdict.status is Status.REDUNDANT
    assert use.verdict.reason.startswith("“A cat sleeps on a wall in Rome.” is the caption")
    assert [f.rule for f in use.verdict.findings] == ["alt-repeats-its-caption", DOUBT.rule]


def test_a_doubt_alone_still_decides() -> None:
    use = verdict_on("A grey tabby", "In Rome, a cat sleeps on a wall.", DOUBT)
    assert (use.verdict.status, use.verdict.reason) == (Status.WEAK, "It may not fit.")


def test_a_text_that_sends_to_a_caption_is_right_and_has_no_score() -> None:
    use = verdict_on("refer to caption", "A cat sleeps on a wall in Rome.", DOUBT, quality=1.2)
    assert (use.verdict.status, use.scores, use.verdict.findings) == (Status.OK, None, ())


@pytest.mark.parametrize("alt", ["refer to caption", "See caption"])
def test_a_text_that_sends_to_no_caption_is_weak(alt: str) -> None:
    assert verdict_on(alt, "").verdict.status is Status.WEAK
