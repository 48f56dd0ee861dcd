/* What the panel says of an audit and which of its parts it shows: decided here alone, from the state
   of a TabAudit. */
import { say } from "./words.js";

/* Failures that have a section of their own; the others share one. */
const OWN = ["absent", "refused"];

/* Numbers of a list of uses: {work, unread, uncompared, all}. `unread`: what could not be checked, and
   so is among what asks for work. */
export function countsOf(uses) {
  const count = (test) => uses.filter(test).length;
  return {
    work: count((use) => use.asks_for_work),
    unread: count((use) => use.status === "not-checkable"),
    uncompared: count((use) => use.status === "not-compared"),
    all: uses.length,
  };
}

function summary(uses) {
  const { work, unread, uncompared, all } = countsOf(uses);
  if (!all) return say("noImages");
  const first = unread ? say("summaryUnread", work, unread, all) : say("summary", work, all);
  return uncompared ? `${first} ${say("notCompared", uncompared)}` : first;
}

function statusOf({ step, failure, ended, where, uses, told }) {
  if (step) return say(`step_${step.step}`, step.done ?? "", step.all ?? "");
  if (failure) return say(`${failure.kind}Title`);
  if (told) return told;
  if (where === "left") return say("leftTitle");
  if (ended) return `${say("done")} ${summary(uses)}`;
  return uses.length ? summary(uses) : say("idleTitle");
}

function noticeOf({ step, failure, where, status, listed }) {
  if (!listed) return "";
  if (where === "left") return say("leftText");
  if (failure && !step) return say("earlier");
  if (where === "moved") return say("movedText");
  return status >= 400 ? say("errorPage", status) : "";
}

/* {status, repeated (whether a heading says it too), busy, notice, title, address,
   failed: {title, text} or null, shown: ids of sections}. */
export function view(audit) {
  const { step, failure, page, listed } = audit;
  const open = failure && !step ? failure : null;
  const shown = [];
  if (open) shown.push(OWN.includes(open.kind) ? open.kind : "failed");
  if (listed) shown.push("results");
  if (!open && !listed && !step) shown.push("idle");
  return {
    busy: step !== null,
    status: statusOf(audit),
    repeated: Boolean(open) || (shown.includes("idle") && !audit.told),
    notice: noticeOf(audit),
    title: page ? page.title || page.url : "",
    address: page?.url ?? "",
    failed: open && { title: say(`${open.kind}Title`), text: textOf(open) },
    shown,
  };
}

function textOf({ kind, message }) {
  return say(`${kind}Text`, message) || message;
}
