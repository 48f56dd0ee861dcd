"""Figures that others published, to stand beside ours."""

from __future__ import annotations

from collections.abc import Mapping

CONTEXTREF: Mapping[str, Mapping[str, float]] = {
    "CLIP": {
        "shuffled_descriptions": 100,
        "shuffled_contexts": 43.9,
        "shuffled_words": 67.6,
        "proper_names": 76.2,
        "alignment_errors": 89.3,
        "frankenstein": 100,
        "continuation_short": 78.1,
        "continuation_long": 65.9,
        "irrelevant_sentence": 80.5,
        "exact_repetition": 65.9,
    },
    "CLIP, tuned": {
        "shuffled_descriptions": 100,
        "shuffled_contexts": 48.8,
        "shuffled_words": 91.9,
        "proper_names": 81.0,
        "alignment_errors": 89.3,
        "frankenstein": 100,
        "continuation_short": 90.2,
        "continuation_long": 100,
        "irrelevant_sentence": 100,
        "exact_repetition": 100,
    },
    "Frozen, tuned": {
        "shuffled_descriptions": 69.2,
        "shuffled_contexts": 65.9,
        "shuffled_words": 100,
        "proper_names": 85.7,
        "alignment_errors": 75.0,
        "frankenstein": 53.7,
        "continuation_short": 63.4,
        "continuation_long": 9.8,
        "irrelevant_sentence": 19.5,
        "exact_repetition": 0,
    },
}
"""Kreiss, Zelikman et al. 2024, table 1, test split."""

RATINGS: Mapping[str, Mapping[str, float]] = {
    "CLIPScore (ViT-B/32)": {
        "blv_overall": 0.075,
        "blv_imaginable": 0.104,
        "blv_relevance": 0.086,
        "blv_irrelevance": 0.090,
        "sighted_overall_before": -0.013,
        "sighted_overall_after": 0.139,
    },
    "with context": {
        "blv_overall": 0.201,
        "blv_imaginable": 0.182,
        "blv_relevance": 0.202,
        "blv_irrelevance": 0.142,
        "sighted_overall_before": 0.238,
        "sighted_overall_after": 0.331,
    },
}
"""Kreiss et al. 2022."""

ROBUSTNESS: Mapping[str, Mapping[str, float]] = {
    "CLIPScore": {"one_detail": 54, "negation": 59, "word_order": 66},
}
"""Ahmadi & Agrawal 2023: their own alterations of COCO captions, so only near to ours."""

FLICKR8K: Mapping[str, Mapping[str, float]] = {
    "CLIPScore": {"expert_tau_c": 51.2, "crowd_tau_b": 34.4},
    "SPICE": {"expert_tau_c": 44.9, "crowd_tau_b": 24.4},
    "CIDEr": {"expert_tau_c": 43.9, "crowd_tau_b": 24.6},
}
"""Hessel et al. 2021; the last two compare with reference captions."""
