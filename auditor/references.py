"""Scores of a text by texts that people wrote of the same picture: BLEU, ROUGE-L, METEOR, CIDEr and
SPICE as captions are scored with them (pycocoevalcap), and RefCLIPScore (Hessel et al. 2021).

pycocoevalcap hands part of its work to Java programs, the cutting into words among it.
"""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from auditor.errors import AuditorError

Floats = NDArray[np.float64]
Numbered = Mapping[int, Sequence[str]]
"""Texts cut into words and joined by spaces, by the number of the row."""
KEYS = ("bleu_1", "bleu_4", "rouge_l", "meteor", "cider", "spice")
PREFIX = "A photo depicts "
"""Before a description, never before a context (Hessel et al. 2021; Kreiss et al. 2022)."""
_WEIGHT = 2.5
"""Of CLIPScore, before the mean is taken (Hessel et al. 2021, section 3)."""


class ReferencesError(AuditorError):
    """Texts cannot be scored by others; the message is fit to show."""


def reference_scores(
    texts: Sequence[str], references: Sequence[Sequence[str]], wanted: Sequence[str] = KEYS
) -> dict[str, Floats]:
    """Each of the KEYS that are wanted, (texts,), higher is better; 0 for a text without words.

    CIDEr weighs words by how few rows have them in their references: of one row alone it is 0.
    Raises ReferencesError: see `missing` too.
    """
    if told := [why for key, why in missing().items() if key in wanted]:
        raise ReferencesError(told[0])
    own, others = _cut(texts, references)
    rows = [i for i, text in enumerate(own) if text and others[i]]
    said: Numbered = {i: [own[i]] for i in rows}
    approved: Numbered = {i: others[i] for i in rows}
    found: dict[str, Floats] = {}
    for name, (keys, of) in _METRICS.items():
        if rows and set(keys) & set(wanted):
            found |= dict(zip(keys, _run(name, of, approved, said), strict=True))
    return {
        key: _spread(found.get(key, np.empty(0)), rows, len(texts)) for key in KEYS if key in wanted
    }


def missing() -> dict[str, str]:
    """Which of the KEYS cannot be computed here, and why, a sentence each. Raises ReferencesError
    where none can be."""
    package = _package()
    if shutil.which("java") is None:
        raise ReferencesError(
            "Scores by reference texts need a Java runtime, and there is no `java` on the path "
            "(Debian: apt install default-jre-headless)"
        )
    if (package / "spice" / "lib" / "stanford-corenlp-3.6.0.jar").exists():
        return {}
    return {
        "spice": "SPICE needs Stanford CoreNLP 3.6.0, which pycocoevalcap does not bring: "
        "python -m pycocoevalcap.spice.get_stanford_models fetches it (400 MB)"
    }


def ref_clipscore(with_picture: Floats, with_references: Sequence[Floats]) -> Floats:
    """RefCLIPScore (n,) by the cosines of each text with its picture (n,) and with each of its
    references: the harmonic mean of CLIPScore and the best of these."""
    seen = _WEIGHT * np.maximum(with_picture, 0)
    told = np.array([max(float(np.max(cosines)), 0.0) for cosines in with_references])
    total = seen + told
    mean: Floats = np.divide(2 * seen * told, total, out=np.zeros_like(total), where=total > 0)
    return mean


def _package() -> Path:
    try:
        import pycocoevalcap
    except ImportError as error:
        raise ReferencesError(
            "Scores by reference texts need pycocoevalcap: "
            f"pip install 'alt-text-auditor[references]' ({error})"
        ) from error
    return Path(next(iter(pycocoevalcap.__path__)))


def _cut(
    texts: Sequence[str], references: Sequence[Sequence[str]]
) -> tuple[list[str], list[list[str]]]:
    """Both cut into words by the rules of the Penn Treebank, in small letters, without punctuation;
    references without words are left out."""
    every = dict.fromkeys((*texts, *(text for group in references for text in group)))
    cut = dict(zip(every, _tokenized(list(every)), strict=True))
    return (
        [cut[text] for text in texts],
        [[words for text in group if (words := cut[text])] for group in references],
    )


def _tokenized(texts: Sequence[str]) -> list[str]:
    from pycocoevalcap.tokenizer.ptbtokenizer import PUNCTUATIONS, STANFORD_CORENLP_3_4_1_JAR

    jar = _package() / "tokenizer" / STANFORD_CORENLP_3_4_1_JAR
    tokenizer = ("-cp", str(jar), "edu.stanford.nlp.process.PTBTokenizer")
    how = ("-preserveLines", "-lowerCase", "-encoding", "utf-8")
    lines = "".join(f"{' '.join(text.split())}\n" for text in texts)
    done = subprocess.run(
        ["java", *tokenizer, *how], input=lines.encode(), capture_output=True, check=False
    )
    found = done.stdout.decode().split("\n")
    if done.returncode or len(found) != len(texts) + 1:
        raise _failed("The tokenizer of the Penn Treebank", done.stderr)
    return [
        " ".join(word for word in line.split() if word not in PUNCTUATIONS) for line in found[:-1]
    ]


def _bleu(approved: Numbered, said: Numbered) -> list[Any]:
    from pycocoevalcap.bleu.bleu import Bleu

    orders = Bleu(4).compute_score(approved, said, verbose=0)[1]
    return [orders[0], orders[3]]


def _rouge(approved: Numbered, said: Numbered) -> list[Any]:
    from pycocoevalcap.rouge.rouge import Rouge

    return [Rouge().compute_score(approved, said)[1]]


def _meteor(approved: Numbered, said: Numbered) -> list[Any]:
    from pycocoevalcap.meteor.meteor import Meteor

    meteor = Meteor()
    try:
        return [meteor.compute_score(approved, said)[1]]
    finally:
        for pipe in (meteor.meteor_p.stdout, meteor.meteor_p.stderr):
            pipe.close()


def _cider(approved: Numbered, said: Numbered) -> list[Any]:
    from pycocoevalcap.cider.cider import Cider

    return [Cider().compute_score(approved, said)[1]]


def _spice(approved: Numbered, said: Numbered) -> list[Any]:
    from pycocoevalcap.spice.spice import Spice

    return [[row["All"]["f"] for row in Spice().compute_score(approved, said)[1]]]


_Metric = Callable[[Numbered, Numbered], list[Any]]
_METRICS: Mapping[str, tuple[tuple[str, ...], _Metric]] = {
    "BLEU": (("bleu_1", "bleu_4"), _bleu),
    "ROUGE-L": (("rouge_l",), _rouge),
    "METEOR": (("meteor",), _meteor),
    "CIDEr": (("cider",), _cider),
    "SPICE": (("spice",), _spice),
}


def _run(name: str, of: _Metric, approved: Numbered, said: Numbered) -> list[Floats]:
    try:
        return [np.asarray(values, dtype=np.float64) for values in of(approved, said)]
    except (OSError, ValueError, LookupError, subprocess.SubprocessError) as error:
        raise _failed(name, str(error).encode()) from error


def _failed(what: str, told: bytes) -> ReferencesError:
    lines = told.decode("utf-8", "replace").strip().splitlines()
    return ReferencesError(f"{what} could not be run: {lines[0] if lines else 'no reason given'}")


def _spread(values: Floats, rows: Sequence[int], count: int) -> Floats:
    """The values at their rows, 0 elsewhere."""
    found = np.zeros(count)
    found[list(rows)] = values
    return found
