import type { Review } from "../model.ts";
import { due, later, rung, type Timer } from "../store/timers.ts";
import { type Claim, type Subject, type Wanted, want } from "../store/turns.ts";
import { lookAtIssue } from "./domain-issues.ts";
import { faultOf } from "./faults.ts";
import { chase } from "./landed.ts";
import { askWhetherReady } from "./ready.ts";
import { refresh } from "./refresh.ts";
import { keyOf } from "./route.ts";
import type { Desk } from "./take.ts";

/** Does what a timer was set for; where it throws, the timer is given out again after some minutes. */
type Ringer = (timer: Timer, desk: Desk) => Promise<void>;

/** Every kind of timer, by its name. */
const ringers: ReadonlyMap<string, Ringer> = new Map([
  ["look-again", lookAgain],
  ["wake", wake],
  ["chase", chase],
  ["ready", askWhetherReady],
  ["domain-issue", lookAtIssue],
]);

/** Rings whatever is due by the desk's clock. */
export async function ringTimers(desk: Desk, report: (message: string) => void): Promise<void> {
  const { database } = desk.store;
  for (const timer of await due(database, desk.clock()))
    try {
      // a kind this program does not know was set by a newer one, which will ring it
      const ring = ringers.get(timer.kind);
      if (ring === undefined) continue;
      await ring(timer, desk);
      await rung(database, timer.key);
    } catch (error) {
      report(`timer ${timer.key}: ${faultOf(error)}`);
    }
}

/**
 * Has a turn's subject looked at again once a moment (ISO 8601) has come: what time alone changes. Within the minute after
 * it, so that GitHub's clock has passed it too, and what falls together is one look.
 */
export async function wakeAt(claim: Claim, moment: string, { store: { database } }: Desk): Promise<void> {
  const { key, owner, repo, installation, subject } = claim;
  const at = new Date((Math.floor(Date.parse(moment) / 60_000) + 1) * 60_000);
  const payload = { owner, repo, installation, subject };
  await later(database, { key: `wake:${key}:${at.toISOString()}`, at, kind: "wake", subject: key, payload });
}

/** What runs already was begun too early to see what the moment changes: it is asked for anew, not left in peace. */
async function wake({ subject: key, payload }: Timer, { store: { database, queue } }: Desk): Promise<void> {
  const { subject, ...at } = payload as unknown as Pick<Wanted, "owner" | "repo" | "installation"> & {
    readonly subject: Subject;
  };
  const urgency = subject.kind === "group" ? "merge-group" : "refresh";
  const wanted: Wanted = { key, ...at, subject, urgency, ask: false, delivery: "wake" };
  await database.transaction(async (sql) => {
    await want(sql, [wanted]);
    await queue.put(sql, [wanted]);
  });
}

/** Minutes until a pull request is looked at again whose domains could not all be read, by how often that was done. */
const againAfter = [5, 10, 20, 40, 80, 160];

/** Where a domain repository could not be read, or only a kept copy of it, the review is worth another look. */
export async function planAnotherLook(reviewed: Review, claim: Claim, desk: Desk): Promise<void> {
  if (claim.subject.kind !== "pull") return;
  if (!reviewed.domains.some((domain) => "unreadable" in domain || domain.stale !== undefined)) return;
  const { database } = desk.store;
  const prefix = `look-again:${claim.key}:${reviewed.head}:`;
  const [before] = await database.query<{ set: number; waiting: number }>(
    `select count(*)::integer as set, (count(*) filter (where done_at is null))::integer as waiting
     from contract_review.timer where subject = $1 and kind = 'look-again' and starts_with(key, $2)`,
    [claim.key, prefix],
  );
  const minutes = againAfter[before?.set ?? 0];
  if (minutes === undefined || (before?.waiting ?? 0) > 0) return;
  const { owner, repo, installation, subject } = claim;
  await later(database, {
    key: `${prefix}${before?.set ?? 0}`,
    at: new Date(desk.clock().getTime() + minutes * 60_000),
    kind: "look-again",
    subject: claim.key,
    payload: { owner, repo, installation, number: subject.number },
  });
}

async function lookAgain({ payload }: Timer, desk: Desk): Promise<void> {
  const { owner, repo, installation, number } = payload as {
    owner: string;
    repo: string;
    installation: number;
    number: number;
  };
  // credentials taken back before their hour was over are the likeliest cause that another look cures
  desk.forgetTokens();
  const subject = { kind: "pull", number } as const;
  const key = keyOf(`${owner}/${repo}`, `#${number}`);
  const wanted = {
    key,
    owner,
    repo,
    installation,
    subject,
    urgency: "refresh",
    ask: false,
    delivery: "look-again",
  } as const;
  await refresh(desk.store, [wanted]);
}
