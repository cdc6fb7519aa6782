import { press, seen } from "../publish/answer.ts";
import type { Channel } from "../publish/channel.ts";
import type { Place } from "../publish/place.ts";
import { type Claim, type Wanted, want } from "../store/turns.ts";
import { elsewhere } from "./elsewhere.ts";
import { keepFacts } from "./facts.ts";
import { Gone } from "./faults.ts";
import type { GitHubAccess } from "./github.ts";
import { followMerge } from "./landed.ts";
import { followPush } from "./refresh.ts";
import { type Means, type Places, reviewMergeGroup, reviewPull, type Turn } from "./review-pull.ts";
import { keyOf } from "./route.ts";
import { followUp } from "./silence.ts";
import { planAnotherLook, wakeAt } from "./timers.ts";

/** What taking a turn needs. */
export interface Desk extends Means {
  readonly appId: number;
  readonly github: GitHubAccess;
  /** Tells who is installed where, as events say it. */
  know(owner: string, installation: number): void;
  /** Has the tokens that read repositories fetched anew. */
  forgetTokens(): void;
  /** Where the operator wants to be told, by name. */
  readonly channels: ReadonlyMap<string, Channel>;
  /** Has something noted that whoever runs the App should know. */
  trouble(message: string): void;
}

/** Does what one turn asks for, whatever kind it is. @throws what the review does; Superseded, Paused, Gone */
export async function take(claim: Claim, current: () => Promise<boolean>, desk: Desk): Promise<void> {
  const { key, delivery, ask, subject } = claim;
  const found = () => placesOf(claim, current, desk);
  const turn: Turn = { key, delivery, ask, current };
  switch (subject.kind) {
    case "push":
      return followPush(claim, subject, desk);
    case "pull": {
      const places = await found();
      const seen = await reviewPull(places, subject.number, turn, desk);
      await keepFacts(places.place, subject.number, desk.store, seen?.said.timeline);
      if (seen === undefined) return;
      await followUp(places.place, seen, { claim, desk, placeOf: (name) => elsewhere(name, claim, current, desk) });
      await planAnotherLook(seen.reviewed, claim, desk);
      return;
    }
    case "group": {
      const ends = await reviewMergeGroup(await found(), subject, turn, desk);
      if (ends !== undefined) await wakeAt(claim, ends, desk);
      return;
    }
    case "landed":
      await followMerge((await found()).place, subject, claim, desk);
      return;
    case "comment":
      await seen((await found()).place, subject.id);
      return;
    case "button": {
      const { number, identifier, by } = subject;
      await press((await found()).place, number, { identifier, by, delivery });
      await wantPull(claim, number, desk);
      return;
    }
    case "every-pull":
      for (const { number } of await openPulls((await found()).place)) await wantPull(claim, number, desk);
      return;
    case "head":
      for (const { number, head } of await openPulls((await found()).place))
        if (head.sha === subject.sha) await wantPull(claim, number, desk);
      return;
  }
}

async function placesOf(claim: Claim, current: () => Promise<boolean>, desk: Desk): Promise<Places> {
  const { installation, owner, repo } = claim;
  if (installation === undefined) throw new Gone("the delivery named no installation");
  desk.know(owner, installation);
  const { appId, github } = desk;
  const at = { owner, repo, appId };
  return {
    place: { ...at, octokit: await github.as(installation, current) },
    always: { ...at, octokit: await github.as(installation, async () => true) },
  };
}

/** Asks for a review on behalf of another turn, in one transaction with its entry in the queue. */
async function wantPull(claim: Claim, number: number, { store }: Desk): Promise<void> {
  const { owner, repo, installation, delivery } = claim;
  const wanted: Wanted = {
    key: keyOf(`${owner}/${repo}`, `#${number}`),
    owner,
    repo,
    installation,
    subject: { kind: "pull", number },
    urgency: "pull-request",
    ask: false,
    delivery,
  };
  await store.database.transaction(async (sql) => {
    await want(sql, [wanted]);
    await store.queue.put(sql, [wanted]);
  });
}

async function openPulls({ octokit, owner, repo }: Place) {
  return octokit.paginate(octokit.rest.pulls.list, { owner, repo, state: "open", per_page: 100 });
}
