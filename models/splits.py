"""Which rows of ContextRef may be learnt from; all others are only ever reported on."""

from __future__ import annotations

import hashlib

PARTS = 3


def is_development(img_id: str, has_image: bool) -> bool:
    """Whether a row may train, calibrate or tune anything.

    A third of the rows whose picture is absent, chosen by a hash of the picture's name, so that
    all rows of one picture fall on the same side. Rows with a picture are always reported on.
    """
    digest = hashlib.sha256(img_id.encode()).hexdigest()
    return not has_image and int(digest, 16) % PARTS == 0
