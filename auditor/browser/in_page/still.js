/* Whether nothing in the document can change what it shows, now that it is loaded: nothing runs in it
   or goes on in time, and nothing waits to come into view. What ran and took itself away again only
   the text of the document tells. */
function still() {
  const MOVING = "script, iframe, frame, object, embed, meta[http-equiv=refresh i], marquee, animate, "
    + "set, animateMotion, animateTransform";
  if (dom.contentType(document) !== "text/html" || dom.querySelector(document, MOVING)) return false;
  if (dom.fonts(document).status !== "loaded") return false;
  const ends = (animation) => animation.effect?.getComputedTiming().endTime !== Infinity;
  if (dom.getAnimations(document).some(ends)) return false;
  const waits = (element) => getComputedStyle(element).contentVisibility === "auto";
  return ![...dom.querySelectorAll(document, "*")].some(waits);
}
