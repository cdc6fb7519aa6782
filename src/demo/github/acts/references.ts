import { announce } from "../announce.ts";
import { git, readReferences } from "../git.ts";
import { type Commit, log, readCommit } from "../git-commits.ts";
import { changedFiles } from "../git-files.ts";
import { showSimpleCommit } from "../shapes/commits.ts";
import { repositoryPage } from "../shapes/repositories.ts";
import { type Account, fullName, type Repository, type World } from "../state.ts";
import { announceSuite, suiteFor } from "./checks.ts";
import { followBranch } from "./pulls.ts";

const nothing = "0".repeat(40);

/** Moves a reference (undefined deletes it) as GitHub itself does on merge, and tells of it. */
export async function moveReference(
  world: World,
  repository: Repository,
  reference: string,
  sha: string | undefined,
  by: Account,
): Promise<void> {
  await git(repository.directory, sha === undefined ? ["update-ref", "-d", reference] : ["update-ref", reference, sha]);
  await noticePushes(world, repository, by);
}

const noticing = new WeakMap<Repository, Promise<void>>();

/** Compares the references with those last seen and tells of every difference as a push; one comparison at a time. */
export function noticePushes(world: World, repository: Repository, pusher: Account): Promise<void> {
  const before = noticing.get(repository) ?? Promise.resolve();
  const now = before.then(() => compareReferences(world, repository, pusher));
  noticing.set(
    repository,
    now.catch(() => undefined),
  );
  return now;
}

async function compareReferences(world: World, repository: Repository, pusher: Account): Promise<void> {
  const before = repository.references;
  const after = await readReferences(repository.directory);
  repository.references = after;
  for (const reference of new Set([...before.keys(), ...after.keys()])) {
    const [was, is] = [before.get(reference), after.get(reference)];
    if (was === is || !/^refs\/(heads|tags)\//.test(reference)) continue;
    repository.pushedAt = world.now();
    await announcePush(world, repository, reference, was, is, pusher);
    if (!reference.startsWith("refs/heads/")) continue;
    if (is !== undefined) await requestSuites(world, repository, is, pusher);
    await followBranch(world, repository, reference.slice("refs/heads/".length), is, pusher);
  }
}

/** A push makes GitHub ask every App that writes checks for a suite on the new head. */
async function requestSuites(world: World, repository: Repository, sha: string, pusher: Account): Promise<void> {
  for (const installation of world.installations.values()) {
    if (installation.account !== repository.owner || installation.permissions.checks !== "write") continue;
    if (installation.repositories !== "all" && !installation.repositories.has(repository.id)) continue;
    await announceSuite(world, suiteFor(world, repository, installation.app, sha), "requested", pusher);
  }
}

async function announcePush(
  world: World,
  repository: Repository,
  ref: string,
  was: string | undefined,
  is: string | undefined,
  pusher: Account,
): Promise<void> {
  const page = repositoryPage(world, repository);
  const show = async (commit: Commit) => ({
    ...showSimpleCommit(commit),
    distinct: true,
    url: `${page}/commit/${commit.sha}`,
    ...(await touchedIn(repository, commit)),
  });
  const isBranch = ref.startsWith("refs/heads/");
  const commits = is === undefined || was === undefined || !isBranch ? [] : await log(repository, `${was}..${is}`, 20);
  const forced = was !== undefined && is !== undefined && !(await isAncestor(repository, was, is));
  announce(world, repository, "push", pusher, {
    ref,
    before: was ?? nothing,
    after: is ?? nothing,
    created: was === undefined,
    deleted: is === undefined,
    forced,
    base_ref: null,
    compare: `${page}/compare/${(was ?? nothing).slice(0, 12)}...${(is ?? nothing).slice(0, 12)}`,
    commits: await Promise.all(commits.reverse().map(show)),
    head_commit: is === undefined || !isBranch ? null : await show(await readCommit(repository, is)),
    pusher: { name: pusher.login, email: `${pusher.login}@users.noreply.example` },
  });
}

/** The files of a commit as an event lists them: of one without a parent, none. */
async function touchedIn(repository: Repository, { sha, parents: [parent] }: Commit) {
  const files = parent === undefined ? [] : await changedFiles(repository, parent, sha);
  const of = (...statuses: readonly string[]) =>
    files.filter(({ status }) => statuses.includes(status)).map(({ path }) => path);
  const moved = files.flatMap(({ previousPath }) => previousPath ?? []);
  return {
    added: of("added", "renamed", "copied"),
    removed: [...of("removed"), ...moved],
    modified: of("modified", "changed"),
  };
}

async function isAncestor(repository: Repository, old: string, young: string): Promise<boolean> {
  return git(repository.directory, ["merge-base", "--is-ancestor", old, young]).then(
    () => true,
    () => false,
  );
}

/** The commit a branch is on, as last seen. */
export const branchOf = (repository: Repository, branch: string) => {
  const sha = repository.references.get(`refs/heads/${branch}`);
  if (sha === undefined) throw new Error(`${fullName(repository)} has no branch ${branch}`);
  return sha;
};
