"""The sentences of a report for editors."""

from __future__ import annotations

from dataclasses import replace

import pytest

from auditor.findings import Skipped, Status, Verdict
from auditor.results import Judged, ModelIdentity
from auditor.wiki.reading.audit import ArticleImage, AuditedArticle
from auditor.wiki.reading.match import Located
from auditor.wiki.reading.verdict import judged
from auditor.wiki.reports.report import WikiReport, ranked, rest_words, summary_sentence
from auditor.wiki.sites.article import Article
from auditor.wiki.wikitext.names import ENGLISH
from extractors.mediawiki.page import read_wiki

ARTICLE = Article("Cat", "", "https://wiki.example/wiki/Cat", "en", 7, "", "", ENGLISH)
IMAGE = (
    '<figure typeof="mw:File/Thumb"><a href="./File:Cat.jpg" class="mw-file-description">'
    '<img alt="A cat" resource="./File:Cat.jpg" src="//upload.example/Cat.jpg" width="220" '
    'height="147"/></a></figure>'
)


def report_on(*statuses: Status, skipped: tuple[Skipped, ...] = ()) -> WikiReport:
    (image,) = read_wiki(IMAGE, ARTICLE.base).images
    outcome = Judged(image.record, None, scores=None, verdict=Verdict(Status.OK, "", (), 0.0))
    use = judged(ARTICLE, image, None, outcome, None)
    images = tuple(
        ArticleImage(
            image, replace(use, verdict=Verdict(each, "", (), 1.0)), Located(None), None, 1
        )
        for each in statuses
    )
    articles = (AuditedArticle(ARTICLE, images, {}, {}),)
    started, model = "2026-01-01T00:00:00+00:00", ModelIdentity.of(None)
    return WikiReport(started, "1", model, articles, ranked(articles), skipped)


def test_nothing_to_do_is_said_where_everything_was_checked() -> None:
    report = report_on(Status.OK, Status.OK)
    assert summary_sentence(report) == "2 images in 1 article: nothing was found to do."
    assert rest_words(report) == "Nothing found to do"


@pytest.mark.parametrize(
    "report",
    [
        report_on(Status.OK, skipped=(Skipped("picture Cat.jpg", "it did not come"),)),
        report_on(Status.NOT_CHECKABLE),
        report_on(Status.OK, Status.NOT_COMPARED),
        replace(report_on(Status.OK), finished=False),
    ],
)
def test_it_is_never_said_where_something_was_not_checked(report: WikiReport) -> None:
    assert "none is known to ask for work, and not everything was checked." in summary_sentence(
        report
    )
    assert rest_words(report) == "Not known to ask for work"


def test_that_no_image_matters_is_not_sure_either_where_some_were_not_read() -> None:
    assert summary_sentence(report_on()) == "No image of 1 article is a matter for an editor."
    unread = report_on(skipped=(Skipped("images of Cat", "their links are not known"),))
    assert summary_sentence(unread) == (
        "No image of 1 article is known to be a matter for an editor, and not everything was "
        "checked."
    )
