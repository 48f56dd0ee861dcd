/* The page of a tab, as the panel sees it. */
/* From the root of the extension: Firefox would start at this page's folder. */
const FILES = ["dom.js", "snapshot.js", "settle.js", "collect.js", "badges.js", "in_page.js"]
  .map((name) => `/in_page/${name}`);
const SETTLE = { budget: 10_000, quiet: 150, screens: 50 };
const READ_MS = 20_000;
const MAX_FRAMES = 100;
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

/* {page, snapshot, unread, status}: `page` is what `call` and `whereabouts` take; every frame that may
   be read in the form that the server wants; the addresses of those that may not; the HTTP status that
   it came with. Raises PageError. `scroll`: as a scan does, so that late images come; else only those
   with loading=lazy are asked for. */
export async function read(tab, blocks, scroll) {
  const everywhere = { tabId: tab, allFrames: true };
  await inject(everywhere, { files: FILES });
  const [{ result: about }] = await inject({ tabId: tab }, { func: () => auditorAbout() });
  if (about.type === "application/pdf") throw new PageError("pdf");
  if (!PAGES.includes(about.type)) throw new PageError("file", about.type);
  const waking = { func: (given) => auditorPage.wake(given), args: [{ ...SETTLE, scroll }] };
  await inject({ tabId: tab }, waking);
  const token = crypto.randomUUID();
  const func = (tags, given) => auditorCollect(tags, given);
  const taken = (await inject(everywhere, { func, args: [blocks, token] })).filter((each) => each.result);
  if (taken.length === 1 && taken[0].result.empty) throw new PageError("empty");
  const { snapshot, unread } = joined(taken);
  return { page: { tab, token, url: snapshot.url }, snapshot, unread, status: about.status };
}

/* Frames by their way from the top, a frame after the one that holds it. */
function joined(taken) {
  const frames = new Map(taken.map((each) => [each.result.path.join("."), each]));
  if (!frames.has("")) throw new PageError("left");
  const sorted = [...frames.values()].sort((a, b) => a.result.path.length - b.result.path.length);
  const unread = [];
  for (const { result } of sorted)
    for (const [index, child] of Object.entries(result.children))
      if (!frames.has([...result.path, index].join("."))) unread.push(child.src || result.url);
  const snapshot = {
    url: frames.get("").result.url,
    frames: sorted.slice(0, MAX_FRAMES).map(({ frameId, result }) => ({
      frame_id: String(frameId), owner: owner(result.path, frames),
      url: result.url, title: result.title, html: result.html, facts: result.facts,
    })),
  };
  return { snapshot, unread };
}

function owner(path, frames) {
  if (!path.length) return null;
  const parent = frames.get(path.slice(0, -1).join("."));
  const child = parent?.result.children[path.at(-1)];
  return child ? [String(parent.frameId), child.stamp] : null;
}

/* One call of what in_page.js offers, in one frame of the page that was read. Raises PageError, "left"
   where another one stands there now. */
export async function call(page, frame, name, argument) {
  const target = { tabId: page.tab, frameIds: [Number(frame)] };
  const func = async (token, what, given) => (
    globalThis.auditorToken === token ? { value: await auditorPage[what](given) } : null);
  const [{ result, error }] = await inject(target, { func, args: [page.token, name, argument ?? null] });
  if (error) throw new PageError("unread", error.message);
  if (!result) throw new PageError("left");
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
