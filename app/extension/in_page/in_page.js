/* What the panel asks of a frame around its snapshot; in the frame's isolated world. Before the next
   snapshot, what an earlier audit showed in the page is taken away. */
if (Object.hasOwn(globalThis, "auditorPage")) auditorPage.leave();
globalThis.auditorPage = (() => {
  const find = (stamp) => {
    for (const root of globalThis.auditorRoots) {
      const found = dom.querySelector(root, `[data-auditor="${stamp}"]`);
      if (found) return found;
    }
    return null;
  };

  /* Once an element has loaded, or failed to. */
  const heard = (element) => new Promise((done) => {
    for (const event of ["load", "error"]) dom.addEventListener(element, event, done, { once: true });
  });
  const unloaded = (frame) => {
    const inside = dom.contentDocument(frame);
    return inside && dom.URL(inside) === "about:blank";
  };

  /* Ask for what is late. `scroll`: as a scan does; else only for images with loading=lazy, and
     the page stays where it is. */
  const wake = async ({ scroll, ...options }) => {
    const [left, top] = [scrollX, scrollY];
    const patience = new Promise((done) => { setTimeout(done, 3000); });
    if (scroll) {
      const frames = [...dom.querySelectorAll(document, "iframe[loading=lazy]")].filter(unloaded).map(heard);
      await settle(options);
      await Promise.race([patience, Promise.all(frames)]);
      scrollTo({ left, top, behavior: "instant" });
      return;
    }
    const lazy = [...dom.querySelectorAll(document, "img[loading=lazy]")];
    const late = lazy.filter((image) => !dom.complete(image));
    const loaded = late.map(heard);
    for (const image of late) dom.setAttribute(image, "loading", "eager");
    await Promise.race([patience, Promise.all(loaded)]);
  };

  /* The bytes of a picture that is the page's own, as a data: URL; null where it is another's. */
  const picture = async (src) => {
    if (!src.startsWith("blob:") && new URL(src, location.href).origin !== location.origin) return null;
    const answer = await fetch(src, { cache: "force-cache", signal: AbortSignal.timeout(10_000) });
    if (!answer.ok) throw new Error(`HTTP ${answer.status}`);
    const blob = await answer.blob();
    return new Promise((done, fail) => {
      const reader = new FileReader();
      reader.onload = () => done(reader.result);
      reader.onerror = () => fail(reader.error);
      reader.readAsDataURL(blob);
    });
  };

  const LOOK = ["color", "fill", "fill-opacity", "stroke", "stroke-width", "stroke-opacity",
    "stroke-linecap", "stroke-linejoin", "stroke-dasharray", "opacity", "display", "visibility",
    "font-family", "font-size", "font-weight", "text-anchor", "stop-color", "stop-opacity"];

  const XLINK = "http://www.w3.org/1999/xlink";

  /* A picture inside a drawing loads nothing by itself: `pictures` gets its address, and the copy says which
     it is of these. */
  const hold = (element, copy, pictures) => {
    const tag = dom.localName(element);
    if (tag === "source") dom.remove(copy);
    if (tag !== "image" && tag !== "img") return;
    const href = dom.getAttribute(element, "href") ?? dom.getAttributeNS(element, XLINK, "href") ?? "";
    const src = tag === "img" ? dom.currentSrc(element) : href && new URL(href, dom.baseURI(document)).href;
    for (const name of ["srcset", "xlink:href", "loading"]) dom.removeAttribute(copy, name);
    if (src) dom.setAttribute(copy, tag === "img" ? "src" : "href", `auditor-picture-${pictures.push(src) - 1}`);
  };

  /* An svg with the look that the page's styles give it, and with what its `use` elements name; and
     the addresses of the pictures in it. */
  const markup = (svg, width, height) => {
    const pictures = [];
    const copy = dom.cloneNode(svg, true);
    const copies = [copy, ...dom.querySelectorAll(copy, "*")];
    [svg, ...dom.querySelectorAll(svg, "*")].forEach((each, index) => {
      const look = getComputedStyle(each);
      const own = dom.style(copies[index]);
      /* An element of no known language has none. */
      if (own) for (const name of LOOK) own.setProperty(name, look.getPropertyValue(name));
      hold(each, copies[index], pictures);
    });
    for (const use of dom.querySelectorAll(copy, "use")) {
      const href = dom.getAttribute(use, "href") || dom.getAttribute(use, "xlink:href") || "";
      const named = href.startsWith("#") && dom.getElementById(document, href.slice(1));
      if (!named || dom.contains(svg, named)) continue;
      const held = dom.cloneNode(named, true);
      dom.append(copy, held);
      const inside = [held, ...dom.querySelectorAll(held, "*")];
      [named, ...dom.querySelectorAll(named, "*")].forEach((each, index) => hold(each, inside[index], pictures));
    }
    dom.setAttribute(copy, "xmlns", "http://www.w3.org/2000/svg");
    dom.setAttribute(copy, "width", width);
    dom.setAttribute(copy, "height", height);
    return { svg: new XMLSerializer().serializeToString(copy), pictures };
  };

  /* The colour under an element: that of the nearest thing behind it that has one. */
  const ground = (element) => {
    for (let each = element; each; each = dom.parentElement(each)) {
      const colour = getComputedStyle(each).backgroundColor;
      if (!/^(transparent|rgba\(.*, 0\))$/.test(colour)) return colour;
    }
    return "white";
  };

  /* How to draw an element: its size, the ground under it, and its svg with the addresses of the
     pictures in it, or its pixels. */
  const drawing = (stamp) => {
    const element = find(stamp);
    if (!element) return null;
    const { width, height } = dom.getBoundingClientRect(element);
    if (width < 1 || height < 1) return null;
    const own = (tag) => dom.localName(element) === tag ? element : dom.querySelector(element, tag);
    const svg = own("svg");
    const canvas = own("canvas");
    return {
      width, height, ground: ground(element),
      ...(svg ? markup(svg, width, height) : {}),
      pixels: canvas && !svg ? dom.toDataURL(canvas, "image/png") : null,
    };
  };

  let outlined = () => {};
  const outline = (stamp) => {
    outlined();
    const element = find(stamp);
    if (!element) return;
    const style = dom.style(element);
    const before = ["outline", "outline-offset"].map(
      (name) => [name, style.getPropertyValue(name), style.getPropertyPriority(name)]);
    style.setProperty("outline", "4px solid #b3261e", "important");
    style.setProperty("outline-offset", "2px", "important");
    outlined = () => { for (const each of before) style.setProperty(...each); };
  };

  const show = (stamp) => {
    outline(stamp);
    const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
    const behavior = still ? "instant" : "smooth";
    const element = find(stamp);
    if (element) dom.scrollIntoView(element, { block: "center", inline: "nearest", behavior });
    auditorBadges.focus(stamp);
  };

  /* Put a badge on each image, or take all away where there are none. */
  const badges = (marks) => auditorBadges.show(marks, find);

  let silence = () => {};
  /* While the pointer is over an image, or the focus on it or around it, say what is heard.
     `spoken`: by stamp. */
  const speak = (spoken) => {
    silence();
    const host = dom.createElement(document, "div");
    const tip = dom.createElement(document, "div");
    const look = dom.style(tip);
    const hide = (hidden) => dom.toggleAttribute(tip, "hidden", hidden);
    look.cssText = "position:fixed;z-index:2147483647;max-width:28em;padding:.5em .75em;"
      + "font:15px/1.4 system-ui,sans-serif;color:#fff;background:#1b1b1b;border:2px solid #fff;"
      + "border-radius:4px;pointer-events:none;overflow-wrap:anywhere";
    hide(true);
    dom.setAttribute(host, "aria-hidden", "true");
    dom.append(dom.attachShadow(host, { mode: "closed" }), tip);
    dom.append(dom.documentElement(document), host);
    const at = (element) => {
      hide(!element);
      if (!element) return;
      dom.replaceChildren(tip, spoken[dom.getAttribute(element, "data-auditor")]);
      const { left, top, bottom } = dom.getBoundingClientRect(element);
      const { width, height } = dom.getBoundingClientRect(tip);
      const below = bottom + 4 + height < innerHeight;
      look.left = `${Math.max(4, Math.min(left, innerWidth - width - 4))}px`;
      look.top = `${Math.max(4, below ? bottom + 4 : Math.min(top, innerHeight) - height - 4)}px`;
    };
    const known = (node) => node instanceof Element && dom.getAttribute(node, "data-auditor") in spoken;
    const over = (event) => at(event.composedPath().find(known));
    const focused = (event) => {
      const [target] = event.composedPath();
      at(known(target) ? target : [...dom.querySelectorAll(target, "[data-auditor]")].find(known));
    };
    const closed = (event) => { if (event.key === "Escape") hide(true); };
    const events = { pointerover: over, focusin: focused, keydown: closed };
    for (const [name, heard] of Object.entries(events)) dom.addEventListener(document, name, heard, true);
    silence = () => {
      for (const [name, heard] of Object.entries(events))
        dom.removeEventListener(document, name, heard, true);
      dom.remove(host);
    };
  };

  const leave = () => {
    outlined();
    silence();
    auditorBadges.show([], find);
  };

  return { wake, picture, drawing, outline, show, speak, badges, leave };
})();
