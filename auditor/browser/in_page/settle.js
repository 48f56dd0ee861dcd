/* Scrolls through the page so that lazy images load, goes back to the top, then waits for quiet:
   every image complete and no change of the tree for a moment. Bounded by `budget` milliseconds
   and `screens` of the window; returns what was still missing, in words, or null. */
async function settle({ budget, quiet, screens }) {
  const end = performance.now() + budget;
  const left = () => end - performance.now();
  /* A painted frame, in which pages learn what came into view; a tab that paints none goes on. */
  const frame = () => new Promise((done) => {
    requestAnimationFrame(() => setTimeout(done));
    setTimeout(done, 100);
  });
  let changed;
  const observer = new MutationObserver(() => { changed = performance.now(); });
  /* Not style and class: an animation changes them all the time. */
  const attributeFilter = ["src", "srcset"];
  observer.observe(document, { childList: true, subtree: true, attributeFilter });
  const root = () => dom.documentElement(document);
  const height = () => root() ? dom.scrollHeight(root()) : 0;

  for (const element of dom.querySelectorAll(document, "[loading=lazy]"))
    dom.setAttribute(element, "loading", "eager");
  const step = Math.max(innerHeight, 200);
  let y = 0;
  while (y < height() && y < screens * step && left() > budget / 3) {
    window.scrollTo({ top: y, behavior: "instant" });
    await frame();
    y += step;
  }
  const unscrolled = y < height();
  window.scrollTo({ top: 0, behavior: "instant" });
  changed = performance.now();
  const loading = () => [...dom.images(document)].filter((image) => !dom.complete(image)).length;
  while (left() > 0 && (loading() || performance.now() - changed < quiet)) await frame();
  observer.disconnect();

  if (unscrolled && y >= screens * step) return `it is longer than ${screens} screens, which were scrolled`;
  if (unscrolled) return `the page is longer than could be scrolled in ${budget / 1000} s`;
  if (loading()) return `${loading()} images were still loading after ${budget / 1000} s`;
  return null;
}
