/* One audit of a tab: the page without its pictures, so that the first results come at once; then
   with those that the server wants, until it wants no more. */
import { read } from "./page.js";
import { Pictures } from "./pictures.js";
import * as server from "./server.js";
import { mayStart, startServer } from "./starter.js";

/* Yields what the panel shows: {type: "server", about}, {type: "step", step, done, all},
   {type: "read", page, title, url, status}, {type: "use", use, final}, {type: "round"} after the last
   use of a round, and at the end {type: "end", skipped, pictures, unread, unasked}. `files`: what an earlier
   audit of the tab brought; `rough`: says, when the page was read, whether texts alone are told of
   first. Raises PageError and ServerError. */
export async function* audit(tab, { scroll, files, rough }, signal) {
  let about = await server.health().catch(absent);
  if (!about) {
    yield { type: "step", step: "starting" };
    await startServer();
    about = await server.health();
  }
  yield { type: "server", about };
  yield { type: "step", step: "reading" };
  const { page, snapshot, unread, unasked, status } = await read(tab, about.blocks, scroll);
  yield { type: "read", page, title: snapshot.frames[0].title, url: snapshot.url, status };
  const uses = new Map();
  const pictures = new Pictures(page, files);
  let first = rough();
  let end;
  let sent;
  do {
    sent = pictures.sent.size;
    const looking = sent > 0;
    yield { type: "step", step: "judging" };
    end = null;
    let early = null;
    for await (const line of server.audit(snapshot, pictures.sent, first, signal)) {
      if (line.type === "progress" && looking)
        yield { type: "step", step: "looking", done: line.pictures, all: line.of ?? uses.size };
      if (line.type === "end") end = line;
      /* Pictures are brought while the server is at the texts. */
      if (line.type === "wanted") early = settled(pictures.bring(line.wanted, uses, signal));
      if (line.type !== "use" && line.type !== "rough") continue;
      uses.set(line.image.ordinal, line);
      yield { type: "use", use: line, final: looking && line.type === "use" };
    }
    if (!end) throw new server.ServerError("broke");
    first = false;
    yield { type: "round" };
    if (end.wanted.length) yield { type: "step", step: "fetching", all: end.wanted.length };
    const failed = await early;
    if (failed) throw failed;
    await pictures.bring(end.wanted, uses, signal);
  } while (pictures.sent.size > sent && !signal.aborted);
  yield { type: "end", skipped: end.skipped, pictures, unread, unasked };
}

/* Nothing, where the server is absent and may be started. */
async function absent(error) {
  if (error.kind === "absent" && await mayStart()) return null;
  throw error;
}

/* Nothing, or what went wrong, for a time when somebody asks. */
function settled(work) {
  return work.then(() => null, (error) => error);
}
