"""What a finished (or interrupted) scan hands to reports, window and backend."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING

from auditor.catalogue import ENGLISH, Tongue
from auditor.decision import Decision
from auditor.findings import Finding, Scores, Skipped, Verdict
from auditor.profiles import Profile
from extractors.records import ImageRecord
from models.lines import Line
from models.manifest import Manifest

if TYPE_CHECKING:
    from models.language import LanguageManifest


@dataclass(frozen=True, slots=True)
class ModelIdentity:
    """Which model scored."""

    name: str
    """"compact" or another model's name, "compact+smollm2-135m" with a language model; "none" when
    nothing was scored."""
    sha256: str
    """Of its files; "" when nothing was scored."""

    @staticmethod
    def of(manifest: Manifest | None, language: LanguageManifest | None = None) -> ModelIdentity:
        """Of a model, or of none, and of the language model that was heard beside it."""
        if manifest is None:
            return NO_MODEL
        if language is None:
            return ModelIdentity(manifest.name, manifest.sha256)
        both = "\n".join([manifest.sha256, *sorted(language.files.values())])
        name = f"{manifest.name}{BESIDE}{language.name}"
        return ModelIdentity(name, hashlib.sha256(both.encode()).hexdigest())


BESIDE = "+"
"""Between the names of a model and of its language model."""
NO_MODEL = ModelIdentity("none", "")


class FindingState(StrEnum):
    """What a finding is when held against a baseline and the ignores (auditor/gate/baseline.py)."""

    NEW = "new"
    KNOWN = "known"
    FIXED = "fixed"
    """In the baseline and no longer found: counted, but no image use has it."""
    IGNORED = "ignored"


@dataclass(frozen=True, slots=True)
class PictureInfo:
    """Facts of one picture file, keyed by its content."""

    sha256: str
    mime: str
    width: int
    height: int
    """Size in image pixels; 0 when it could not be decoded."""
    size: int
    """Size of the file in bytes."""
    frames: int = 1
    """More than 1 for an animation."""
    flat: bool = False
    """Few colours or transparency: a drawing, a logo, a diagram; else a photograph, a painting, a
    screenshot: a picture of many colours."""
    thumbnail: bytes | None = None
    """A JPEG or PNG of at most 256 pixels a side."""
    problem: str | None = None
    """Why it could not be decoded, or None."""
    lines: tuple[Line, ...] | None = None
    """The text in it, line by line; None: nobody read it."""
    blank: bool = False
    """One colour all over. Known while it is judged; a scan file does not keep it."""

    @property
    def words(self) -> tuple[str, ...]:
        """The words that were read in it, from the top; () also when nobody read it."""
        return tuple(word for line in self.lines or () for word in line.text.split())


@dataclass(frozen=True, slots=True)
class JudgedUse:
    """One image use with everything known of it."""

    rank: int
    """Position in the queue, 1 is the worst."""
    page_url: str
    page_title: str
    record: ImageRecord
    picture: PictureInfo | None
    """None: no picture file came (inline svg without a browser, missing file)."""
    scores: Scores | None
    verdict: Verdict
    states: tuple[FindingState, ...] = ()
    """State of each finding of the verdict, in its order; empty: nothing to hold them against."""
    state: FindingState | None = None
    """Of the whole use: new if anything of it is new, else known, else ignored."""
    profile: Profile | None = None
    """What the image is for; None: nobody chose."""
    decision: Decision | None = None
    """What a person decided; None: nobody did."""

    @staticmethod
    def of(
        judged: Judged,
        picture: PictureInfo | None,
        *,
        rank: int,
        page_url: str,
        page_title: str,
        decision: Decision | None = None,
    ) -> JudgedUse:
        """A judged image use with its place."""
        return JudgedUse(
            rank=rank,
            page_url=page_url,
            page_title=page_title,
            record=judged.record,
            picture=picture,
            scores=judged.scores,
            verdict=judged.verdict,
            profile=judged.profile,
            decision=decision,
        )


@dataclass(frozen=True, slots=True)
class SiteResult:
    """What shows only across the pages: one finding on a group of image uses. It changes no
    verdict and is counted nowhere."""

    finding: Finding
    uses: int
    """Size of the group."""
    ranks: tuple[int, ...]
    """Ranks of its worst uses, ascending; not always all of them."""


@dataclass(frozen=True, slots=True)
class PageInfo:
    """One page of the scan."""

    url: str
    final_url: str
    status: int | None
    """HTTP status; None for files and for pages that never answered."""
    title: str
    lang: str | None
    state: str
    """"done", "queued", "failed", or "same": its address led to a page that is read under another
    one, where its images are."""
    images: int


@dataclass(frozen=True, slots=True)
class ScanReport:
    """A scan ready to be reported. `uses` streams in rank order and can be iterated once."""

    targets: tuple[str, ...]
    started: str
    """ISO 8601, UTC, whole seconds."""
    finished: str | None
    """None: the scan was interrupted."""
    tool_version: str
    model: ModelIdentity
    pages: tuple[PageInfo, ...]
    counts: Mapping[str, int]
    """Image uses by status, every status named, worst first."""
    rule_counts: Mapping[str, int]
    """Findings (failed and cantTell) by rule id, most frequent first."""
    site_findings: tuple[SiteResult, ...]
    """Largest group first."""
    skipped: tuple[Skipped, ...]
    uses: Iterable[JudgedUse]
    states: Mapping[str, int] = field(default_factory=dict)
    """Findings by state, every state named; empty: neither a baseline nor ignores were given."""
    reader: str = ""
    """What read the text in the pictures, "rapidocr 3.10.0"; "": nothing did."""
    tongue: Tongue = ENGLISH
    """The language that it is to be told in."""


@dataclass(frozen=True, slots=True)
class Judged:
    """One judged image use, before it has a rank."""

    record: ImageRecord
    picture: str | None
    """sha256 of its picture, which was stored before; None: no picture came."""
    scores: Scores | None
    verdict: Verdict
    profile: Profile | None = None
