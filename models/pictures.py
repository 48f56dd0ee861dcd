"""Bytes in, decoded pictures out, in bounded memory and with clear refusals."""

from __future__ import annotations

import io
import math
import warnings
from dataclasses import dataclass

import numpy as np
from PIL import Image, ImageOps, UnidentifiedImageError

from models.errors import ModelsError

MAX_MEGAPIXELS = 50
WORKING_MEGAPIXELS = 12
"""Larger ones are made smaller before anything else: each copy of 50 megapixels is 200 MB."""
MAX_COUNTED = 10_000_000
"""Bytes of a file whose frames are counted: 3 s at the worst. A larger animation has "2"."""
WORKING_SIDE = 1024
"""Large JPEG files are decoded at a fraction of their size that is still at least this large."""
FORMATS = ("JPEG", "PNG", "GIF", "WEBP", "AVIF", "BMP", "ICO", "TIFF")
"""What browsers show (and TIFF); Pillow's rarer decoders stay closed to strangers' data."""

_ORIENTATION = 0x0112

# Pillow refuses twice this. Its own limit also holds for a picture inside a picture (ICO).
Image.MAX_IMAGE_PIXELS = MAX_MEGAPIXELS * 1_000_000 // 2
_TOO_LARGE = f"too large: over {MAX_MEGAPIXELS} megapixels"


class PictureError(ModelsError):
    """A picture cannot be used; the message is a reason fit to show."""


class SvgError(PictureError):
    """The picture is SVG: a browser can draw it, this module cannot."""


@dataclass(frozen=True, slots=True)
class Picture:
    image: Image.Image
    """RGB, upright, transparency laid on white; may be smaller than the file says."""
    mime: str
    width: int
    """In pixels of the upright picture in the file, though `image` may be smaller."""
    height: int
    frames: int
    """More than 1: animated; `image` is the first frame. Counted up to MAX_COUNTED bytes."""
    size: int
    """Bytes of the file."""
    flat: bool = False
    """Few colours or transparency: a drawing, a logo, a diagram."""


def decode(data: bytes) -> Picture:
    """Decode the first frame. Raises PictureError, SvgError for SVG."""
    if not data:
        raise PictureError("empty file")
    if _is_svg(data):
        raise SvgError("SVG pictures cannot be decoded here")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return _decode(data)


_PNG_LEVEL = 7
"""Of zlib. The highest takes four times as long, for a fortieth of the bytes."""


def thumbnail(picture: Picture, side: int = 256) -> bytes:
    """A small copy at most `side` pixels wide and high: PNG for flat pictures, else JPEG."""
    small = picture.image.copy()
    small.thumbnail((side, side), Image.Resampling.BICUBIC, reducing_gap=3.0)
    out = io.BytesIO()
    if picture.flat:
        coloured = small.quantize(256, Image.Quantize.FASTOCTREE)
        coloured.save(out, "PNG", compress_level=_PNG_LEVEL)
    else:
        small.save(out, "JPEG", quality=80, optimize=True)
    return out.getvalue()


def _decode(data: bytes) -> Picture:
    opened = _open(data)
    width, height = opened.size
    if opened.format == "JPEG":
        opened.draft("RGB", (WORKING_SIDE, WORKING_SIDE))
    try:
        frames = _frames(opened, len(data))
        opened.seek(0)
        sideways = opened.getexif().get(_ORIENTATION, 1) >= 5
        flat = _is_flat(opened)
        image = _on_white(ImageOps.exif_transpose(_smaller(opened)))
    except Image.DecompressionBombError:
        raise PictureError(_TOO_LARGE) from None
    except Exception as error:  # Decoders raise many kinds for damaged data.
        raise PictureError(_reason(error, data)) from error
    if sideways:
        width, height = height, width
    mime = Image.MIME[opened.format or ""]
    return Picture(image, mime, width, height, frames, len(data), flat)


def _open(data: bytes) -> Image.Image:
    try:
        return Image.open(io.BytesIO(data), formats=FORMATS)
    except UnidentifiedImageError:
        raise PictureError("not an image") from None
    except Image.DecompressionBombError:
        raise PictureError(_TOO_LARGE) from None
    except Exception as error:
        raise PictureError(_reason(error, data)) from error


def _frames(opened: Image.Image, size: int) -> int:
    if size > MAX_COUNTED:
        return 2 if getattr(opened, "is_animated", False) else 1
    return int(getattr(opened, "n_frames", 1))


def _smaller(image: Image.Image) -> Image.Image:
    """A copy of about WORKING_MEGAPIXELS of what is larger, else the picture itself."""
    factor = math.ceil(math.sqrt(image.width * image.height / 1e6 / WORKING_MEGAPIXELS))
    if factor == 1:
        return image
    mode = {"1": "L", "P": "RGBA" if _has_alpha(image) else "RGB"}.get(image.mode, image.mode)
    whole = image.convert("I" if mode.startswith("I;") else mode)
    small = whole.reduce(factor)
    small.info = image.info  # its orientation and its transparent colour
    return small


def _reason(error: Exception, data: bytes) -> str:
    return "truncated" if "truncated" in str(error).lower() or _riff_is_short(data) else "damaged"


def _riff_is_short(data: bytes) -> bool:
    """WebP: the container says its length, but the decoder does not say what is wrong."""
    return data[:4] == b"RIFF" and int.from_bytes(data[4:8], "little") + 8 > len(data)


def _on_white(image: Image.Image) -> Image.Image:
    if image.mode.startswith(("I", "F")):
        return _eight_bits(image).convert("RGB")
    if not _has_alpha(image):
        return image.convert("RGB")
    layer = image.convert("RGBA")
    white = Image.new("RGBA", layer.size, "white")
    return Image.alpha_composite(white, layer).convert("RGB")


def _eight_bits(image: Image.Image) -> Image.Image:
    """Grey of 16 bits scaled by its range; wider or floating values by their own maximum."""
    values = np.nan_to_num(np.asarray(image, dtype=np.float32)).clip(0)
    top = float(values.max(initial=0))
    whole = 65535.0 if image.mode.startswith("I") and top <= 65535 else max(top, 1e-6)
    return Image.fromarray((values * (255 / whole)).astype(np.uint8))


def _has_alpha(image: Image.Image) -> bool:
    return image.mode in ("RGBA", "LA", "PA", "RGBa", "La") or "transparency" in image.info


def _is_flat(image: Image.Image) -> bool:
    if image.mode in ("1", "P") or _has_alpha(image):
        return True
    small = image.resize((64, 64), Image.Resampling.NEAREST).convert("RGB")
    return small.getcolors(64) is not None


def _is_svg(data: bytes) -> bool:
    head = data[:4096].lstrip(b"\xef\xbb\xbf \t\r\n")
    return head.startswith((b"<svg", b"<?xml", b"<!DOCTYPE svg", b"<!--")) and b"<svg" in head
