"""Entries of the HTML report: image uses that show one picture with one text and have one fault are
one entry, which shows the worst of them."""

from __future__ import annotations

from hashlib import blake2b

from auditor.results import JudgedUse


def entry_key(use: JudgedUse) -> bytes:
    """What uses of one entry share. A use without picture and address stands alone."""
    record = use.record
    shown = use.picture.sha256 if use.picture else record.src
    alone = use.rank if shown is None else None
    text = (record.alt, record.name.text)
    # As texts: an enumeration says itself slowly.
    rules = [(finding.rule, str(finding.outcome)) for finding in use.verdict.findings]
    made = use.decision
    decided = (str(made.choice), made.better, made.note) if made else None
    verdict = (str(use.verdict.status), rules, str(use.state), decided)
    key = (shown, alone, str(record.kind), str(record.exposure.state), text, verdict)
    # A text may be a megabyte long: the digest is kept instead.
    return blake2b(repr(key).encode("ascii", "backslashreplace"), digest_size=16).digest()
