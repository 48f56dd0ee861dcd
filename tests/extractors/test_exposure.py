import pytest

from extractors.facts import ElementFacts
from extractors.records import Exposed

EXPOSED, DECORATIVE, HIDDEN = Exposed.EXPOSED, Exposed.DECORATIVE, Exposed.HIDDEN


@pytest.mark.parametrize(
    ("html", "state", "role", "reason"),
    [
        ("<img>", EXPOSED, "image", "img"),
        ("<img alt=x>", EXPOSED, "image", "img"),
        ("<img alt=' '>", EXPOSED, "image", "img"),
        ("<img alt=''>", DECORATIVE, "none", 'alt=""'),
        ("<img alt='' title=''>", DECORATIVE, "none", 'alt=""'),
        ("<img alt='' title=t>", DECORATIVE, "none",
         'alt="", and its title is not heard as a name'),
        ("<img alt='' aria-label=''>", EXPOSED, "image",
         'alt="", but it has an empty aria-label'),
        ("<img alt='' aria-label=l>", EXPOSED, "image", 'alt="", but aria-label names it'),
        ("<img alt='' tabindex=0>", EXPOSED, "image", 'alt="", but it can take the focus'),
        ("<img alt='' aria-describedby=d>", EXPOSED, "image",
         'alt="", but it has aria-describedby'),
        ("<img alt='' aria-live=polite>", EXPOSED, "image", 'alt="", but it has aria-live'),
        ("<img alt='' aria-hidden=false>", DECORATIVE, "none", 'alt=""'),
        ("<img alt=x role=none>", DECORATIVE, "none", "role=none"),
        ("<img alt=x role='x presentation'>", DECORATIVE, "none", "role=presentation"),
        ("<img alt=x role=none tabindex=0>", EXPOSED, "image",
         "role=none does not count: it can take the focus"),
        ("<img role=none aria-label=l>", EXPOSED, "image",
         "role=none does not count: it has aria-label"),
        ("<img alt=x aria-hidden=true>", DECORATIVE, "none", "aria-hidden=true"),
        ("<div id=d aria-hidden=true><img alt=x></div>", DECORATIVE, "none",
         "aria-hidden=true on div#d"),
        ("<img alt=x aria-hidden=false>", EXPOSED, "image", "img"),
        ("<div inert><img alt=x></div>", DECORATIVE, "none", "inert on div"),
        ("<img alt=x hidden>", HIDDEN, "image", "hidden attribute"),
        ("<p style='display:none'><img alt=x></p>", HIDDEN, "image", "display: none"),
        ("<p style='visibility:hidden'><img alt=x></p>", HIDDEN, "image", "visibility: hidden"),
        ("<p style='visibility:hidden'><img alt=x style='visibility:visible'></p>", EXPOSED,
         "image", "img"),
        ("<style>.no { display: none }</style><p class=no><img alt=x></p>", HIDDEN, "image",
         "display: none"),
        ("<details><summary>s</summary><img alt=x></details>", HIDDEN, "image", "closed details"),
        ("<details open><summary>s</summary><img alt=x></details>", EXPOSED, "image", "img"),
        ("<details><summary><img alt=x></summary></details>", EXPOSED, "image", "img"),
        ("<dialog><img alt=x></dialog>", HIDDEN, "image", "dialog that is not open"),
        ("<video><img alt=x></video>", HIDDEN, "image", "fallback content of video"),
        ("<svg><path /></svg>", DECORATIVE, "none",
         "svg without role and name: there is nothing to announce"),
        ("<svg role=img><path /></svg>", EXPOSED, "image", "role=img"),
        ("<svg><title>t</title><path /></svg>", EXPOSED, "image", "svg"),
        ("<span role=img>★</span>", EXPOSED, "image", "role=img"),
        ("<input type=image alt=''>", EXPOSED, "button", "input"),
        ("<object data=a.png></object>", EXPOSED, "image", "object"),
        ("<canvas></canvas>", EXPOSED, "", "canvas"),
        ("<video poster=a.png></video>", DECORATIVE, "none",
         "poster of a video: assistive technology meets the video, not its poster"),
        ("<div style='background-image:url(a.png)'></div>", DECORATIVE, "none",
         "CSS background: assistive technology never sees it"),
        ("<img usemap='#m'><map name=m><area href=x></map>", EXPOSED, "link", "area"),
        ("<img usemap='#m'><map name=m><area alt=x></map>", DECORATIVE, "none",
         "area without href: it is no link and has no role"),
        ("<map name=m><area href=x alt=x></map>", EXPOSED, "link", "area"),
        ("<img usemap='#m' hidden><map name=m><area href=x></map>", HIDDEN, "link",
         "hidden attribute"),
    ],
)  # fmt: skip
def test_exposure_and_its_reason(image, html: str, state: Exposed, role: str, reason: str) -> None:
    record = image(html)
    assert (record.exposure.state, record.role, record.exposure.reason) == (state, role, reason)


def test_with_a_browser_only_its_word_on_hiding_counts(images) -> None:
    facts = {
        "1": ElementFacts(hidden="display: none"),
        "2": ElementFacts(hidden="visibility: hidden"),
        "3": ElementFacts(),
    }
    html = (
        "<div data-auditor=1><img alt=a></div>"
        "<div data-auditor=2><img alt=b data-auditor=3></div><img alt=c style='display:none'>"
    )
    assert [r.exposure.state for r in images(html, facts)] == [HIDDEN, EXPOSED, EXPOSED]


def test_a_hidden_or_decorative_image_has_no_informative_name(image) -> None:
    assert image("<img alt=x aria-hidden=true>").informative_name == ""
    assert image("<img alt=x>").informative_name == "x"
