import { answersTo } from "./answers/answered.ts";
import { questionsOf, withAnswers } from "./answers/questions.ts";
import { isReachable } from "./consumers/owners.ts";
import { readersOf } from "./consumers/readers.ts";
import { compareWithBaselines } from "./contracts/compared.ts";
import { detect } from "./contracts/detect.ts";
import { withOwners } from "./contracts/owners.ts";
import { Side } from "./contracts/sources.ts";
import type { Diff, Problem, Review, Snapshot, Verdict } from "./model.ts";
import { conclude } from "./verdict/conclusion.ts";
import { isPast, judge } from "./verdict/judge.ts";
import { addressees } from "./verdict/reviewers.ts";
import type { Work } from "./work.ts";

/** The product, top to bottom: what changed, against what, who reads it, what it means for them, what they say, what follows. */
export async function review(snapshot: Snapshot, work: Work): Promise<Review> {
  const base = new Side(snapshot.base, work);
  const head = new Side(snapshot.head, work);
  const target = snapshot.target.commit === snapshot.base.commit ? base : new Side(snapshot.target, work);
  const { contracts, problems: unread } = await detect(snapshot.changed, snapshot.config, base, head);

  const problems: Problem[] = [...snapshot.problems, ...unread];
  const diffs: Diff[] = [];
  const verdicts: Verdict[] = [];
  for (const detected of contracts) {
    const contract = await withOwners(detected, snapshot.config, target);
    const { consumers, unknown } = readersOf(contract, snapshot.domains);
    const compared = await compareWithBaselines({ ...detected, contract }, consumers, { base, head, target }, work);
    diffs.push(compared.diff);
    problems.push(...compared.diff.problems);
    const judged = compared.readers.map(({ consumer, ...version }) => judge(contract, consumer, version));
    verdicts.push(...judged.filter((verdict) => !isPast(verdict)));
    for (const { consumer, why } of unknown) verdicts.push(judge(contract, consumer, { why }));
  }

  const { now, config, domains, people = [] } = snapshot;
  const policy = config.policy;
  const context = { policy, contracts: diffs.map(({ contract }) => contract), head: snapshot.head.commit, now };
  const answers = await answersTo(questionsOf({ diffs, verdicts, domains }, policy), people, context);
  const answered = withAnswers(verdicts, answers.questions);
  const facts = { diffs, verdicts: answered, domains, problems, questions: answers.questions };
  return {
    now,
    baseRef: snapshot.baseRef,
    mergeBase: snapshot.base.commit,
    head: snapshot.head.commit,
    ...{ diffs, verdicts: answered, domains, problems, answers },
    ...addressees(answers.questions, answered, isReachable),
    ...conclude(facts, config),
  };
}
