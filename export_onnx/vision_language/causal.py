"""A causal language model of transformers as one graph: its cache comes in and goes out, and some
places may hold rows of a picture in place of tokens."""

from __future__ import annotations

import inspect
from dataclasses import dataclass
from typing import Any

import torch
from torch import Tensor, nn
from transformers import DynamicCache


@dataclass(frozen=True, slots=True)
class CacheShape:
    """Of the past that a decoder takes: (layers, 2, groups, p, size)."""

    layers: int
    groups: int
    size: int


class CachedDecoder(nn.Module):
    """Ids (t,), rows of a picture (k, width) and past to logits (t, vocabulary) and the past of the
    next call. The id -1 - j stands for row j."""

    def __init__(self, body: Any, words: nn.Module, head: nn.Module) -> None:
        super().__init__()
        self.body, self.words, self.head = body, words, head
        names = inspect.signature(type(body).forward).parameters
        self.cache = "cache" if "cache" in names else "past_key_values"

    def forward(self, ids: Tensor, rows: Tensor, past: Tensor) -> tuple[Tensor, Tensor]:
        told = self.words(ids.clamp(min=0))
        seen = rows[(-1 - ids).clamp(min=0)]
        places = torch.arange(past.shape[3] + ids.shape[0])
        new = places[past.shape[3] :]
        lowest = torch.finfo(torch.float32).min
        barred = torch.where(places > new[:, None], lowest, 0.0)
        cache = DynamicCache()
        for layer, own in enumerate(past.unbind(0)):
            cache.update(own[0][None], own[1][None], layer)
        found = self.body(
            inputs_embeds=torch.where((ids < 0)[:, None], seen, told)[None],
            attention_mask=barred[None, None],
            position_ids=new[None],
            use_cache=True,
            **{self.cache: cache},
        )
        layers: list[Any] = cache.layers  # DynamicLayer, each
        present = [torch.stack([layer.keys[0], layer.values[0]]) for layer in layers]
        return self.head(found.last_hidden_state)[0], torch.stack(present)


def cache_shape(config: Any) -> CacheShape:
    """Of a decoder with this configuration."""
    heads = config.num_attention_heads
    groups = getattr(config, "num_key_value_heads", None) or heads
    size = getattr(config, "head_dim", None) or config.hidden_size // heads
    return CacheShape(config.num_hidden_layers, groups, size)
