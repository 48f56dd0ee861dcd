"""The model card, with the figures of the build that made it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from export_onnx.compact.measure import Retrieval
from export_onnx.compact.parity import CompactParity
from export_onnx.compact.pieces import KEPT
from models.manifest import Manifest

TEMPLATE = Path(__file__).with_name("card.md")
SOURCES = {
    "flickr8k": "| 5,827 pictures with 5 texts, and 2 Chinese ones, each | Flickr8k, Flickr8k-CN, "
    "train split | pictures of Flickr's users, for research; not redistributed |",
    "conceptual": "| 881 pictures | Conceptual Captions | "
    "pictures of web sites, for research; not redistributed |",
    "web": "| 2,714 pictures with alternative texts | open web sites | "
    "mixed open licences; not redistributed |",
    "textbooks": "| 11,398 pictures with alternative texts | OpenStax books in English, Spanish, "
    "Polish | CC BY 4.0, © Rice University and others |",
    "drawings": "| 4,993 icons, emoji, logos, clip art with names | packages of icons | "
    "free licences; logos are trade marks |",
    "books": "| 4,462 pictures with alternative texts | illustrated books | public domain |",
}


def render(
    manifest: Manifest,
    figures: Mapping[str, Retrieval],
    parities: Mapping[str, CompactParity],
    size: int,
    sets: Sequence[str],
) -> str:
    """`size` in bytes, of all files but the card; `sets` are those trained on."""
    rows = [
        f"| {name} | {r.first:.1f} | {r.tenth:.1f} | {r.beats:.1f} |" for name, r in figures.items()
    ]
    cosines = [f"{name} {p.mean:.4f} (least {p.least:.4f})" for name, p in parities.items()]
    return TEMPLATE.read_text("utf-8").format(
        version=manifest.version,
        sha256=manifest.sha256,
        licence=manifest.licence,
        sources="\n".join(SOURCES[name] for name in sets),
        megabytes=size / 1e6,
        image_size=manifest.image_size,
        objects_size=manifest.objects_size,
        classes=len(manifest.object_classes),
        pieces=KEPT,
        max_tokens=manifest.max_tokens,
        dimension=manifest.dimension,
        figures="\n".join(rows),
        parities=", ".join(cosines),
        c_slope=manifest.compatibility.slope,
        c_intercept=manifest.compatibility.intercept,
        r_slope=manifest.relevance.slope,
        r_intercept=manifest.relevance.intercept,
    )
