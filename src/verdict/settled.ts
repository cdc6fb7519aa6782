import type { Answer } from "../model.ts";

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
