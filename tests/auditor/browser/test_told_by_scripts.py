"""Roles and names that no markup holds: ElementInternals and reflected ARIA properties."""

import pytest

from auditor.browser.options import BrowserOptions
from auditor.pages.frames import extract_frames
from extractors.records import Kind, NameSource

pytestmark = pytest.mark.asyncio(loop_scope="session")
OPTIONS = BrowserOptions(timeout=8, settle=4, quiet=0.1)

PAGE = """
  <p id=words>A red fox</p><p hidden><img id=more alt="and its den" src=/a.png></p>
  <x-drawing id=named label="A fox in a den"></x-drawing>
  <x-drawing id=nameless></x-drawing>
  <a href=/den id=link><x-drawing label="To the den"></x-drawing></a>
  <x-plain id=plain>Words</x-plain>
  <img id=reflected src=/a.png>
  <img id=own src=/a.png aria-labelledby="" alt="A fox asleep">
  <script>
    customElements.define("x-drawing", class extends HTMLElement {
      connectedCallback() {
        const internals = this.attachInternals();
        internals.role = "img";
        internals.ariaLabel = this.getAttribute("label");
        this.style.cssText = "display: inline-block; width: 60px; height: 40px";
      }
    });
    customElements.define("x-plain", class extends HTMLElement {});
    document.getElementById("reflected").ariaLabelledByElements =
      [document.getElementById("words"), document.getElementById("more")];
  </script>"""


async def test_what_scripts_give_is_taken_from_the_browser(reader, site, picture_bytes) -> None:
    site["/a.png"] = picture_bytes()
    site["/"] = PAGE
    (extraction,) = extract_frames((await reader.read(site.url())).frames)
    shown = [record for record in extraction.records if record.selector != "#more"]
    found = {record.selector: record for record in shown}
    assert {selector: (r.kind, r.name.text, r.name.source) for selector, r in found.items()} == {
        "#named": (Kind.ROLE_IMG, "A fox in a den", NameSource.TOLD),
        "#nameless": (Kind.ROLE_IMG, "", NameSource.NONE),
        "#link x-drawing": (Kind.ROLE_IMG, "To the den", NameSource.TOLD),
        "#reflected": (Kind.IMG, "A red fox and its den", NameSource.LABELLEDBY),
        "#own": (Kind.IMG, "A fox asleep", NameSource.ALT),
    }
    control = found["#link x-drawing"].context.control
    assert control is not None
    assert control.name == "To the den"
    assert found["#reflected"].name.steps[0] == "aria-labelledby → p#words"
