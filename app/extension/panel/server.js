/* Speaks to the auditor on this machine, once it has shown that it is the one. */
import { nonce, proves } from "./proof.js";
import { say } from "./words.js";

const PORT = 8765;
const HEALTH_MS = 3000;
const SCORE_MS = 10_000;
const SILENCE_MS = 60_000;
/* For the proof in the middle of an audit, when the machine is at work. */
const PATIENCE_MS = 20_000;

export class ServerError extends Error {
  /* kind: "absent" (nothing answers), "refused" (not paired with what answers), "busy" (with other
     pages), "large" (the page), "silent" (it does not answer), "broke" (it runs and broke off),
     "stopped" (it ended in the middle), "unstarted" (the host could not start it), "wrong" and "over"
     (of a code), "failed" (it says why). */
  constructor(kind, message = "") {
    super(message);
    this.kind = kind;
  }
}

export async function settings() {
  return { port: PORT, token: "", ...(await chrome.storage.local.get(["port", "token"])) };
}

async function send(port, path, options) {
  try {
    return await fetch(`http://127.0.0.1:${port}${path}`, {
      ...options, credentials: "omit", cache: "no-store", redirect: "error",
    });
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new ServerError(error.name === "TimeoutError" ? "silent" : "absent");
  }
}

/* A small object for who need not know the token yet. */
const post = (port, path, body, patience = HEALTH_MS) => send(port, path, {
  method: "POST", body: JSON.stringify(body), headers: { "Content-Type": "application/json" },
  signal: AbortSignal.timeout(patience),
});

async function ask(path, options, patience) {
  const { port, token } = await settings();
  const asked = nonce();
  const answered = await post(port, "/v1/proof", { nonce: asked }, patience);
  const proof = await answered.json().catch(() => null);
  if (!(await proves(proof, asked, token, port))) throw new ServerError("refused");
  /* What is found is said in the language of the panel, where the server speaks it. */
  const own = { Authorization: `Bearer ${token}`, "Accept-Language": say("language") };
  const headers = { ...options.headers, ...own };
  const answer = await send(port, path, { ...options, headers });
  if (answer.status === 403) throw new ServerError("refused");
  if (answer.status === 429) throw new ServerError("busy");
  if (answer.status === 413) throw new ServerError("large");
  if (!answer.ok) throw new ServerError("failed", await reason(answer));
  return answer;
}

async function reason(answer) {
  const said = await answer.json().catch(() => null);
  return said?.error || `HTTP ${answer.status}`;
}

/* {version, model, blocks, saves, command}. Fails within HEALTH_MS, also where a port takes and never answers. */
export async function health() {
  let answer;
  try {
    answer = await ask("/v1/health", { signal: AbortSignal.timeout(HEALTH_MS) });
  } catch (error) {
    throw error.kind === "silent" ? new ServerError("absent") : error;
  }
  const about = await answer.json();
  /* To be shown when it does not run. */
  if (about.command) await chrome.storage.local.set({ command: about.command });
  return about;
}

/* Exchange the code that the server shows for its token. */
export async function pair(code) {
  const { port } = await settings();
  const answer = await post(port, "/v1/pair", { code });
  if (answer.status === 410) throw new ServerError("over");
  if (answer.status === 403) throw new ServerError("wrong");
  if (!answer.ok) throw new ServerError("failed", await reason(answer));
  const { token } = await answer.json();
  await chrome.storage.local.set({ token });
}

/* The lines of an audit as they come. `pictures`: Map of "file-3" or "drawing-3" to Blob; `rough`:
   whether texts alone are told of first. */
export async function* audit(snapshot, pictures, rough, signal) {
  const silence = new AbortController();
  const either = AbortSignal.any([signal, silence.signal]);
  let timer = setTimeout(() => silence.abort(), SILENCE_MS);
  let answered = false;
  try {
    const body = formOf(snapshot, pictures, rough);
    const answer = await ask("/v1/audit", { method: "POST", body, signal: either }, PATIENCE_MS);
    answered = true;
    for await (const line of lines(answer)) {
      clearTimeout(timer);
      timer = setTimeout(() => silence.abort(), SILENCE_MS);
      if (line.type === "error") throw new ServerError("failed", line.reason);
      if (line.type !== "alive") yield line;
    }
  } catch (error) {
    if (signal.aborted || error instanceof ServerError && !silence.signal.aborted && error.kind !== "absent")
      throw error;
    console.warn(error);
    throw new ServerError(await cause(silence.signal.aborted ? "silent" : "broke", answered));
  } finally {
    clearTimeout(timer);
  }
}

async function* lines(answer) {
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    const found = (rest + value).split("\n");
    rest = found.pop();
    for (const line of found) yield JSON.parse(line);
  }
}

/* Why an audit ended: `kind`, where the server still answers. */
async function cause(kind, answered) {
  try {
    await health();
    return kind;
  } catch (error) {
    return error.kind === "absent" && answered ? "stopped" : error.kind ?? "absent";
  }
}

function formOf(snapshot, pictures, rough) {
  const form = new FormData();
  form.set("snapshot", new Blob([JSON.stringify(snapshot)]), "snapshot");
  if (rough) form.set("rough", "1");
  const first = new Map();
  const again = {};
  for (const [name, blob] of pictures) {
    const ordinal = name.split("-")[1];
    if (name.startsWith("file-") && first.has(blob)) again[ordinal] = Number(first.get(blob));
    else form.set(name, blob, name);
    if (name.startsWith("file-") && !first.has(blob)) first.set(blob, ordinal);
  }
  if (Object.keys(again).length) form.set("again", JSON.stringify(again));
  return form;
}

/* One image with another text. `picture`: Blob, or undefined where none came. */
export async function score(record, text, picture, signal) {
  const form = new FormData();
  form.set("record", new Blob([JSON.stringify(record)]), "record");
  form.set("text", new Blob([text]), "text");
  if (picture) form.set("picture", picture, "picture");
  const either = AbortSignal.any([signal, AbortSignal.timeout(SCORE_MS)]);
  return (await ask("/v1/score", { method: "POST", body: form, signal: either })).json();
}

const json = async (path, body) => {
  const headers = { "Content-Type": "application/json" };
  const signal = AbortSignal.timeout(SCORE_MS);
  return (await ask(path, { method: "POST", body: JSON.stringify(body), headers, signal })).json();
};

/* How decisions and ratings name an image use. */
const named = (use) => (
  { page: use.page.url, record: use.record, picture: use.picture?.sha256 ?? null });

/* What was decided then, or null. `choice` null: take it back. */
export async function decide(use, choice, note = "", better = "") {
  return (await json("/v1/decision", { ...named(use), choice, note, better })).decision;
}

/* `rating`: {rater, level, seen, answers}. */
export async function rate(use, rating) {
  await json("/v1/rating", { ...named(use), ...rating });
}

/* {file, pages} of the scan file. */
export async function pages() {
  return (await ask("/v1/pages", { signal: AbortSignal.timeout(SCORE_MS) })).json();
}

/* One report of all pages, as a Blob of HTML. */
export async function wholeReport() {
  return (await ask("/v1/report", { signal: AbortSignal.timeout(SILENCE_MS) })).blob();
}
