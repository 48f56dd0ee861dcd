/* The list as Markdown, for an issue or a mail. */
import { say } from "./words.js";

/* One line, no markup of its own. */
const plain = (text) => text.replace(/\s+/g, " ").trim().replace(/[\\`*_[\]<>|]/g, "\\$&");

export function report(uses) {
  const [first] = uses;
  const lines = [`# ${plain(first?.page.title || say("name"))}`, "", first ? `<${first.page.url}>` : say("noImages"), ""];
  for (const use of uses) {
    const quality = use.scores ? `, ${say("quality", use.scores.quality.toFixed(1))}` : "";
    lines.push(
      `${use.rank}. **${say(`status_${use.status.replaceAll("-", "_")}`)}**${quality}: ${plain(use.image.src || use.image.tag)}`,
      `   ${plain(say("spoken", use.spoken))}`,
      `   ${plain(use.reason)}`,
      `   \`${use.image.selector.replaceAll("`", "")}\``,
    );
  }
  return `${lines.join("\n")}\n`;
}
