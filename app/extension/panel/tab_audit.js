/* What is known of the page of one tab: it is kept while other tabs are looked at. */
import { audit } from "./audit.js";
import { Item } from "./item.js";
import { call, PageError, whereabouts } from "./page.js";
import { ServerError } from "./server.js";
import { countsOf } from "./states.js";
import { make, say } from "./words.js";

const LOOKS = {
  missing: ["✕", "bad"], wrong: ["✕", "bad"], weak: ["▲", "doubt"], redundant: ["◆", "doubt"],
  "decorative-suspect": ["?", "doubt"], "not-checkable": ["?", "plain"], "not-compared": ["–", "plain"],
  ok: ["✓", "good"], decorative: ["○", "good"],
};

export class TabAudit {
  #running = new AbortController();
  #changed;
  #items = new Map();
  #seen = new Set();
  #files = new Map();
  #at = null;
  list = make("ol", { class: "uses" });
  /* {step, done, all} while it runs. */
  step = null;
  /* {kind, message} where the last one did not come to its end. */
  failure = null;
  /* {title, url} of the page whose images are listed. */
  page = null;
  /* The HTTP status that it came with, 0: not known. */
  status = 0;
  /* What the server said of itself. */
  about = null;
  where = "here";
  ended = false;
  badges = false;
  /* Said in place of the summary, until something else happens. */
  told = "";
  unseen = [];
  origins = [];

  /* `changed` is called whenever there is something else to show. */
  constructor(tab, changed) {
    this.tab = tab;
    this.#changed = changed;
  }

  get uses() {
    return [...this.#items.values()].filter((item) => !item.pending).map((item) => item.use)
      .sort((a, b) => a.rank - b.rank);
  }

  get listed() {
    return this.#items.size > 0 || this.ended;
  }

  stop() {
    this.#running.abort();
  }

  tell(text) {
    this.told = text;
    this.#changed();
  }

  async start(scroll) {
    this.#running.abort();
    const own = this.#running = new AbortController();
    /* Asked when the page was read: what is listed of an earlier one is gone then. */
    const rough = () => this.#items.size === 0;
    this.failure = null;
    this.told = "";
    this.step = { step: "asking" };
    this.#changed();
    try {
      for await (const event of audit(this.tab, { scroll, files: this.#files, rough }, own.signal)) {
        if (own.signal.aborted) return;
        this.#handle(event);
      }
    } catch (error) {
      if (!own.signal.aborted) await this.#fail(error);
    } finally {
      if (own === this.#running) this.step = null;
      this.#changed();
    }
  }

  /* The browser said that something else is loaded in the tab: see what stands there now. */
  async look() {
    if (!this.#at || this.where === "left") return;
    const at = this.#at;
    const where = await whereabouts(at);
    if (at !== this.#at) return;
    this.where = where;
    if (where === "left") {
      this.#running.abort();
      this.step = null;
      this.badges = false;
    }
    this.#changed();
  }

  #handle(event) {
    if (event.type === "server") this.about = event.about;
    if (event.type === "step") this.step = event;
    if (event.type === "read") this.#read(event);
    if (event.type === "use") this.#place(event.use, event.final);
    if (event.type === "round") this.#finishRound();
    if (event.type === "end") this.#end(event);
    if (event.type !== "use") this.#changed();
  }

  #read({ page, title, url, status }) {
    if (this.page && this.page.url !== url) this.#clear();
    this.#at = page;
    this.page = { title, url };
    this.status = status;
    this.where = "here";
    this.ended = false;
    this.badges = false;
  }

  #clear() {
    this.#items.clear();
    this.list.replaceChildren();
    this.#files.clear();
  }

  /* The lines come worst first; what is there already keeps its element, and so its focus. */
  #place(use, final) {
    const { ordinal } = use.image;
    if (!this.#items.has(ordinal)) this.#items.set(ordinal, new Item(this));
    const item = this.#items.get(ordinal);
    item.update(use, final);
    this.#seen.add(ordinal);
    const at = this.list.children[use.rank - 1];
    if (at !== item.element) keepFocus(() => this.list.insertBefore(item.element, at ?? null));
    if (this.#items.size === 1) this.#changed();
  }

  #finishRound() {
    for (const [ordinal, item] of this.#items)
      if (!this.#seen.has(ordinal)) {
        item.element.remove();
        this.#items.delete(ordinal);
      }
    this.#seen.clear();
    this.#mark();
  }

  /* The number of images that ask for work, on the button. */
  #mark() {
    const { work } = countsOf(this.uses);
    const { tab: tabId } = this;
    chrome.action.setBadgeBackgroundColor({ tabId, color: "#8a1c1c" }).catch(() => {});
    chrome.action.setBadgeText({ tabId, text: work ? String(work) : "" }).catch(() => {});
  }

  #end({ skipped, pictures, unread, unasked }) {
    for (const item of this.#items.values()) {
      item.update(item.use, true);
      item.setPicture(pictures.of(item.use.image.ordinal));
    }
    const named = (ordinal) => {
      const image = this.#items.get(ordinal)?.use.image;
      return image?.src || image?.selector || "";
    };
    /* The auditor tells of frames too, and knows less of why. */
    const told = new Set(unread.map(({ url }) => url));
    this.unseen = [
      ...unread.map(frameWords),
      ...unasked.map(([name, number]) => say("unasked", name, number)),
      ...[...pictures.missing].map(([ordinal, why]) => `${named(ordinal)}: ${why}`),
      ...skipped.filter(({ subject }) => !told.has(subject)).map((each) => `${each.subject}: ${each.reason}`),
    ];
    const closed = unread.filter(({ why }) => why === "closed").map(({ url }) => origin(url));
    this.origins = [...new Set([...pictures.closed, ...closed.filter(Boolean)])];
    this.ended = true;
    this.step = null;
    this.#mark();
    this.#speak();
  }

  /* Tell the page what a screen reader says of each image. */
  #speak() {
    for (const [frame, held] of Map.groupBy(this.uses, (use) => use.frame_id)) {
      const spoken = held.map((use) => [use.stamp, say("spoken", use.spoken)]);
      this.#ask(frame, "speak", Object.fromEntries(spoken));
    }
  }

  async #fail(error) {
    if (error.kind === "left") {
      this.where = "left";
      return;
    }
    const known = error instanceof ServerError || error instanceof PageError;
    if (!known) console.error(error);
    const kind = known ? error.kind : "failed";
    /* What is listed is of another page, or of none any more. */
    if (error instanceof PageError && this.#at && (await whereabouts(this.#at)) === "left") this.where = "left";
    this.failure = { kind, message: error.message };
  }

  /* One call in the page. Where the page was left, that is noted, and nothing is done. */
  async #ask(frame, name, argument) {
    if (this.where === "left") return;
    try {
      await call(this.#at, frame, name, argument);
    } catch (error) {
      if (error.kind === "left" && Number(frame) === 0) await this.look();
    }
  }

  point(use, how) {
    this.#ask(use.frame_id, how, use.stamp);
  }

  /* Badges on all images, or off. */
  async toggleBadges() {
    if (!this.listed || this.where === "left") return;
    this.badges = !this.badges;
    for (const [frame, held] of Map.groupBy(this.uses, (use) => use.frame_id))
      await this.#ask(frame, "badges", this.badges ? held.filter((use) => use.stamp).map(mark) : []);
    this.tell(say(this.badges ? "badgesOn" : "badgesOff"));
  }

  /* Open the next image that asks for work, or with -1 the one before, and say which it is. */
  go(way) {
    const waiting = [...this.list.children].map((element) => this.#itemOf(element))
      .filter((item) => item && !item.pending && item.use.asks_for_work);
    if (!waiting.length) return this.tell(say("noWork"));
    const now = waiting.findIndex((item) => item.open);
    const next = now < 0 ? (way > 0 ? 0 : waiting.length - 1) : (now + way + waiting.length) % waiting.length;
    if (now >= 0 && now !== next) waiting[now].open = false;
    waiting[next].choose();
    return this.tell(say("atImage", next + 1, waiting.length, waiting[next].words));
  }

  /* Open the image that was chosen in the page. */
  choose(stamp, frame) {
    for (const item of this.#items.values())
      if (item.use.stamp === stamp && item.use.frame_id === String(frame)) item.choose();
  }

  #itemOf(element) {
    for (const item of this.#items.values()) if (item.element === element) return item;
    return null;
  }
}

/* A frame that was not read, and why: `why` as in page.js. */
function frameWords({ url, why }) {
  return typeof why === "number" ? say("errorFrame", url, why) : say(`frame_${why}`, url);
}

function mark(use) {
  const [shape, look] = LOOKS[use.status];
  const status = say(`status_${use.status.replaceAll("-", "_")}`);
  return { stamp: use.stamp, shape, look, label: `${status}. ${say("spoken", use.spoken)}` };
}

function keepFocus(move) {
  const { activeElement } = document;
  move();
  if (activeElement !== document.activeElement) activeElement.focus({ preventScroll: true });
}

function origin(url) {
  try {
    const { protocol, origin: found } = new URL(url);
    return /^https?:$/.test(protocol) ? found : null;
  } catch {
    return null;
  }
}
