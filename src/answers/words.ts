import type { Answer } from "../model.ts";
import { shownDay } from "./days.ts";

/** Who said what, in words with names between backticks: `acknowledged by @finn (kept: the same 2 changes)`. */
export function answerWords({ kind, by, reason, expires, readyBy, kept, falseAlarm }: Answer, changes: number): string {
  const still = kept ? ` (kept: the same ${changes === 1 ? "change" : `${changes} changes`})` : "";
  const ready = readyBy === undefined ? "" : `, ready by ${shownDay(readyBy)}`;
  const who = `\`@${by.replace(/^@/, "")}\``;
  switch (kind) {
    case "acknowledged":
      return `acknowledged by ${who}${still}${ready}`;
    case "approved":
      return `approved by ${who}${still}`;
    case "rejected":
      return `rejected by ${who}${falseAlarm ? " as a false alarm" : ""}${still}: ${reason ?? ""}`;
    case "excepted":
      return `excepted until ${shownDay(expires ?? "")}, approved by ${who}${still}`;
    case "own-team":
      return `no answer needed: ${who} makes the change`;
    case "silence":
      return `${who} did not answer in time, which counts as yes here`;
  }
}
