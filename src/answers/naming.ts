import type { Change, Question } from "../model.ts";

/** The names of questions for a sentence, each as code. */
export function named(questions: readonly Pick<Question, "name">[]): string {
  return joined(questions.map(({ name }) => `\`${name}\``));
}

/** The elements of changes for a sentence, each as code. */
export function namedChanges(changes: readonly Change[]): string {
  return joined([...new Set(changes.map(({ element, contract }) => `\`${element || contract}\``))]);
}

function joined(names: readonly string[], most = 6): string {
  const shown = names.length > most ? [...names.slice(0, most - 1), `${names.length - most + 1} more`] : names;
  if (shown.length <= 1) return shown.join("");
  return `${shown.slice(0, -1).join(", ")} and ${shown.at(-1)}`;
}
