"""What may be learnt from, what only chosen by, and what only reported on."""

from __future__ import annotations

import hashlib

PARTS = 3
HELD_OUT = 12


def is_development(img_id: str, has_image: bool) -> bool:
    """Whether a row may train, calibrate or tune anything.

    A third of the rows whose picture is absent, chosen by a hash of the picture's name, so that
    all rows of one picture fall on the same side. Rows with a picture are always reported on.
    """
    digest = hashlib.sha256(img_id.encode()).hexdigest()
    return not has_image and int(digest, 16) % PARTS == 0


def is_held_out(source: str) -> bool:
    """Of the training sets without a published split: whether the pairs of a source (a book, a
    site, a picture) are never trained on, but choose and calibrate. One source in HELD_OUT."""
    return int(hashlib.sha256(source.encode()).hexdigest(), 16) % HELD_OUT == 0
