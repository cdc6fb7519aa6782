import type { Probot } from "probot";
import { parseComment } from "../commands/parse.ts";
import { press, seen } from "../publish/answer.ts";
import type { Place } from "../publish/place.ts";
import { type Means, reviewMergeGroup, reviewPull, type Wish } from "./review-pull.ts";
import type { Turns } from "./turns.ts";

/** What the handlers work with. */
export interface Desk extends Means {
  readonly turns: Turns;
  readonly appId: number;
  /** Tells who is installed where, as events say it. */
  know(owner: string, installation: number): void;
}

interface Payload {
  readonly repository: { readonly name: string; readonly owner: { readonly login: string } };
  readonly installation?: { readonly id: number } | undefined;
}

/** Has one pull request reviewed, when its turn comes. */
export function pullTurn(app: Probot, desk: Desk, payload: Payload, number: number, wish: Wish): void {
  const { owner } = payload.repository;
  if (payload.installation !== undefined) desk.know(owner.login, payload.installation.id);
  desk.turns.ask(subjectOf(payload, number), async (current) =>
    reviewPull(await placeOf(app, desk, payload), number, wish, desk, current),
  );
}

function subjectOf({ repository: { owner, name } }: Payload, number: number): string {
  return `${owner.login}/${name}#${number}`.toLowerCase();
}

async function placeOf(app: Probot, { appId }: Desk, { repository, installation }: Payload): Promise<Place> {
  return { octokit: await app.auth(installation?.id), owner: repository.owner.login, repo: repository.name, appId };
}

/** Exceptions are the only labels that mean anything here. */
const ourLabels = "contract-exception:";

/** Which events mean "look again from scratch". Every handler only notes the wish: the webhook is answered before any work. */
export function listen(app: Probot, desk: Desk): void {
  const pull = (payload: Payload, number: number, wish: Wish): void => pullTurn(app, desk, payload, number, wish);

  app.on(
    [
      "pull_request.opened",
      "pull_request.synchronize",
      "pull_request.reopened",
      "pull_request.ready_for_review",
      "pull_request.edited",
      "pull_request.labeled",
      "pull_request.unlabeled",
    ],
    ({ id, payload }) => {
      if (payload.action === "edited" && payload.changes.base === undefined) return;
      if ("label" in payload && !payload.label?.name.startsWith(ourLabels)) return;
      pull(payload, payload.pull_request.number, { delivery: id, ask: false });
    },
  );
  app.on("pull_request.closed", ({ payload }) => {
    // whatever runs for it is no longer current, and writes nothing more
    desk.turns.ask(subjectOf(payload, payload.pull_request.number), async () => undefined);
  });
  app.on("merge_group.checks_requested", ({ id, payload: { repository, installation, merge_group } }) => {
    if (repository !== undefined) mergeGroup({ repository, installation }, merge_group, id);
  });
  app.on("check_run.rerequested", ({ id, payload }) => {
    const { external_id, head_sha, check_suite } = payload.check_run;
    again(payload, id, head_sha, Number(/^(\d+):/.exec(external_id ?? "")?.[1] ?? 0), check_suite?.head_branch);
  });
  app.on("check_suite.rerequested", ({ id, payload }) => {
    const { head_sha, head_branch } = payload.check_suite;
    again(payload, id, head_sha, 0, head_branch);
  });
  app.on("issue_comment.created", ({ payload, id }) => {
    if (payload.issue.pull_request === undefined || payload.sender.type === "Bot") return;
    const { comment, issue } = payload;
    if (parseComment(comment.body, comment.created_at).length === 0) return;
    desk.turns.ask(`commands in comment ${comment.id}`, async () =>
      seen(await placeOf(app, desk, payload), comment.id),
    );
    pull(payload, issue.number, { delivery: id, ask: false });
  });
  app.on(["issue_comment.edited", "issue_comment.deleted"], ({ payload, id }) => {
    const { comment, issue } = payload;
    if (issue.pull_request === undefined || payload.sender.type === "Bot") return;
    const before = payload.action === "edited" ? (payload.changes.body?.from ?? "") : "";
    const said = [comment.body, before].some((body) => parseComment(body, comment.created_at).length > 0);
    if (said || comment.performed_via_github_app?.id === desk.appId)
      pull(payload, issue.number, { delivery: id, ask: false });
  });
  app.on(["pull_request_review.submitted", "pull_request_review.dismissed"], ({ payload, id }) => {
    if (payload.action === "submitted" && payload.review.state === "commented") return;
    pull(payload, payload.pull_request.number, { delivery: id, ask: false });
  });
  app.on("check_run.requested_action", ({ payload, id }) => {
    const { external_id, head_sha, check_suite } = payload.check_run;
    const number = Number(/^(\d+):/.exec(external_id ?? "")?.[1] ?? 0);
    const pressed = { identifier: payload.requested_action?.identifier ?? "", by: payload.sender.login, delivery: id };
    desk.turns.ask(`button ${id}`, async () => {
      if (number > 0) await press(await placeOf(app, desk, payload), number, pressed);
      again(payload, id, head_sha, number, check_suite?.head_branch);
    });
  });
  app.on(["label.edited", "label.deleted"], ({ payload, id }) => {
    const names = [payload.label.name, payload.action === "edited" ? payload.changes?.name?.from : undefined];
    if (!names.some((name) => name?.startsWith(ourLabels))) return;
    desk.turns.ask(`label ${payload.label.id} ${id}`, async () => {
      const { octokit, owner, repo } = await placeOf(app, desk, payload);
      const open = await octokit.paginate(octokit.rest.pulls.list, { owner, repo, state: "open", per_page: 100 });
      for (const { number } of open) pull(payload, number, { delivery: id, ask: false });
    });
  });

  function mergeGroup(payload: Payload, group: Parameters<typeof reviewMergeGroup>[1], delivery: string): void {
    const { name, owner } = payload.repository;
    if (payload.installation !== undefined) desk.know(owner.login, payload.installation.id);
    desk.turns.ask(`${owner.login}/${name}@${group.head_sha}`.toLowerCase(), async (current) =>
      reviewMergeGroup(await placeOf(app, desk, payload), group, { delivery, ask: false }, desk, current),
    );
  }

  /** Somebody pressed "re-run": for a pull request, however its number is found, or for a merge group. */
  function again(payload: Payload, delivery: string, head: string, number: number, branch?: string | null): void {
    const queued = /^gh-readonly-queue\/(.+)\/pr-\d+-([0-9a-f]{40,64})$/.exec(branch ?? "");
    if (queued !== null) {
      const [, base_ref = "", base_sha = ""] = queued;
      mergeGroup(payload, { base_ref, base_sha, head_sha: head }, delivery);
    } else if (number > 0) pull(payload, number, { delivery, ask: false });
    else
      desk.turns.ask(`re-run of ${head}`, async () => {
        const { octokit, owner, repo } = await placeOf(app, desk, payload);
        const open = await octokit.paginate(octokit.rest.pulls.list, { owner, repo, state: "open", per_page: 100 });
        for (const one of open.filter(({ head: { sha } }) => sha === head))
          pull(payload, one.number, { delivery, ask: false });
      });
  }
}
