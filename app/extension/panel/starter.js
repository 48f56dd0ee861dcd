/* Has the auditor started by its native messaging host, where that is installed and the user let the
   panel use it. The host takes one word, and starts the server as its user set it up. */
import { ServerError } from "./server.js";

const HOST = "alt_text_auditor";
const ASKED = { permissions: ["nativeMessaging"] };

/* Whether the user let the panel use the host. */
export const mayStart = () => chrome.permissions.contains(ASKED);

/* Ask the user for that; only while a press is being handled. */
export const askToStart = () => chrome.permissions.request(ASKED);

/* Start the server. Raises ServerError: "absent" where no host is installed, "unstarted" where it says
   why it could not. */
export async function startServer() {
  const answer = await chrome.runtime.sendNativeMessage(HOST, { type: "start" }).catch((error) => {
    console.warn(error);
    throw new ServerError("absent");
  });
  if (answer.state === "failed") throw new ServerError("unstarted", answer.reason);
  await chrome.storage.local.set({ port: answer.port });
}
