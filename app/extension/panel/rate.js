/* A rating from 1 to 5 by one key, with the scale beside it and questions that can be left. */
import { rate } from "./server.js";
import { make, say } from "./words.js";

const LEVELS = [5, 4, 3, 2, 1];
const QUESTIONS = ["objects", "complete", "places", "meaning", "serves-page", "adds-to-caption"];
/* Whether the rater has seen the picture, until the panel is closed. */
let seen = false;

/* `said`: called with a line to say when it was rated. */
export async function rateDialog(use, said) {
  const { rater = "" } = await chrome.storage.local.get("rater");
  const dialog = make("dialog", { "aria-labelledby": "rate-title" });
  const name = make("input", { id: "rater", autocomplete: "name", maxlength: "100", value: rater });
  const box = make("input", { type: "checkbox", id: "rate-seen" });
  const state = make("p", { role: "status" });
  box.checked = seen;
  const questions = QUESTIONS.map(question);
  const give = async (level) => {
    const answers = Object.fromEntries(questions.map(({ id, select }) => [id, select.value])
      .filter(([, value]) => value).map(([id, value]) => [id, value === "yes"]));
    if (!name.value.trim()) {
      state.textContent = say("noRater");
      name.focus();
      return;
    }
    seen = box.checked;
    await chrome.storage.local.set({ rater: name.value.trim() });
    try {
      await rate(use, { rater: name.value.trim(), level, seen, answers });
      dialog.close();
      said(say("rated", level, say(seen ? "withPicture" : "withoutPicture")));
    } catch (error) {
      state.textContent = say("decideFailed", say(`${error.kind}Title`), error.message);
    }
  };
  const levels = LEVELS.map((level) => {
    const button = make("button", { type: "button", "aria-describedby": `level-${level}` }, String(level));
    button.onclick = () => give(level);
    return make("div", { class: "level" }, button, make("span", { id: `level-${level}` }, say(`level_${level}`)));
  });
  const cancel = make("button", { type: "button" }, say("cancel"));
  cancel.onclick = () => dialog.close();
  dialog.append(
    make("h2", { id: "rate-title" }, say("rateTitle")),
    make("blockquote", { dir: "auto" }, use.image.name.text.slice(0, 500)),
    ...levels, ...questions.map(({ element }) => element),
    make("p", {}, make("label", { class: "check" }, box, " ", say("haveSeen"))),
    make("label", { for: "rater" }, say("yourName")), name, state, make("div", { class: "row" }, cancel),
  );
  /* A digit rates wherever the focus is, but in the name, where it is typed. */
  dialog.onkeydown = (event) => {
    if (event.target === name || event.repeat || event.ctrlKey || event.altKey || event.metaKey) return;
    if (LEVELS.includes(Number(event.key))) give(Number(event.key));
  };
  dialog.onclose = () => dialog.remove();
  document.body.append(dialog);
  dialog.showModal();
}

function question(id) {
  const select = make("select", { id: `question-${id}` });
  for (const [value, words] of [["", "notAnswered"], ["yes", "yes"], ["no", "no"]])
    select.append(make("option", { value }, say(words)));
  const asked = say(`question_${id.replaceAll("-", "_")}`);
  return { id, select, element: make("p", { class: "question" }, make("label", { for: select.id }, asked), select) };
}
