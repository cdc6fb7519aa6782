import { readRecord } from "../answers/record.ts";
import { findCheck } from "../publish/check.ts";
import { type Octokit, statusOf } from "../publish/place.ts";
import { tipOf } from "../snapshot/pull-request.ts";
import { chore } from "../store/chores.ts";
import { forgetDeliveries, known } from "../store/deliveries.ts";
import { suspend } from "../store/installations.ts";
import { finishedHeads, forgetOpened, stuck } from "../store/opened.ts";
import { queueSchema } from "../store/queue.ts";
import { refreshedAt, touches, unheard, watched } from "../store/readings.ts";
import type { Store } from "../store/store.ts";
import { forgetTimers } from "../store/timers.ts";
import { idle, revive, stranded, type Wanted, want } from "../store/turns.ts";
import { findIssues } from "./domain-issues.ts";
import { faultOf } from "./faults.ts";
import { chaseAgain } from "./landed.ts";
import { pushTurn, refresh } from "./refresh.ts";
import { keyOf } from "./route.ts";
import type { Desk } from "./take.ts";

/** How often each is done, in seconds; whichever process comes first does it for all. */
const every = { strays: 20, sweep: 240, deliveries: 120, branches: 480, upkeep: 3600 } as const;
/** Calls that one sweep may make for one installation, and one look at the deliveries in all. */
const sweepCalls = 600;
const deliveryCalls = 200;
/** A check is taken for stuck after so many minutes without anybody at work on it. */
const stuckMinutes = 15;
/** Minutes a dead turn rests before it is tried once more: what failed may have mended. */
const restMinutes = 5;

export type Report = (message: string, facts?: Readonly<Record<string, unknown>>) => void;

/** Finds what got lost: each of these alone, none keeping another from being done. Resolves when all that were due are done. */
export async function reconcile(desk: Desk, found: () => void, report: Report): Promise<void> {
  const { database } = desk.store;
  const doing: readonly (readonly [
    keyof typeof every,
    (memory: Readonly<Record<string, unknown>>) => Promise<object>,
  ])[] = [
    ["strays", () => strays(desk.store)],
    ["sweep", () => sweep(desk, report)],
    ["deliveries", (memory) => missedDeliveries(desk, memory, report)],
    ["branches", (memory) => movedBranches(desk, memory, report)],
    ["upkeep", () => upkeep(desk.store)],
  ];
  for (const [name, work] of doing)
    try {
      await chore(database, name, every[name], async (memory) => ({ ...(await work(memory)) }));
    } catch (error) {
      report(`${name}: ${faultOf(error)}`);
    }
  found();
}

/** Turns whose process did not live to finish them, and dead ones that have rested. */
async function strays({ database, queue }: Store): Promise<object> {
  await database.transaction(async (sql) => {
    await queue.put(sql, await stranded(sql, queueSchema));
    await queue.put(sql, await revive(sql, { before: new Date(Date.now() - restMinutes * 60_000) }));
  });
  return {};
}

/** Finds every open pull request whose head has no finished check, and has it reviewed. */
async function sweep(desk: Desk, report: Report): Promise<object> {
  const asApp = await desk.github.asApp();
  const stuckTurns = new Set(await stuck(desk.store.database, stuckMinutes));
  let found = 0;
  for (const installation of await asApp.paginate(asApp.rest.apps.listInstallations, { per_page: 100 })) {
    if (installation.suspended_at !== null) continue;
    try {
      // it was taken for lost, or the event that said otherwise never came
      await suspend(desk.store.database, installation.id, false);
      found += await sweepInstallation(desk, installation.id, stuckTurns);
    } catch (error) {
      report(`sweep of installation ${installation.id}: ${faultOf(error)}`);
    }
  }
  report(`sweep: ${found} open pull requests without a finished check`);
  return {};
}

async function sweepInstallation(desk: Desk, installation: number, stuckTurns: ReadonlySet<string>): Promise<number> {
  const { database } = desk.store;
  const octokit = await desk.github.as(installation, async () => true);
  let calls = sweepCalls;
  const counted = async <T>(work: Promise<T>): Promise<T> => {
    calls--;
    return work;
  };
  const repositories = await counted(
    octokit.paginate(octokit.rest.apps.listReposAccessibleToInstallation, { per_page: 100 }),
  );
  const { rested, known } = await longestUnswept(
    desk.store,
    repositories.filter(({ archived }) => !archived),
  );
  let found = 0;
  for (const repository of rested) {
    if (calls <= 0) break;
    const [owner, repo] = [repository.owner.login, repository.name];
    const place = { octokit, owner, repo, appId: desk.appId };
    if (!known.has(repository.full_name.toLowerCase())) {
      await counted(chaseAgain(place, installation, desk));
      await counted(findIssues(place, installation, desk));
    }
    const pulls = await counted(
      octokit.paginate(octokit.rest.pulls.list, { owner, repo, state: "open", per_page: 100 }),
    );
    const name = `${owner}/${repo}`;
    const finished = await finishedHeads(
      database,
      name,
      pulls.map(({ head }) => head.sha),
    );
    const keys = pulls.map(({ number }) => keyOf(name, `#${number}`));
    const unknown = await unheard(database, keys);
    const wanted: Wanted[] = [];
    const again: Wanted[] = [];
    for (const { number, head } of pulls) {
      const key = keyOf(name, `#${number}`);
      const at = { key, owner, repo, installation, ask: false, delivery: "sweep" } as const;
      const subject = { kind: "pull", number } as const;
      if (finished.has(head.sha) && !stuckTurns.has(key) && !unknown.has(key)) continue;
      if (!(await idle(database, [key])).has(key)) continue;
      const check = await counted(findCheck(place, head.sha));
      // finished, but not known to be: a database that was lost knows of no deadline either, where somebody is asked
      const asks = check?.finished && !finished.has(head.sha) && !stuckTurns.has(key) && asksSomebody(check.text);
      if (!check?.finished) wanted.push({ ...at, subject, urgency: "pull-request" });
      else if (asks) wanted.push({ ...at, subject, urgency: "refresh" });
      else if (unknown.has(key)) again.push({ ...at, subject, urgency: "refresh" });
    }
    found += await refresh(desk.store, wanted);
    // reviewed before anybody noted what reviews read: a lost database, an older version
    await refresh(desk.store, again);
    const asked = again.map(({ key }) => key);
    if (asked.length > 0) await refreshedAt(database, asked, desk.clock());
    await database.query(
      "insert into contract_review.swept (repository) values ($1) on conflict (repository) do update set swept_at = now()",
      [name.toLowerCase()],
    );
  }
  return found;
}

/** So many branches are looked at in one round, a few at a time; the next goes on where it ended. */
const [branchesARound, branchesAtOnce] = [400, 4];

/** Finds branches that open pull requests were reviewed with and that have moved since, though no push was heard of. */
async function movedBranches(
  desk: Desk,
  { repository = "", ref = "" }: Readonly<Record<string, unknown>>,
  report: Report,
): Promise<object> {
  const { database, queue } = desk.store;
  const found = await watched(database, [String(repository), String(ref)], branchesARound);
  let moved = 0;
  for (let from = 0; from < found.length; from += branchesAtOnce)
    await Promise.all(
      found.slice(from, from + branchesAtOnce).map(async (one) => {
        // one that cannot be read now is another's care
        const tip = await tipOf(one.repository, one.ref === "" ? undefined : one.ref, desk.reach).catch(
          () => undefined,
        );
        if (tip === undefined || one.commits.every((commit) => commit === tip)) return;
        const [owner = "", repo = ""] = one.repository.split("/");
        const turn = pushTurn({ owner, repo, installation: undefined }, [one.ref], touches.configuration, "branches");
        await database.transaction(async (sql) => {
          await want(sql, [turn]);
          await queue.put(sql, [turn]);
        });
        moved++;
      }),
    );
  if (moved > 0) report(`branches: ${moved} of ${found.length} moved unheard`);
  const last = found.length === branchesARound ? found.at(-1) : undefined;
  return last === undefined ? {} : { repository: last.repository, ref: last.ref };
}

/** Repositories in the order of their last sweep, those never swept first: where calls run out, the next sweep goes on. */
async function longestUnswept<R extends { readonly full_name: string }>({ database }: Store, all: readonly R[]) {
  const rows = await database.query<{ repository: string; swept_at: Date }>(
    "select repository, swept_at from contract_review.swept where repository = any($1::text[])",
    [all.map(({ full_name }) => full_name.toLowerCase())],
  );
  const at = new Map(rows.map(({ repository, swept_at }) => [repository, swept_at.getTime()]));
  const swept = ({ full_name }: R) => at.get(full_name.toLowerCase()) ?? 0;
  return { rested: all.toSorted((a, b) => swept(a) - swept(b)), known: at };
}

/** Whether a check shows questions that somebody is to answer, or has answered. */
function asksSomebody(text: string): boolean {
  return (readRecord(text).shown.at(-1)?.prints.length ?? 0) > 0;
}

/** GitHub sends a delivery again for so long. */
const redeliveryDays = 3;
/** So often a delivery is asked for again. */
const redeliveries = 3;

/** Has deliveries that failed, and that no later attempt brought, sent again. */
async function missedDeliveries(
  desk: Desk,
  memory: Readonly<Record<string, unknown>>,
  report: Report,
): Promise<object> {
  const { database } = desk.store;
  const octokit = await desk.github.asApp();
  const now = desk.clock();
  const oldest = now.getTime() - redeliveryDays * 86_400_000;
  // an hour before the last complete look: what was still under way then
  const since = Math.max(oldest, typeof memory.seen === "number" ? memory.seen - 3_600_000 : oldest);
  let calls = deliveryCalls;
  let complete = false;
  const failed = new Map<string, number>();
  const pages = octokit.paginate.iterator(octokit.rest.apps.listWebhookDeliveries, { per_page: 100 });
  for await (const { data } of pages) {
    for (const { id, guid, status_code } of data) if (!(status_code >= 200 && status_code < 300)) failed.set(guid, id);
    const last = data.at(-1);
    complete = data.length < 100 || last === undefined || Date.parse(last.delivered_at) < since;
    if (complete || --calls <= 0) break;
  }
  const come = await known(database, [...failed.keys()]);
  let sent = 0;
  for (const [guid, id] of failed) {
    if (come.has(guid)) continue;
    if (calls-- <= 0) break;
    if (!(await mayRedeliver(desk.store, guid))) continue;
    if (await redeliver(octokit, id)) sent++;
  }
  if (sent > 0) report(`deliveries: ${sent} asked for again`);
  return complete ? { seen: now.getTime() } : memory;
}

/** A delivery that fails however often it is sent is left alone. */
async function mayRedeliver({ database }: Store, guid: string): Promise<boolean> {
  const rows = await database.query(
    `insert into contract_review.redelivered as known (guid) values ($1)
     on conflict (guid) do update set attempts = known.attempts + 1, last_at = now()
       where known.attempts < $2 and known.last_at < now() - known.attempts * interval '5 minutes' returning 1`,
    [guid, redeliveries],
  );
  return rows.length > 0;
}

async function redeliver(octokit: Octokit, id: number): Promise<boolean> {
  try {
    await octokit.rest.apps.redeliverWebhookDelivery({ delivery_id: id });
    return true;
  } catch (error) {
    // too old, or taken back
    if ([404, 422].includes(statusOf(error) ?? 0)) return false;
    throw error;
  }
}

/** Forgets what nobody asks about any more. The ledger forgets nothing. */
async function upkeep({ database }: Store): Promise<object> {
  await forgetDeliveries(database, 35);
  await forgetOpened(database, 60);
  await forgetTimers(database, 400);
  await database.query("delete from contract_review.redelivered where last_at < now() - interval '35 days'");
  await database.query(
    `delete from contract_review.turn where generation = done and lease is null
       and wanted_at < now() - case when kind = 'pull' then 180 else 7 end * interval '1 day'`,
  );
  await database.query(
    "delete from contract_review.reading where not exists (select 1 from contract_review.turn where key = reading.turn)",
  );
  return {};
}
