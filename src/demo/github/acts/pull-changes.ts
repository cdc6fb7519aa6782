import { mergeCommits } from "../git-commits.ts";
import type { World } from "../state.ts";
import type { PullRequest } from "../state-work.ts";
import { announcePull, type Doer, note } from "./issues.ts";
import { branchTip, closePull, countPull } from "./pulls.ts";
import { moveReference } from "./references.ts";

export function reopenPull(world: World, request: PullRequest, doer: Doer): void {
  request.state = "open";
  request.closedAt = undefined;
  note(world, request, doer, "reopened");
  announcePull(world, request, "reopened", doer.user);
}

export function setDraft(world: World, request: PullRequest, draft: boolean, doer: Doer): void {
  request.pull.draft = draft;
  note(world, request, doer, draft ? "convert_to_draft" : "ready_for_review");
  announcePull(world, request, draft ? "converted_to_draft" : "ready_for_review", doer.user);
}

/** Merges with a merge commit, moves the base branch and closes. */
export async function mergePull(world: World, request: PullRequest, doer: Doer): Promise<string> {
  const { repository, pull } = request;
  const tip = await branchTip(repository, pull.base.ref);
  const message = `Merge pull request #${request.number} from ${pull.head.owner.login}/${pull.head.ref}\n\n${request.title}`;
  const sha = await mergeCommits(repository, tip, pull.head.sha, message, world.now());
  if (sha === undefined) throw new Error(`pull request ${request.number} conflicts with ${pull.base.ref}`);
  pull.merged = { at: world.now(), by: doer.user, sha };
  note(world, request, doer, "merged");
  await moveReference(world, repository, `refs/heads/${pull.base.ref}`, sha, doer.user);
  closePull(world, request, doer);
  return sha;
}

export interface PullEdit {
  title?: string;
  body?: string;
  base?: string;
}

/** Edits title, body or base branch; the event says what they were. */
export async function editPull(world: World, request: PullRequest, edit: PullEdit, doer: Doer): Promise<void> {
  const changes: Record<string, unknown> = {};
  if (edit.title !== undefined && edit.title !== request.title) {
    changes.title = { from: request.title };
    note(world, request, doer, "renamed", { rename: { from: request.title, to: edit.title } });
    request.title = edit.title;
  }
  if (edit.body !== undefined && edit.body !== request.body) {
    changes.body = { from: request.body ?? "" };
    request.body = edit.body;
  }
  if (edit.base !== undefined && edit.base !== request.pull.base.ref) {
    changes.base = { ref: { from: request.pull.base.ref }, sha: { from: request.pull.base.sha } };
    request.pull.base = { ref: edit.base, sha: await branchTip(request.repository, edit.base) };
    request.pull.counts = await countPull(request);
    note(world, request, doer, "base_ref_changed");
  }
  request.updatedAt = world.now();
  announcePull(world, request, "edited", doer.user, { changes });
}
