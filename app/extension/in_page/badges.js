/* The badges on the images of a frame: buttons over the page, in a closed root of their own, that the
   keyboard reaches after the page. A shape says what a colour says. */
globalThis.auditorBadges ??= (() => {
  /* Set on each element by itself: a page may forbid style sheets, and Firefox takes none from here. */
  const HOST = "all:initial;position:absolute;left:0;top:0;width:0;height:0;z-index:2147483646";
  const BUTTON = "position:absolute;box-sizing:border-box;min-width:24px;height:24px;margin:0;padding:0 5px;"
    + "font:bold 14px/20px system-ui,sans-serif;color:#fff;border:2px solid #fff;cursor:pointer;";
  const LOOKS = {
    bad: "background:#8a1c1c;border-radius:3px",
    doubt: "background:#6b4100;border-radius:12px",
    plain: "background:#454545;border-style:dashed;border-radius:3px",
    good: "background:#1e5c2e;border-radius:12px",
  };
  let host = null;
  let held = new Map();
  let waiting = false;

  const place = () => {
    waiting = false;
    if (!host) return;
    const origin = dom.getBoundingClientRect(host);
    for (const { button, element } of held.values()) {
      const { left, top, width, height } = dom.getBoundingClientRect(element);
      const seen = width > 0 && height > 0;
      dom.style(button).display = seen ? "" : "none";
      dom.style(button).left = `${Math.max(0, left - origin.left)}px`;
      dom.style(button).top = `${Math.max(0, top - origin.top)}px`;
    }
  };
  const later = () => {
    if (!waiting) requestAnimationFrame(place);
    waiting = true;
  };
  const sizes = new ResizeObserver(later);

  const remove = () => {
    if (host) dom.remove(host);
    host = null;
    held = new Map();
    sizes.disconnect();
    dom.removeEventListener(document, "scroll", later, true);
    removeEventListener("resize", later);
    dom.removeEventListener(document, "load", later, true);
  };

  const made = ({ stamp, shape, look, label }) => {
    const button = dom.createElement(document, "button");
    for (const [name, value] of Object.entries({ type: "button", title: label, "aria-label": label }))
      dom.setAttribute(button, name, value);
    dom.style(button).cssText = BUTTON + LOOKS[look];
    dom.append(button, shape);
    dom.addEventListener(button, "click", (event) => {
      if (!event.isTrusted) return;
      chrome.runtime.sendMessage({ type: "chosen", stamp }).catch(() => {});
    });
    return button;
  };

  /* `marks`: {stamp, shape, look, label} of each image; `find`: its element by its stamp. */
  const show = (marks, find) => {
    remove();
    if (!marks.length) return;
    host = dom.createElement(document, "div");
    const root = dom.attachShadow(host, { mode: "closed" });
    dom.style(host).cssText = HOST;
    for (const mark of marks) {
      const element = find(mark.stamp);
      if (!element) continue;
      const button = made(mark);
      held.set(mark.stamp, { button, element });
      dom.append(root, button);
    }
    dom.append(dom.documentElement(document), host);
    place();
    dom.addEventListener(document, "scroll", later, { capture: true, passive: true });
    dom.addEventListener(document, "load", later, true);
    addEventListener("resize", later);
    sizes.observe(dom.documentElement(document));
  };

  const focus = (stamp) => {
    const button = held.get(stamp)?.button;
    if (button) dom.focus(button, { preventScroll: true });
  };

  return { show, focus };
})();
