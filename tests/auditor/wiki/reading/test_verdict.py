"""The one verdict on an image of an article."""

from __future__ import annotations

from typing import Any

import pytest

from auditor.findings import Finding, Outcome, Severity, Status, Verdict
from auditor.results import Judged as Judgement
from auditor.results import JudgedUse, PictureInfo
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
PICTURE = PictureInfo("f0", "image/jpeg", 640, 480, 1000)
DOUBT = Finding("text-does-not-fit-picture", Outcome.CANT_TELL, Severity.SERIOUS, "It may not fit.")


def verdict_on(
    alt: str | None,
    caption: str,
    *found: Finding,
    quality: float = 4.0,
    picture: PictureInfo | None = None,
    **parts: float | None,
) -> JudgedUse:
    """Of a thumbnail with these texts, of which the rules for any page found `found`."""
    written = "" if alt is None else f'alt="{alt}"'
    (image,) = read_wiki(THUMB.format(alt=written, caption=caption), ARTICLE.base).images
    values: dict[str, Any] = {"scores": scores_of(quality, **parts) if alt else None}
    general = Verdict(Status.OK, "", found, 0.0)
    return judged(
        ARTICLE, image, None, Judgement(image.record, None, verdict=general, **values), picture
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


def test_a_caption_that_the_software_copied_is_no_text_of_another_picture() -> None:
    """Its author wrote it for this picture, to tell what cannot be seen."""
    evidence = {"text": "The way to the garden", "value": "0.02"}
    far = Finding(DOUBT.rule, Outcome.FAILED, Severity.SERIOUS, "Another picture's.", evidence)
    copied, written = (verdict_unseen(alt, far) for alt in ("The way to the garden", "Two cows"))
    assert (copied.verdict.status, written.verdict.status) == (Status.WEAK, Status.WRONG)
    assert copied.verdict.reason.startswith("“The way to the garden” may not be about this picture")
    assert copied.verdict.priority < written.verdict.priority


def verdict_unseen(alt: str, *found: Finding) -> JudgedUse:
    """Of a picture without a frame, whose caption readers do not see."""
    html = (
        '<span typeof="mw:File"><a href="./File:Cat.jpg" title="The way to the garden" '
        f'class="mw-file-description"><img alt="{alt}" resource="./File:Cat.jpg" '
        'src="//upload.example/Cat.jpg" width="220" height="147"/></a></span>'
    )
    (image,) = read_wiki(html, ARTICLE.base).images
    general = Verdict(Status.OK, "", found, 0.0)
    outcome = Judgement(image.record, None, verdict=general, scores=scores_of(2.0))
    return judged(ARTICLE, image, None, outcome, None)


@pytest.mark.parametrize("quality", [1.1, 2.4])
def test_beside_a_caption_that_readers_see_no_score_alone_makes_a_text_weak(
    quality: float,
) -> None:
    caption = "Its nest on the Hudson, found in 2012."
    beside = verdict_on("A bald eagle", caption, quality=quality, picture=PICTURE)
    assert beside.verdict.status is Status.OK
    assert beside.verdict.reason.startswith("It is short, or leaves to the caption")
    alone = verdict_on("A bald eagle", "", quality=quality, picture=PICTURE)
    assert alone.verdict.status is Status.WEAK


def test_good_is_not_said_beside_a_caption_of_what_was_half_compared() -> None:
    caption = "Its nest on the Hudson, found in 2012."
    use = verdict_on("A bald eagle", caption, quality=1.1, picture=PICTURE, compatibility=None)
    assert use.verdict.status is Status.NOT_COMPARED


def test_what_asks_for_names_says_nothing_beside_a_caption_that_readers_see() -> None:
    asks = ("text-does-not-serve-page", "text-says-little")
    found = [Finding(rule, Outcome.CANT_TELL, Severity.ADVICE, "Say more.") for rule in asks]
    caption = "Its nest on the Hudson."
    beside = verdict_on("A bald eagle", caption, *found, quality=1.5, picture=PICTURE)
    assert (beside.verdict.status, beside.verdict.findings) == (Status.OK, ())
    alone = verdict_on("A bald eagle", "", *found, quality=1.5, picture=PICTURE)
    assert [finding.rule for finding in alone.verdict.findings] == list(asks)


def test_a_file_name_is_weak_beside_a_caption_too() -> None:
    use = verdict_on("Cat.jpg", "Its nest on the Hudson.", picture=PICTURE)
    assert use.verdict.status is Status.WEAK
    assert use.verdict.findings[0].rule == "alt-is-file-name"
