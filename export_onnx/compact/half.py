"""Products in half precision where the processor is made for them."""

from __future__ import annotations

import torch


def half_products() -> torch.autocast:
    """Matrix products in bfloat16 on processors with instructions for them, where they take a
    third (AMX) or a half (AVX-512) of the time; on others they stay as they are."""
    able = torch.cpu.get_capabilities()
    return torch.autocast(
        "cpu", torch.bfloat16, enabled=bool(able.get("amx_bf16") or able.get("avx512_bf16"))
    )
