/* Texts in the reader's language. */
export const say = (key, ...values) => chrome.i18n.getMessage(key, values.map(String));

/* A quality from 1 to 5, as the reader's language writes numbers. */
export const oneDigit = (number) => number.toLocaleString(
  say("language"), { minimumFractionDigits: 1, maximumFractionDigits: 1 });

/* A share from 0 to 1, likewise. */
export const percent = (share) => share.toLocaleString(say("language"), { style: "percent" });

/* Fill what carries data-say, and data-label for its accessible name. */
export function localise() {
  document.documentElement.lang = say("language");
  document.title = say(document.title);
  for (const element of document.querySelectorAll("[data-say]"))
    element.textContent = say(element.dataset.say);
}

/* An element with text or children; `attributes` as they stand in HTML. Never from markup. */
export function make(tag, attributes = {}, ...content) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...content);
  return element;
}
