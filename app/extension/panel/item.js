/* One image of the list: what is heard, the verdict, and a box to try another text in. */
import { call } from "./page.js";
import { score } from "./server.js";
import { make, say } from "./words.js";

const PARTS = ["compatibility", "relevance", "informativeness", "form"];
const WAIT_MS = 100;

const status = (use) => say(`status_${use.status.replaceAll("-", "_")}`);
const quality = (use) => (use.scores ? say("quality", use.scores.quality.toFixed(1)) : "");
/* What the server says is English. */
const english = (tag, text) => make(tag, { lang: "en", dir: "auto" }, text);

export class Item {
  #tab;
  #body = make("div", { class: "body" });
  #summary = make("summary");
  #details = make("details", {}, this.#summary, this.#body);
  #picture;
  #trying = new AbortController();
  element = make("li", {}, this.#details);

  constructor(tab, use) {
    this.#tab = tab;
    this.use = use;
    this.#details.addEventListener("toggle", () => this.#toggled());
    for (const event of ["pointerenter", "focus"])
      this.#summary.addEventListener(event, () => this.#point("outline"));
  }

  /* Show what is known now. An open item keeps the text that is being tried. */
  update(use) {
    const first = use === this.use;
    this.use = use;
    this.element.className = use.asks_for_work ? "work" : "fine";
    this.#summary.replaceChildren(
      make("span", { class: `status ${use.status}` }, status(use)), " ",
      make("span", { class: "quality" }, quality(use)), " ",
      make("span", { class: "heard" }, say("heard")), " ", english("span", use.spoken),
    );
    if (!first && this.#details.open) this.#body.querySelector(".verdict").replaceWith(verdict(use));
  }

  setPicture(blob) {
    this.#picture = blob;
    if (this.#details.open) this.#preview();
  }

  #toggled() {
    if (!this.#details.open) return;
    if (!this.#body.firstChild) this.#fill();
    this.#preview();
    this.#point("show");
  }

  #point(how) {
    call(this.#tab, this.use.frame_id, how, this.use.stamp).catch(() => {});
  }

  #fill() {
    const id = `text-${this.use.image.ordinal}`;
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
      const why = error.kind === "absent" ? say("absentTitle") : error.message;
      if (!own.signal.aborted) out.textContent = say("tryFailed", why);
    }
  }
}

/* Reason, parts and findings of a use. */
function verdict(use) {
  const box = make("div", { class: "verdict" }, english("p", use.reason));
  if (use.scores)
    box.append(make("dl", {}, ...PARTS.flatMap((name) => part(name, use.scores[name]))));
  const more = use.findings.filter((finding) => finding.message !== use.reason);
  if (more.length) box.append(make("ul", {}, ...more.map((finding) => english("li", finding.message))));
  return box;
}

function part(name, { value, reason }) {
  const number = value === null ? "–" : `${Math.round(value * 100)} %`;
  return [make("dt", {}, `${say(`part_${name}`)}: ${number}`), english("dd", reason)];
}
