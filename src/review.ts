import { answersTo } from "./answers/answered.ts";
import { asksForPlan } from "./answers/asides.ts";
import { addDays, dayOf } from "./answers/days.ts";
import { questionsOf, withAnswers } from "./answers/questions.ts";
import { isReachable } from "./consumers/owners.ts";
import { readersOf } from "./consumers/readers.ts";
import { compareWithBaselines } from "./contracts/compared.ts";
import { detectTouched, speaksOf } from "./contracts/declarations.ts";
import { divergences } from "./contracts/divergence.ts";
import { lintChanged } from "./contracts/linted.ts";
import { withOwners } from "./contracts/owners.ts";
import { fixturesOf } from "./contracts/samples.ts";
import { Side } from "./contracts/sources.ts";
import type { Change, Diff, Problem, Review, Snapshot, Verdict } from "./model.ts";
import { fieldsIn, fieldsNowhere, saidOf, undeclaredIn, withSaid } from "./semantics/covered.ts";
import { conclude } from "./verdict/conclusion.ts";
import { isPast, judge } from "./verdict/judge.ts";
import { addressees } from "./verdict/reviewers.ts";
import type { Work } from "./work.ts";

/** The product, top to bottom: what changed, against what, who reads it, what it means for them, what they say, what follows. */
export async function review(snapshot: Snapshot, work: Work): Promise<Review> {
  const base = new Side(snapshot.base, work);
  const head = new Side(snapshot.head, work);
  const target = snapshot.target.commit === snapshot.base.commit ? base : new Side(snapshot.target, work);
  const finding = { config: snapshot.config, base, head, registries: snapshot.registries, work };
  const touched = await detectTouched(snapshot.changed, finding);

  const others = touched.contracts.map(({ contract }) => contract);
  const problems: Problem[] = [...snapshot.problems, ...touched.problems];
  // on GitHub a plan is told to who asks for it; elsewhere there is nobody to ask
  const asked = snapshot.people === undefined || snapshot.people.some(asksForPlan);
  const planned = asked ? addDays(dayOf(snapshot.now), snapshot.config.policy.exceptionMaxDays) : undefined;
  const diffs: Diff[] = [];
  const verdicts: Verdict[] = [];
  const undeclared: Change[] = [];
  for (const detected of touched.contracts) {
    const contract = await withOwners(detected, snapshot.config, target);
    const { consumers, unknown } = readersOf(contract, snapshot.domains, others, snapshot.head.name);
    const fixtures = fixturesOf(contract, consumers, snapshot.domains);
    const declarations = touched.declarations.filter((one) => speaksOf(one, detected));
    const sides = { base, head, target };
    const compared = await compareWithBaselines({ ...detected, contract }, consumers, sides, work, {
      named: fieldsIn(declarations),
      fixtures,
      planned,
    });
    problems.push(
      ...compared.diff.problems,
      ...compared.problems,
      ...fieldsNowhere(contract.id, declarations, compared.told),
    );
    const said = saidOf(contract.id, declarations, compared.told);
    const policy = snapshot.config.policy;
    const diff = withSaid(compared.diff, said, policy);
    diffs.push(diff);
    undeclared.push(...undeclaredIn(diff, said, policy));
    const judged = compared.readers.map(({ consumer, ...version }) =>
      judge(
        contract,
        consumer,
        "why" in version ? version : { ...version, diff: withSaid(version.diff, said, policy) },
      ),
    );
    verdicts.push(...judged.filter((verdict) => !isPast(verdict)));
    for (const { consumer, why } of unknown) verdicts.push(judge(contract, consumer, { why }));
  }

  problems.push(...(await lintChanged(diffs, snapshot.changed, snapshot.config, head, work)));
  problems.push(...(await divergences(diffs, snapshot.changed, { base, head, work })));

  const { now, config, domains, people = [] } = snapshot;
  const policy = config.policy;
  const context = { policy, contracts: diffs.map(({ contract }) => contract), head: snapshot.head.commit, now };
  const answers = await answersTo(questionsOf({ diffs, verdicts, domains, now }, policy), people, context);
  const answered = withAnswers(verdicts, answers.questions);
  const facts = { diffs, verdicts: answered, domains, problems, undeclared, questions: answers.questions, now };
  return {
    now,
    baseRef: snapshot.baseRef,
    mergeBase: snapshot.base.commit,
    head: snapshot.head.commit,
    ...{ diffs, verdicts: answered, domains, problems, undeclared, answers, noticeDays: policy.exceptionMaxDays },
    ...addressees(answers.questions, answered, isReachable),
    ...conclude(facts, config),
  };
}
