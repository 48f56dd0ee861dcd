"""Sentences for people that can be said in other languages: a template of a catalogue, and what
fills it.

A message is a text, in English, so that it can be compared, searched and kept as one. Whoever shows
it in another language (`auditor/catalogue.py`) says its template in that language, and fills that
with the same values. Nothing is glued: a value is a text of a page, a number, or a message itself,
and each template is a whole sentence, clause or name.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import chain
from typing import Any, Self

Value = str | int | float
"""What fills a template; a Message is a text."""

FIELD = re.compile(r"\{([a-z_]+)(?::(\.\d[f%]))?\}")
"""`{name}`, or `{name:.2f}` and `{name:.0%}` for a number that is no count. Nothing else of
`str.format` is known: templates are read from files, too."""
LONGEST = 1_000_000
"""Characters of a message that is read from a file: a short template can ask for any length."""
_SHORT = 1_000
"""Characters of templates that are kept taken apart: all of ours, and few of a file's."""
_DEEPEST = 20
"""Messages inside a message."""


def fill(template: str, values: Mapping[str, Value], said: Callable[[Value, str], str]) -> str:
    """The template with each of its fields as `said` says it, of the value and the format. Raises
    KeyError where a value is missing."""
    pieces = pieces_of(template)
    filled = [said(values[pieces[n]], pieces[n + 1] or "") for n in range(1, len(pieces), 3)]
    return "".join(chain(*zip(pieces[::3], [*filled, ""], strict=True)))


def pieces_of(template: str) -> list[str]:
    """The text before the first field, its name, its format or None, the text after it, and so on.
    Not to be changed."""
    return _pieces_at_hand(template) if len(template) < _SHORT else FIELD.split(template)


@lru_cache(2_000)
def _pieces_at_hand(template: str) -> list[str]:
    return FIELD.split(template)


def plainly(value: Value, form: str) -> str:
    """A value in English."""
    if isinstance(value, str):
        return str(value)
    return format(value, form or ("," if isinstance(value, int) else ".2f"))


class Message(str):
    """`Message("“{text}” is an address.", text="x.org")`: the text in English, with its parts."""

    template: str
    """What it is called by in a catalogue; for one number, where there are two."""
    many: str = ""
    """The template for other numbers; "" where nothing is counted."""
    values: Mapping[str, Value] = {}

    def __new__(cls, template: str, /, **values: Value) -> Self:
        """Raises KeyError where a value is missing."""
        if values:
            return cls.made(template, "", values)
        self = super().__new__(cls, template)
        self.template = template
        return self

    @classmethod
    def counted(cls, one: str, many: str, number: int, /, **values: Value) -> Self:
        """`one` for the number 1, `many` for others; both may hold `{number}`."""
        return cls.made(one, many, {"number": number, **values})

    @classmethod
    def made(cls, template: str, many: str, values: Mapping[str, Value]) -> Self:
        """Of its parts; values that nothing asks for are left out. Raises KeyError where one is
        missing."""
        chosen = many if many and values["number"] != 1 else template
        self = super().__new__(cls, fill(chosen, values, plainly) if values else chosen)
        self.template, self.many, self.values = template, many, _used(template, many, values)
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return Message.made, (self.template, self.many, dict(self.values))

    def __deepcopy__(self, memo: object) -> Self:
        return self


def _used(template: str, many: str, values: Mapping[str, Value]) -> Mapping[str, Value]:
    return {name: values[name] for name in _names(template, many)} if values else {}


@lru_cache(1000)
def _names(template: str, many: str) -> tuple[str, ...]:
    """The fields of a message in the order that it first has them, then what is counted."""
    counted = ["number"] if many else []
    return tuple(dict.fromkeys([name for name, _ in FIELD.findall(template + many)] + counted))


_EMPTY = ""
NOTHING = Message(_EMPTY)


def marked(text: str) -> str:
    """Nothing but a sign that a text is said in other languages where it is shown."""
    return text


def number(value: int) -> Message:
    """A number as a message: "2,000", and in other languages as they write it."""
    return Message("{number}", number=value)


def both(names: Iterable[str]) -> str:
    """One or more names: "a", "a and b", "a, b and c"."""
    *first, last = names
    return Message("{listed} and {last}", listed=row(first), last=last) if first else last


def either(names: Iterable[str]) -> str:
    """One or more names: "a", "a or b", "a, b or c"."""
    *first, last = names
    return Message("{listed} or {last}", listed=row(first), last=last) if first else last


def row(names: Iterable[str]) -> str:
    """One or more names with commas: "a, b"; texts of pages as one value."""
    found = list(names)
    if any(isinstance(name, Message) for name in found):
        return _joined("{listed}, {next}", found)
    return ", ".join(found)


def clauses(parts: Iterable[str]) -> Message:
    """One or more clauses of a reason: "a; b"."""
    return _joined("{listed}; {next}", parts)


def sentences(parts: Iterable[str]) -> Message:
    """One or more whole sentences, one after the other."""
    return _joined("{listed} {next}", parts)


def _joined(template: str, parts: Iterable[str]) -> Message:
    first, *rest = parts
    joined = first if isinstance(first, Message) else Message(first)
    for part in rest:
        joined = Message(template, listed=joined, next=part)
    return joined


def parts_of(message: str) -> Any:
    """A message as JSON has it: a text where nothing fills it, else its template, the one for
    other numbers where there is one, and the values in the order of its fields."""
    if not isinstance(message, Message) or not message.values:
        return str(message)
    return _whole(message)


def _whole(message: Message) -> list[Any]:
    values = [_whole(v) if isinstance(v, Message) else v for v in message.values.values()]
    return [message.template, *([message.many] if message.many else []), values]


def of_parts(parts: object, depth: int = 0) -> Message:
    """The message again. Raises ValueError, TypeError and LookupError for anything else."""
    if isinstance(parts, str):
        return Message(parts)
    if not isinstance(parts, list) or len(parts) not in (2, 3) or depth > _DEEPEST:
        raise TypeError("no message")
    *templates, values = parts
    if not all(isinstance(each, str) for each in templates) or not isinstance(values, list):
        raise TypeError("no message")
    one, many = (*templates, "")[:2]
    filling = (_value(value, depth + 1) for value in values)
    found = dict(zip(_names(one, many), filling, strict=True))
    if max(_length(template, found) for template in templates) > LONGEST:
        raise ValueError("longer than a message may be")
    return Message.made(one, many, found)


def _value(value: object, depth: int) -> Value:
    if isinstance(value, str) or (isinstance(value, int | float) and not isinstance(value, bool)):
        return value
    return of_parts(value, depth)


def _length(template: str, values: Mapping[str, Value]) -> int:
    filled = (values[field[1]] for field in FIELD.finditer(template))
    return len(template) + sum(len(each) for each in filled if isinstance(each, str))


def recogniser(templates: Sequence[str], inside: Collection[str] = ()) -> Callable[[str], Message]:
    """What makes a message again of a plain text: the first of the templates that it can be made
    of, else the text itself. For what others say in words, who know nothing of messages. `inside`:
    fields whose texts are such texts themselves."""
    patterns = [(template, re.compile(_pattern(template), re.DOTALL)) for template in templates]

    @lru_cache(1000)
    def recognised(text: str) -> Message:
        for template, pattern in patterns:
            if found := pattern.fullmatch(text):
                values = found.groupdict().items()
                return Message(
                    template, **{n: recognised(v) if n in inside else v for n, v in values}
                )
        return Message(text)

    return recognised


def _pattern(template: str) -> str:
    pieces, end = [], 0
    for found in FIELD.finditer(template):
        pieces += [re.escape(template[end : found.start()]), f"(?P<{found[1]}>.+)"]
        end = found.end()
    return "".join(pieces) + re.escape(template[end:])
