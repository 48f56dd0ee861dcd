/* The page of a tab, as the panel sees it. */
/* From the root of the extension: Firefox would start at this page's folder. */
const FILES = ["dom.js", "snapshot.js", "settle.js", "collect.js", "in_page.js"]
  .map((name) => `/in_page/${name}`);
const SETTLE = { budget: 10_000, quiet: 150, screens: 50 };
const READ_MS = 20_000;
const MAX_FRAMES = 100;

export class PageError extends Error {}

/* A page that hangs answers no script: it is not waited for without end. */
async function inject(target, what) {
  let timer;
  const late = new Promise((_, fail) => {
    timer = setTimeout(() => fail(new Error(`no answer within ${READ_MS / 1000} s`)), READ_MS);
  });
  try {
    return await Promise.race([chrome.scripting.executeScript({ target, ...what }), late]);
  } catch (error) {
    throw new PageError(error.message);
  } finally {
    clearTimeout(timer);
  }
}

/* {snapshot, unread}: every frame that may be read in the form that the server wants, and the
   addresses of those that may not. Raises PageError. `scroll`: as a scan does, so that late images
   come; else only those with loading=lazy are asked for. */
export async function read(tab, blocks, scroll) {
  const everywhere = { tabId: tab, allFrames: true };
  await inject(everywhere, { files: FILES });
  const waking = { func: (given) => auditorPage.wake(given), args: [{ ...SETTLE, scroll }] };
  await inject({ tabId: tab }, waking);
  const taken = await inject(everywhere, { func: (tags) => auditorCollect(tags), args: [blocks] });
  return joined(taken.filter((each) => each.result));
}

/* Frames by their way from the top, a frame after the one that holds it. */
function joined(taken) {
  const frames = new Map(taken.map((each) => [each.result.path.join("."), each]));
  if (!frames.has("")) throw new PageError("");
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

/* One call of what in_page.js offers, in one frame. */
export async function call(tab, frame, name, argument) {
  const target = { tabId: tab, frameIds: [Number(frame)] };
  const func = (what, given) => auditorPage[what](given);
  const [{ result, error }] = await inject(target, { func, args: [name, argument] });
  if (error) throw new PageError(error.message);
  return result;
}
