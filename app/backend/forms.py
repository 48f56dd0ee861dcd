"""Reads the parts of a request; what is not as it should be is a PostedError."""

from __future__ import annotations

import re
from typing import Any

from starlette.datastructures import FormData, UploadFile
from starlette.requests import Request

from app.backend.strict import PostedError, read_json, structured

MAX_PARTS = 10_000
"""Parts of one form: two a picture of a page of thousands."""
ORDINAL = re.compile("[0-9]{1,9}")


def form_of(request: Request) -> Any:
    """The form in the body, as an asynchronous context manager."""
    return request.form(max_files=MAX_PARTS, max_fields=10)


async def part_of(form: FormData, name: str) -> bytes:
    """One part of the form. Raises PostedError."""
    value = form.get(name)
    if isinstance(value, UploadFile):
        return await value.read()
    if isinstance(value, str):
        return value.encode("utf-8", "replace")
    raise PostedError(f"the form lacks the part {name}")


async def pictures_of(form: FormData, prefix: str) -> dict[int, bytes]:
    """Bytes by ordinal of the parts that are called `prefix` and a number."""
    found = {}
    for name, value in form.multi_items():
        number = name.removeprefix(prefix)
        if number != name and ORDINAL.fullmatch(number) and isinstance(value, UploadFile):
            found[int(number)] = await value.read()
    return found


def read_again(data: bytes) -> dict[int, int]:
    """Ordinals of image uses whose file was sent for another one, by ordinal. Raises
    PostedError."""
    posted = structured(read_json(data, "the part again"), dict[str, int], "the part again")
    if not all(ORDINAL.fullmatch(number) for number in posted):
        raise PostedError("the part again goes by ordinals")
    return {int(number): other for number, other in posted.items()}


async def text_of(request: Request, name: str) -> str:
    """One text of the JSON object in the body. Raises PostedError."""
    value = read_json(await request.body(), "the body")
    if not isinstance(value, dict) or not isinstance(value.get(name), str):
        raise PostedError(f"the body is no JSON object with a text {name}")
    text: str = value[name]
    return text
