"""One verdict on an image of an article: the rules for any page and those for editors, joined."""

from __future__ import annotations

from dataclasses import replace

from auditor.findings import Outcome, Scores, Status
from auditor.judge.verdict import STATUS_BY_RULE, judge, leading
from auditor.message import Message
from auditor.results import Judged, JudgedUse, PictureInfo
from auditor.rules.rule import Use
from auditor.wiki.rules import STATUS, findings, kept
from auditor.wiki.rules.on_text import refers_to_caption
from auditor.wiki.sites.article import Article
from auditor.wiki.wikitext.uses import FileUse
from extractors.mediawiki.records import WikiImage

_STATUSES = {**STATUS_BY_RULE, **STATUS}
_FINE = 2.0
"""Priority of what is right as it is."""
_SHORT = Message(
    "It is short, or leaves to the caption what readers see there, as it should. See that it fits "
    "the picture."
)
_REFERS = Message(
    "It sends a listener to the caption, which readers see. See that the caption says it all."
)


def judged(
    article: Article,
    image: WikiImage,
    use: FileUse | None,
    outcome: Judged,
    picture: PictureInfo | None,
) -> JudgedUse:
    """An image with the verdict for editors; it has no rank yet. A text that sends a listener to
    the caption has no score: it tells nothing by itself, and is right so (WP:ALT)."""
    refers = refers_to_caption(image)
    scores = None if refers else outcome.scores
    found = findings(image, use, article.names, scores)
    if not refers:
        found += kept(outcome.verdict.findings, image)
    # What is sure decides before what a score makes doubtful.
    sure = tuple(f for f in found if f.outcome is Outcome.FAILED and _STATUSES[f.rule][0])
    verdict = judge(Use(outcome.record, picture, scores), sure or found, _STATUSES)
    if verdict.status is Status.WEAK and image.caption_visible and not leading(found, _STATUSES):
        # By the score alone, which asks for names and for more words than an editor owes here.
        status = Status.OK if _compared(scores) else Status.NOT_COMPARED
        verdict = replace(verdict, status=status, reason=_SHORT, priority=_FINE)
    verdict = replace(verdict, findings=found)
    if refers and not found:
        verdict = replace(verdict, status=Status.OK, reason=_REFERS)
    made = replace(outcome, scores=scores, verdict=verdict)
    return JudgedUse.of(made, picture, rank=0, page_url=article.permanent, page_title=article.title)


def _compared(scores: Scores | None) -> bool:
    """With its picture and with the article: good is said of nothing less."""
    return scores is not None and None not in (
        scores.compatibility.value,
        scores.relevance.value,
    )
