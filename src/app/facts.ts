import { parseComment } from "../commands/parse.ts";
import { checkName } from "../publish/check.ts";
import type { Place } from "../publish/place.ts";
import type { TimelineEvent } from "../snapshot/answers.ts";
import { append, type Happening } from "../store/ledger.ts";
import { reviewOf } from "../store/record.ts";
import type { Store } from "../store/store.ts";

/** Keeps in the ledger what people have done on a pull request; what stands there already stays as it is. `timeline`: as it was read. */
export async function keepFacts(
  place: Place,
  number: number,
  { database }: Store,
  timeline?: readonly TimelineEvent[],
): Promise<void> {
  for (const happening of inOrder(await factsOf(place, number, timeline))) await append(database, happening);
}

/** What people did on one pull request that counts for a verdict, as its timeline tells it. Each is found again under the same key. */
export async function factsOf(
  place: Place,
  number: number,
  known?: readonly TimelineEvent[],
): Promise<readonly Happening[]> {
  const { octokit, owner, repo } = place;
  const at = { owner, repo, issue_number: number, per_page: 100 };
  const timeline = known ?? (await octokit.paginate(octokit.rest.issues.listEventsForTimeline, at));
  return (timeline as readonly Told[]).flatMap((event) => happeningOf(event, subjectOf(place, number)));
}

/** The timeline's events have dozens of shapes; these fields matter here. */
interface Told {
  readonly event?: string;
  readonly id?: number;
  readonly user?: { readonly login?: string; readonly type?: string } | null;
  readonly actor?: { readonly login?: string } | null;
  readonly state?: string;
  readonly commit_id?: string | null;
  readonly body?: string | null;
  readonly created_at?: string;
  readonly submitted_at?: string;
  readonly label?: { readonly name?: string };
}

function happeningOf(event: Told, subject: string): readonly Happening[] {
  const { id, user, actor, created_at, submitted_at, label } = event;
  const by = (user ?? actor)?.login ?? null;
  switch (event.event) {
    case "reviewed": {
      if (submitted_at === undefined) return [];
      const body = { by, state: (event.state ?? "").toUpperCase(), commit: event.commit_id ?? null };
      return [{ key: `pull-request-review:${id}`, at: time(submitted_at), kind: "pull-request-review", subject, body }];
    }
    case "commented": {
      const comment = event.body ?? "";
      if (created_at === undefined || user?.type === "Bot" || parseComment(comment, created_at).length === 0) return [];
      return [{ key: `command:${id}`, at: time(created_at), kind: "command", subject, body: { by, comment } }];
    }
    case "labeled":
    case "unlabeled": {
      const name = label?.name ?? "";
      if (created_at === undefined || !name.startsWith("contract-exception:")) return [];
      return [{ key: `label:${id}`, at: time(created_at), kind: event.event, subject, body: { by, label: name } }];
    }
    default:
      return [];
  }
}

/** Every finished review of a pull request that GitHub still shows: on each of its commits, and on heads it was forced away from. */
export async function reviewsOf(place: Place, number: number): Promise<readonly Happening[]> {
  const { octokit, owner, repo, appId } = place;
  const at = { owner, repo, per_page: 100 };
  const commits = await octokit.paginate(octokit.rest.pulls.listCommits, { ...at, pull_number: number });
  const { data: pull } = await octokit.rest.pulls.get({ owner, repo, pull_number: number });
  const found: Happening[] = [];
  for (const ref of new Set([...commits.map(({ sha }) => sha), pull.head.sha])) {
    const runs = await octokit.paginate(octokit.rest.checks.listForRef, {
      ...at,
      ref,
      check_name: checkName,
      app_id: appId,
      filter: "all",
    });
    for (const run of runs) {
      const happened = reviewOf(`${owner}/${repo}`, run);
      if (happened?.subject.endsWith(`#${number}`)) found.push(happened);
    }
  }
  return found;
}

/** By the time they happened; at the same time by key, so that the order is always the same. */
export function inOrder(happenings: readonly Happening[]): readonly Happening[] {
  return happenings.toSorted((a, b) => (a.at === b.at ? (a.key < b.key ? -1 : 1) : a.at < b.at ? -1 : 1));
}

function subjectOf({ owner, repo }: Place, number: number): string {
  return `${owner}/${repo}#${number}`.toLowerCase();
}

function time(text: string): string {
  return new Date(text).toISOString();
}
