import { tipOf } from "../snapshot/pull-request.ts";
import { GitError } from "../snapshot/run.ts";
import { type Branches, type Outdated, outdated, refreshedAt, type Touched } from "../store/readings.ts";
import type { Store } from "../store/store.ts";
import { type Claim, idle, type Subject, type Wanted, want } from "../store/turns.ts";
import { Again } from "./faults.ts";
import type { Desk } from "./take.ts";

/** Asks for reviews that nobody waits for yet, at once or at a time; what waits or runs already is left in peace. Gives how many. */
export async function refresh({ database, queue }: Store, all: readonly Wanted[], at?: Date): Promise<number> {
  if (all.length === 0) return 0;
  return database.transaction(async (sql) => {
    const free = await idle(
      sql,
      all.map(({ key }) => key),
    );
    const wanted = [...new Map(all.filter(({ key }) => free.has(key)).map((one) => [one.key, one])).values()];
    if (wanted.length > 0) await want(sql, wanted);
    await queue.put(sql, wanted, at);
    return wanted.length;
  });
}

/** So many pull requests are refreshed at once for one branch; the rest follow. */
const mostAtOnce = 100;
/** Seconds until the rest, and until those that are under review now. */
const [restSeconds, runningSeconds] = [60, 20];
/** One pull request is refreshed no more often, in minutes: what is pushed meanwhile is seen together. */
const pauseMinutes = 5;

type Pushed = Extract<Subject, { readonly kind: "push" }>;

/** Has every open pull request reviewed again whose answer depends on a branch that moved. @throws Again while some are under review */
export async function followPush(claim: Claim, { refs, touched, always }: Pushed, desk: Desk): Promise<void> {
  const { owner, repo, delivery } = claim;
  const branches: Branches = { repository: `${owner}/${repo}`.toLowerCase(), refs: refs ?? undefined };
  const tip = always ? undefined : await tipNow(branches, desk);
  const found = await outdated(desk.store.database, branches, touched as Touched, tip, mostAtOnce);
  const waiting = found.filter(({ running }) => !running);
  const now = desk.clock();
  const pause = pauseMinutes * 60_000;
  const lately = waiting.filter((one) => now.getTime() - (one.refreshed_at?.getTime() ?? 0) < pause);
  const others = waiting.filter((one) => !lately.includes(one));
  await ask(desk.store, others, delivery, now);
  await ask(desk.store, lately, delivery, new Date(now.getTime() + pause));
  if (found.length === mostAtOnce) throw new Again(restSeconds);
  if (waiting.length < found.length) throw new Again(runningSeconds);
}

async function ask(store: Store, pulls: readonly Outdated[], delivery: string, at: Date): Promise<void> {
  const wanted = pulls.map(
    ({ key, owner, repo, installation, payload }): Wanted => ({
      ...{ key, owner, repo, delivery, subject: payload, urgency: "refresh", ask: false },
      installation: installation ?? undefined,
    }),
  );
  await refresh(store, wanted, at);
  const keys = wanted.map(({ key }) => key);
  if (keys.length > 0) await refreshedAt(store.database, keys, at);
}

/** The commit the branches are at; undefined where that cannot be told: then everybody looks again. */
async function tipNow({ repository, refs }: Branches, { reach }: Desk): Promise<string | undefined> {
  const [ref = ""] = refs ?? [];
  try {
    return await tipOf(repository, ref === "" ? undefined : ref, reach);
  } catch (error) {
    if (error instanceof GitError || reach.whyNoToken(error) !== undefined) return undefined;
    throw error;
  }
}

/** The turn that follows a push to a branch; a later one before it is taken becomes the same turn. */
export function pushTurn(
  at: { readonly owner: string; readonly repo: string; readonly installation: number | undefined },
  refs: readonly string[] | undefined,
  touched: Touched,
  delivery: string,
): Wanted {
  const always = refs === undefined;
  const name = `${at.owner}/${at.repo}`.toLowerCase();
  return {
    ...at,
    // the names of branches are told apart by case
    key: `${name}^${touched}:${refs?.join(" ") ?? ""}`,
    subject: { kind: "push", refs: refs ?? null, touched, always },
    urgency: "refresh",
    ask: false,
    delivery,
  };
}
