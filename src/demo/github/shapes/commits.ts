import type { Commit } from "../git-commits.ts";
import type { ChangedFile } from "../git-files.ts";
import type { Repository, World } from "../state.ts";
import { encodePath, type Json, nodeId } from "./common.ts";
import { repositoryPage, repositoryUrl } from "./repositories.ts";

/** commit */
export function showCommit(world: World, repository: Repository, commit: Commit): Json {
  const url = repositoryUrl(world, repository);
  const page = repositoryPage(world, repository);
  return {
    url: `${url}/commits/${commit.sha}`,
    sha: commit.sha,
    node_id: nodeId("Commit", Number.parseInt(commit.sha.slice(0, 8), 16)),
    html_url: `${page}/commit/${commit.sha}`,
    comments_url: `${url}/commits/${commit.sha}/comments`,
    commit: {
      url: `${url}/git/commits/${commit.sha}`,
      author: commit.author,
      committer: commit.committer,
      message: commit.message,
      comment_count: 0,
      tree: { sha: commit.tree, url: `${url}/git/trees/${commit.tree}` },
      verification: { verified: false, reason: "unsigned", signature: null, payload: null, verified_at: null },
    },
    author: null,
    committer: null,
    parents: commit.parents.map((sha) => ({ sha, url: `${url}/commits/${sha}`, html_url: `${page}/commit/${sha}` })),
  };
}

/** simple-commit */
export function showSimpleCommit(commit: Commit): Json {
  const person = ({ name, email }: { name: string; email: string }) => ({ name, email });
  return {
    id: commit.sha,
    tree_id: commit.tree,
    message: commit.message,
    timestamp: commit.committer.date,
    author: person(commit.author),
    committer: person(commit.committer),
  };
}

/** diff-entry; no `patch`, as GitHub leaves it out for big or binary files */
export function showChangedFile(world: World, repository: Repository, head: string, file: ChangedFile): Json {
  const path = encodePath(file.path);
  const page = repositoryPage(world, repository);
  return {
    sha: file.sha,
    filename: file.path,
    status: file.status,
    additions: file.additions,
    deletions: file.deletions,
    changes: file.additions + file.deletions,
    blob_url: `${page}/blob/${head}/${path}`,
    raw_url: `${page}/raw/${head}/${path}`,
    contents_url: `${repositoryUrl(world, repository)}/contents/${path}?ref=${head}`,
    ...(file.previousPath !== undefined && { previous_filename: file.previousPath }),
  };
}
