"""Bytes of every kind become a decoded picture or a reason that can be shown."""

import io
import struct
import zlib

import numpy as np
import pytest
from PIL import Image

from models.pictures import Picture, PictureError, SvgError, decode, thumbnail

NOISE = Image.fromarray(np.random.default_rng(0).integers(0, 255, (60, 80, 3), dtype=np.uint8))


def encoded(image: Image.Image, kind: str, **options: object) -> bytes:
    out = io.BytesIO()
    image.save(out, kind, **options)
    return out.getvalue()


@pytest.mark.parametrize(
    ("kind", "mime"),
    [
        ("JPEG", "image/jpeg"),
        ("PNG", "image/png"),
        ("GIF", "image/gif"),
        ("WEBP", "image/webp"),
        ("BMP", "image/bmp"),
        ("TIFF", "image/tiff"),
    ],
)
def test_a_common_format_is_decoded_with_its_facts(kind: str, mime: str) -> None:
    data = encoded(NOISE, kind)
    picture = decode(data)
    assert (picture.mime, picture.width, picture.height) == (mime, 80, 60)
    assert (picture.frames, picture.size, picture.image.mode) == (1, len(data), "RGB")


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "GIF", "WEBP", "BMP", "TIFF"])
def test_half_a_file_is_truncated(kind: str) -> None:
    data = encoded(NOISE, kind)
    with pytest.raises(PictureError, match=r"^truncated$"):
        decode(data[: len(data) // 2])


@pytest.mark.parametrize("data", [b"<html><body>Not found</body></html>", b"\x00" * 100, b"GIF"])
def test_other_data_is_not_an_image(data: bytes) -> None:
    with pytest.raises(PictureError, match=r"^not an image$"):
        decode(data)


def test_no_data_is_an_empty_file() -> None:
    with pytest.raises(PictureError, match=r"^empty file$"):
        decode(b"")


def test_damaged_data_is_refused() -> None:
    data = bytearray(encoded(NOISE, "PNG"))
    data[len(data) // 2 : len(data) // 2 + 40] = bytes(40)
    with pytest.raises(PictureError, match=r"^damaged$"):
        decode(bytes(data))


def test_a_picture_without_pixels_is_refused() -> None:
    data = bytearray(encoded(Image.new("L", (5, 5)), "GIF"))
    data[6:10] = bytes(4)
    position = data.index(b",", 10)
    data[position + 5 : position + 9] = bytes(4)
    with pytest.raises(PictureError, match=r"^not an image$"):
        decode(bytes(data))


@pytest.mark.parametrize("size", [(10_000, 5_001), (20_000, 10_000), (2**31 - 1, 2**31 - 1)])
def test_too_many_pixels_are_refused_from_the_header(size: tuple[int, int]) -> None:
    data = bytearray(encoded(Image.new("1", (8, 8)), "PNG"))
    data[16:24] = b"".join(side.to_bytes(4, "big") for side in size)
    data[29:33] = zlib.crc32(data[12:29]).to_bytes(4, "big")
    with pytest.raises(PictureError, match=r"^too large: over 50 megapixels$"):
        decode(bytes(data))


def test_a_large_picture_inside_an_icon_is_refused() -> None:
    inner = bytearray(encoded(Image.new("1", (8, 8)), "PNG"))
    inner[16:24] = (10_000).to_bytes(4, "big") * 2
    inner[29:33] = zlib.crc32(inner[12:29]).to_bytes(4, "big")
    entry = struct.pack("<BBBBHHII", 16, 16, 0, 0, 1, 32, len(inner), 22)
    with pytest.raises(PictureError, match=r"^too large: over 50 megapixels$"):
        decode(struct.pack("<HHH", 0, 1, 1) + entry + inner)


@pytest.mark.parametrize("mode", ["1", "P", "L", "RGBA", "I;16"])
def test_a_picture_of_many_pixels_becomes_smaller_before_it_is_copied(mode: str) -> None:
    picture = decode(encoded(Image.new(mode, (5000, 4000), 0), "PNG"))
    assert (picture.width, picture.height) == (5000, 4000)
    assert picture.image.size == (2500, 2000)
    assert picture.image.getpixel((9, 9)) == ((255, 255, 255) if mode == "RGBA" else (0, 0, 0))
    assert picture.flat


def test_a_large_sideways_picture_is_turned_upright_too() -> None:
    exif = Image.Exif()
    exif[0x0112] = 6
    picture = decode(encoded(Image.new("RGB", (5000, 3000)), "PNG", exif=exif))
    assert (picture.width, picture.height) == (3000, 5000)
    assert picture.image.size == (1500, 2500)


def test_the_frames_of_a_huge_animation_are_not_counted(monkeypatch) -> None:
    frames = [Image.new("RGB", (8, 8), colour) for colour in ("red", "blue", "green")]
    data = encoded(frames[0], "GIF", save_all=True, append_images=frames[1:])
    monkeypatch.setattr("models.pictures.MAX_COUNTED", len(data) - 1)
    assert decode(data).frames == 2


@pytest.mark.parametrize(
    "text",
    [
        "<svg xmlns='http://www.w3.org/2000/svg'/>",
        "\ufeff\n<?xml version='1.0'?>\n<!-- a comment --><svg/>",
        "<!DOCTYPE svg><svg></svg>",
        "<!-- drawn by hand --><svg:svg></svg:svg>",
    ],
)
def test_svg_is_told_apart(text: str) -> None:
    with pytest.raises(SvgError, match="SVG pictures cannot be decoded here"):
        decode(text.encode())


def test_xml_of_another_kind_is_not_an_image() -> None:
    with pytest.raises(PictureError, match=r"^not an image$"):
        decode(b"<?xml version='1.0'?><rss/>")


def test_transparency_is_laid_on_white() -> None:
    for mode in ("RGBA", "LA"):
        clear = Image.new(mode, (4, 4))
        assert decode(encoded(clear, "PNG")).image.getpixel((1, 1)) == (255, 255, 255)


def test_a_transparent_palette_colour_is_white() -> None:
    data = encoded(Image.new("P", (4, 4), 0), "PNG", transparency=0)
    assert decode(data).image.getpixel((1, 1)) == (255, 255, 255)


def test_sixteen_bits_keep_their_brightness() -> None:
    grey = Image.fromarray(np.full((4, 4), 32768, dtype=np.uint16))
    assert decode(encoded(grey, "PNG")).image.getpixel((0, 0)) == (127, 127, 127)


@pytest.mark.parametrize(("mode", "kind"), [("CMYK", "JPEG"), ("F", "TIFF"), ("1", "PNG")])
def test_rarer_modes_become_rgb(mode: str, kind: str) -> None:
    image = decode(encoded(NOISE.convert(mode), kind)).image
    assert image.mode == "RGB"
    assert np.asarray(image).mean() == pytest.approx(127, abs=10)


def test_the_first_frame_of_an_animation_is_taken() -> None:
    frames = [Image.new("RGB", (8, 8), colour) for colour in ("red", "blue", "green")]
    picture = decode(encoded(frames[0], "GIF", save_all=True, append_images=frames[1:]))
    assert picture.frames == 3
    assert picture.image.getpixel((2, 2)) == (255, 0, 0)


def test_a_sideways_photograph_is_turned_upright() -> None:
    exif = Image.Exif()
    exif[0x0112] = 6
    picture = decode(encoded(NOISE, "JPEG", exif=exif))
    assert (picture.width, picture.height) == (60, 80)
    assert picture.image.size == (60, 80)


def test_a_large_photograph_is_decoded_smaller_but_keeps_its_size_on_record() -> None:
    picture = decode(encoded(NOISE.resize((4800, 3600)), "JPEG"))
    assert (picture.width, picture.height) == (4800, 3600)
    assert 1024 <= max(picture.image.size) < 4800


@pytest.mark.parametrize(("kind", "magic"), [("JPEG", b"\xff\xd8"), ("GIF", b"\x89PNG")])
def test_a_thumbnail_fits_its_side_in_a_fitting_format(kind: str, magic: bytes) -> None:
    picture = decode(encoded(NOISE.resize((800, 300)), kind))
    small = thumbnail(picture, side=100)
    assert small.startswith(magic)
    with Image.open(io.BytesIO(small)) as opened:
        assert opened.size == (100, 38)


def test_a_thumbnail_leaves_the_picture_alone() -> None:
    picture: Picture = decode(encoded(NOISE, "PNG"))
    thumbnail(picture, side=10)
    assert picture.image.size == (80, 60)
