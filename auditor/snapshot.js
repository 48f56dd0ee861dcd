/* Runs once in an isolated world of each frame. Arguments: nodes inside the frame's closed shadow
   roots, which only the debugger can reach. Stamps every image-like and every hidden element with
   `data-auditor` and returns {url, title, html, facts}; extractors/facts.py reads the facts. */
function snapshot(...closedNodes) {
  const STAMP = "data-auditor";
  const SVG = "http://www.w3.org/2000/svg";
  const UNSEEN = new Set(["head", "script", "style", "template", "noscript", "link", "meta"]);
  const closed = new Map(closedNodes.map((node) => [node.getRootNode().host, node.getRootNode()]));
  const roots = [];
  const facts = {};
  let stamps = 0;

  const url = (text) => {
    try { return new URL(text, document.baseURI).href; } catch { return text; }
  };

  const paintedImages = (style) =>
    [...style.backgroundImage.matchAll(/url\("((?:[^"\\]|\\.)*)"\)/g)].map((m) => url(m[1]));

  /* `content: url("x") / "text"`: the picture, and its alternative text. */
  const generatedImages = (style) => {
    const match = style.content.match(/^(?:image-set\()?url\("((?:[^"\\]|\\.)*)"\)/);
    if (!match) return [];
    const alt = style.content.match(/\/ "((?:[^"\\]|\\.)*)"$/);
    return [{ url: url(match[1]), alt: alt ? alt[1] : null }];
  };

  const backgrounds = (element, style) => {
    const found = paintedImages(style).map((image) => ({ url: image }));
    if (element.namespaceURI === SVG) return found;
    for (const pseudo of ["::before", "::after"]) {
      const own = getComputedStyle(element, pseudo);
      if (own.content === "none" || own.content === "normal" || own.display === "none") continue;
      for (const image of paintedImages(own)) found.push({ url: image, pseudo });
      for (const image of generatedImages(own)) found.push({ ...image, pseudo });
    }
    return found;
  };

  const isCandidate = (element) => {
    const role = (element.getAttribute("role") || "").toLowerCase().split(/\s+/);
    if (role.includes("img") || role.includes("image")) return true;
    if (role.some((token) => token.startsWith("graphics-"))) return true;
    switch (element.localName) {
      case "img": case "area": case "object": case "embed": case "canvas":
      case "iframe": case "frame":
        return true;
      case "svg": return !(element.parentElement && element.parentElement.closest("svg"));
      case "input": return element.type === "image";
      case "video": return Boolean(element.poster);
      default: return false;
    }
  };

  /* Why nobody is shown the element: its own cause, or the one that it stands in. */
  const hiddenReason = (element, style, above) => {
    if (above && above !== "visibility: hidden") return above;
    if (style.display === "none") return "display: none";
    if (style.visibility !== "visible") return "visibility: hidden";
    if (element.checkVisibility && style.display !== "contents" && !element.checkVisibility())
      return element.closest("details:not([open])") ? "closed details" : "content-visibility: hidden";
    return null;
  };

  const boxOf = (element) => {
    const shown = element.localName === "area" ? mapImage(element) : element;
    if (!shown || !shown.getClientRects().length) return null;
    const r = shown.getBoundingClientRect();
    return [r.x + scrollX, r.y + scrollY, r.width, r.height];
  };

  const mapImage = (area) => {
    const map = area.closest("map");
    return map && map.name
      ? area.getRootNode().querySelector(`img[usemap="#${CSS.escape(map.name)}"]`) : null;
  };

  const picture = (element) => {
    switch (element.localName) {
      case "img":
        return {
          current_src: element.currentSrc || null,
          natural_width: element.naturalWidth, natural_height: element.naturalHeight,
          loaded: element.complete && element.naturalWidth > 0,
        };
      case "area": {
        const image = mapImage(element);
        return image ? picture(image) : {};
      }
      case "input": case "embed": return { current_src: element.src || null };
      case "object": return { current_src: element.data || null };
      case "video": return { current_src: element.poster || null };
      default: return {};
    }
  };

  const look = (element, above, opacityAbove) => {
    const style = getComputedStyle(element);
    const hidden = hiddenReason(element, style, above);
    const opacity = opacityAbove * Number(style.opacity);
    const images = hidden ? [] : backgrounds(element, style);
    const candidate = isCandidate(element);
    /* Inside a hidden subtree the mark of its root is enough, but for candidates. */
    const marked = hidden && (hidden !== above || hidden === "visibility: hidden");
    if (candidate || images.length || marked) {
      const id = String(++stamps);
      element.setAttribute(STAMP, id);
      facts[id] = {
        ...(candidate ? picture(element) : {}),
        box: boxOf(element), display: style.display, visibility: style.visibility,
        opacity, hidden, backgrounds: images,
      };
    }
    return [hidden, opacity];
  };

  /* A loop with its own stack: pages may be nested deeper than the call stack. */
  const walk = () => {
    const stack = [[document.documentElement, null, 1]];
    while (stack.length) {
      const [element, above, opacityAbove] = stack.pop();
      element.removeAttribute(STAMP);
      if (UNSEEN.has(element.localName)) continue;
      const [hidden, opacity] = look(element, above, opacityAbove);
      const root = closed.get(element) || element.shadowRoot;
      if (root) roots.push(root);
      const children = [...(root ? root.children : []), ...element.children];
      for (const child of children.reverse()) stack.push([child, hidden, opacity]);
    }
  };

  walk();
  const shell = document.documentElement.cloneNode(false).outerHTML;
  const inner = document.documentElement.getHTML({ shadowRoots: roots });
  const html = shell.replace(/<\/[a-z]+>$/i, () => inner + `</${document.documentElement.localName}>`);
  return { url: document.URL, title: document.title, html, facts };
}
