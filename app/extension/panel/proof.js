/* Whether who answers on a port knows the token that this extension was paired with; asked before
   the token and the page are sent, for any program may have taken the port. The other side is
   `proof` in app/backend/pairing.py. */
const bytes = (text) => new TextEncoder().encode(text);
const hex = (array) => [...array].map((byte) => byte.toString(16).padStart(2, "0")).join("");
const unhex = (text) => Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));

/* Something that was never asked before. */
export const nonce = () => hex(crypto.getRandomValues(new Uint8Array(32)));

/* `answer`: what came for the nonce, from the server or from anybody else. */
export async function proves(answer, asked, token, port) {
  if (!token || !/^[0-9a-f]{64}$/.test(answer?.proof)) return false;
  const how = { name: "HMAC", hash: "SHA-256" };
  const key = await crypto.subtle.importKey("raw", bytes(token), how, false, ["verify"]);
  const message = `auditor serve, 127.0.0.1:${port}, ${asked}`;
  return crypto.subtle.verify("HMAC", key, unhex(answer.proof), bytes(message));
}
