/* The pages in the scan file of `serve --save`, and one report of them all. */
import { pages, wholeReport } from "./server.js";
import { make, say } from "./words.js";

const by = (id) => document.getElementById(id);

/* Show the list where something is kept. */
export async function showSession(about) {
  by("session").hidden = !about?.saves;
  if (!about?.saves || !by("session").open) return;
  const { file, pages: listed } = await pages();
  by("file").textContent = say("keptIn", file);
  by("pages").replaceChildren(...listed.map((page) => make(
    "li", {}, make("strong", { dir: "auto" }, page.title || page.url), " ",
    make("span", { class: "where", dir: "ltr" }, page.url), " ",
    say("summary", page.asks_for_work, page.images),
  )));
}

/* Hand the report to the user as a file: it shows texts of pages, and is not opened in a page of the
   extension. */
export async function saveReport() {
  const url = URL.createObjectURL(new Blob([await wholeReport()], { type: "text/html" }));
  const link = make("a", { href: url, download: "alternative-texts.html" });
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
