/* Runs in each frame, after dom.js and snapshot.js and in their world. Gives the frame's snapshot, the way to the
   frame (the index among its siblings on each level) and which stamps hold its child frames: enough
   to join the frames without a word to the page. */
globalThis.auditorCollect = async (blocks, token) => {
  await auditorParsed();
  const shadowOf = (element) => {
    const known = dom.openOrClosedShadowRoot(element);
    if (known !== undefined) return known;
    const html = element instanceof HTMLElement;
    return html && chrome.dom ? chrome.dom.openOrClosedShadowRoot(element) : dom.shadowRoot(element);
  };
  const closed = [];
  const seek = (root) => {
    for (const element of dom.querySelectorAll(root, "*")) {
      const shadow = shadowOf(element);
      if (!shadow) continue;
      const first = dom.firstChild(shadow);
      if (dom.mode(shadow) === "closed" && first) closed.push(first);
      roots.push(shadow);
      seek(shadow);
    }
  };
  const roots = [document];
  seek(document);

  const indexIn = (parent, frame) => {
    for (let i = 0; i < parent.length; i++) if (parent[i] === frame) return i;
    return -1;
  };
  const path = [];
  for (let frame = window; frame !== frame.parent; frame = frame.parent)
    path.unshift(indexIn(frame.parent, frame));

  const { url, title, html, facts } = snapshot(blocks, ...closed);
  const children = {};
  for (const root of roots)
    for (const element of dom.querySelectorAll(root, "iframe, frame, object, embed")) {
      const shown = dom.contentWindow(element);
      const index = shown ? indexIn(window, shown) : -1;
      const stamp = dom.getAttribute(element, "data-auditor");
      if (index >= 0 && stamp)
        children[index] = { stamp, src: dom.src(element) || dom.data(element) || "" };
    }
  /* Elements of the page's own that show neither words nor a picture of a known kind: their scripts may
     make them images (ElementInternals), and no extension can ask for that. By name, how many. */
  const drawn = "img, svg, canvas, video, picture, object, embed, iframe, input, [role]";
  const unasked = {};
  for (const element of globalThis.auditorCandidates) {
    const name = dom.localName(element);
    if (!name.includes("-") || dom.hasAttribute(element, "role")) continue;
    const { width, height } = dom.getBoundingClientRect(element);
    const inside = shadowOf(element) ?? element;
    const shows = (dom.innerText(element) ?? "").trim() || dom.querySelector(inside, drawn)
      || dom.querySelector(element, drawn);
    if (width > 1 && height > 1 && !shows) unasked[name] = (unasked[name] ?? 0) + 1;
  }
  globalThis.auditorRoots = roots;
  globalThis.auditorToken = token;
  const { status } = auditorAbout();
  return { path, children, url, title, html, facts, unasked, status, empty: auditorIsEmpty() };
};

/* A document whose end has not come yet is waited for, though not for long. */
globalThis.auditorParsed = () => new Promise((done) => {
  if (dom.readyState(document) !== "loading") done();
  dom.addEventListener(document, "DOMContentLoaded", done, { once: true });
  setTimeout(done, 3000);
});

/* Whether a document shows nothing at all. */
globalThis.auditorIsEmpty = () => {
  const body = dom.body(document);
  const drawn = "img, svg, canvas, video, iframe, frame, object, embed, input, button";
  return !body || (!(dom.innerText(body) ?? "").trim() && !dom.querySelector(document, drawn));
};

/* What a document is: {type, status}, its media type and the status of the answer that it came in (0:
   not known). */
globalThis.auditorAbout = () => ({
  type: dom.contentType(document),
  status: performance.getEntriesByType("navigation")[0]?.responseStatus ?? 0,
});

/* Where the document with this token stands now; null in any other. */
globalThis.auditorWhere = (token) => (globalThis.auditorToken === token ? dom.URL(document) : null);
