"""Chromium's own role and name of an image, held against ours."""

from __future__ import annotations

from extractors.records import Exposed, ImageRecord, Kind, NameSource

PAINTED = frozenset({Kind.CSS_BACKGROUND, Kind.ICON_FONT, Kind.POSTER})
"""Pictures that are no elements of their own in an accessibility tree."""


# SvgRoot: a container that no screen reader announces.
_LEFT_OUT_ROLES = frozenset({"none", "SvgRoot", "generic"})


def disagreement(record: ImageRecord) -> tuple[str, str] | None:
    """Chromium's role and name of an image, when it names it otherwise, exposes it and we do not,
    or the other way round. What an unnamed button is called is left to each browser (HTML-AAM 1.0,
    section 4.1.3)."""
    if record.chromium is None or record.kind in PAINTED:
        return None
    role, name = record.chromium
    same_name = name == record.informative_name or record.name.source is NameSource.DEFAULT
    same_role = (shown_role(record) in _LEFT_OUT_ROLES) == (role in _LEFT_OUT_ROLES)
    return None if same_name and same_role else record.chromium


def shown_role(record: ImageRecord) -> str:
    """The role that a listener meets by our computation; "none" for what is not exposed."""
    exposed = record.exposure.state is Exposed.EXPOSED
    return record.role or record.tag if exposed else "none"
