import pytest

from extractors.document import parse
from extractors.roles import computed_role


@pytest.mark.parametrize(
    ("html", "role"),
    [
        ("<img>", "image"),
        ("<img role=img>", "image"),
        ("<a href=x>x</a>", "link"),
        ("<a>x</a>", ""),
        ("<h3>x</h3>", "heading"),
        ("<div role=heading>x</div>", "heading"),
        ("<div role='nonsense LINK button'>x</div>", "link"),
        ("<div role=generic>x</div>", ""),
        ("<div role=presentation>x</div>", "none"),
        ("<button role=none>x</button>", "button"),
        ("<button role=none disabled>x</button>", "none"),
        ("<h1 role=none aria-label=x>x</h1>", "heading"),
        ("<h1 role=none aria-label=''>x</h1>", "none"),
        ("<input type=image>", "button"),
        ("<input>", "textbox"),
        ("<select multiple></select>", "listbox"),
    ],
)
def test_computed_roles(html: str, role: str) -> None:
    assert computed_role(parse(html, "", {}).elements[2]) == role
