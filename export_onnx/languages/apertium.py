"""Translates by rules and takes words to pieces with Apertium (Forcada et al. 2011), a program."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass

from export_onnx.compact.data import DataError

TRANSLATED = {"eo": ("en-eo",)}
"""By language, the pairs by which English gets there."""
NEIGHBOURS = {
    "ca": ("es", "spa-cat"),
    "gl": ("es", "es-gl"),
    "it": ("es", "spa-ita"),
    "nb": ("sv", "swe-nob"),
    "da": ("sv", "swe-dan"),
    "af": ("nl", "nld-afr"),
}
"""By language, the one that it is next to, and the pairs that lead from there."""
DATA = "/usr/share/apertium/apertium-eng-spa/eng-spa"
CONTENT = frozenset(["n", "adj", "vblex", "num", "adv", "np"])
"""Parts of speech that say something of a picture."""

_WORD = re.compile(r"\^([^<$^*]+)<(\w+)>[^$]*\$")
_UNKNOWN = re.compile(r"[#@*](?=\w)|#$")
"""Marks of words that it does not know."""
_STREAM = re.compile(r"[][{}^$/\\@<>]")
"""What means something to it between its programs."""


@dataclass(frozen=True, slots=True)
class Word:
    lemma: str
    part: str
    """Of speech, as Apertium abbreviates it: `n`, `vblex`, `adj`."""

    @property
    def said(self) -> str:
        """The lemma so that one hears what it is."""
        return f"to {self.lemma}" if self.part == "vblex" else self.lemma


def translated(texts: Sequence[str], pairs: Sequence[str]) -> list[str]:
    """Each text by one pair after the other. Raises DataError."""
    for pair in pairs:
        done = _lines(["apertium", "-f", "line", pair], texts)
        texts = [_UNKNOWN.sub("", text) for text in done]
    return list(texts)


def content_words(texts: Sequence[str]) -> list[list[Word]]:
    """Of each English text, the words that say something. Raises DataError."""
    plain = [_STREAM.sub(" ", text) for text in texts]
    read = _lines(["lt-proc", f"{DATA}.automorf.bin"], plain)
    tagged = _lines(["apertium-tagger", "-g", f"{DATA}.prob"], read)
    return [
        [Word(lemma.lower(), part) for lemma, part in _WORD.findall(text) if part in CONTENT]
        for text in tagged
    ]


def _lines(command: Sequence[str], texts: Sequence[str]) -> list[str]:
    """What a program that reads lines makes of each text."""
    given = "\n".join(" ".join(text.split()) for text in texts) + "\n"
    try:
        done = subprocess.run(command, input=given, capture_output=True, text=True, check=True)
    except (OSError, subprocess.CalledProcessError) as error:
        raise DataError(f"{command[0]} does not run: {error}") from error
    found = done.stdout.splitlines()
    if len(found) != len(texts):
        raise DataError(f"{command[0]} gave {len(found)} lines for {len(texts)}")
    return found
