/* One audit of a tab: the page without its pictures, so that the first results come at once; then
   with those that the server wants, until it wants no more. */
import * as page from "./page.js";
import { Pictures } from "./pictures.js";
import * as server from "./server.js";

/* Yields what the panel shows: {type: "step", step, done, all}, {type: "page", title, url},
   {type: "use", use}, {type: "round"} after the last use of a round, and at the end
   {type: "end", skipped, pictures, unread}. Raises PageError and ServerError. */
export async function* audit(tab, scroll, signal) {
  const { blocks } = await server.health();
  yield { type: "step", step: "reading" };
  const { snapshot, unread } = await page.read(tab, blocks, scroll);
  const uses = new Map();
  const pictures = new Pictures(tab);
  let end;
  do {
    yield { type: "step", step: "judging" };
    for await (const line of server.audit(snapshot, pictures.sent, signal)) {
      if (line.type === "progress")
        yield { type: "step", step: "looking", done: line.pictures, all: uses.size };
      if (line.type === "page") yield { type: "page", title: line.title, url: line.final_url };
      if (line.type === "end") end = line;
      if (line.type !== "use") continue;
      uses.set(line.image.ordinal, line);
      yield { type: "use", use: line };
    }
    yield { type: "round" };
    yield { type: "step", step: "fetching", all: end.wanted.length };
  } while (await pictures.bring(end.wanted, uses, signal));
  yield { type: "end", skipped: end.skipped, pictures, unread };
}
