/* Scrolls through the page and its panes so that lazy images load, goes back to the top, then waits
   for quiet: every image complete and no change of the tree for a moment. Bounded by `budget`
   milliseconds and `screens` of the window or pane; returns what was missing, in words, or null.
   `still`: nothing of the page can change by itself (still.js), so that only images are awaited. */
async function settle({ budget, quiet, screens, still = false }) {
  const MOST_PANES = 50;
  const LEAST_PANE = 40;
  if (Math.min(innerWidth, innerHeight) < LEAST_PANE) return null;  // a frame that shows nothing
  const end = performance.now() + budget;
  const left = () => end - performance.now();
  /* A painted frame, in which pages learn what came into view; a tab that paints none goes on. */
  const frame = () => new Promise((done) => {
    requestAnimationFrame(() => setTimeout(done));
    setTimeout(done, 100);
  });

  /* Images that a page takes away again, by what a listener would have got of them: lists that hold
     only what is in view remove elements, or use them again for another picture. */
  const gone = new Set();
  const sign = (image) => {
    const src = dom.currentSrc(image) || dom.src(image);  // not chosen yet, where it went at once
    return src && !src.startsWith("data:") ? `${dom.getAttribute(image, "alt")} ${src}` : null;
  };
  const note = (record) => {
    if (record.type === "attributes") {
      if (record.attributeName === "alt" && record.oldValue) gone.add(record.oldValue);
      return;
    }
    for (const node of record.removedNodes) {
      const name = dom.localName(node);
      if (!name) continue;
      const images = name === "img" ? [node] : dom.querySelectorAll(node, "img");
      for (const image of images) gone.add(sign(image));
    }
  };
  const lost = () => {
    for (const image of dom.images(document)) {
      gone.delete(sign(image));
      gone.delete(dom.getAttribute(image, "alt"));
    }
    gone.delete(null);
    return gone.size;
  };

  let changed;
  const observer = new MutationObserver((records) => {
    changed = performance.now();
    records.forEach(note);
  });
  /* Not style and class: an animation changes them all the time. */
  const attributeFilter = ["src", "srcset", "alt"];
  observer.observe(document, {
    childList: true, subtree: true, attributeFilter, attributeOldValue: true,
  });
  const root = () => dom.documentElement(document);
  const height = () => root() ? dom.scrollHeight(root()) : 0;
  const wake = () => {
    for (const element of dom.querySelectorAll(document, "[loading=lazy]"))
      dom.setAttribute(element, "loading", "eager");
  };

  wake();
  const step = Math.max(innerHeight, 200);
  let y = 0;
  while (!still && y < height() && y < screens * step && left() > budget / 3) {
    window.scrollTo({ top: y, behavior: "instant" });
    await frame();
    y += step;
  }
  const unscrolled = !still && y < height();
  if (!still) window.scrollTo({ top: 0, behavior: "instant" });

  /* Elements that scroll what they hold, in open shadow roots too. */
  const panes = () => {
    const found = [], roots = [document];
    for (const each of roots)
      for (const element of dom.querySelectorAll(each, "*")) {
        if (dom.shadowRoot(element)) roots.push(dom.shadowRoot(element));
        const down = dom.scrollHeight(element) - dom.clientHeight(element) > LEAST_PANE;
        const across = dom.scrollWidth(element) - dom.clientWidth(element) > LEAST_PANE;
        if (!(down || across) || dom.clientHeight(element) < LEAST_PANE) continue;
        if (element === root() || element === dom.body(document)) continue;
        const style = getComputedStyle(element);
        const scrolls = (overflow) => overflow === "auto" || overflow === "scroll";
        if (down && scrolls(style.overflowY)) found.push([element, "top"]);
        if (across && scrolls(style.overflowX)) found.push([element, "left"]);
      }
    return found;
  };
  let cut = 0;
  const scrollPane = async (pane, side) => {
    const size = () => side === "top" ? dom.scrollHeight(pane) : dom.scrollWidth(pane);
    const view = Math.max(side === "top" ? dom.clientHeight(pane) : dom.clientWidth(pane), LEAST_PANE);
    const before = side === "top" ? dom.scrollTop(pane) : dom.scrollLeft(pane);
    dom.scrollIntoView(pane, { block: "nearest", behavior: "instant" });
    let place = 0;
    while (place < size() && place < screens * view && left() > budget / 6) {
      dom.scrollTo(pane, { [side]: place, behavior: "instant" });
      await frame();
      place += view;
    }
    if (place < size()) cut += 1;
    dom.scrollTo(pane, { [side]: before, behavior: "instant" });
  };
  const all = still ? [] : panes();
  for (const [pane, side] of all.slice(0, MOST_PANES)) await scrollPane(pane, side);
  cut += Math.max(0, all.length - MOST_PANES);
  if (!still) window.scrollTo({ top: 0, behavior: "instant" });

  wake();
  changed = performance.now();
  const rest = still ? 0 : quiet;
  const loading = () => [...dom.images(document)].filter((image) => !dom.complete(image)).length;
  while (left() > 0 && (loading() || performance.now() - changed < rest)) await frame();
  observer.takeRecords().forEach(note);
  observer.disconnect();

  const missing = [];
  if (unscrolled && y >= screens * step)
    missing.push(`it is longer than ${screens} screens, which were scrolled`);
  else if (unscrolled) missing.push(`the page is longer than could be scrolled in ${budget / 1000} s`);
  const counted = (number, what) => `${number} ${what}${number === 1 ? "" : "s"}`;
  if (cut) missing.push(`${counted(cut, "pane")} in it could not be scrolled to the end`);
  if (loading()) missing.push(`${loading()} images were still loading after ${budget / 1000} s`);
  if (lost()) missing.push(`${counted(lost(), "image")} came and went while it was scrolled`);
  return missing.join("; ") || null;
}
