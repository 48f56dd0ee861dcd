"""From a cosine to the probability that a text belongs to a picture, at equal odds beforehand."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from export_onnx.compact.calibration import fit, pairs
from export_onnx.openclip.network import Network
from export_onnx.openclip.parity import Vectors
from models.manifest import Calibration

SIGMOID_BATCH = 32768
"""Texts that SigLIP saw with each picture in training, one of them its own (Zhai et al. 2023)."""


def fitted(vectors: Vectors) -> Calibration:
    """Platt 1999, from pictures and texts that belong together row by row."""
    cosines = vectors.pictures @ vectors.texts.T
    matched, mismatched = pairs(cosines, np.arange(len(cosines)))
    return fit([matched], [mismatched])


def derived(network: Network, vectors: Vectors) -> Calibration:
    """From what the network was trained to say, without any pair.

    A softmax over a batch makes scale · cosine the log density ratio of a pair, up to a constant
    (van den Oord et al. 2018, section 2.3); the mean ratio of pairs that do not belong together is
    1, which sets the constant. A sigmoid (SigLIP) gives the probability itself, at one own text in
    a batch of SIGMOID_BATCH; the intercept takes these odds out.
    """
    scale = network.scale
    if network.bias is not None:
        intercept = network.bias + math.log(SIGMOID_BATCH - 1)
    else:
        intercept = -_log_mean_exp(scale * (vectors.pictures @ vectors.texts.T))
    return Calibration(round(scale, 4), round(intercept, 4))


def _log_mean_exp(values: NDArray[np.float32]) -> float:
    top = float(values.max())
    return top + math.log(float(np.exp(values.astype(np.float64) - top).mean()))
