import { parseComment } from "../commands/parse.ts";
import type { Answers, Contract, Outcome, People, Policy, Question, RefusedLabel, Saying } from "../model.ts";
import { acknowledge, type Came, endApproval, reject } from "./acknowledge.ts";
import { type Board, boardOf, standingOf } from "./board.ts";
import { dueDay, settleOwn, settleSilence, waitNow } from "./deadlines.ts";
import {
  approveException,
  contractOfLabel,
  type Names,
  requestException,
  revoke,
  settleExceptions,
  withdrawException,
} from "./exceptions.ts";
import { labelPrefix } from "./label.ts";
import { printsOf } from "./print.ts";
import type { Requested } from "./requested.ts";

/** What answers are held against. */
export interface Context {
  readonly policy: Policy;
  readonly contracts: readonly Contract[];
  readonly head: string;
  readonly now: string;
}

/**
 * What people said, read anew from the record on GitHub, and what it comes to. In a merge group each pull request has its own
 * people: a question is rejected where it is on any of them, and settled where it is on any. Without GitHub nobody said anything.
 */
export async function answersTo(
  questions: readonly Question[],
  people: readonly People[],
  context: Context,
): Promise<Answers> {
  const told: Answers[] = [];
  for (const one of people) told.push(await answersOn(questions, one, context));
  const answered = questions.map((question, index) => {
    const each = told.flatMap((answers) => answers.questions[index] ?? []);
    const rejected = each.find(({ rejectedBy }) => rejectedBy !== undefined);
    return rejected ?? each.find(({ settledBy }) => settledBy !== undefined) ?? each[0] ?? question;
  });
  return {
    questions: answered,
    exceptions: told.flatMap(({ exceptions }) => exceptions),
    outcomes: told.flatMap(({ outcomes }) => outcomes),
    refusedLabels: told.flatMap(({ refusedLabels }) => refusedLabels),
    askedFor: told.some(({ askedFor }) => askedFor),
    prints: printsOf(questions),
  };
}

/** One pull request's story, from its first word to its last. */
async function answersOn(questions: readonly Question[], people: People, context: Context): Promise<Answers> {
  const { policy, head, now } = context;
  const board = boardOf({ people, policy, questions, head, now });
  const names: Names = new Map(context.contracts.map(({ id, names }) => [id, names]));
  const story: Story = { board, names, requests: board.requests, refusedLabels: [], askedFor: false };
  settleOwn(board, context.contracts);
  for (const saying of people.sayings) await hear(story, saying);
  settleSilence(board);
  const exceptions = settleExceptions(board, story.requests);
  const asking = policy.ask === "ready" || story.askedFor;
  const answered = questions.map((question): Question => {
    const { settledBy, rejectedBy, lapsed } = standingOf(board, question);
    const due = dueDay(board, question, asking);
    const since = waitNow(board, question)?.from;
    return {
      ...question,
      ...(settledBy && { settledBy }),
      ...(rejectedBy && { rejectedBy }),
      ...(lapsed !== undefined && settledBy === undefined && { lapsed }),
      ...(due !== undefined && { due }),
      ...(since !== undefined && { since }),
    };
  });
  const { refusedLabels, askedFor } = story;
  return { questions: answered, exceptions, outcomes: board.outcomes, refusedLabels, askedFor, prints: [] };
}

interface Story {
  readonly board: Board;
  readonly names: Names;
  readonly requests: Requested[];
  readonly refusedLabels: RefusedLabel[];
  askedFor: boolean;
}

async function hear(story: Story, saying: Saying): Promise<void> {
  const { board } = story;
  const { by, at } = saying;
  switch (saying.kind) {
    case "approval":
      await acknowledge(board, { by, at, only: [], commit: saying.commit });
      return;
    case "approval-ended":
      endApproval(board, by);
      return;
    case "labeled":
      await hearLabel(story, saying);
      return;
    case "unlabeled":
      if (!saying.ours) revoke(story.requests, saying.label, at);
      return;
    case "comment": {
      const asked = parseComment(saying.body, at);
      for (const one of asked) {
        if (saying.edited)
          note(board, saying, one.words, {
            counts: false,
            says: "was edited after it was written, so it does not count; please write it anew",
          });
        else if ("mistaken" in one) note(board, saying, one.words, { counts: false, says: one.mistaken });
        else note(board, saying, one.words, await obey(story, saying, one.wish));
      }
    }
  }
}

type Wish = Extract<ReturnType<typeof parseComment>[number], { wish: unknown }>["wish"];

/** What a well-formed command came to; undefined where there is nothing to say of it. */
async function obey(story: Story, saying: Saying, wish: Wish): Promise<Came | undefined> {
  const { board, requests, names } = story;
  const { by, at } = saying;
  switch (wish.kind) {
    case "acknowledge":
      return acknowledge(board, { by, at, only: wish.consumers, readyBy: wish.readyBy });
    case "reject":
      return reject(board, {
        ...{ by, at, reason: wish.reason },
        only: wish.consumer === undefined ? [] : [wish.consumer],
        ...(wish.falseAlarm && { falseAlarm: true as const }),
      });
    case "exception": {
      const { requested, ...came } = await requestException(board, wish, saying, names);
      if (requested !== undefined) requests.push(requested);
      return came;
    }
    case "approve":
      return approveException(board, requests, wish.contract, saying, names);
    case "withdraw":
      return withdrawException(requests, wish.contract, saying, names);
    case "ask": {
      const may = await board.authority.mayWrite(by);
      if (may === "yes") story.askedFor = true;
      if (may === "no") return { counts: false, says: "only the author and people with write access here may ask" };
      if (may === "cannot tell") return { counts: false, says: `who \`@${by}\` is here cannot be verified` };
      return undefined;
    }
    default:
      return undefined;
  }
}

/** A label counts where it is on now, by whoever put it on last; what it was before tells for how long something was excepted. */
async function hearLabel(story: Story, saying: Extract<Saying, { kind: "labeled" | "unlabeled" }>): Promise<void> {
  const { board, names, requests } = story;
  const { label } = saying;
  const same = (other: string) => other.toLowerCase() === label.toLowerCase();
  if (saying.ours || !label.toLowerCase().startsWith(labelPrefix)) return;
  const later = board.people.sayings.slice(board.people.sayings.indexOf(saying) + 1);
  const next = later.find((other) => (other.kind === "labeled" || other.kind === "unlabeled") && same(other.label));
  if (next === undefined && !board.people.labels.some(same)) return;
  const words = `the label \`${label}\``;
  const contract = contractOfLabel(label, names);
  if (next !== undefined) {
    if (contract !== undefined) await approveException(board, requests, contract, saying, names, next.at);
    return;
  }
  if (contract === undefined) {
    if (names.size > 0) note(board, saying, words, { counts: false, says: "belongs to no contract that changes here" });
    return;
  }
  const { authority, ...came } = await approveException(board, requests, contract, saying, names);
  if (!authority) story.refusedLabels.push({ id: saying.id, label, by: saying.by, why: came.says });
  else note(board, saying, words, came);
}

function note(board: Board, { id, by, at }: Saying, words: string, came: Came | undefined): void {
  if (came === undefined) return;
  const { counts, says } = came;
  const outcome: Outcome = { id, by, at, words, counts, says };
  board.outcomes.push(outcome);
}
