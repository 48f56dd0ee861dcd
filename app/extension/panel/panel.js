/* The panel of a window: the images of the tab in view, worst first. It follows from tab to tab, and
   keeps what it knows of each. */
import { report } from "./report.js";
import { saveReport, showSession } from "./session.js";
import { askToStart } from "./starter.js";
import { view } from "./states.js";
import { TabAudit } from "./tab_audit.js";
import { localise, make, say } from "./words.js";

const by = (id) => document.getElementById(id);
const audits = new Map();
const sections = [...document.querySelectorAll("main > section")].map((each) => each.id);
let shown;
let ended = null;

function auditOf(tab) {
  if (!audits.has(tab)) {
    const made = new TabAudit(tab, () => made === shown && render());
    audits.set(tab, made);
  }
  return audits.get(tab);
}

function turnTo(tab) {
  shown = auditOf(tab);
  render();
}

function render() {
  const now = view(shown);
  write("status", now.status);
  by("status").classList.toggle("repeated", now.repeated);
  document.body.toggleAttribute("aria-busy", now.busy);
  if (now.busy) document.body.setAttribute("aria-busy", "true");
  write("title", now.title);
  write("address", now.address);
  write("notice", now.notice);
  by("notice").hidden = !now.notice;
  write("failedTitle", now.failed?.title ?? "");
  write("reason", now.failed?.text ?? "");
  for (const id of sections) by(id).hidden = !now.shown.includes(id);
  by("copy").disabled = !shown.uses.length;
  by("badges").setAttribute("aria-pressed", String(shown.badges));
  for (const id of ["badges", "next", "previous"]) by(id).disabled = !shown.listed || shown.where === "left";
  if (by("list").firstChild !== shown.list) by("list").replaceChildren(shown.list);
  renderUnseen();
  if (now.shown.includes("absent")) renderCommand();
  if (ended !== shown && shown.ended) showSession(shown.about).catch(() => {});
  ended = shown.ended ? shown : null;
}

function write(id, text) {
  if (by(id).textContent !== text) by(id).textContent = text;
}

function renderUnseen() {
  const { unseen, origins, ended: done } = shown;
  by("skipped").replaceChildren(...unseen.map((text) => make("li", {}, text)));
  by("unseen").hidden = !done || !unseen.length;
  by("allow").hidden = !origins.length;
}

/* As the auditor told it when it last ran. */
async function renderCommand() {
  const { command } = await chrome.storage.local.get("command");
  write("command", command ?? "auditor serve --pair");
  by("byScript").hidden = Boolean(command);
}

/* The keys that really hold: a browser gives none that is taken, and its user may choose others. */
async function renderKeys() {
  const held = new Map((await chrome.commands.getAll()).map(({ name, shortcut }) => [name, shortcut]));
  const key = held.get("_execute_action");
  for (const place of document.querySelectorAll(".press"))
    place.textContent = key ? say("pressOrKey", key) : say("press");
  const named = ["previous", "next", "badges"].filter((name) => held.get(name));
  write("keys", named.map((name) => say("keyOf", say(name), held.get(name))).join(" "));
}

async function copy(button, text) {
  await navigator.clipboard.writeText(text);
  shown.tell(say("copied"));
  button.focus();
}

const HEARD = {
  audit: (audit) => audit.start(false),
  next: (audit) => audit.go(1),
  previous: (audit) => audit.go(-1),
  badges: (audit) => audit.toggleBadges(),
};

by("again").onclick = () => shown.start(false);
by("scroll").onclick = () => shown.start(true);
by("next").onclick = () => shown.go(1);
by("previous").onclick = () => shown.go(-1);
by("badges").onclick = () => shown.toggleBadges();
by("copy").onclick = () => copy(by("copy"), report(shown.uses));
by("copyCommand").onclick = () => copy(by("copyCommand"), by("command").textContent);
by("all").onchange = () => by("list").classList.toggle("all", by("all").checked);
by("allow").onclick = async () => {
  const origins = shown.origins.map((each) => `${each}/*`);
  if (await chrome.permissions.request({ origins })) shown.start(false);
};
by("start").onclick = async () => {
  if (!(await askToStart())) return;
  /* A page that was open before the leave came may lack what it allows. */
  if (chrome.runtime.sendNativeMessage) shown.start(false);
  else location.reload();
};
by("session").ontoggle = () => showSession(shown.about).catch(() => {});
by("whole").onclick = () => saveReport().catch((error) => shown.tell(say("decideFailed", "", error.message)));

localise();
const ownTab = (await chrome.tabs.getCurrent())?.id;
const { id: ownWindow } = await chrome.windows.getCurrent();

chrome.runtime.onMessage.addListener((message, sender) => {
  if (message.type === "chosen") {
    if (sender.tab?.id === shown.tab) shown.choose(message.stamp, sender.frameId);
    return;
  }
  if (message.window !== ownWindow || !HEARD[message.type]) return;
  if (message.tab !== ownTab && message.tab !== shown.tab) turnTo(message.tab);
  HEARD[message.type](shown);
});
chrome.tabs.onActivated.addListener(({ tabId, windowId }) => {
  if (windowId === ownWindow && tabId !== ownTab) turnTo(tabId);
});
chrome.tabs.onUpdated.addListener((tab, { status, url }) => {
  if (status || url) audits.get(tab)?.look();
});
chrome.tabs.onRemoved.addListener((tab) => {
  audits.get(tab)?.stop();
  if (audits.get(tab) !== shown) audits.delete(tab);
});
/* Paired or moved in the settings: try again at once. */
chrome.storage.onChanged.addListener((changes) => {
  if (changes.port || changes.token) shown.start(false);
});

/* A panel that stands in a tab of its own is told of which tab it is to begin with. */
const asked = new URL(location).searchParams.get("tab");
const [inView] = await chrome.tabs.query({ active: true, windowId: ownWindow });
turnTo(asked === null ? inView?.id : Number(asked));
renderKeys();
shown.start(false);
