import type { Probot } from "probot";

/** GitHub's API as one installation of the App may use it. */
export type Octokit = Awaited<ReturnType<Probot["auth"]>>;

/** One repository on GitHub, and who speaks there. */
export interface Place {
  readonly octokit: Octokit;
  readonly owner: string;
  readonly repo: string;
  readonly appId: number;
}

/** The status of a failed API call; undefined where the failure was not an answer of GitHub's. */
export function statusOf(error: unknown): number | undefined {
  const { status } = error as { status?: unknown };
  return typeof status === "number" ? status : undefined;
}
