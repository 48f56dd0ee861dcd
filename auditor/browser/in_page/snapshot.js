/* Runs once in an isolated world of each frame. Arguments: the tags that are blocks by default; then
   nodes inside the frame's closed shadow roots, which only the debugger can reach. Stamps every
   image-like and every hidden element with `data-auditor` and returns {url, title, html, facts,
   asked, status, from_cache}; extractors/facts.py reads the facts. `status` is that of the answer that
   brought the document, 0 where there was none; `from_cache` has the size of each resource that was
   taken from the browser's cache, by its URL. `asked` are the stamps of the elements in the global
   `auditorCandidates`, whose roles and names the debugger can be asked for. Inside what is named by
   its content (links, labels, headings, references) it also stamps what has a layout or generated
   text that its tag does not tell. */
function snapshot(blockTags, ...closedNodes) {
  const STAMP = "data-auditor";
  const SVG = "http://www.w3.org/2000/svg";
  const UNSEEN = new Set(["head", "script", "style", "template", "noscript", "link", "meta"]);
  const BLOCKS = new Set(blockTags);
  const IN_LINE = new Set(["inline", "contents", "none", "ruby"]);
  const NAMED_BY_CONTENT = new Set(["a", "button", "label", "summary", "legend", "caption",
    "figcaption", "option", "h1", "h2", "h3", "h4", "h5", "h6"]);
  const ROLES_NAMED_BY_CONTENT = new RegExp("^(button|cell|checkbox|columnheader|gridcell|heading|link"
    + "|menuitem.*|option|radio|row|rowheader|switch|tab|tooltip|treeitem|doc-.*(ref|link))$", "i");
  const REFERENCES = ["aria-labelledby", "aria-describedby", "aria-details", "aria-owns"];
  const closed = new Map(closedNodes.map((node) => [dom.host(dom.getRootNode(node)), dom.getRootNode(node)]));
  const roots = [];
  const referenced = new Set();
  /* Element → those that a property of it refers to (ariaLabelledByElements), which leave no ids. */
  const reflected = new Map();
  const reflectedTo = new Set();
  const facts = {};
  /* So many can be asked about, and few custom elements are images. */
  const askedFirst = [], askedLast = [];
  let stamps = 0;

  const url = (text) => {
    try { return new URL(text, dom.baseURI(document)).href; } catch { return text; }
  };
  const unescape = (text) => text.replace(/\\(.)/g, "$1");

  /* The candidate of an image-set() for this screen: the least resolution that is enough. */
  const chosen = (set) => {
    const found = [...set.matchAll(/url\("((?:[^"\\]|\\.)*)"\)\s*([\d.]*)(dpi)?/g)].map((m) => ({
      image: m[1], density: Number(m[2] || 1) / (m[3] ? 96 : 1),
    }));
    found.sort((a, b) => a.density - b.density);
    return (found.find((each) => each.density >= devicePixelRatio) || found.at(-1))?.image;
  };

  /* The pictures in a computed value; gradients paint no picture of their own. */
  const imagesIn = (value) => {
    const parts = value.matchAll(
      /image-set\(((?:[^()"]|"(?:[^"\\]|\\.)*"|\([^()]*\))*)\)|url\("((?:[^"\\]|\\.)*)"\)/g);
    return [...parts].map((m) => m[2] ?? chosen(m[1])).filter((image) => image !== undefined)
      .map((image) => url(unescape(image)));
  };

  /* `content` is a picture or text, and `/ "text"` after it is what is heard instead. */
  const generated = (element, content) => {
    const slash = content.match(/^((?:[^"/]|"(?:[^"\\]|\\.)*")*)\/(.*)$/s);
    const heard = slash ? slash[2] : content.replace(/url\("(?:[^"\\]|\\.)*"\)/g, "");
    const words = [...heard.matchAll(/"((?:[^"\\]|\\.)*)"|attr\(\s*([\w-]+)\s*\)/g)]
      .map((m) => m[2] ? dom.getAttribute(element, m[2]) || "" : unescape(m[1])).join("");
    return { images: imagesIn(slash ? slash[1] : content), words, alt: slash ? words : null };
  };

  /* Pictures that CSS paints on an element, and the text of its ::before and ::after. */
  const painting = (style) =>
    [style.backgroundImage, style.borderImageSource, style.maskImage || style.webkitMaskImage || ""];
  const painted = (element, style, above) => {
    /* Lists hand their marker on: it is told where it is set. */
    const marker = style.listStyleImage === above.marker ? "" : style.listStyleImage;
    const images = [...painting(style), marker].flatMap(imagesIn);
    const found = { backgrounds: images.map((image) => ({ url: image })) };
    if (dom.namespaceURI(element) === SVG) return found;
    if (style.content.includes("url(")) {
      const { images, alt } = generated(element, style.content);
      found.backgrounds.push(...images.map((image) => ({ url: image, alt })));
    }
    for (const [pseudo, key] of [["::before", "before"], ["::after", "after"]]) {
      const own = getComputedStyle(element, pseudo);
      if (own.content === "none" || own.content === "normal" || own.display === "none") continue;
      for (const image of painting(own).flatMap(imagesIn)) found.backgrounds.push({ url: image, pseudo });
      const { images, words, alt } = generated(element, own.content);
      found.backgrounds.push(...images.map((image) => ({ url: image, pseudo, alt })));
      const apart = images.length || !IN_LINE.has(own.display);
      if (words) found[key] = apart ? ` ${words} ` : words;
    }
    return found;
  };

  const isPrivate = (text) => /^[\s\ue000-\uf8ff\u{f0000}-\u{10ffff}]+$/u.test(text || "") && text.trim();

  /* A short word in a font that by its name draws words as icons. */
  const iconFont = (element, style) => {
    const text = dom.firstElementChild(element) ? null : dom.firstChild(element);
    const word = text && dom.data(text) || "";
    if (word.length > 60 || !/^\s*[a-z][a-z0-9_]*\s*$/.test(word)) return null;
    const family = style.fontFamily.split(",")[0].replaceAll('"', "");
    const named = /(^|[^a-z])(icons?|symbols|ligatures?)([^a-z]|$)/i.test(family)
      || /[a-z](Icons?|Symbols|Ligatures?)(?![a-z])/.test(family);
    return named ? family : null;
  };

  /* Only the debugger tells what role the class of an element gives it (ElementInternals). */
  const isCustom = (element) =>
    dom.localName(element).includes("-") && !dom.hasAttribute(element, "role") && dom.matches(element, ":defined");

  const isCandidate = (element) => {
    const role = (dom.getAttribute(element, "role") || "").toLowerCase().split(/\s+/);
    if (role.some((token) => /^(img|image|doc-cover|graphics-.*)$/.test(token))) return true;
    switch (dom.localName(element)) {
      case "img": case "image": case "area": case "object": case "embed": case "canvas":
      case "iframe": case "frame": case "svg":
        return true;
      case "input": return dom.type(element) === "image";
      case "video": return Boolean(dom.poster(element));
      default: return isCustom(element);
    }
  };

  /* Why nobody is shown the element: its own cause, or the one that it stands in. */
  const hiddenReason = (element, style, above) => {
    if (above && above !== "visibility: hidden") return above;
    if (style.display === "none") return "display: none";
    if (style.visibility !== "visible") return "visibility: hidden";
    if (style.display !== "contents" && !dom.checkVisibility(element)) {
      if (dom.closest(element, "details:not([open])")) return "closed details";
      const parent = dom.parentElement(element);
      const holder = parent && dom.closest(parent, "object, canvas, video, audio, iframe");
      return holder ? `fallback content of ${dom.localName(holder)}` : "content-visibility: hidden";
    }
    return null;
  };

  const mapImage = (area) => {
    const map = dom.closest(area, "map");
    return map && dom.name(map)
      ? dom.querySelector(dom.getRootNode(area), `img[usemap="#${CSS.escape(dom.name(map))}"]`) : null;
  };

  const boxOf = (element) => {
    const area = dom.localName(element) === "area";
    const shown = area ? mapImage(element) : element;
    if (!shown || !dom.getClientRects(shown).length) return null;
    const r = dom.getBoundingClientRect(shown);
    const box = [r.x + scrollX, r.y + scrollY, r.width, r.height];
    return area ? areaBox(element, shown, box) : box;
  };

  /* What an area's coordinates span, from the top left of the content of its image. */
  const areaBox = (area, image, box) => {
    const numbers = (dom.coords(area) || "").split(/[\s,;]+/).map(Number).filter(Number.isFinite);
    const style = getComputedStyle(image);
    const left = box[0] + parseFloat(style.borderLeftWidth) + parseFloat(style.paddingLeft);
    const top = box[1] + parseFloat(style.borderTopWidth) + parseFloat(style.paddingTop);
    const [a, b, c] = numbers;
    const shape = dom.shape(area);
    if (shape === "default" || numbers.length < 3) return box;
    if (/^circ/.test(shape)) return [left + a - c, top + b - c, 2 * c, 2 * c];
    const xs = numbers.filter((_, i) => i % 2 === 0), ys = numbers.filter((_, i) => i % 2 === 1);
    const x = Math.min(...xs), y = Math.min(...ys);
    return [left + x, top + y, Math.max(...xs) - x, Math.max(...ys) - y];
  };

  /* An object that could not show its resource shows what it holds. */
  const objectLoaded = (element) => {
    if (!dom.getClientRects(element).length) return null;
    const inside = dom.createRange(document);
    inside.selectNodeContents(element);
    const { width, height } = dom.getBoundingClientRect(element);
    return inside.getClientRects().length === 0 && width * height > 0;
  };

  const picture = (element) => {
    switch (dom.localName(element)) {
      case "img":
        return {
          current_src: dom.currentSrc(element) || null,
          natural_width: dom.naturalWidth(element), natural_height: dom.naturalHeight(element),
          loaded: dom.complete(element) && dom.naturalWidth(element) > 0,
        };
      case "area": {
        const image = mapImage(element);
        return image ? picture(image) : {};
      }
      case "input": case "embed": return { current_src: dom.src(element) || null };
      case "object": return { current_src: dom.data(element) || null, loaded: objectLoaded(element) };
      case "video": return { current_src: dom.poster(element) || null };
      default: return {};
    }
  };

  /* What of its look tells how an element's content reads as a name. */
  const reading = (element, style, look) => ({
    ...(IN_LINE.has(style.display) === BLOCKS.has(dom.localName(element)) ? { display: style.display } : {}),
    ...(look.before ? { before: look.before } : {}),
    ...(look.after ? { after: look.after } : {}),
  });

  const stamp = (element, known) => {
    const id = String(++stamps);
    dom.setAttribute(element, STAMP, id);
    facts[id] = known;
    return id;
  };

  /* What is hidden has no role and name in Chromium; areas never make a box. */
  const ask = (element, id, hidden) => {
    if (hidden && dom.localName(element) !== "area") {
      Object.assign(facts[id], { chromium_role: "none", chromium_name: "" });
    } else if (!/^i?frame$/.test(dom.localName(element))) {
      (isCustom(element) ? askedLast : askedFirst).push([id, element]);
    }
  };

  const look = (element, above) => {
    const style = getComputedStyle(element);
    const hidden = hiddenReason(element, style, above.hidden);
    const opacity = above.opacity * Number(style.opacity);
    const seen = hidden ? { backgrounds: [] } : painted(element, style, above);
    const font = hidden ? null : iconFont(element, style);
    const candidate = isCandidate(element);
    const icon = font || isPrivate(seen.before) || isPrivate(seen.after);
    /* Inside a hidden subtree the mark of its root is enough, but for candidates. */
    const marked = hidden && (hidden !== above.hidden || hidden === "visibility: hidden");
    const named = above.named || reflectedTo.has(element) || NAMED_BY_CONTENT.has(dom.localName(element))
      || referenced.has(dom.id(element))
      || ROLES_NAMED_BY_CONTENT.test((dom.getAttribute(element, "role") || "").trim().split(/\s+/)[0]);
    const read = named || icon ? reading(element, style, seen) : {};
    const refers = reflected.has(element) || reflectedTo.has(element);
    if (candidate || icon || marked || seen.backgrounds.length) {
      const id = stamp(element, {
        ...(candidate ? picture(element) : {}), ...read,
        box: boxOf(element), display: style.display, visibility: style.visibility,
        opacity, hidden, backgrounds: seen.backgrounds, icon_font: font,
      });
      if (candidate) ask(element, id, hidden);
    } else if (refers || Object.keys(read).length) {
      stamp(element, { ...read, hidden });
    }
    return { hidden, opacity, named, marker: style.listStyleImage };
  };

  const noteReferences = (root) => {
    for (const name of REFERENCES)
      for (const element of dom.querySelectorAll(root, `[${name}]`))
        for (const id of dom.getAttribute(element, name).split(/\s+/)) if (id) referenced.add(id);
    for (const element of dom.querySelectorAll(root, '[aria-labelledby=""]')) {
      const others = [...dom.ariaLabelledByElements(element) ?? []];
      if (others.length) reflected.set(element, others);
      for (const other of others) reflectedTo.add(other);
    }
  };

  /* By the stamps of those that it refers to, once all have one. */
  const tellReflected = () => {
    for (const [element, others] of reflected) {
      const known = facts[dom.getAttribute(element, STAMP)];
      if (known) known.labelled_by = others.map((other) => dom.getAttribute(other, STAMP)).filter(Boolean);
    }
  };

  /* A loop with its own stack: pages may be nested deeper than the call stack. */
  const walk = () => {
    const top = { hidden: null, opacity: 1, named: false, marker: "none" };
    const stack = [[dom.documentElement(document), top]];
    noteReferences(document);
    while (stack.length) {
      const [element, above] = stack.pop();
      dom.removeAttribute(element, STAMP);
      if (UNSEEN.has(dom.localName(element))) continue;
      const state = look(element, above);
      const root = closed.get(element) || dom.shadowRoot(element);
      if (root) {
        roots.push(root);
        noteReferences(root);
      }
      const children = [...(root ? dom.children(root) : []), ...dom.children(element)];
      for (const child of children.reverse()) stack.push([child, state]);
    }
  };

  walk();
  tellReflected();
  const pairs = [...askedFirst, ...askedLast];
  const asked = pairs.map(([id]) => id);
  globalThis.auditorCandidates = pairs.map(([, element]) => element);
  const whole = dom.documentElement(document);
  const shell = dom.outerHTML(dom.cloneNode(whole, false));
  const inner = dom.getHTML(whole, { shadowRoots: roots });
  const html = shell.replace(/<\/[a-z]+>$/i, () => inner + `</${dom.localName(whole)}>`);
  const status = performance.getEntriesByType("navigation")[0]?.responseStatus ?? 0;
  const kept = performance.getEntriesByType("resource")
    .filter((each) => each.transferSize === 0 && each.decodedBodySize > 0);
  const from_cache = Object.fromEntries(kept.map(({ name, decodedBodySize }) => [name, decodedBodySize]));
  return { url: dom.URL(document), title: dom.title(document), html, facts, asked, status, from_cache };
}
