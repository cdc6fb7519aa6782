import type { Answer } from "../model.ts";
import { shownDay } from "./days.ts";

/** `acknowledged`, `excepted until 2026-12-30`; the day that comes first. */
export function howSettled(answers: readonly (Answer | undefined)[]): string {
  const expiries = answers.flatMap((answer) => (answer?.expires === undefined ? [] : [answer.expires])).sort();
  const kinds = new Set(answers.map((answer) => answer?.kind));
  const words = [
    ...(kinds.has("acknowledged") || kinds.has("own-team") ? ["acknowledged"] : []),
    ...(kinds.has("approved") ? ["approved by its owner"] : []),
    ...(kinds.has("silence") ? ["acknowledged by silence"] : []),
    ...(expiries[0] === undefined ? [] : [`excepted until ${expiries[0]}`]),
  ];
  return words.join(", ");
}

/** Who said what, in words with names between backticks: `acknowledged by @finn (kept: the same 2 changes)`. */
export function answerWords({ kind, by, reason, expires, readyBy, kept }: Answer, changes: number): string {
  const still = kept ? ` (kept: the same ${changes === 1 ? "change" : `${changes} changes`})` : "";
  const ready = readyBy === undefined ? "" : `, ready by ${shownDay(readyBy)}`;
  const who = `\`@${by.replace(/^@/, "")}\``;
  switch (kind) {
    case "acknowledged":
      return `acknowledged by ${who}${still}${ready}`;
    case "approved":
      return `approved by ${who}${still}`;
    case "rejected":
      return `rejected by ${who}${still}: ${reason ?? ""}`;
    case "excepted":
      return `excepted until ${shownDay(expires ?? "")}, approved by ${who}${still}`;
    case "own-team":
      return `no answer needed: ${who} makes the change`;
    case "silence":
      return `${who} did not answer in time, which counts as yes here`;
  }
}
