import { type Place, statusOf } from "./place.ts";

/** An issue that this App keeps: found again by the marker it begins with. */
export interface KeptIssue {
  /** A hidden line, no two alike. */
  readonly marker: string;
  readonly title: string;
  readonly body: string;
  /** Made where the repository lacks it. */
  readonly label: { readonly name: string; readonly color: string; readonly description: string };
  /** Logins; who cannot be assigned is not. */
  readonly assignees: readonly string[];
}

/** GitHub takes bodies of at most 65,536 characters. */
const maxCharacters = 65_000;

/** An issue as it stands, or why there is none, in words. */
export type Opened = { readonly number: number } | { readonly refused: string };

/** Opens an issue unless it was opened before, by whatever process. What GitHub refuses is an answer; what fails otherwise throws. */
export async function openIssue(place: Place, issue: KeptIssue): Promise<Opened> {
  const { octokit, owner, repo } = place;
  const { marker, title, label, assignees } = issue;
  const at = { owner, repo };
  try {
    for (const known of await keptIssues(place, label.name, "all"))
      if (known.body.startsWith(marker)) return { number: known.number };
    await makeLabel(place, label);
    const wanted = { ...at, title, body: `${marker}\n\n${issue.body.slice(0, maxCharacters)}`, labels: [label.name] };
    const made = await octokit.rest.issues
      .create({ ...wanted, ...(assignees.length > 0 && { assignees: [...assignees] }) })
      .catch((error: unknown) => {
        // somebody who cannot be assigned there
        if (statusOf(error) !== 422 || assignees.length === 0) throw error;
        return octokit.rest.issues.create(wanted);
      });
    return { number: made.data.number };
  } catch (error) {
    const refused = refusals.get(statusOf(error) ?? 0);
    if (refused === undefined) throw error;
    return { refused };
  }
}

const refusals: ReadonlyMap<number, string> = new Map([
  [403, "the App may not write issues there"],
  [404, "the App may not see issues there"],
  [410, "issues are turned off there"],
  [422, "GitHub refused it"],
]);

/** Closes an issue that this App keeps, and says why; one that is closed, gone or out of reach is left as it is. */
export async function closeKept({ octokit, owner, repo }: Place, issue: number, why: string): Promise<void> {
  const at = { owner, repo, issue_number: issue };
  try {
    const { data } = await octokit.rest.issues.get(at);
    if (data.state !== "open") return;
    const comments = await octokit.paginate(octokit.rest.issues.listComments, { ...at, per_page: 100 });
    // one that dies between the two says it once all the same
    if (!comments.some(({ body }) => body === why)) await octokit.rest.issues.createComment({ ...at, body: why });
    await octokit.rest.issues.update({ ...at, state: "closed", state_reason: "completed" });
  } catch (error) {
    if (!refusals.has(statusOf(error) ?? 0)) throw error;
  }
}

/** Those of them that are open; none where issues are turned off, or closed to the App. */
export async function openIssuesOf(place: Place, label: string): ReturnType<typeof keptIssues> {
  return keptIssues(place, label, "open").catch((error: unknown) => {
    if (refusals.has(statusOf(error) ?? 0)) return [];
    throw error;
  });
}

/** The issues that this App opened in a repository under a label. */
export async function keptIssues(
  { octokit, owner, repo, appId }: Place,
  label: string,
  state: "open" | "all",
): Promise<readonly { readonly number: number; readonly body: string }[]> {
  const found = await octokit.paginate(octokit.rest.issues.listForRepo, {
    ...{ owner, repo, state, labels: label, per_page: 100 },
  });
  return found.flatMap(({ number, body, performed_via_github_app, pull_request }) =>
    performed_via_github_app?.id === appId && pull_request === undefined ? [{ number, body: body ?? "" }] : [],
  );
}

async function makeLabel({ octokit, owner, repo }: Place, label: KeptIssue["label"]): Promise<void> {
  try {
    await octokit.rest.issues.getLabel({ owner, repo, name: label.name });
  } catch (error) {
    if (statusOf(error) !== 404) throw error;
    await octokit.rest.issues.createLabel({ owner, repo, ...label }).catch((fault: unknown) => {
      if (statusOf(fault) !== 422) throw fault;
    });
  }
}
