/* Where the server is, and the token that it asks for. */
import { health, pair, settings } from "./server.js";
import { localise, say } from "./words.js";

const by = (id) => document.getElementById(id);
const REFUSALS = { absent: "absentTitle", over: "codeOver" };

async function fill() {
  const { port, token } = await settings();
  by("port").value = port;
  by("token").value = token;
}

/* Ask the server, and say what came of it; `first` goes before. */
async function check(first = "") {
  let state;
  let model = say("modelUnknown");
  try {
    const answer = await health();
    state = say("connected", answer.version);
    model = answer.model ? say("modelRuns", answer.model.name) : say("modelNone");
  } catch (error) {
    state = say(`${error.kind}Title`);
  }
  by("state").textContent = `${first} ${state}`.trim();
  by("model").textContent = model;
}

by("pair").onsubmit = async (event) => {
  event.preventDefault();
  try {
    await pair(by("code").value);
    by("code").value = "";
    await fill();
    await check(say("paired"));
  } catch (error) {
    by("state").textContent = say(REFUSALS[error.kind] ?? "wrongCode");
    by("code").focus();
  }
};

by("server").onsubmit = async (event) => {
  event.preventDefault();
  await chrome.storage.local.set({ port: by("port").valueAsNumber, token: by("token").value.trim() });
  await check(say("saved"));
};

by("forget").onclick = async () => {
  await chrome.storage.local.remove("token");
  await fill();
  await check(say("forgotten"));
};

localise();
await fill();
await check();
