from dataclasses import replace

from auditor.findings import Status
from auditor.judge.another_text import rescored
from auditor.judge.judge import Judge
from extractors.records import Context, Control
from tests.auditor.conftest import record_of


def test_a_text_for_an_image_alone_in_a_link_names_the_link() -> None:
    control = Control("link", "", "", "https://example.org/top")
    record = replace(record_of(""), context=Context(control=control))
    assert rescored(Judge(None), record, None, "").verdict.status is Status.MISSING
    assert rescored(Judge(None), record, None, "To the top").verdict.status is not Status.MISSING


def test_a_text_beside_the_words_of_a_link_leaves_its_name() -> None:
    control = Control("link", "To the top", "To the top", "https://example.org/top")
    record = replace(record_of(""), context=Context(control=control))
    assert rescored(Judge(None), record, None, "An arrow").record.context.control == control
