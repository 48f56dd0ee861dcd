/* Brings the pictures that the server wants: files from the page or from their own host, drawings
   from what the page says of the element. */
import { call } from "./page.js";
import { say } from "./words.js";

const MAX_BYTES = 60_000_000;
const AT_A_TIME = 6;
const FETCH_MS = 10_000;
const MAX_SIDE = 1024;

export class Pictures {
  #page;
  #bytes = 0;
  #counted = new Set();
  /* Address → Promise of a Blob. */
  files;
  /* "file-3" or "drawing-3" → Blob, as they are sent. */
  sent = new Map();
  /* Ordinal → why its picture did not come. */
  missing = new Map();
  /* Origins that did not let their pictures be read. */
  closed = new Set();

  /* `files`: what is known of earlier, or nothing. */
  constructor(page, files = new Map()) {
    this.#page = page;
    this.files = files;
  }

  /* What the model sees of an image: its drawing, where there is one. */
  of(ordinal) {
    return this.sent.get(`drawing-${ordinal}`) || this.sent.get(`file-${ordinal}`);
  }

  /* Bring what is wanted and was not tried yet. `uses`: by ordinal. */
  async bring(wanted, uses, signal) {
    const left = wanted.filter(
      ({ ordinal, how }) => !this.missing.has(ordinal) && !this.sent.has(`${how}-${ordinal}`));
    const work = async () => {
      for (let next = left.shift(); next && !signal.aborted; next = left.shift())
        await this.#one(next, uses.get(next.ordinal));
    };
    await Promise.all(Array.from({ length: AT_A_TIME }, work));
  }

  async #one({ ordinal, how, src }, use) {
    try {
      const blob = how === "file" ? await this.#file(src, use) : await this.#drawing(ordinal, src, use);
      /* A file that many images show is sent once. */
      const size = this.#counted.has(blob) ? 0 : blob.size;
      if (this.#bytes + size > MAX_BYTES) throw new Error(say("tooMuch"));
      this.#bytes += size;
      this.#counted.add(blob);
      this.sent.set(`${how}-${ordinal}`, blob);
    } catch (error) {
      if (error.kind === "left" || error.kind === "gone") throw error;
      this.missing.set(ordinal, error.message);
    }
  }

  /* The bytes at an address, once for all images of a frame that show it; what failed is tried anew. */
  #file(src, use) {
    const key = `${use.frame_id} ${src}`;
    if (!this.files.has(key)) {
      const file = this.#fetch(src, use);
      this.files.set(key, file);
      file.catch(() => this.files.delete(key));
    }
    return this.files.get(key);
  }

  async #fetch(src, use) {
    const own = await call(this.#page, use.frame_id, "picture", src).catch((error) => {
      if (error.kind === "left" || error.kind === "gone") throw error;
      return null;
    });
    if (own) return (await fetch(own)).blob();
    const { origin } = new URL(src);
    const may = await chrome.permissions.contains({ origins: [`${origin}/*`] });
    let answer;
    try {
      answer = await fetch(src, {
        credentials: may ? "include" : "omit", cache: "force-cache", signal: AbortSignal.timeout(FETCH_MS),
      });
    } catch {
      if (!may) this.closed.add(origin);
      throw new Error(may ? say("noAnswer") : say("otherHost", origin));
    }
    if (!answer.ok) throw new Error(`HTTP ${answer.status}`);
    return answer.blob();
  }

  async #drawing(ordinal, src, use) {
    const plan = await call(this.#page, use.frame_id, "drawing", use.stamp);
    if (!plan) throw new Error(say("noSize"));
    const source = await this.#source(plan, ordinal, src, use);
    return drawn(plan, source).catch(() => { throw new Error(say("notDrawn")); });
  }

  async #source({ svg, pictures, pixels }, ordinal, src, use) {
    if (svg) return new Blob([await this.#whole(svg, pictures, use)], { type: "image/svg+xml" });
    if (pixels) return (await fetch(pixels)).blob();
    if (!src) throw new Error(say("notDrawn"));
    const file = this.sent.get(`file-${ordinal}`) || (await this.#file(src, use));
    return src.startsWith("data:image/svg") || file.type.startsWith("image/svg")
      ? new Blob([file], { type: "image/svg+xml" }) : file;
  }

  /* An svg with the pictures in it, in place of what stands for them; without those that do not come. */
  async #whole(svg, pictures, use) {
    const found = await Promise.all(pictures.map(async (src) => {
      try {
        if (src.startsWith("data:")) return src;
        return await dataUrl(await this.#file(src, use));
      } catch (error) {
        if (error.kind === "left" || error.kind === "gone") throw error;
        return "data:,";
      }
    }));
    return svg.replace(/(?<=(?:src|href)=")auditor-picture-(\d+)(?=")/g, (all, index) => found[index] ?? all);
  }
}

function dataUrl(blob) {
  return new Promise((done, fail) => {
    const reader = new FileReader();
    reader.onload = () => done(reader.result);
    reader.onerror = () => fail(reader.error);
    reader.readAsDataURL(blob);
  });
}

/* The drawing as PNG, at most MAX_SIDE pixels a side. Not by an object URL: what Chromium draws from there
   may not be read again where an svg holds HTML (foreignObject). */
async function drawn({ width, height, ground }, source) {
  const image = new Image();
  image.src = await dataUrl(source);
  await image.decode();
  const scale = Math.min(1, MAX_SIDE / Math.max(width, height));
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.round(width * scale));
  canvas.height = Math.max(1, Math.round(height * scale));
  const context = canvas.getContext("2d");
  context.fillStyle = ground;
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((done, fail) => {
    canvas.toBlob((blob) => (blob ? done(blob) : fail(new Error("toBlob"))), "image/png");
  });
}
