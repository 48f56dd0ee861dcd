from collections.abc import Callable

import numpy as np
import pytest

from auditor.profiles import Profile
from auditor.scoring.measure import Evidence, Measured
from auditor.scoring.weights import Weights
from models.manifest import Calibration, Manifest, read_manifest
from models.registry import find

PLAIN = Calibration(slope=1.0, intercept=0.0)
PHOTOGRAPH = Profile("photograph", "the test says so", 25)


@pytest.fixture
def weights() -> Weights:
    """Round numbers, so that what a test expects can be worked out."""
    return Weights(
        parts=dict.fromkeys(("compatibility", "relevance", "informativeness", "form"), 1.0),
        absent=dict.fromkeys(("compatibility", "relevance", "informativeness", "form"), 0.5),
        levels=((-6.0, 1.1), (0.0, 3.0), (4.0, 4.9)),
        spread=(0.5, 0.5),
        weakest=0.5,
        contexts={"title": 1.0, "heading": 1.0, "surroundings": 1.0, "caption": 1.0},
        slope=4.0,
        intercept=-1.0,
        claims={"said": 1.0, "otherwise": 2.0, "nowhere": 1.0},
        answers=dict.fromkeys(("ordered", "finished", "describes", "coherent", "likely"), 1.0),
        order={"sure": 0.0, "head": 1.0, "gain": 0.5, "length": -1.0},
    )


@pytest.fixture
def manifest() -> Manifest:
    return read_manifest(find("compact"))


def measured(text: str = "a red fox", **values: object) -> Measured:
    given = {
        "new_words": len(set(text.split())),
        "similarity": 0.3,
        "denied": None,
        "cosines": {"title": 0.5, "caption": 0.5},
        "form": (0.9, 0.9, 0.9, 0.9, 0.9),
    }
    return Measured(text, **(given | values))


def evidence(*sentences: Measured, **values: object) -> Evidence:
    """Of a text whose whole is like its first sentence, unless named."""
    parts = sentences or (measured(),)
    given = {
        "whole": parts[0],
        "sentences": parts,
        "claims": (),
        "searched": 1000,
        "words": sum(part.new_words for part in parts),
        "repeated": 0.0,
        "shouted": False,
        "copied": 0.0,
        "likeness": {},
    }
    return Evidence(**(given | values))


@pytest.fixture
def make_measured() -> Callable[..., Measured]:
    return measured


@pytest.fixture
def make_evidence() -> Callable[..., Evidence]:
    return evidence


@pytest.fixture
def photograph() -> Profile:
    return PHOTOGRAPH


@pytest.fixture
def unit() -> Callable[..., np.ndarray]:
    """A unit vector of two numbers, at an angle in degrees."""
    return lambda degrees: np.array(
        [np.cos(np.radians(degrees)), np.sin(np.radians(degrees))], dtype=np.float32
    )
