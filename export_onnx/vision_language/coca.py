"""CoCa's decoder (Yu et al. 2022, section 3.2) with a cache, over the blocks of open_clip: some
that read the text alone, then some that look at the picture too."""

from __future__ import annotations

from typing import Any

import torch
from torch import Tensor, nn

from export_onnx.openclip.errors import ExportError
from export_onnx.vision_language.causal import CacheShape


class CocaDecoder(nn.Module):
    """As CachedDecoder, but each place looks at all `rows` (k, width), and no id is below 0."""

    def __init__(self, model: Any) -> None:
        super().__init__()
        self.text, self.decoder = model.text, model.text_decoder

    def forward(self, ids: Tensor, rows: Tensor, past: Tensor) -> tuple[Tensor, Tensor]:
        places = torch.arange(past.shape[3] + ids.shape[0])
        new = places[past.shape[3] :]
        barred = torch.where(places > new[:, None], float("-inf"), 0.0)
        tokens = self.text.token_embedding(ids) + self.text.positional_embedding[new]
        alone, presents = len(self.text.transformer.resblocks), []
        for block, own in zip(self.text.transformer.resblocks, past[:alone], strict=True):
            tokens, present = _read(block, tokens, own, barred)
            presents.append(present)
        pairs = zip(self.decoder.resblocks, self.decoder.cross_attn, past[alone:], strict=True)
        for block, looks, own in pairs:
            tokens, present = _read(block, tokens, own, barred)
            tokens = looks(tokens[None], k_x=rows[None], v_x=rows[None])[0]
            presents.append(present)
        tokens = self.decoder.ln_final(tokens)
        return tokens @ self.decoder.text_projection, torch.stack(presents)


def coca_shape(model: Any) -> CacheShape:
    """Raises ExportError where the two halves of the decoder have other heads."""
    blocks = [*model.text.transformer.resblocks, *model.text_decoder.resblocks]
    shapes = {(block.attn.num_heads, block.attn.head_dim) for block in blocks}
    if len(shapes) != 1:
        raise ExportError("the two halves of this CoCa's decoder have heads of other sizes")
    heads, size = next(iter(shapes))
    return CacheShape(len(blocks), heads, size)


def _read(block: Any, tokens: Tensor, past: Tensor, barred: Tensor) -> tuple[Tensor, Tensor]:
    """A block of open_clip on tokens (t, width) after a past (2, heads, p, size)."""
    attention = block.attn
    three = nn.functional.linear(
        block.ln_1(tokens), attention.in_proj_weight, attention.in_proj_bias
    )
    heads = three.unflatten(1, (3, attention.num_heads, attention.head_dim)).permute(1, 2, 0, 3)
    present = torch.cat([past, heads[1:]], 2)
    weights = heads[0] @ present[0].transpose(1, 2) * attention.head_dim**-0.5 + barred
    mixed = (weights.softmax(-1) @ present[1]).transpose(0, 1).flatten(1)
    tokens = tokens + block.ls_1(attention.out_proj(mixed))
    return tokens + block.ls_2(block.mlp(block.ln_2(tokens))), present
