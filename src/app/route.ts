import { parseComment } from "../commands/parse.ts";
import { type Branches, type Touched, touches } from "../store/readings.ts";
import type { Subject, Urgency, Wanted } from "../store/turns.ts";
import { type Push, touchedBy } from "./push.ts";
import { pushTurn } from "./refresh.ts";

/** What a delivery comes to. */
export type Act =
  | { readonly act: "want"; readonly wanted: Wanted }
  /** Whatever runs or waits for the key is out of date, and nothing follows. */
  | { readonly act: "drop"; readonly key: string }
  | { readonly act: "suspend"; readonly installation: number; readonly suspended: boolean }
  /** Repositories came: their open pull requests are to be looked for. */
  | { readonly act: "sweep" }
  /** A branch moved from one commit to another; `wanted` is for those whose answer what was touched can change. */
  | {
      readonly act: "push";
      readonly branches: Branches;
      readonly touched: Touched;
      readonly moved: { readonly before: string; readonly after: string } | undefined;
      readonly wanted: Wanted;
    };

interface Account {
  readonly login: string;
  readonly type?: string;
}

/** The few fields that are read; GitHub's description of webhooks has the rest. */
interface Payload extends Push {
  readonly action?: string;
  readonly repository?: { readonly name: string; readonly owner: Account; readonly default_branch?: string };
  readonly installation?: { readonly id: number };
  readonly sender?: Account;
  readonly changes?: Readonly<Record<string, unknown>>;
  readonly label?: { readonly name: string };
  readonly pull_request?: { readonly number: number; readonly merged_at?: string | null };
  readonly merge_group?: { readonly base_sha: string; readonly head_sha: string; readonly base_ref: string };
  readonly check_run?: {
    readonly external_id?: string | null;
    readonly head_sha: string;
    readonly check_suite?: { readonly head_branch?: string | null } | null;
  };
  readonly check_suite?: { readonly head_sha: string; readonly head_branch?: string | null };
  readonly issue?: { readonly number: number; readonly pull_request?: unknown; readonly user?: Account | null };
  readonly comment?: {
    readonly id: number;
    readonly body: string;
    readonly created_at: string;
    readonly performed_via_github_app?: unknown;
  };
  readonly review?: { readonly state: string };
  readonly requested_action?: { readonly identifier: string };
}

type Repository = NonNullable<Payload["repository"]>;

/** Exceptions are the only labels that mean anything here. */
const ourLabels = "contract-exception:";

/** Events that can come to something; others need not be kept. */
const events = [
  "pull_request",
  "pull_request_review",
  "merge_group",
  "check_run",
  "check_suite",
  "issue_comment",
  "label",
  "push",
  "repository",
] as const;
const meaningful: ReadonlySet<string> = new Set([...events, "installation", "installation_repositories"]);

export function isMeaningful(event: string): boolean {
  return meaningful.has(event);
}

/** Which events mean "look again from scratch", and which mean that nothing is to be done any more. Pure. */
export function route(event: string, delivery: string, payload: Payload): readonly Act[] {
  if (event === "installation" || event === "installation_repositories") return aboutInstallation(event, payload);
  if (payload.repository === undefined) return [];
  const wish = new Wish(payload.repository, payload.installation?.id, delivery);
  if (event === "push") return pushed(payload.repository, payload, delivery);
  switch (`${event}.${payload.action}`) {
    case "pull_request.opened":
    case "pull_request.synchronize":
    case "pull_request.reopened":
    case "pull_request.ready_for_review":
      return wish.pull(payload.pull_request?.number);
    case "pull_request.edited":
      return payload.changes?.base === undefined ? [] : wish.pull(payload.pull_request?.number);
    case "pull_request.labeled":
    case "pull_request.unlabeled":
      return payload.label?.name.startsWith(ourLabels) ? wish.pull(payload.pull_request?.number) : [];
    case "pull_request.closed":
      return closed(wish, payload);
    case "merge_group.checks_requested":
      return payload.merge_group === undefined ? [] : wish.group(payload.merge_group);
    case "merge_group.destroyed":
      return [{ act: "drop", key: wish.key(`@${payload.merge_group?.head_sha}`) }];
    case "check_run.rerequested": {
      const { external_id, head_sha, check_suite } = payload.check_run ?? { head_sha: "" };
      return wish.again(head_sha, Number(/^(\d+):/.exec(external_id ?? "")?.[1] ?? 0), check_suite?.head_branch);
    }
    case "check_suite.rerequested":
      return wish.again(payload.check_suite?.head_sha ?? "", 0, payload.check_suite?.head_branch);
    case "check_run.requested_action":
      return pressed(wish, payload, delivery);
    case "issue_comment.created":
      return commented(wish, payload);
    case "issue_comment.edited":
    case "issue_comment.deleted":
      return recommented(wish, payload);
    case "pull_request_review.submitted":
      return payload.review?.state === "commented" ? [] : wish.pull(payload.pull_request?.number);
    case "pull_request_review.dismissed":
      return wish.pull(payload.pull_request?.number);
    case "repository.archived":
    case "repository.unarchived":
    case "repository.deleted":
    case "repository.renamed":
    case "repository.transferred":
    case "repository.privatized":
    case "repository.publicized":
      return changed(payload.repository, payload, delivery);
    case "label.edited":
    case "label.deleted":
      return isOurs(payload) ? wish.make("%labels", { kind: "every-pull" }, "refresh") : [];
    default:
      return [];
  }
}

/** Nothing is asked any more; what a merge under an exception promised is looked after. */
function closed(wish: Wish, { pull_request }: Payload): readonly Act[] {
  if (pull_request === undefined) return [];
  const { number, merged_at: at } = pull_request;
  const drop = { act: "drop", key: wish.key(`#${number}`) } as const;
  if (at === undefined || at === null) return [drop];
  return [drop, ...wish.make(`^${number}`, { kind: "landed", number, at }, "refresh")];
}

/** A branch or a tag moved, came or went. */
function pushed(repository: Repository, payload: Payload, delivery: string): readonly Act[] {
  const name = /^refs\/(?:heads|tags)\/(.+)$/.exec(payload.ref ?? "")?.[1];
  if (name === undefined) return [];
  const isDefault = payload.ref === `refs/heads/${repository.default_branch}`;
  const refs = isDefault ? ["", name] : [name];
  const { before = "", after = "" } = payload;
  return [follow(repository, refs, touchedBy(payload, fullName(repository)), { before, after }, payload, delivery)];
}

/** A repository is called otherwise, or others may see it, or it is gone. */
function changed(repository: Repository, payload: Payload, delivery: string): readonly Act[] {
  const before = (payload.changes?.repository as { readonly name?: { readonly from?: string } } | undefined)?.name
    ?.from;
  const names = before === undefined ? [repository.name] : [repository.name, before];
  return names.map((name) =>
    follow({ ...repository, name }, undefined, touches.configuration, undefined, payload, delivery),
  );
}

function follow(
  repository: Repository,
  refs: readonly string[] | undefined,
  touched: Touched,
  moved: { readonly before: string; readonly after: string } | undefined,
  { installation }: Payload,
  delivery: string,
): Act {
  const at = { owner: repository.owner.login, repo: repository.name, installation: installation?.id };
  const branches = { repository: fullName(repository).toLowerCase(), refs };
  return { act: "push", branches, touched, moved, wanted: pushTurn(at, refs, touched, delivery) };
}

function fullName({ owner, name }: Repository): string {
  return `${owner.login}/${name}`;
}

function aboutInstallation(event: string, { action, installation }: Payload): readonly Act[] {
  if (installation === undefined) return [];
  const suspended = event === "installation" && (action === "suspend" || action === "deleted");
  if (suspended) return [{ act: "suspend", installation: installation.id, suspended }];
  return [{ act: "suspend", installation: installation.id, suspended: false }, { act: "sweep" }];
}

function commented(wish: Wish, { issue, comment, sender }: Payload): readonly Act[] {
  if (issue?.pull_request === undefined || comment === undefined || sender?.type === "Bot") return [];
  if (parseComment(comment.body, comment.created_at).length === 0) return [];
  const { number } = issue;
  return [
    ...wish.make(`!${comment.id}`, { kind: "comment", number, id: comment.id }, "pull-request"),
    ...wish.pull(number),
  ];
}

/** A comment that held commands, or one of ours, was changed or taken away. */
function recommented(wish: Wish, { issue, comment, sender, changes }: Payload): readonly Act[] {
  if (issue?.pull_request === undefined || comment === undefined || sender?.type === "Bot") return [];
  const before = (changes?.body as { readonly from?: string } | undefined)?.from ?? "";
  const said = [comment.body, before].some((body) => parseComment(body, comment.created_at).length > 0);
  const ours = comment.performed_via_github_app !== undefined && comment.performed_via_github_app !== null;
  return said || ours ? wish.pull(issue.number) : [];
}

function pressed(wish: Wish, { check_run, requested_action, sender }: Payload, delivery: string): readonly Act[] {
  const { external_id, head_sha = "", check_suite } = check_run ?? {};
  const number = Number(/^(\d+):/.exec(external_id ?? "")?.[1] ?? 0);
  const identifier = requested_action?.identifier ?? "";
  if (number === 0) return wish.again(head_sha, 0, check_suite?.head_branch);
  return wish.make(`*${delivery}`, { kind: "button", number, identifier, by: sender?.login ?? "" }, "pull-request");
}

function isOurs({ label, changes }: Payload): boolean {
  const before = (changes?.name as { readonly from?: string } | undefined)?.from;
  return [label?.name, before].some((name) => name?.startsWith(ourLabels));
}

/** Makes wishes for one delivery about one repository. */
class Wish {
  private readonly repository: NonNullable<Payload["repository"]>;
  private readonly installation: number | undefined;
  private readonly delivery: string;

  constructor(repository: NonNullable<Payload["repository"]>, installation: number | undefined, delivery: string) {
    this.repository = repository;
    this.installation = installation;
    this.delivery = delivery;
  }

  key(what: string): string {
    return keyOf(`${this.repository.owner.login}/${this.repository.name}`, what);
  }

  make(what: string, subject: Subject, urgency: Urgency): readonly Act[] {
    const { owner, name } = this.repository;
    const { installation, delivery } = this;
    const at = { key: this.key(what), owner: owner.login, repo: name, installation };
    return [{ act: "want", wanted: { ...at, subject, urgency, ask: false, delivery } }];
  }

  pull(number: number | undefined): readonly Act[] {
    return number === undefined ? [] : this.make(`#${number}`, { kind: "pull", number }, "pull-request");
  }

  group({ base_sha, head_sha, base_ref }: NonNullable<Payload["merge_group"]>): readonly Act[] {
    return this.make(`@${head_sha}`, { kind: "group", base_sha, head_sha, base_ref }, "merge-group");
  }

  /** Somebody pressed "re-run": for a pull request, however its number is found, or for a merge group. */
  again(sha: string, number: number, branch?: string | null): readonly Act[] {
    const queued = /^gh-readonly-queue\/(.+)\/pr-\d+-([0-9a-f]{40,64})$/.exec(branch ?? "");
    if (queued !== null) {
      const [, base_ref = "", base_sha = ""] = queued;
      return this.group({ base_ref, base_sha, head_sha: sha });
    }
    return number > 0 ? this.pull(number) : this.make(`?${sha}`, { kind: "head", sha }, "pull-request");
  }
}

/** What turns are keyed by: `acme/orders#7` a pull request, `@` a merge group, `^` a merge, `!` a comment, `?` a head. */
export function keyOf(repository: string, what: string): string {
  return `${repository}${what}`.toLowerCase();
}

/** The last act on each key, whatever stood before it in the same batch; what was asked for stays asked for. */
export function settle(acts: readonly Act[]): {
  readonly wanted: readonly Wanted[];
  readonly dropped: readonly string[];
} {
  const last = new Map<string, Wanted | undefined>();
  for (const act of acts) {
    if (act.act === "drop") last.set(act.key, undefined);
    if (act.act !== "want") continue;
    const ask = act.wanted.ask || (last.get(act.wanted.key)?.ask ?? false);
    last.set(act.wanted.key, { ...act.wanted, ask });
  }
  // in one order everywhere, so that two processes never wait for each other
  const keys = [...last.keys()].sort();
  return {
    wanted: keys.flatMap((key) => last.get(key) ?? []),
    dropped: keys.filter((key) => last.get(key) === undefined),
  };
}
