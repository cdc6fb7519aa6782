import type { Happening } from "./ledger.ts";

/** A merge, as the ledger keeps it. `at`: when, as GitHub says. */
export function mergeOf(repository: string, number: number, at: string): Happening {
  const subject = `${repository}#${number}`.toLowerCase();
  return { key: `merge:${subject}`, at: new Date(at).toISOString(), kind: "merge", subject, body: {} };
}

/** What a ledger entry takes from a check run, as GitHub tells of it. */
export interface RecordedCheck {
  readonly id: number;
  readonly head_sha: string;
  readonly status: string;
  readonly conclusion: string | null;
  readonly completed_at: string | null;
  readonly external_id: string | null;
  readonly output: { readonly title: string | null; readonly summary: string | null; readonly text: string | null };
}

/**
 * A finished review as its check tells it, so that the ledger's copy can be made again from GitHub: the conclusion, the words
 * and tables in which every verdict stands, the digest of what it was made from. Undefined for a check that is not finished.
 */
export function reviewOf(repository: string, check: RecordedCheck): Happening | undefined {
  if (check.status !== "completed" || check.completed_at === null) return undefined;
  const [about = "", run = "", inputs] = (check.external_id ?? "").split(":");
  const group = about === "group";
  if (!group && !/^\d+$/.test(about)) return undefined;
  const subject = `${repository}${group ? `@${check.head_sha}` : `#${about}`}`.toLowerCase();
  const { title, summary, text } = check.output;
  return {
    key: `review:${run}`,
    at: new Date(check.completed_at).toISOString(),
    kind: "review",
    subject,
    body: {
      check: check.id,
      head: check.head_sha,
      conclusion: check.conclusion,
      title,
      summary,
      text,
      ...(inputs !== undefined && { inputs }),
    },
  };
}
