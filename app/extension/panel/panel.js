/* The panel of one tab: its images, worst first. */
import { audit } from "./audit.js";
import { Item } from "./item.js";
import { call, PageError } from "./page.js";
import { report } from "./report.js";
import { ServerError } from "./server.js";
import { localise, make, say } from "./words.js";

const by = (id) => document.getElementById(id);
const items = new Map();
let running = new AbortController();
let summary = "";
let tab;

const uses = () => [...items.values()].map((item) => item.use).sort((a, b) => a.rank - b.rank);

async function start(scroll) {
  running.abort();
  const own = running = new AbortController();
  by("status").textContent = say("step_asking");
  document.body.setAttribute("aria-busy", "true");
  const seen = new Set();
  try {
    for await (const event of audit(tab, scroll, own.signal)) {
      if (own.signal.aborted) return;
      handle(event, seen);
    }
  } catch (error) {
    if (!own.signal.aborted) fail(error);
  } finally {
    if (own === running) document.body.removeAttribute("aria-busy");
  }
}

function handle(event, seen) {
  if (event.type === "step")
    by("status").textContent = say(`step_${event.step}`, event.done ?? "", event.all ?? "");
  if (event.type === "page") by("title").textContent = event.title || event.url;
  if (event.type === "use") place(event.use, seen);
  if (event.type === "round") finishRound(seen);
  if (event.type === "end") end(event);
}

/* The lines come worst first; what is there already keeps its element, and so its focus. */
function place(use, seen) {
  const { ordinal } = use.image;
  if (!items.has(ordinal)) items.set(ordinal, new Item(tab, use));
  const item = items.get(ordinal);
  item.update(use);
  seen.add(ordinal);
  const at = by("list").children[use.rank - 1];
  if (at !== item.element) keepFocus(() => by("list").insertBefore(item.element, at ?? null));
  show("results");
}

function keepFocus(move) {
  const { activeElement } = document;
  move();
  if (activeElement !== document.activeElement) activeElement.focus({ preventScroll: true });
}

function finishRound(seen) {
  for (const [ordinal, item] of items)
    if (!seen.has(ordinal)) {
      item.element.remove();
      items.delete(ordinal);
    }
  seen.clear();
  show("results");
  const open = uses().filter((use) => use.asks_for_work).length;
  summary = items.size ? say("summary", open, items.size) : say("noImages");
  const uncompared = uses().filter((use) => use.status === "not-compared").length;
  if (uncompared) summary += ` ${say("notCompared", uncompared)}`;
  by("copy").disabled = false;
  chrome.action.setBadgeBackgroundColor({ tabId: tab, color: "#8a1c1c" }).catch(() => {});
  chrome.action.setBadgeText({ tabId: tab, text: open ? String(open) : "" }).catch(() => {});
}

async function end({ skipped, pictures, unread }) {
  const reasons = [
    ...unread.map((url) => say("unreadFrame", url)),
    ...[...pictures.missing].map(([ordinal, why]) => `${items.get(ordinal)?.use.image.src ?? ""}: ${why}`),
    ...skipped.map((each) => `${each.subject}: ${each.reason}`),
  ];
  by("skipped").replaceChildren(...reasons.map((text) => make("li", {}, text)));
  by("unseen").hidden = !reasons.length;
  const origins = [...new Set([...pictures.closed, ...unread.map(origin).filter(Boolean)])];
  by("allow").hidden = !origins.length;
  by("allow").onclick = async () => {
    if (await chrome.permissions.request({ origins: origins.map((each) => `${each}/*`) })) start(false);
  };
  for (const item of items.values()) item.setPicture(pictures.of(item.use.image.ordinal));
  by("status").textContent = `${say("done")} ${summary}`;
  await speak();
}

function origin(url) {
  try {
    const { protocol, origin: found } = new URL(url);
    return /^https?:$/.test(protocol) ? found : null;
  } catch {
    return null;
  }
}

/* Tell the page what a screen reader says of each image. */
async function speak() {
  const frames = Map.groupBy(uses(), (use) => use.frame_id);
  for (const [frame, held] of frames) {
    const spoken = held.map((use) => [use.stamp, say("spoken", use.spoken)]);
    await call(tab, frame, "speak", Object.fromEntries(spoken)).catch(() => {});
  }
}

function fail(error) {
  const kind = error instanceof ServerError ? error.kind : "failed";
  const known = error instanceof ServerError ? error.message : say("pageFailed", error.message);
  if (!(error instanceof ServerError || error instanceof PageError)) console.error(error);
  by("reason").textContent = known;
  show(kind);
  by("status").textContent = say(`${kind}Title`);
}

function show(section) {
  for (const each of document.querySelectorAll("main > section")) each.hidden = each.id !== section;
}

async function copy(button, text) {
  await navigator.clipboard.writeText(text);
  by("status").textContent = say("copied");
  button.focus();
}

by("again").onclick = () => start(false);
by("scroll").onclick = () => start(true);
by("copy").onclick = () => copy(by("copy"), report(uses()));
by("copyCommand").onclick = () => copy(by("copyCommand"), by("command").textContent);
by("all").onchange = () => by("list").classList.toggle("all", by("all").checked);
chrome.runtime.onMessage.addListener((message) => {
  if (message.type === "audit" && message.tab === tab) start(false);
});
/* Paired or moved in the settings: try again at once. */
chrome.storage.onChanged.addListener(() => start(false));

localise();
const asked = Number(new URL(location).searchParams.get("tab"));
tab = asked || (await chrome.tabs.query({ active: true, currentWindow: true }))[0]?.id;
start(false);
