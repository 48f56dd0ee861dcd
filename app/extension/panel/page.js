/* The page of a tab, as the panel sees it. */
/* From the root of the extension: Firefox would start at this page's folder. */
const FILES = ["dom.js", "snapshot.js", "settle.js", "collect.js", "badges.js", "in_page.js"]
  .map((name) => `/in_page/${name}`);
const SETTLE = { budget: 10_000, quiet: 150, screens: 50 };
const READ_MS = 20_000;
const MAX_FRAMES = 100;
/* What a frame may be asked to load; about: and javascript: are there at once. */
const ASKED = /^(https?|file|ftp):/;
const PAGES = ["text/html", "application/xhtml+xml"];

export class PageError extends Error {
  /* kind: "browser" (a page of the browser itself), "leave" (it was not pressed for this page),
     "unloaded" (the browser shows an error), "gone" (the tab), "hangs", "left" (another page stands
     there now), "pdf", "file" (a picture, a text), "empty", "unread" (else; the browser says why). */
  constructor(kind, message = "") {
    super(message);
    this.kind = kind;
  }
}

/* What browsers say, in English in every language of theirs. */
const SAID = [
  [/no answer within/, "hangs"],
  [/No tab with id|Invalid tab ID|No frame with id|was removed|was closed/i, "gone"],
  [/showing error page/i, "unloaded"],
  [/:\/\/ URL|about:|view-source|gallery|devtools|different extension/i, "browser"],
  [/permission|Cannot access/i, "leave"],
];

function kindOf(message) {
  return SAID.find(([pattern]) => pattern.test(message))?.[1] ?? "unread";
}

/* A page that hangs answers no script: it is not waited for without end. */
async function inject(target, what) {
  let timer;
  const late = new Promise((_, fail) => {
    timer = setTimeout(() => fail(new Error(`no answer within ${READ_MS / 1000} s`)), READ_MS);
  });
  try {
    return await Promise.race([chrome.scripting.executeScript({ target, ...what }), late]);
  } catch (error) {
    throw new PageError(kindOf(error.message), error.message);
  } finally {
    clearTimeout(timer);
  }
}

/* {page, snapshot, unread, unasked, status}: `page` is what `call` and `whereabouts` take; every frame that may
   be read in the form that the server wants; of each other one {url, why}: "closed" (of another site),
   "late" (it has not loaded), "more" (than are read), or the HTTP status of an error; [name, number] of elements of
   the page's own that may be images, by frame; the HTTP status that the page came with. Raises PageError. `scroll`: as a scan does, so that late images come; else
   only those with loading=lazy are asked for. */
export async function read(tab, blocks, scroll) {
  const top = { tabId: tab };
  await inject(top, { files: FILES });
  const [{ result: about }] = await inject(top, { func: () => auditorAbout() });
  if (about.type === "application/pdf") throw new PageError("pdf");
  if (!PAGES.includes(about.type)) throw new PageError("file", about.type);
  await inject(top, { func: (given) => auditorPage.wake(given), args: [{ ...SETTLE, scroll }] });
  const token = crypto.randomUUID();
  const taken = await readFrames({ tabId: tab, allFrames: true }, blocks, token);
  if (taken.length === 1 && taken[0].result.empty) throw new PageError("empty");
  const { snapshot, unread, unasked } = joined(taken);
  return { page: { tab, token, url: snapshot.url }, snapshot, unread, unasked, status: about.status };
}

/* Not once each frame has loaded, as would be the default: one that loads late, or never, would be
   waited for without end. */
async function readFrames(target, blocks, token) {
  const injectImmediately = true;
  await inject(target, { files: FILES, injectImmediately });
  const func = (...given) => auditorCollect(...given);
  const taken = await inject(target, { func, args: [blocks, token], injectImmediately });
  return taken.filter((each) => each.result);
}

const way = (path) => path.join(".");

/* Frames by their way from the top, a frame after the one that holds it. */
function joined(taken) {
  const found = new Map(taken.map((each) => [way(each.result.path), each]));
  if (!found.has("")) throw new PageError("left");
  const sorted = [...found.values()].sort((a, b) => a.result.path.length - b.result.path.length);
  const kept = new Map();
  const unread = [];
  for (const { frameId, result } of sorted) {
    const around = result.path.length ? way(result.path.slice(0, -1)) : null;
    if (found.has(around) && !kept.has(around)) continue;
    const holder = kept.get(around);
    const held = holder?.result.children[result.path.at(-1)];
    const why = held && (kept.size < MAX_FRAMES ? lost(result, held.src) : "more");
    if (why) unread.push({ url: held.src || result.url, why });
    else kept.set(way(result.path), { frameId, result, owner: held ? [String(holder.frameId), held.stamp] : null });
  }
  for (const { result } of kept.values())
    for (const [index, { src }] of Object.entries(result.children))
      if (!found.has(way([...result.path, index]))) unread.push({ url: src || result.url, why: "closed" });
  const frames = [...kept.values()].map(({ frameId, result: { url, title, html, facts }, owner }) => (
    { frame_id: String(frameId), owner, url, title, html, facts }));
  const unasked = [...kept.values()].flatMap(({ result }) => Object.entries(result.unasked));
  return { snapshot: { url: frames[0].url, frames }, unread, unasked };
}

/* Why a frame that was asked to load `src` is not judged, or null. */
function lost({ url, status, empty }, src) {
  if (status >= 400) return status;
  return empty && url === "about:blank" && ASKED.test(src) ? "late" : null;
}

/* One call of what in_page.js offers, in one frame of the page that was read. Raises PageError, "left"
   where another one stands there now, "unread" where the call fails (Chromium alone would say nothing
   of what a script throws). */
export async function call(page, frame, name, argument) {
  const target = { tabId: page.tab, frameIds: [Number(frame)] };
  const func = async (token, what, given) => {
    if (globalThis.auditorToken !== token) return null;
    try {
      return { value: await auditorPage[what](given) };
    } catch (error) {
      return { failed: String(error?.message ?? error) };
    }
  };
  const [{ result }] = await inject(target, { func, args: [page.token, name, argument ?? null] });
  if (!result) throw new PageError("left");
  if (result.failed !== undefined) throw new PageError("unread", result.failed);
  return result.value;
}

const bare = (url) => url.split("#")[0];

/* Whether the page that was read is still there: "here", "moved" (the same document under another
   address), or "left". */
export async function whereabouts(page) {
  try {
    const func = (token) => globalThis.auditorWhere?.(token) ?? null;
    const [{ result }] = await inject({ tabId: page.tab }, { func, args: [page.token] });
    if (!result) return "left";
    return bare(result) === bare(page.url) ? "here" : "moved";
  } catch {
    return "left";
  }
}
