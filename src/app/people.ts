import { remember } from "../answers/record.ts";
import { spokenNoes } from "../answers/rejections.ts";
import { tallyOf, writeTally } from "../answers/tally.ts";
import type { Memory, People, Policy, Review } from "../model.ts";
import { findCheck } from "../publish/check.ts";
import { showPeople } from "../publish/people.ts";
import type { Place } from "../publish/place.ts";
import { redactionOf } from "../report/redact.ts";
import { type PullRequest, readPeople, type Said } from "../snapshot/answers.ts";
import { peopleOfGroup } from "../snapshot/group.ts";

/** A review, and what its check is to remember. */
export interface Remembered {
  readonly reviewed: Review;
  readonly memory: Memory;
  /** The hidden line for counting. */
  readonly tally: string;
  /** Its people as they were read, and by which policy they were judged. */
  readonly said: Said;
  readonly policy: Policy;
}

/** What is asked of whoever takes a look: the review for these people, and the policy it was made under. */
type Look = (people: readonly People[]) => Promise<{ readonly reviewed: Review; readonly policy: Policy }>;

/**
 * Reviews a pull request with what its people said, and shows them what came of it. `memory`: what the check on its head
 * remembers. `ask`: reviews are to be requested whatever the policy waits for. Undefined once something newer is wanted.
 */
export async function reviewWithPeople(
  place: Place,
  pull: PullRequest,
  { memory, ask, clock }: { readonly memory: Memory; readonly ask: boolean; readonly clock: () => Date },
  look: Look,
  current: () => boolean | Promise<boolean>,
): Promise<Remembered | undefined> {
  const said = await readPeople(place, pull, memory, checkTextOn(place));
  const { reviewed, policy } = await look([said]);
  if (!(await current())) return undefined;
  // whole seconds, as GitHub counts them
  const at = clock()
    .toISOString()
    .replace(/\.\d+Z$/, "Z");
  const shown = remember(said.memory().shown, { head: pull.head.sha, at, prints: reviewed.answers.prints });
  const asked = await showPeople(place, pull, reviewed, said, policy.ask === "ready" || ask, shown);
  const kept = { shown, rejections: spokenNoes(reviewed.answers, said) };
  const tally = writeTally(tallyOf(asked, said, redactionOf(asked)));
  return { reviewed: asked, memory: kept, tally, said, policy };
}

/** The people of a merge group's pull requests. */
export function peopleInGroup(place: Place, group: Parameters<typeof peopleOfGroup>[1]): Promise<readonly People[]> {
  return peopleOfGroup(place, group, checkTextOn(place));
}

/** What our check on a commit says in its details. */
function checkTextOn(place: Place): (sha: string) => Promise<string> {
  return async (sha) => (await findCheck(place, sha))?.text ?? "";
}
