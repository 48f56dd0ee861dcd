/* What the panel asks of a frame after its snapshot; in the frame's isolated world. Before the next
   snapshot, what an earlier audit showed in the page is taken away. */
globalThis.auditorPage?.leave();
globalThis.auditorPage = (() => {
  const find = (stamp) => {
    for (const root of globalThis.auditorRoots) {
      const found = root.querySelector(`[data-auditor="${stamp}"]`);
      if (found) return found;
    }
    return null;
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

  /* An svg with the look that the page's styles give it, and with what its `use` elements name. */
  const markup = (svg, width, height) => {
    const copy = svg.cloneNode(true);
    const copies = [copy, ...copy.querySelectorAll("*")];
    [svg, ...svg.querySelectorAll("*")].forEach((each, index) => {
      const style = getComputedStyle(each);
      for (const name of LOOK) copies[index].style.setProperty(name, style.getPropertyValue(name));
    });
    for (const use of copy.querySelectorAll("use")) {
      const href = use.getAttribute("href") || use.getAttribute("xlink:href") || "";
      const named = href.startsWith("#") && document.getElementById(href.slice(1));
      if (named && !svg.contains(named)) copy.append(named.cloneNode(true));
    }
    copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
    copy.setAttribute("width", width);
    copy.setAttribute("height", height);
    return new XMLSerializer().serializeToString(copy);
  };

  /* The colour under an element: that of the nearest thing behind it that has one. */
  const ground = (element) => {
    for (let each = element; each; each = each.parentElement) {
      const colour = getComputedStyle(each).backgroundColor;
      if (!/^(transparent|rgba\(.*, 0\))$/.test(colour)) return colour;
    }
    return "white";
  };

  /* How to draw an element: its size, the ground under it, and its svg or its pixels. */
  const drawing = (stamp) => {
    const element = find(stamp);
    const { width, height } = element.getBoundingClientRect();
    if (width < 1 || height < 1) return null;
    const svg = element.localName === "svg" ? element : element.querySelector("svg");
    const canvas = element.localName === "canvas" ? element : element.querySelector("canvas");
    return {
      width, height, ground: ground(element),
      svg: svg ? markup(svg, width, height) : null,
      pixels: canvas && !svg ? canvas.toDataURL("image/png") : null,
    };
  };

  let outlined = () => {};
  const outline = (stamp) => {
    outlined();
    const element = find(stamp);
    if (!element) return;
    const { style } = element;
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
    find(stamp)?.scrollIntoView({ block: "center", inline: "nearest", behavior });
  };

  let silence = () => {};
  /* While the pointer is over an image, or the focus on it or around it, say what is heard.
     `spoken`: by stamp. */
  const speak = (spoken) => {
    silence();
    const host = document.createElement("div");
    const tip = document.createElement("div");
    tip.style.cssText = "position:fixed;z-index:2147483647;max-width:28em;padding:.5em .75em;"
      + "font:15px/1.4 system-ui,sans-serif;color:#fff;background:#1b1b1b;border:2px solid #fff;"
      + "border-radius:4px;pointer-events:none;overflow-wrap:anywhere";
    tip.hidden = true;
    host.setAttribute("aria-hidden", "true");
    host.attachShadow({ mode: "closed" }).append(tip);
    document.documentElement.append(host);
    const at = (element) => {
      tip.hidden = !element;
      if (!element) return;
      tip.textContent = spoken[element.getAttribute("data-auditor")];
      const { left, top, bottom } = element.getBoundingClientRect();
      const { width, height } = tip.getBoundingClientRect();
      const below = bottom + 4 + height < innerHeight;
      tip.style.left = `${Math.max(4, Math.min(left, innerWidth - width - 4))}px`;
      tip.style.top = `${Math.max(4, below ? bottom + 4 : Math.min(top, innerHeight) - height - 4)}px`;
    };
    const known = (element) => element.getAttribute?.("data-auditor") in spoken;
    const over = (event) => at(event.composedPath().find(known));
    const focused = (event) => {
      const [target] = event.composedPath();
      at(known(target) ? target : [...target.querySelectorAll("[data-auditor]")].find(known));
    };
    const closed = (event) => { if (event.key === "Escape") tip.hidden = true; };
    const events = { pointerover: over, focusin: focused, keydown: closed };
    for (const [name, heard] of Object.entries(events)) document.addEventListener(name, heard, true);
    silence = () => {
      for (const [name, heard] of Object.entries(events)) document.removeEventListener(name, heard, true);
      host.remove();
    };
  };

  const leave = () => {
    outlined();
    silence();
  };

  return { picture, drawing, outline, show, speak, leave };
})();
