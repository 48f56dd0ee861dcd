"""SQL that is asked in more than one place."""

from __future__ import annotations

RANKED = """(select row_number() over (
      order by images.priority desc, pages.url, images.ordinal) as rank,
    images.*, pages.url as page_url, pages.title as page_title
    from images join pages on pages.id = images.page)"""
"""Every image use with its rank and its page, as the view `queue` has them for people: a view that
a file brings is not asked."""


def subject_of(row: str = "images") -> str:
    """What stands for the picture of a row of `images`: its content where a file came."""
    return f"coalesce({row}.picture, {row}.src, {row}.selector)"


def decision_on(row: str = "images", subject: str = "") -> str:
    """Joins the decision on a row with the columns `alt` and `name`. One at most: where a file
    holds many on the same, each row would become as many."""
    return f"""left join decisions on decisions.id = (
        select id from decisions where decisions.subject = {subject or subject_of(row)}
        and decisions.alt is {row}.alt and decisions.name = {row}.name limit 1)"""  # noqa: S608
