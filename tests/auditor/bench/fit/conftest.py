"""What the tests of the score are made of."""

from tests.auditor.scoring.conftest import (
    make_evidence,
    make_measured,
    manifest,
    photograph,
    weights,
)

__all__ = ["make_evidence", "make_measured", "manifest", "photograph", "weights"]
