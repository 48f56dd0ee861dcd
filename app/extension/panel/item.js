/* One image of the list: what is heard, the verdict, a box to try another text in, and what a person
   makes of it. */
import { decideBox, decidedWords } from "./decide.js";
import { score } from "./server.js";
import { make, oneDigit, percent, say } from "./words.js";

const PARTS = ["compatibility", "relevance", "informativeness", "form"];
const WAIT_MS = 100;
/* What may change when the picture has come. */
const OPEN_UNTIL_SEEN = ["not-checkable", "not-compared"];

const status = (use) => say(`status_${use.status.replaceAll("-", "_")}`);
const quality = (use) => (use.scores ? say("quality", oneDigit(use.scores.quality)) : "");
/* What the server says, in the language that it says it in. */
const told = (tag, text, language = "en") => make(tag, { lang: language, dir: "auto" }, text);

export class Item {
  #audit;
  #body = make("div", { class: "body" });
  /* These stay when more is known: a press that began on one ends on it too. */
  #status = make("span");
  #quality = make("span", { class: "quality" });
  #spoken = make("span", { dir: "auto" });
  #decided = make("span", { class: "decided" });
  #summary = make(
    "summary", {}, this.#status, " ", this.#quality, " ",
    make("span", { class: "heard" }, say("heard")), " ", this.#spoken, " ",
  );
  #details = make("details", {}, this.#summary, this.#body);
  #picture;
  #trying = new AbortController();
  element = make("li", {}, this.#details);
  use = null;
  /* Whether it is not known yet what the use is. */
  pending = true;

  constructor(audit) {
    this.#audit = audit;
    this.#details.addEventListener("toggle", () => this.#toggled());
    for (const event of ["pointerenter", "focus"])
      this.#summary.addEventListener(event, () => this.#audit.point(this.use, "outline"));
  }

  get open() {
    return this.#details.open;
  }

  set open(open) {
    this.#details.open = open;
  }

  /* What is heard of it and how it stands, on one line. */
  get words() {
    return `${status(this.use)}. ${say("spoken", this.use.spoken)}`;
  }

  /* Open it, and bring it into view here and in the page. */
  choose() {
    if (this.open) this.#audit.point(this.use, "show");
    this.open = true;
    this.element.scrollIntoView({ block: "nearest" });
  }

  /* Show what is known now; `final`: no picture is waited for. An open item keeps the text that is
     being tried. */
  update(use, final) {
    const first = this.use === null;
    const { decision } = this.use ?? {};
    this.use = use;
    if (use.decision === undefined && use.rank && decision && !final) use.decision = decision;
    this.pending = !final && !use.picture && OPEN_UNTIL_SEEN.includes(use.status);
    this.element.className = this.pending || !use.asks_for_work ? "fine" : "work";
    this.#head();
    if (!first && this.open) this.#body.querySelector(".verdict")?.replaceWith(verdict(use));
  }

  #head() {
    const { use } = this;
    this.#status.className = `status ${this.pending ? "pending" : use.status}`;
    this.#status.textContent = this.pending ? say("pending") : status(use);
    this.#quality.textContent = quality(use);
    this.#spoken.lang = use.language ?? "en";
    this.#spoken.textContent = use.spoken;
    this.#decided.textContent = use.decision ? decidedWords(use.decision) : "";
    if (use.decision) this.#summary.append(this.#decided);
    else this.#decided.remove();
  }

  setPicture(blob) {
    this.#picture = blob;
    if (this.open) this.#preview();
  }

  #toggled() {
    if (!this.open) return;
    if (!this.#body.firstChild) this.#fill();
    this.#preview();
    this.#audit.point(this.use, "show");
  }

  #fill() {
    const id = `text-${this.#audit.tab}-${this.use.image.ordinal}`;
    const box = make("textarea", { id, rows: "3", dir: "auto" });
    box.value = this.use.image.name.text;
    const tried = make("div", { role: "status", class: "tried" });
    let timer;
    box.addEventListener("input", () => {
      clearTimeout(timer);
      timer = setTimeout(() => this.#try(box.value, tried), WAIT_MS);
    });
    this.#body.append(
      verdict(this.use), make("label", { for: id }, say("tryText")), box, tried,
      decideBox(this, () => box.value, (text) => {
        this.#head();
        this.#audit.tell(text);
      }, this.#audit.about?.saves ?? false),
      make("p", { class: "where" }, make("code", {}, this.use.image.selector)),
    );
  }

  #preview() {
    if (!this.#picture || this.#body.querySelector("img")) return;
    const image = make("img", { alt: "" });
    image.src = URL.createObjectURL(this.#picture);
    image.onload = () => URL.revokeObjectURL(image.src);
    this.#body.prepend(image);
  }

  async #try(text, out) {
    this.#trying.abort();
    const own = this.#trying = new AbortController();
    try {
      const use = await score(this.use.record, text, this.#picture, own.signal);
      const line = make("strong", {}, say("withText", status(use), quality(use)));
      out.replaceChildren(make("p", {}, line), verdict(use));
    } catch (error) {
      if (!own.signal.aborted) out.textContent = say("tryFailed", say(`${error.kind}Title`) || error.message);
    }
  }
}

/* Reason, parts and findings of a use. */
function verdict(use) {
  const box = make("div", { class: "verdict" }, told("p", use.reason, use.language));
  if (use.scores)
    box.append(make("dl", {}, ...PARTS.flatMap((name) => part(name, use.scores[name], use.language))));
  const more = use.findings.filter((finding) => finding.message !== use.reason);
  if (more.length) box.append(make("ul", {}, ...more.map((finding) => told("li", finding.message, use.language))));
  return box;
}

function part(name, { value, reason }, language) {
  const number = value === null ? "–" : percent(value);
  return [make("dt", {}, `${say(`part_${name}`)}: ${number}`), told("dd", reason, language)];
}
