"""Pages whose elements are called as what the scripts in pages ask for (DOM clobbering)."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

ROOT = Path(__file__).parents[3]
SCRIPTS = [
    path
    for folder in ("auditor/browser", "app/extension/in_page", "app/extension/panel")
    for path in (ROOT / folder).rglob("*.*")
    if path.suffix in (".js", ".py")
]
WORDS = sorted({word for path in SCRIPTS for word in re.findall(r"[A-Za-z]\w+", path.read_text())})
"""Every word of every script: a name that comes into use is among them."""

CONTENT = """<h1>Foxes</h1><p>Foxes live in woods and hunt at night.</p>
<img src="/fox.png" alt="A red fox in a wood"><img src="/fox.png">
<div hidden><img src="/fox.png" alt="Nobody is shown this"></div>
<details><summary>More</summary><img src="/leaf.png"></details>
<form hidden><img src="/leaf.png" alt="Nor this">FIELDS</form>
<div style="background: url(/fox.png); width: 200px; height: 150px"></div>
<svg width="90" height="60" role="img" aria-label="A green square"><rect width="90" height="60"
 fill="green"/></svg><x-shadow><template shadowrootmode="closed"><img src="/leaf.png" alt="A leaf">
</template></x-shadow><iframe srcdoc="<img src=/fox.png alt=Inner>"></iframe>
<button type="button"><img src="/leaf.png" loading="lazy"></button>"""


def clobbered(words: Iterable[str], name: str = "name", identity: str = "id") -> str:
    """Images in a form that has a field of each name, and elsewhere on the page elements that the
    document and the window know by it. With other attributes than `name` and `id`, the same page
    without the names."""
    fields = "".join(f'<input type="hidden" {name}="{word}">' for word in words)
    forms = "".join(f'<form {name}="{word}"></form>' for word in words)
    anchors = "".join(f'<b {identity}="{word}"></b>' for word in words)
    inner = CONTENT.replace("FIELDS", fields)
    within = inner.replace("<form ", "<fieldset ").replace("</form>", "</fieldset>")
    image = f'<form role="img" aria-label="A form that is an image">{fields}Search</form>'
    return f"{forms}{anchors}<form>{fields}{within}</form>{image}{inner}"


NAMED = clobbered(WORDS)
NAMELESS = clobbered(WORDS, "data-name", "data-id")
