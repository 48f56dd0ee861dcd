/* Lets a document settle (settle.js) in which nothing can change what it shows, now that it is loaded:
   nothing runs in it or goes on in time, and nothing waits to come into view. Returns what was missing
   then; null for any other document, with which nothing is done. What ran and took itself away again
   only the text of the document tells. */
async function still(options) {
  const MOVING = "script, iframe, frame, object, embed, meta[http-equiv=refresh i], marquee, animate, "
    + "set, animateMotion, animateTransform";
  if (dom.contentType(document) !== "text/html" || dom.querySelector(document, MOVING)) return null;
  if (dom.fonts(document).status !== "loaded") return null;
  const ends = (animation) => animation.effect?.getComputedTiming().endTime !== Infinity;
  if (dom.getAnimations(document).some(ends)) return null;
  const waits = (element) => getComputedStyle(element).contentVisibility === "auto";
  if ([...dom.querySelectorAll(document, "*")].some(waits)) return null;
  return { missing: await settle({ ...options, still: true }) };
}
