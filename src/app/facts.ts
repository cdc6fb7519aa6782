import { parseComment } from "../commands/parse.ts";
import { checkName } from "../publish/check.ts";
import type { Place } from "../publish/place.ts";
import { append, type Happening } from "../store/ledger.ts";
import { reviewOf } from "../store/record.ts";
import type { Store } from "../store/store.ts";

/** What people did on one pull request that counts for a verdict, as GitHub tells it. Each is found again under the same key. */
type Source = (place: Place, number: number) => Promise<readonly Happening[]>;

const sources: readonly Source[] = [submittedReviews, commands, exceptionLabels];

/** Keeps in the ledger what people have done on a pull request; what stands there already stays as it is. */
export async function keepFacts(place: Place, number: number, { database }: Store): Promise<void> {
  for (const happening of inOrder(await factsOf(place, number))) await append(database, happening);
}

export async function factsOf(place: Place, number: number): Promise<readonly Happening[]> {
  const found: Happening[] = [];
  for (const source of sources) found.push(...(await source(place, number)));
  return found;
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

async function submittedReviews(place: Place, number: number): Promise<readonly Happening[]> {
  const { octokit, owner, repo } = place;
  const reviews = await octokit.paginate(octokit.rest.pulls.listReviews, {
    owner,
    repo,
    pull_number: number,
    per_page: 100,
  });
  return reviews.flatMap(({ id, user, state, commit_id, submitted_at }) =>
    submitted_at === undefined || submitted_at === null
      ? []
      : [
          {
            key: `pull-request-review:${id}`,
            at: time(submitted_at),
            kind: "pull-request-review",
            subject: subjectOf(place, number),
            body: { by: user?.login ?? null, state, commit: commit_id },
          },
        ],
  );
}

async function commands(place: Place, number: number): Promise<readonly Happening[]> {
  const { octokit, owner, repo } = place;
  const at = { owner, repo, issue_number: number, per_page: 100 };
  const comments = await octokit.paginate(octokit.rest.issues.listComments, at);
  return comments
    .filter(({ user, body, created_at }) => user?.type !== "Bot" && parseComment(body ?? "", created_at).length > 0)
    .map(({ id, user, body, created_at }) => ({
      key: `command:${id}`,
      at: time(created_at),
      kind: "command",
      subject: subjectOf(place, number),
      body: { by: user?.login ?? null, comment: body ?? "" },
    }));
}

async function exceptionLabels(place: Place, number: number): Promise<readonly Happening[]> {
  const { octokit, owner, repo } = place;
  const at = { owner, repo, issue_number: number, per_page: 100 };
  const events = await octokit.paginate(octokit.rest.issues.listEvents, at);
  return events.flatMap((event) => {
    const { id, event: what, actor, created_at, label } = event as typeof event & { label?: { name?: string } };
    if (what !== "labeled" && what !== "unlabeled") return [];
    if (!label?.name?.startsWith("contract-exception:")) return [];
    return [
      {
        key: `label:${id}`,
        at: time(created_at),
        kind: what,
        subject: subjectOf(place, number),
        body: { by: actor?.login ?? null, label: label.name },
      },
    ];
  });
}
