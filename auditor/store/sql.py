"""SQL that is asked in more than one place."""

from __future__ import annotations

WHICH_PICTURE = "coalesce(images.picture_number, images.picture_kept)"
"""What uses of one picture have in common; null: no picture came."""
_FROM = f"""from images join pages on pages.id = images.page
    left join (select {WHICH_PICTURE} as which, count(*) as uses from images
      group by which) as reach on reach.which = {WHICH_PICTURE}"""  # noqa: S608
_ORDER = """order by images.priority desc, coalesce(reach.uses, 1) desc, pages.url, images.ordinal
    """
RANKED = f"""(select row_number() over ({_ORDER}) as rank,
    images.*, pages.url as page_url, pages.title as page_title {_FROM})"""
"""Every image use with its rank and its page, as the view `queue` has them for people: a view that
a file brings is not asked. Of one priority, the picture that is used most leads."""
IN_ORDER = f"select images.id {_FROM} {_ORDER}"
"""The ids of all image uses, the worst first. To sort what is told of them takes longer."""

FOUND_BY_RULE = """select rule, sum(number) as number from (
    select (select rule from rules where rules.number = rule_number) as rule, count(*) as number
      from findings where rule_number is not null group by rule_number
    union all
    select rule_kept as rule, count(*) as number
      from findings where rule_number is null group by rule_kept)
    group by rule order by number desc, rule"""
"""Rules with the number of their findings, the most frequent first. Those of this version are
counted by an index; to group by the rule's id would sort them all."""


def of_picture(number: str, kept: str) -> str:
    """Whether a row of `images` is of a picture, by what its uses name it by."""
    return f"(images.picture_number = {number} or images.picture_kept = {kept})"


def subject_of(row: str = "images") -> str:
    """What stands for the picture of a row of `images`: its content where a file came."""
    return f"coalesce({row}.picture, {row}.src, {row}.selector)"


def shared_with(row: str = "images") -> str:
    """The column `shared`: what an image use says alike with others of its page; null: nothing."""
    return f"""(select text from shared_texts as kept where kept.page = {row}.page
        and kept.first <= {row}.ordinal order by kept.first desc limit 1) as shared"""  # noqa: S608


CHOICE = "coalesce(use_decisions.choice, decisions.choice)"
"""What was decided on a row that was joined by `decision_on`; null: nothing."""


def decision_on(row: str = "images", subject: str = "") -> str:
    """Joins the decision on a row with the columns `id`, `page`, `alt` and `name`: that on its
    picture with its text, and that on this use alone, which goes before. One at most of each: where
    a file holds many on the same, each row would become as many."""
    return f"""left join decisions on decisions.id = (
        select kept.id from decisions as kept where {_of("kept", row, subject)} limit 1)
        left join use_decisions on use_decisions.id = (
        select kept.id from use_decisions as kept where {_of("kept", row, subject)}
        and kept.page = (select url from pages as at where at.id = {row}.page)
        and kept.selector = (select selector from images as use where use.id = {row}.id)
        limit 1)"""  # noqa: S608


def _of(kept: str, row: str, subject: str) -> str:
    return f"""{kept}.subject = {subject or subject_of(row)}
        and {kept}.alt is {row}.alt and {kept}.name = {row}.name"""
