/* The list as Markdown, for an issue or a mail. */
import { oneDigit, say } from "./words.js";

/* One line, no markup of its own. */
const plain = (text) => text.replace(/\s+/g, " ").trim().replace(/[\\`*_[\]<>|]/g, "\\$&");

export function report(uses) {
  const [first] = uses;
  const title = plain(first?.page.title || say("name"));
  const lines = [`# ${title}`, "", first ? `<${first.page.url}>` : say("noImages"), ""];
  for (const use of uses) {
    const status = say(`status_${use.status.replaceAll("-", "_")}`);
    const quality = use.scores ? `, ${say("quality", oneDigit(use.scores.quality))}` : "";
    lines.push(
      `${use.rank}. **${status}**${quality}: ${plain(use.image.src || use.image.tag)}`,
      `   ${plain(say("spoken", use.spoken))}`,
      `   ${plain(use.reason)}`,
      `   \`${use.image.selector.replaceAll("`", "")}\``,
    );
  }
  return `${lines.join("\n")}\n`;
}
