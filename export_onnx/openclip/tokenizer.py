"""A tokenizer file that needs neither torch nor open_clip, made from open_clip's own tokenizer."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import open_clip
from open_clip.tokenizer import HFTokenizer, SimpleTokenizer
from tokenizers import Regex, Tokenizer, models, pre_tokenizers, processors
from torch import Tensor

from export_onnx.openclip.errors import ExportError, reason
from export_onnx.openclip.network import quiet

WORD = r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[\p{L}]+|[\p{N}]|[^\s\p{L}\p{N}]+"  # open_clip's own pattern


@dataclass(frozen=True, slots=True)
class TextRules:
    """How a model's texts become token ids."""

    tokenizer: Tokenizer
    cleaning: str
    """One of models.texts.CLEANINGS."""
    length: int
    """Tokens of every text: longer ones are cut, shorter ones padded."""
    pad_id: int
    original: Callable[[Sequence[str]], Tensor]
    """open_clip's tokenizer: texts to ids (n, length)."""


def text_rules(architecture: str, folder: Path | None) -> TextRules:
    """`folder` holds a Hugging Face tokenizer, for models whose tokenizer would be fetched from
    the hub. Raises ExportError."""
    text = open_clip.get_model_config(architecture)["text_cfg"]
    options = text.get("tokenizer_kwargs", {})
    original = _original(architecture, text, folder)
    if isinstance(original, SimpleTokenizer):
        cleaning = options.get("clean", "lower")
        return TextRules(byte_pairs(original), cleaning, original.context_length, 0, original)
    backend = getattr(original.tokenizer, "backend_tokenizer", None)
    if backend is None:
        raise ExportError(f"The tokenizer of {architecture} has no form without its own library")
    cleaning = options.get("clean", "whitespace")
    pad_id = original.tokenizer.pad_token_id
    return TextRules(backend, cleaning, original.context_length, pad_id, original)


def byte_pairs(original: SimpleTokenizer) -> Tokenizer:
    """CLIP's byte-pair encoding (Radford et al. 2021, section 2.4) for the library `tokenizers`.

    Unlike with open_clip, a text cannot say the special tokens: `<end_of_text>` is spelt out.
    """
    merges = sorted(original.bpe_ranks, key=original.bpe_ranks.__getitem__)
    tokenizer = Tokenizer(
        models.BPE(vocab=original.encoder, merges=merges, end_of_word_suffix="</w>")
    )
    tokenizer.pre_tokenizer = pre_tokenizers.Sequence(
        [
            pre_tokenizers.Split(Regex(WORD), "removed", invert=True),
            pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False),
        ]
    )
    start, end = original.sot_token_id, original.eot_token_id
    tokenizer.post_processor = processors.TemplateProcessing(
        single=f"{original.decoder[start]} $A {original.decoder[end]}",
        special_tokens=[(original.decoder[token], token) for token in (start, end)],
    )
    return tokenizer


def _original(
    architecture: str, text: dict[str, Any], folder: Path | None
) -> SimpleTokenizer | HFTokenizer:
    with quiet():
        try:
            if folder is None:
                return open_clip.get_tokenizer(architecture)
            return HFTokenizer(
                str(folder),
                context_length=text.get("context_length", 77),
                tokenizer_mode=text.get("tokenizer_mode"),
                **text.get("tokenizer_kwargs", {}),
            )
        except Exception as error:  # The hub's client and transformers each raise their own.
            where = f"in {folder}" if folder else f"of {architecture}"
            raise ExportError(
                f"The tokenizer {where} could not be read: {reason(error)}. "
                "Without a network, give its files with --tokenizer FOLDER"
            ) from error
