"""Made-up wikitext whose images are known, and where the alternative text of each has to go."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random

from auditor.wiki.wikitext.names import ENGLISH, SiteNames
from auditor.wiki.wikitext.uses import UseKind

GERMAN = SiteNames(
    lang="de",
    file=("Datei", "Bild", "File", "Image"),
    options=tuple(
        (word, ("alternativtext=$1", *spellings) if word == "img_alt" else spellings)
        for word, spellings in ENGLISH.options
    ),
)
FILES = ("Cat.jpg", "Big cat.png", "Flag of X.svg", "Zoë's dog (2).JPG", "A&B.gif", "日本.jpg")
WORDS = ("a cat", "it's", "''old", "'''b'''", "100%", "&amp;", "&#124;", "x = y", "a {b} c", "(z)")
SPACES = (("", ""), ("", ""), (" ", " "), ("", "\n"))
"""Before and after each option of an image."""


@dataclass(frozen=True)
class Hole:
    """Where the text of an image stands, or would."""

    image: int
    old: str = ""
    lead: str = ""
    tail: str = ""


Pieces = list["str | Hole"]


@dataclass
class Known:
    """An image on a page."""

    kind: UseKind
    file: str | None
    editable: bool = True
    alt: str | None = None


@dataclass
class Page:
    """Builds one page."""

    rng: Random
    names: SiteNames
    images: list[Known] = field(default_factory=list)

    def build(self) -> Pieces:
        blocks = (
            self.text,
            self.text,
            self.link,
            self.link,
            self.hidden,
            self.line,
            self.gallery,
            self.imagemap,
            self.table,
            self.infobox,
            self.several,
            self.template,
            self.unknown,
            self.other,
            self.refused,
        )
        pieces: Pieces = []
        for _ in range(self.rng.randint(1, 8)):
            pieces += [*self.rng.choice(blocks)(), self.rng.choice(("\n", "\n\n", " "))]
        return pieces

    def new(self, kind: UseKind, file: str | None, editable: bool = True) -> int:
        self.images.append(Known(kind, file, editable))
        return len(self.images) - 1

    def file(self) -> str:
        return self.rng.choice(FILES)

    def title(self, file: str, bare: bool = False) -> str:
        """A file as somebody may write it."""
        if self.rng.random() < 0.3:
            file = file.replace(" ", "_")
        if self.rng.random() < 0.2:
            file = file[0].lower() + file[1:]
        namespace = self.rng.choice(self.names.file)
        if self.rng.random() < 0.2:
            namespace = namespace.lower()
        return file if bare else f"{namespace}:{file}"

    def text(self) -> Pieces:
        return [" ".join(self.rng.choice(WORDS) for _ in range(self.rng.randint(1, 5)))]

    def line(self) -> Pieces:
        """A heading, an item of a list, or something that nobody closed."""
        start, end = self.rng.choice(
            (
                *(("\n== ", " ==\n"), ("\n* ", "\n# x"), ("\n: ", ""), ("<div>", "</div>")),
                *(("<ref>", "</ref>"), ("<poem>", "</poem>"), ("<noinclude>", "</noinclude>")),
                *(("[[open ", "\n\n"), ("{{open ", "\n\n"), ("<b>", ""), ("[http://x ", "\n")),
                *(("'''", ""), ("</div>", ""), ("{{{x|", "}}}")),
            )
        )
        return [start, *self.link(1, flat=True), end]

    def hidden(self) -> Pieces:
        """What shows no image, however much it looks like one."""
        link = "[[File:Cat.jpg|thumb|alt=x|y]]"
        forms = (
            "<!-- {} -->",
            "<!--\n{}\n-->",
            "<nowiki>{}</nowiki>",
            "<pre>{}</pre>",
            "<syntaxhighlight lang=text>{}</syntaxhighlight>",
            "<math>{}</math>",
            "<includeonly>{}</includeonly>",
            "[[:File:Cat.jpg|see]]",
            "[[Media:Cat.jpg]]",
            "[[Category:Cat.jpg|x]]",
            "{{Flag|France}}",
            "[[Cat|a cat.jpg]]",
        )
        return [self.rng.choice(forms).replace("{}", link)]

    def content(self, depth: int, gallery: bool = False) -> Pieces:
        """A caption: begins with text, and holds what captions hold."""
        pieces: Pieces = self.text()
        for _ in range(self.rng.randint(0, 3)):
            odd: Pieces = self.rng.choice(
                (
                    ["[[cat|big cat]]"],
                    ["{{lang|fr|chat}}"],
                    ["{{convert|3|kg|alt=no}}"],
                    ["<!-- |alt=todo| -->"],
                    ["<nowiki>|alt=x|[[File:Cat.jpg]]</nowiki>"],
                    ["<ref name=a>x | y [[z]]</ref>"],
                    ["[http://t/?a=|left|&b=|x ext]"],
                    ["http://t/a?b=c"],
                    ["-{zh:a|b}-"],
                    ["<br/>"],
                )
            )
            if depth < 2 and self.rng.random() < 0.25:
                odd = self.link(depth + 1, flat=True)
            elif depth < 2 and not gallery and self.rng.random() < 0.1:
                odd = ["{{nowrap|1=", *self.link(depth + 1, flat=True), "}}"]
            pieces += [" ", *odd]
            if self.rng.random() < 0.5:
                pieces += [" ", *self.text()]
        return pieces

    def link(self, depth: int = 0, flat: bool = False) -> Pieces:
        """An image; `flat` on one line."""
        file = self.file()
        lead, tail = self.rng.choice(SPACES[:3] if flat else SPACES)
        pieces: Pieces = ["[[", self.title(file), tail.replace("\n", "")]
        image = self.new(UseKind.LINK, file)
        words = ["thumb", "left", "200px", "upright=1.2", "link=Main Page", "class=x", "border"]
        options: list[Pieces] = [[word] for word in self.rng.sample(words, self.rng.randint(0, 3))]
        caption = self.content(depth) if self.rng.random() < 0.7 else None
        before = self.rng.random() < 0.2 and caption is not None
        written = self._written(image)
        if written is not None and self.rng.random() < 0.5:
            options.insert(self.rng.randint(0, len(options)), written)
            written = None
        after = [*([written] if written else []), *([["right"]] if before else [])]
        return [*pieces, *self._options(image, options, caption, after, lead, tail), "]]"]

    def _written(self, image: int) -> Pieces | None:
        """An alternative text that is there already."""
        if self.rng.random() > 0.4:
            return None
        old = self.rng.choice(("old text", "a [[link|cat]] of {{x|y}}", "", "''x''", "cat.jpg"))
        self.images[image].alt = old
        key = self.rng.choice((self.names.alt_key, "alt"))
        return [f"{key}=", Hole(image, old)]

    def _options(
        self,
        image: int,
        options: Sequence[Pieces],
        caption: Pieces | None,
        after: Sequence[Pieces],
        lead: str,
        tail: str,
    ) -> Pieces:
        key = self.names.alt_key
        new = self.images[image].alt is None
        pieces: Pieces = []
        for option in options:
            pieces += ["|", lead, *option, tail]
        if caption is not None:
            first = not options
            around = tail.replace("\n", "") if first else tail
            hole = [Hole(image, "", f"{lead}{key}=", f"{around}|")] if new else []
            pieces += ["|", *hole, lead, *caption, tail]
        for option in after:
            pieces += ["|", lead, *option, tail]
        if caption is None and new:
            bare = not (options or after)
            pieces.append(Hole(image, "", f"|{'' if bare else lead}{key}=", "" if bare else tail))
        return pieces

    def gallery(self) -> Pieces:
        mode = self.rng.choice(("", ' mode="packed"', " widths=70px caption='x | y'"))
        pieces: Pieces = [f"<gallery{mode}>\n"]
        for _ in range(self.rng.randint(1, 4)):
            if self.rng.random() < 0.2:
                pieces.append(
                    self.rng.choice(("\n", "<!-- File:Cat.jpg|x -->\n", "<!--\nCat.jpg|x\n-->\n"))
                )
            pieces += [*self._line(), "\n"]
        return [*pieces, "</gallery>"]

    def _line(self) -> Pieces:
        file = self.file()
        image = self.new(UseKind.GALLERY, file)
        title = self.title(file, bare=self.rng.random() < 0.4)
        options: list[Pieces] = [["link=Main Page"]] if self.rng.random() < 0.2 else []
        caption = self.content(1, gallery=True) if self.rng.random() < 0.7 else None
        if (written := self._written(image)) is not None:
            options.append(written)
        return [title, *self._options(image, options, caption, [], "", "")]

    def imagemap(self) -> Pieces:
        file = self.file()
        image = self.new(UseKind.IMAGEMAP, file)
        title = self.title(file)
        caption = self.content(2) if self.rng.random() < 0.5 else None
        options: list[Pieces] = [["300px"]]
        if (written := self._written(image)) is not None:
            options.append(written)
        line = self._options(image, options, caption, [], "", "")
        return ["<imagemap>\n# Cat.jpg\n", title, *line, "\nrect 0 0 9 9 [[A|Area]]\n</imagemap>"]

    def table(self) -> Pieces:
        pieces: Pieces = ['\n{| class="wikitable"\n|+ ', *self.text()]
        for _ in range(self.rng.randint(1, 2)):
            pieces += ["\n|-\n! ", *self.text(), "\n| ", *self.link(1, flat=True)]
            pieces += [" || style=x | ", *self.content(1)]
        return [*pieces, "\n|}\n"]

    def infobox(self) -> Pieces:
        """A template that is known, in the English wiki."""
        if self.names.lang != "en":
            return self.unknown()
        file = self.file()
        image = self.new(UseKind.TEMPLATE, file)
        title = self.title(file, bare=True)
        if self.rng.random() < 0.3:
            self.images[image].alt = "old"
            hole = Hole(image, "old")
            return [f"{{{{Infobox person|image={title}|alt=", hole, "|caption=a [[cat]]}}"]
        if self.rng.random() < 0.5:
            hole = Hole(image, "", "| alt     = ", "\n")
            start = f"{{{{infobox_person\n| name    = X\n| image   = {title}\n"
            return [start, hole, "| caption = A cat\n}}"]
        hole = Hole(image, "", "|alt=")
        start = f"{{{{Infobox person <!-- c -->|image={title}"
        return [start, hole, "|caption=", *self.content(1), "}}"]

    def several(self) -> Pieces:
        if self.names.lang != "en":
            return self.text()
        pieces: Pieces = ["{{multiple image\n| align = right\n"]
        for number in range(1, self.rng.randint(2, 4)):
            file = self.file()
            image = self.new(UseKind.TEMPLATE, file)
            pieces += [f"| image{number} = {self.title(file, bare=True)}\n"]
            pieces += [Hole(image, "", f"| alt{number} = ", "\n"), f"| caption{number} = "]
            pieces += [*self.content(1), "\n"]
        return [*pieces, "}}"]

    def template(self) -> Pieces:
        """Images as whole links in a template."""
        name = self.rng.choice(("Infobox person", "center", "Infobox Katze"))
        pieces: Pieces = [f"{{{{{name}|image=", *self.link(1, flat=True)]
        return [*pieces, "|caption=", *self.content(1), "|alt=unrelated}}"]

    def unknown(self) -> Pieces:
        file = self.file()
        self.new(UseKind.TEMPLATE, file, editable=False)
        return [f"{{{{Some template|picture={self.title(file, bare=True)}|text=x}}}}"]

    def other(self) -> Pieces:
        if self.rng.random() < 0.4:
            self.new(UseKind.TIMELINE, None, editable=False)
            return ["<timeline>\nImageSize = width:400\n</timeline>"]
        image = self.new(UseKind.MAPFRAME, None)
        if self.rng.random() < 0.5:
            self.images[image].alt = "old map"
            return ["<mapframe zoom=3 ", Hole(image, 'alt="old map"', 'alt="', '"'), " text='x'/>"]
        return ["<mapframe zoom=3 text='x'", Hole(image, "", ' alt="', '"'), ">[[1]]</mapframe>"]

    def refused(self) -> Pieces:
        form, file = self.rng.choice(
            (
                ("[[File:Cat.jpg|{{opts}}]]", "Cat.jpg"),
                ("[[File:Cat.jpg|thumb|{{opts|a}} {{b}}|A cat]]", "Cat.jpg"),
                ("[[File:Cat.jpg|thumb{{!}}left|A cat]]", "Cat.jpg"),
                ("[[File:Cat.jpg|alt=a|alt=b|A cat]]", "Cat.jpg"),
                ("[[File:{{{img}}}|thumb|x]]", None),
                ("[[File:Film.webm|thumb|A film]]", "Film.webm"),
            )
        )
        self.new(UseKind.LINK, file, editable=False)
        return [form]
