import type { Account, App, Repository, Team } from "./state.ts";

export interface Reaction {
  id: number;
  user: Account;
  content: string;
  createdAt: Date;
}

export interface Comment {
  id: number;
  issue: Issue;
  user: Account;
  app: App | undefined;
  body: string;
  createdAt: Date;
  updatedAt: Date;
  reactions: Reaction[];
}

/** Something that happened to an issue: label added, review asked, closed and so on. */
export interface IssueEvent {
  id: number;
  event: string;
  actor: Account;
  app: App | undefined;
  createdAt: Date;
  label?: { name: string; color: string };
  reviewer?: Account;
  team?: Team;
  comment?: Comment;
  review?: Review;
  rename?: { from: string; to: string };
}

export interface Issue {
  id: number;
  number: number;
  repository: Repository;
  title: string;
  body: string | null;
  user: Account;
  state: "open" | "closed";
  /** Names in the order they were added. */
  labels: string[];
  comments: Comment[];
  events: IssueEvent[];
  createdAt: Date;
  updatedAt: Date;
  closedAt: Date | undefined;
  /** The App that opened it, if one did. */
  app?: App | undefined;
  assignees?: Account[];
  /** Only on pull requests. */
  pull: Pull | undefined;
}

export type ReviewState = "APPROVED" | "CHANGES_REQUESTED" | "COMMENTED";

export interface Review {
  id: number;
  user: Account;
  body: string;
  state: ReviewState;
  commit: string;
  submittedAt: Date;
}

interface Pull {
  draft: boolean;
  /** `sha` is the tip of the base branch when the head last moved, not the merge base. */
  base: { ref: string; sha: string };
  /** `repository` is undefined once a fork is deleted. */
  head: { ref: string; sha: string; owner: Account; repository: Repository | undefined };
  reviewers: Account[];
  teams: Team[];
  reviews: Review[];
  merged: { at: Date; by: Account; sha: string } | undefined;
  /** As of the last push or change of base. */
  counts: PullCounts;
}

/** What only the long form of a pull request says, counted with git. */
export interface PullCounts {
  commits: number;
  additions: number;
  deletions: number;
  files: number;
  mergeable: boolean;
}

/** An issue known to be a pull request. */
export type PullRequest = Issue & { pull: Pull };

export function isPullRequest(issue: Issue): issue is PullRequest {
  return issue.pull !== undefined;
}

export interface Annotation {
  path: string;
  start_line: number;
  end_line: number;
  start_column: number | null;
  end_column: number | null;
  annotation_level: string;
  title: string | null;
  message: string;
  raw_details: string | null;
}

export interface Action {
  label: string;
  description: string;
  identifier: string;
}

export interface CheckSuite {
  id: number;
  app: App;
  repository: Repository;
  sha: string;
  branch: string | null;
  createdAt: Date;
  updatedAt: Date;
  /** Re-requested and no run written since. */
  reset: boolean;
}

export interface CheckRun {
  id: number;
  suite: CheckSuite;
  name: string;
  sha: string;
  status: string;
  conclusion: string | null;
  externalId: string;
  detailsUrl: string | null;
  startedAt: Date | undefined;
  completedAt: Date | undefined;
  output: { title: string | null; summary: string | null; text: string | null };
  annotations: Annotation[];
  actions: Action[];
}

export interface MergeGroup {
  headRef: string;
  headSha: string;
  baseRef: string;
  baseSha: string;
  pulls: PullRequest[];
}

/** One webhook posted, or tried; `status` 0 never: 502 is "could not connect", 504 "timed out". */
export interface Delivery {
  id: number;
  guid: string;
  event: string;
  action: string | null;
  payload: Record<string, unknown>;
  deliveredAt: Date;
  redelivery: boolean;
  /** Seconds. */
  duration: number;
  status: string;
  statusCode: number;
  installationId: number | null;
  repositoryId: number | null;
  requestHeaders: Record<string, string>;
  responseBody: string | null;
}
