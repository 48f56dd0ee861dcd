import pytest

from extractors.encoding import decode_html


@pytest.mark.parametrize(
    ("data", "content_type", "text"),
    [
        (b"\xef\xbb\xbf\xc3\xa9", "text/html; charset=iso-8859-1", "é"),
        (b"\xff\xfe\xe9\x00", None, "é"),
        (b"\xe9", "text/html; charset=iso-8859-1", "é"),
        (b"\x93quoted\x94", "text/html; charset=ISO-8859-1", "“quoted”"),
        (b'<meta charset="iso-8859-2">\xe6', None, '<meta charset="iso-8859-2">ć'),
        (b"\xc3\xa9", None, "é"),
        (b"\xe9t\xe9", None, "été"),
        (b"\xc3\xa9", "text/html; charset=no-such-thing", "é"),
        (b"\xc3\xa9", "text/html; charset=base64", "é"),
        (b"\xc3\xa9", "text/html; charset=idna", "é"),
        (b"\xc3\xa9", "text/html; charset=", "é"),
        (b"", None, ""),
    ],
)
def test_the_charset_is_found(data: bytes, content_type: str | None, text: str) -> None:
    assert decode_html(data, content_type) == text


def test_the_header_beats_the_meta_element() -> None:
    data = b'<meta charset="utf-8">\xe9'
    assert decode_html(data, 'text/html; charset="windows-1252"').endswith("é")


def test_a_meta_element_that_says_utf_16_means_utf_8() -> None:
    assert decode_html('<meta charset="utf-16">é'.encode(), None).endswith("é")


def test_invalid_bytes_become_replacement_characters() -> None:
    assert decode_html(b"a\xffb", "text/html; charset=utf-8") == "a\ufffdb"
