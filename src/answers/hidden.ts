import type { Answers, Question } from "../model.ts";

/**
 * Answers as everybody may see them who sees the producer's repository. `hidden`: the names of consumers and repositories, and
 * the owners, that must not be seen, to what is shown instead. What people wrote themselves stands on the pull request anyway.
 */
export function hideInAnswers(answers: Answers, hidden: ReadonlyMap<string, string>): Answers {
  if (hidden.size === 0) return answers;
  const shown = (name: string) => hidden.get(name) ?? hidden.get(name.toLowerCase()) ?? name;
  // names stand between backticks in whatever we say
  const words = (text: string) => text.replace(/`([^`]*)`/g, (_, name: string) => `\`${shown(name)}\``);
  const question = (one: Question): Question => ({
    ...one,
    name: shown(one.name),
    domain: hidden.has(one.name) ? "private" : one.domain,
    owners: [...new Set(one.owners.map(shown))],
    ...(one.lapsed && { lapsed: { ...one.lapsed, says: words(one.lapsed.says) } }),
    ...(one.settledBy && { settledBy: { ...one.settledBy, by: shown(one.settledBy.by) } }),
  });
  return {
    ...answers,
    questions: answers.questions.map(question),
    exceptions: answers.exceptions.map((one) => ({ ...one, covers: one.covers.map(shown) })),
    outcomes: answers.outcomes.map((one) => ({ ...one, says: words(one.says) })),
    refusedLabels: answers.refusedLabels.map((one) => ({ ...one, why: words(one.why) })),
  };
}
