"""What each rule of another tool asks, in terms of what this program says of the same element.

A peer's rule is compared with the rules of ours that ask the same thing, never with all of them:
a picture may pass one tool's rule on missing text and still have a text that another rule rejects.
A rule that is not listed is answered by nothing here: "no problem".
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass

from extractors.probe import Probe
from extractors.records import Exposed, Kind, NameSource

PRESENCE = frozenset(
    {
        "alt-white-space",
        "image-without-name",
        "link-misses-name-of-image",
        "linked-image-without-name",
    }
)
"""An image, or the control that it is all of, has no name."""
REPETITION = frozenset({"alt-repeats-link-text", "alt-repeats-text-beside"})
DECORATION = frozenset({"decorative-with-name", "decorative-but-exposed"})
EMPTY_ALT = frozenset({"decorative-but-exposed", "empty-alt-with-title"})
"""An empty alt, and something else that gives or seems to give a name."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What this program says of one element."""

    probe: Probe | None
    """None where a case has no single target."""
    found: Collection[tuple[str, Kind]]
    """Ids of the rules that found a problem with the element, or else with what is inside it, and
    the kind of image that each found it with."""


Question = Callable[[Answer], bool]
"""True: there is a problem."""


@dataclass(frozen=True, slots=True)
class Finds:
    """The problem is a finding of one of these rules, with an image of the kind asked about."""

    rules: frozenset[str]
    kinds: frozenset[Kind]

    def __call__(self, answer: Answer) -> bool:
        """Is there such a finding?"""
        return any(rule in self.rules and kind in self.kinds for rule, kind in answer.found)


def finds(rules: Collection[str], kinds: Collection[Kind] = frozenset(Kind)) -> Question:
    """See Finds."""
    return Finds(frozenset(rules), frozenset(kinds))


def unless_named_by(source: NameSource) -> Question:
    """The problem is that this step of the computation gives no name."""
    return lambda answer: answer.probe is None or answer.probe.name.source is not source


def _no_label(answer: Answer) -> bool:
    return answer.probe is None or "label element" not in answer.probe.name.steps


def _no_alt(answer: Answer) -> bool:
    return answer.probe is None or all(record.alt is None for record in answer.probe.own)


def _figure_without_label(answer: Answer) -> bool:
    """What the records say: a figure that needs no label is no finding."""
    probe = answer.probe
    return probe is not None and any(
        record.context.figure == "" and record.exposure.state is Exposed.EXPOSED
        for record in probe.inside
    )


def _not_presentational(answer: Answer) -> bool:
    return answer.probe is None or answer.probe.role != "none"


AXE: Mapping[str, Question] = {
    "area-alt": finds(PRESENCE),
    "image-alt": finds(PRESENCE),
    "input-image-alt": finds(PRESENCE),
    "object-alt": finds(PRESENCE, {Kind.OBJECT}),
    "role-img-alt": finds(PRESENCE, {Kind.ROLE_IMG}),
    "svg-img-alt": finds(PRESENCE, {Kind.SVG}),
    "image-redundant-alt": finds(REPETITION),
    "presentation-role-conflict": finds(DECORATION),
    "server-side-image-map": finds({"server-side-image-map"}),
    "check:alt-space-value": finds({"alt-white-space"}),
    "check:aria-label": unless_named_by(NameSource.LABEL),
    "check:aria-labelledby": unless_named_by(NameSource.LABELLEDBY),
    "check:duplicate-img-label": finds(REPETITION),
    "check:explicit-label": _no_label,
    "check:has-alt": _no_alt,
    "check:implicit-label": _no_label,
    "check:non-empty-alt": unless_named_by(NameSource.ALT),
    "check:non-empty-title": unless_named_by(NameSource.TITLE),
    "check:presentational-role": _not_presentational,
    "check:svg-non-empty-title": unless_named_by(NameSource.SVG_TITLE),
}
ACT: Mapping[str, Question] = {
    "23a2a8": finds(PRESENCE),  # image has a name
    "46ca7f": finds(DECORATION),  # marked as decorative is not exposed
    "59796f": finds(PRESENCE),  # image button has a name
    "7d6734": finds(PRESENCE, {Kind.SVG}),  # svg with a role has a name
    "8fc3b6": finds(PRESENCE, {Kind.OBJECT}),  # object has a name
    "97a4e1": finds(PRESENCE),  # button has a name
    "c487ae": finds(PRESENCE),  # link has a name
    "de46e4": finds({"language-tag-invalid"}),  # lang attribute is valid
    "ffd0e9": finds({*PRESENCE, "heading-image-without-name"}),  # heading has a name
    "m6b1q3": finds(PRESENCE),  # menu item has a name
}
"""By rule id; rules that need judgment of a person are left out of the figure."""
ALFA: Mapping[str, Question] = {
    "sia-r2": finds(PRESENCE),
    "sia-r11": finds(PRESENCE),
    "sia-r28": finds(PRESENCE),
    "sia-r39": finds({"alt-file-name"}),
    "sia-r43": finds(PRESENCE, {Kind.SVG}),
    "sia-r63": finds(PRESENCE, {Kind.OBJECT}),
    "sia-r67": finds(DECORATION),
    "sia-r86": finds(DECORATION),
}
IBM: Mapping[str, Question] = {
    "a_text_purpose": finds(PRESENCE),
    "applet_alt_exists": finds(PRESENCE),
    "area_alt_exists": finds(PRESENCE),
    "canvas_content_described": finds(PRESENCE),
    "embed_alt_exists": finds(PRESENCE),
    "embed_noembed_exists": finds(PRESENCE),
    "figure_label_exists": _figure_without_label,
    "imagebutton_alt_exists": finds(PRESENCE),
    "imagemap_alt_exists": finds({*PRESENCE, "image-map-without-name"}),
    "img_alt_decorative": finds(DECORATION),
    "img_alt_misuse": finds({"alt-file-name", "alt-placeholder"}),
    "img_alt_null": finds(EMPTY_ALT),
    "img_alt_redundant": finds(REPETITION),
    "img_alt_valid": finds(PRESENCE),
    "img_ismap_misuse": finds({"server-side-image-map"}),
    "img_longdesc_misuse": finds({"long-description-misused"}),
    "input_label_exists": finds(PRESENCE),
    "media_alt_exists": finds(PRESENCE),
    "noembed_content_exists": finds(PRESENCE),
    "object_text_exists": finds(PRESENCE),
    "svg_graphics_labelled": finds({*PRESENCE, "svg-unmarked"}),
}
OTHER: Mapping[str, Question] = {
    "H24": finds(PRESENCE),
    "H37": finds(PRESENCE),
    "H53.ARIA6": finds(PRESENCE),
    "H67.1": finds(EMPTY_ALT),
    "H67.2": finds({"empty-alt-on-large-picture", "alt-white-space", *EMPTY_ALT}),
    "image-alt": finds(PRESENCE),
    "image-redundant-alt": finds(REPETITION),
    "input-image-alt": finds(PRESENCE),
    "object-alt": finds(PRESENCE),
    "QW-BP2": finds({"alt-very-long"}),
    "QW-BP13": finds({"image-link-beside-text-link"}),
}
