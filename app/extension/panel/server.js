/* Speaks to the auditor on this machine, once it has shown that it is the one. */
import { nonce, proves } from "./proof.js";

const PORT = 8765;
const HEALTH_MS = 3000;
const SCORE_MS = 10_000;
const SILENCE_MS = 60_000;

export class ServerError extends Error {
  /* kind: "absent" (nothing answers), "refused" (not paired with what answers), "wrong" and "over"
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
    throw new ServerError("absent");
  }
}

/* A small object for who need not know the token yet. */
const post = (port, path, body) => send(port, path, {
  method: "POST", body: JSON.stringify(body), headers: { "Content-Type": "application/json" },
  signal: AbortSignal.timeout(HEALTH_MS),
});

async function ask(path, options) {
  const { port, token } = await settings();
  const asked = nonce();
  const proof = await (await post(port, "/v1/proof", { nonce: asked })).json().catch(() => null);
  if (!(await proves(proof, asked, token, port))) throw new ServerError("refused");
  const headers = { ...options.headers, Authorization: `Bearer ${token}` };
  const answer = await send(port, path, { ...options, headers });
  if (answer.status === 403) throw new ServerError("refused");
  if (!answer.ok) throw new ServerError("failed", await reason(answer));
  return answer;
}

async function reason(answer) {
  const said = await answer.json().catch(() => null);
  return said?.error || `HTTP ${answer.status}`;
}

/* {version, model, blocks}. Fails within HEALTH_MS, also where a port takes and never answers. */
export async function health() {
  const answer = await ask("/v1/health", { signal: AbortSignal.timeout(HEALTH_MS) });
  return answer.json();
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

/* The lines of an audit as they come. `pictures`: Map of "file-3" or "drawing-3" to Blob. */
export async function* audit(snapshot, pictures, signal) {
  const form = new FormData();
  form.set("snapshot", new Blob([JSON.stringify(snapshot)]), "snapshot");
  for (const [name, blob] of pictures) form.set(name, blob, name);
  const silence = new AbortController();
  const either = AbortSignal.any([signal, silence.signal]);
  let timer = setTimeout(() => silence.abort(), SILENCE_MS);
  try {
    const answer = await ask("/v1/audit", { method: "POST", body: form, signal: either });
    for await (const line of lines(answer)) {
      clearTimeout(timer);
      timer = setTimeout(() => silence.abort(), SILENCE_MS);
      if (line.type === "error") throw new ServerError("failed", line.reason);
      yield line;
    }
  } catch (error) {
    if (!silence.signal.aborted) throw error;
    throw new ServerError("absent");
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

/* One image with another text. `picture`: Blob, or undefined where none came. */
export async function score(record, text, picture, signal) {
  const form = new FormData();
  form.set("record", new Blob([JSON.stringify(record)]), "record");
  form.set("text", new Blob([text]), "text");
  if (picture) form.set("picture", picture, "picture");
  const either = AbortSignal.any([signal, AbortSignal.timeout(SCORE_MS)]);
  return (await ask("/v1/score", { method: "POST", body: form, signal: either })).json();
}
