/* What the scripts in pages read of nodes and do with them, by the browser's own prototypes: what a
   page calls its elements takes it from nobody. A form answers to the name of a field with that
   field, a document with an image, a form or an embed (HTML, [LegacyOverrideBuiltIns]):
   `form.children` may be an input. Loaded first; the scripts run in a world of their own, whose
   prototypes no page reaches. */
var dom = (() => {
  const GETTERS = [
    "URL", "ariaLabelledByElements", "baseURI", "body", "children", "clientHeight", "clientWidth", "complete",
    "contentDocument", "contentType", "contentWindow", "coords", "currentSrc", "data",
    "documentElement", "firstChild", "firstElementChild", "fonts", "host", "id", "images",
    "innerText", "localName", "mode", "name", "namespaceURI", "naturalHeight", "naturalWidth",
    "openOrClosedShadowRoot", "outerHTML", "parentElement", "poster", "readyState", "scrollHeight",
    "scrollLeft", "scrollTop", "scrollWidth", "shadowRoot", "shape", "src", "style", "title",
    "type",
  ];
  const METHODS = [
    "addEventListener", "append", "attachShadow", "checkVisibility", "cloneNode", "closest",
    "contains", "createElement", "createRange", "focus", "getAnimations", "getAttribute",
    "getAttributeNS", "getBoundingClientRect",
    "getClientRects", "getElementById", "getHTML", "getRootNode", "hasAttribute", "matches",
    "querySelector", "querySelectorAll", "remove", "removeAttribute", "removeEventListener",
    "replaceChildren", "scrollIntoView", "scrollTo", "setAttribute", "toDataURL", "toggleAttribute",
  ];
  /* undefined where this kind of node has none of that name. */
  const taken = (node, name) => Reflect.get(Object.getPrototypeOf(node), name, node);
  const found = {};
  for (const name of GETTERS) found[name] = (node) => taken(node, name);
  for (const name of METHODS)
    found[name] = (node, ...given) => Reflect.apply(taken(node, name), node, given);
  return found;
})();
