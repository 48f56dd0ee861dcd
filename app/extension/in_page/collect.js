/* Runs in each frame, after snapshot.js and in its world. Gives the frame's snapshot, the way to the
   frame (the index among its siblings on each level) and which stamps hold its child frames: enough
   to join the frames without a word to the page. */
globalThis.auditorCollect = (blocks) => {
  const shadowOf = (element) => {
    if (element.openOrClosedShadowRoot !== undefined) return element.openOrClosedShadowRoot;
    const html = element instanceof HTMLElement;
    return html && globalThis.chrome?.dom ? chrome.dom.openOrClosedShadowRoot(element) : element.shadowRoot;
  };
  const closed = [];
  const seek = (root) => {
    for (const element of root.querySelectorAll("*")) {
      const shadow = shadowOf(element);
      if (!shadow) continue;
      if (shadow.mode === "closed" && shadow.firstChild) closed.push(shadow.firstChild);
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
    for (const element of root.querySelectorAll("iframe, frame, object, embed")) {
      const index = element.contentWindow ? indexIn(window, element.contentWindow) : -1;
      const stamp = element.getAttribute("data-auditor");
      if (index >= 0 && stamp) children[index] = { stamp, src: element.src || element.data || "" };
    }
  globalThis.auditorRoots = roots;
  return { path, children, url, title, html, facts };
};
