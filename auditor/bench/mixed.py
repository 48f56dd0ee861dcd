"""Regression with a random intercept."""

from __future__ import annotations

import warnings

import numpy as np

from auditor.bench.errors import BenchError
from auditor.bench.metrics import Floats, Ints


def marginal_r2(values: Floats, columns: Floats, groups: Ints) -> float:
    """Share of the variance of values (n,) that columns (n, k) explain, groups (n,) having an
    intercept each (Nakagawa & Schielzeth 2013, equation 26). Raises BenchError."""
    try:
        from statsmodels.regression.mixed_linear_model import MixedLM
    except ImportError:
        raise BenchError(
            'Mixed regressions need statsmodels: pip install "alt-text-auditor[bench]"'
        ) from None
    scaled = (columns - columns.mean(axis=0)) / np.maximum(columns.std(axis=0), 1e-12)
    design = np.column_stack([np.ones(len(values)), scaled])
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # an intercept that does not vary is no fault
        found = MixedLM(values, design, groups).fit(reml=True)
    fixed = float(np.var(design @ found.fe_params))
    return fixed / (fixed + float(np.asarray(found.cov_re)[0, 0]) + float(found.scale))
