/* Decisions on an image, as in the window: kept in the scan file of `serve --save`. */
import { rateDialog } from "./rate.js";
import { decide } from "./server.js";
import { make, say } from "./words.js";

/* The key of each holds while the focus is on one of the buttons. */
const CHOICES = { right: "r", wrong: "w", decorative: "d", "needs-a-person": "p" };

const named = (choice) => say(`choice_${choice.replaceAll("-", "_")}`);

/* What was decided, on one line. */
export function decidedWords({ choice, better }) {
  return better ? say("decidedBetter", named(choice), better) : say("decided", named(choice));
}

/* The buttons under an item. `text`: gives the text in its box; `said`: called when something was
   decided or rated, with a line to say; `saves`: whether the server keeps anything. */
export function decideBox(item, text, said, saves) {
  const box = make("fieldset", { class: "decide" }, make("legend", {}, say("decide")));
  if (!saves) {
    box.append(make("p", {}, say("notKept"), " ", make("code", {}, "auditor serve --save FILE.db")));
    return box;
  }
  const note = make("input", { id: `note-${crypto.randomUUID()}`, value: item.use.decision?.note ?? "" });
  const back = make("button", { type: "button" }, say("takeBack"));
  back.hidden = !item.use.decision;
  const keep = async (choice) => {
    try {
      const made = await decide(item.use, choice, note.value, choice === "wrong" ? text() : "");
      item.use.decision = made ?? undefined;
      back.hidden = !made;
      said(made ? decidedWords(made) : say("takenBack"));
    } catch (error) {
      said(say("decideFailed", say(`${error.kind}Title`), error.message));
    }
  };
  const buttons = Object.entries(CHOICES).map(([choice, key]) => {
    const button = make("button", { type: "button", "aria-keyshortcuts": key }, named(choice));
    button.onclick = () => keep(choice);
    return button;
  });
  back.onclick = () => keep(null);
  const rate = make("button", { type: "button", "aria-keyshortcuts": "F9" }, say("rate"));
  rate.onclick = () => rateDialog(item.use, said);
  rate.disabled = !item.use.image.name.text.trim();
  box.append(
    make("div", { class: "row" }, ...buttons, back),
    make("label", { for: note.id }, say("note")), note,
    make("div", { class: "row" }, rate),
  );
  box.addEventListener("keydown", (event) => pressed(event, note, buttons, rate));
  return box;
}

function pressed(event, note, buttons, rate) {
  if (event.ctrlKey || event.altKey || event.metaKey) return;
  const at = event.target === note ? -1 : Object.values(CHOICES).indexOf(event.key.toLowerCase());
  const button = event.key === "F9" ? rate : buttons[at];
  if (!button || button.disabled) return;
  event.preventDefault();
  button.click();
}
