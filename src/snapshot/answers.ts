import type { Probot } from "probot";
import { readPressed } from "../answers/pressed.ts";
import { readHeads, readRecord } from "../answers/record.ts";
import { withSpokenNoes } from "../answers/rejections.ts";
import { isReachable } from "../consumers/owners.ts";
import type { Members, Memory, People, Saying } from "../model.ts";

type Octokit = Awaited<ReturnType<Probot["auth"]>>;

/** A repository on GitHub, and as which App it is read. */
export interface Where {
  readonly octokit: Octokit;
  readonly owner: string;
  readonly repo: string;
  readonly appId: number;
}

export type PullRequest = Awaited<ReturnType<Octokit["rest"]["pulls"]["get"]>>["data"];
export type TimelineEvent = Awaited<ReturnType<Octokit["rest"]["issues"]["listEventsForTimeline"]>>["data"][number];

/** What must be known of a pull request to read its people. */
interface Asked {
  readonly number: number;
  readonly draft?: boolean | undefined;
  readonly labels: readonly { readonly name: string }[];
  readonly user: { readonly login: string } | null;
}

/** A comment as the timeline tells it. */
export interface TimelineComment {
  readonly id: number;
  readonly body: string;
  /** By this App itself. */
  readonly ours: boolean;
  readonly reactions: number;
}

/** People, with the rest of what the pull request's timeline tells, so that it is read once. */
export interface Said extends People {
  readonly timeline: readonly TimelineEvent[];
  readonly comments: readonly TimelineComment[];
  /** What the checks remember, as far as they were looked up. */
  memory(): Memory;
}

/** The text of this App's check on a commit; empty where there is none. */
type CheckTextOf = (sha: string) => Promise<string>;

/** Heads that are looked up at most to find what an answer answered. */
const mostHeads = 10;

/**
 * Reads what was said on a pull request: one call for its timeline, and further ones only where somebody said something.
 * `record`: what the check on the head remembers. `checkText`: the text of this App's check on an earlier head.
 */
export async function readPeople(where: Where, pull: Asked, record: Memory, checkText: CheckTextOf): Promise<Said> {
  const { octokit, owner, repo } = where;
  const timeline = await octokit.paginate(octokit.rest.issues.listEventsForTimeline, {
    owner,
    repo,
    issue_number: pull.number,
    per_page: 100,
  });
  const told = timeline as readonly Loose[];
  const comments = told.flatMap((event) => commentOf(event, where.appId));
  const { shown, memory } = await recall(record, headsOf(told, comments), checkText);
  const sayings = told.flatMap((event) => sayingOf(event, where.appId));
  return {
    pull: pull.number,
    author: pull.user?.login ?? "",
    draft: pull.draft ?? false,
    labels: pull.labels.map(({ name }) => name),
    sayings: withSpokenNoes(sayings, memory().rejections, pull.number),
    asked: askedAt(told, where),
    ...backAt(told),
    shown,
    history: () => memory().shown,
    memory,
    members: once((name) => membersOf(where, name)),
    mayWrite: once((login) => mayWrite(where, login)),
    timeline,
    comments,
  };
}

/** The timeline's events have dozens of shapes; only these fields matter here, and each is looked at before it is used. */
interface Loose {
  readonly event?: string;
  readonly id?: number;
  readonly body?: string | null;
  readonly state?: string;
  readonly sha?: string;
  readonly commit_id?: string | null;
  readonly created_at?: string;
  readonly updated_at?: string;
  readonly submitted_at?: string;
  readonly user?: Person | null;
  readonly actor?: Person | null;
  readonly label?: { readonly name?: string };
  readonly requested_team?: { readonly slug?: string };
  readonly requested_reviewer?: Person;
  readonly performed_via_github_app?: { readonly id?: number } | null;
  readonly reactions?: { readonly rocket?: number; readonly confused?: number };
}
interface Person {
  readonly login?: string;
  readonly type?: string;
}

function sayingOf(event: Loose, appId: number): readonly Saying[] {
  const { id = 0, commit_id } = event;
  const person = event.user ?? event.actor;
  const by = person?.login;
  const at = event.submitted_at ?? event.created_at;
  if (by === undefined || at === undefined) return [];
  const common = { id, by, at };
  if (event.event === "labeled" || event.event === "unlabeled") {
    const ours = event.performed_via_github_app?.id === appId;
    return event.label?.name === undefined ? [] : [{ ...common, kind: event.event, label: event.label.name, ours }];
  }
  if (event.event === "commented") {
    const edited = event.updated_at !== undefined && event.updated_at !== event.created_at;
    const pressed = event.performed_via_github_app?.id === appId ? readPressed(event.body ?? "") : undefined;
    if (pressed !== undefined) return [{ ...common, ...pressed, kind: "comment", edited }];
    if (person?.type === "Bot" || event.performed_via_github_app?.id === appId) return [];
    return [{ ...common, kind: "comment", body: event.body ?? "", edited }];
  }
  if (person?.type === "Bot") return [];
  if (event.event !== "reviewed") return [];
  const state = event.state?.toLowerCase();
  if (state === "approved") return [{ ...common, kind: "approval", commit: commit_id ?? "" }];
  if (state === "changes_requested" || state === "dismissed")
    return [{ ...common, kind: "approval-ended", commit: commit_id ?? "" }];
  return [];
}

function commentOf(event: Loose, appId: number): readonly TimelineComment[] {
  if (event.event !== "commented") return [];
  const { id = 0, body, reactions } = event;
  const results = (reactions?.rocket ?? 0) + (reactions?.confused ?? 0);
  return [{ id, body: body ?? "", ours: event.performed_via_github_app?.id === appId, reactions: results }];
}

/** When this App last asked each owner for a review; where it never did, when anybody first did: CODEOWNERS, the author. */
function askedAt(timeline: readonly Loose[], { owner, appId }: Where): ReadonlyMap<string, string> {
  const asked = new Map<string, string>();
  const byOthers = new Map<string, string>();
  for (const event of timeline) {
    if (event.event !== "review_requested") continue;
    const { requested_team: team, requested_reviewer: user, created_at: at = "" } = event;
    const name = team?.slug !== undefined ? `@${owner}/${team.slug}` : `@${user?.login ?? ""}`;
    const key = name.toLowerCase();
    if (event.performed_via_github_app?.id === appId) asked.set(key, at);
    else if (!byOthers.has(key)) byOthers.set(key, at);
  }
  return new Map([...byOthers, ...asked]);
}

/** While it was a draft or closed, nobody was to answer. */
function backAt(timeline: readonly Loose[]): Pick<People, "back"> {
  const last = timeline.findLast(({ event }) => event === "ready_for_review" || event === "reopened");
  return last?.created_at === undefined ? {} : { back: last.created_at };
}

/** Heads that the pull request may have had, the newest first: by our comment, by reviews, by its commits. */
function headsOf(timeline: readonly Loose[], comments: readonly TimelineComment[]): readonly string[] {
  const noted = comments.filter(({ ours }) => ours).flatMap(({ body }) => readHeads(body));
  const told = timeline.flatMap(({ event, sha, commit_id }) =>
    event === "committed"
      ? [sha ?? ""]
      : event === "reviewed" || event === "head_ref_force_pushed"
        ? [commit_id ?? ""]
        : [],
  );
  return [...new Set([...noted.toReversed(), ...told.toReversed()])].filter((sha) => /^[0-9a-f]{40,64}$/.test(sha));
}

/**
 * What was shown last at a moment: by what this head's check remembers, else by the checks on earlier heads. A head that was
 * never reviewed takes over what the one before it remembers.
 */
async function recall(
  record: Memory,
  heads: readonly string[],
  checkText: CheckTextOf,
): Promise<Pick<Said, "shown" | "memory">> {
  let known = record;
  const looked = new Set<string>();
  const read = async (sha: string) => {
    if (looked.has(sha) || looked.size >= mostHeads) return;
    looked.add(sha);
    known = together(known, readRecord(await checkText(sha)));
  };
  if (record.shown.length === 0) for (const head of heads.slice(0, 2)) if (known.shown.length === 0) await read(head);
  const find = (at: string, commit: string | undefined) =>
    known.shown.findLast((one) => one.at <= at && (commit === undefined || one.head === commit));
  const shown: People["shown"] = async (at, commit) => {
    if (commit !== undefined) {
      if (!known.shown.some(({ head }) => head === commit)) await read(commit);
      return find(at, commit);
    }
    for (const head of heads) {
      if (find(at, undefined) !== undefined) break;
      await read(head);
    }
    return find(at, undefined);
  };
  return { shown, memory: () => known };
}

function together(one: Memory, other: Memory): Memory {
  const has = new Set(one.shown.map(({ head, at }) => `${head} ${at}`));
  const ids = new Set(one.rejections.map(({ id }) => id));
  const shown = [...one.shown, ...other.shown.filter(({ head, at }) => !has.has(`${head} ${at}`))];
  return {
    shown: shown.sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0)),
    rejections: [...one.rejections, ...other.rejections.filter(({ id }) => !ids.has(id))],
  };
}

/** A login is its own member; a team's members are asked for, those of its child teams included. */
async function membersOf({ octokit, owner }: Where, name: string): Promise<Members> {
  if (!isReachable(name)) return new Set();
  const [organisation = "", slug] = name.slice(1).split("/", 2);
  if (slug === undefined) return new Set([organisation.toLowerCase()]);
  if (organisation.toLowerCase() !== owner.toLowerCase())
    return { unverifiable: `a team of another organisation than ${owner}` };
  try {
    const members = await octokit.paginate(octokit.rest.teams.listMembersInOrg, {
      org: organisation,
      team_slug: slug,
      per_page: 100,
    });
    return new Set(members.map(({ login }) => login.toLowerCase()));
  } catch (error) {
    const status = statusOf(error);
    if (status !== 404 && status !== 403) throw error;
    return { unverifiable: `GitHub answered ${status}: no such team, or the App may not read members` };
  }
}

async function mayWrite({ octokit, owner, repo }: Where, login: string): Promise<boolean | undefined> {
  try {
    const { data } = await octokit.rest.repos.getCollaboratorPermissionLevel({ owner, repo, username: login });
    return (
      ["admin", "maintain", "write"].includes(data.role_name ?? "") || ["admin", "write"].includes(data.permission)
    );
  } catch (error) {
    const status = statusOf(error);
    if (status === 404) return false;
    if (status === 403) return undefined;
    throw error;
  }
}

function statusOf(error: unknown): number | undefined {
  return (error as { status?: number }).status;
}

/** Each question is asked of GitHub once in a review. */
function once<T>(ask: (name: string) => Promise<T>): (name: string) => Promise<T> {
  const asked = new Map<string, Promise<T>>();
  return (name) => {
    const key = name.toLowerCase();
    const known = asked.get(key) ?? ask(name);
    asked.set(key, known);
    return known;
  };
}
