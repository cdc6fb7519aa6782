import { mkdir, readdir, readFile } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import { branchOf, noticePushes } from "./acts/references.ts";
import { type Files, gitText, initialise, readReferences } from "./git.ts";
import { commitFiles } from "./git-commits.ts";
import { showAccount, showInstallation, showRepositoryName } from "./shapes/accounts.ts";
import {
  type Account,
  type App,
  findAccount,
  type Installation,
  type Organization,
  type Permissions,
  type Repository,
  type Role,
  type World,
} from "./state.ts";
import { newKeyPair, publicKeyOf } from "./tokens.ts";

/** The account of this login, made where there is none. */
export function accountNamed(world: World, login: string, type: Account["type"] = "User"): Account {
  const known = findAccount(world, login);
  if (known !== undefined) return known;
  const account = { id: world.nextId(), login, type };
  world.accounts.set(login.toLowerCase(), account);
  return account;
}

export function makeOrganization(world: World, login: string, baseRole: Role): Organization {
  const account = accountNamed(world, login, "Organization");
  const organization = { account, members: new Map(), teams: new Map(), baseRole };
  world.organizations.set(login.toLowerCase(), organization);
  return organization;
}

/** What may be said of a new App; the rest has sensible values. */
export interface NewApp {
  id?: number;
  slug?: string;
  owner?: string;
  /** PEM; made where absent. */
  privateKey?: string;
  webhookSecret?: string;
  webhookUrl?: string;
  permissions?: Permissions;
  events?: string[];
}

const usualPermissions: Permissions = {
  checks: "write",
  contents: "read",
  pull_requests: "write",
  issues: "write",
  metadata: "read",
  merge_queues: "read",
  members: "read",
};
const usualEvents = [
  "pull_request",
  "pull_request_review",
  "issue_comment",
  "check_run",
  "check_suite",
  "merge_group",
  "push",
  "label",
  "membership",
  "repository",
];

/** One key pair for every App of this process that brings none: making one takes a while. */
let usualKeys: ReturnType<typeof newKeyPair> | undefined;

export function makeApp(world: World, wanted: NewApp): App {
  usualKeys ??= newKeyPair();
  const keys =
    wanted.privateKey === undefined
      ? usualKeys
      : { privateKey: wanted.privateKey, publicKey: publicKeyOf(wanted.privateKey) };
  const slug = wanted.slug ?? "contract-review";
  const app: App = {
    id: wanted.id ?? world.nextId(),
    slug,
    name: slug,
    owner: accountNamed(world, wanted.owner ?? "app-owner"),
    bot: accountNamed(world, `${slug}[bot]`, "Bot"),
    ...keys,
    webhookSecret: wanted.webhookSecret ?? "a-webhook-secret-of-at-least-32-characters",
    webhookUrl: wanted.webhookUrl,
    permissions: wanted.permissions ?? usualPermissions,
    events: wanted.events ?? usualEvents,
    deliveries: [],
    createdAt: world.now(),
  };
  world.apps.set(app.id, app);
  return app;
}

export function makeInstallation(
  world: World,
  app: App,
  account: Account,
  repositories: readonly Repository[] | "all",
  permissions: Permissions,
): Installation {
  const installation: Installation = {
    id: world.nextId(),
    app,
    account,
    repositories: repositories === "all" ? "all" : new Set(repositories.map(({ id }) => id)),
    permissions: { ...permissions },
    suspendedBy: undefined,
    suspendedAt: undefined,
    createdAt: world.now(),
  };
  world.installations.set(installation.id, installation);
  announceInstallation(world, installation, "created");
  return installation;
}

/** Tells the App of its own installation. */
export function announceInstallation(
  world: World,
  installation: Installation,
  action: "created" | "deleted" | "suspend" | "unsuspend",
): void {
  const covered = [...world.repositories.values()].filter(
    ({ id, owner }) =>
      owner === installation.account && (installation.repositories === "all" || installation.repositories.has(id)),
  );
  const shown = { installation: showInstallation(world, installation), repositories: covered.map(showRepositoryName) };
  const sender = showAccount(world, accountNamed(world, "app-installer"));
  world.emit("installation", { action, ...shown, sender, requester: null }, { installation, app: installation.app });
}

export interface NewRepository {
  private?: boolean;
  defaultBranch?: string;
  message?: string;
}

/** Makes a repository `owner/name` whose first commit holds the files (a folder's path, or paths and contents). */
export async function makeRepository(
  world: World,
  name: string,
  files: string | Files,
  wanted: NewRepository,
): Promise<Repository> {
  const [owner = "", short = ""] = name.split("/");
  const defaultBranch = wanted.defaultBranch ?? "main";
  const at = world.now();
  const repository: Repository = {
    id: world.nextId(),
    owner: accountNamed(world, owner),
    name: short,
    private: wanted.private ?? true,
    topics: [],
    customProperties: {},
    archived: false,
    defaultBranch,
    parent: undefined,
    directory: join(world.root, `${name.toLowerCase()}.git`),
    references: new Map(),
    collaborators: new Map(),
    issues: new Map(),
    labels: new Map(),
    checkSuites: [],
    checkRuns: [],
    mergeGroups: [],
    releases: [],
    createdAt: at,
    pushedAt: at,
  };
  await mkdir(join(world.root, owner.toLowerCase()), { recursive: true });
  await initialise(repository.directory, defaultBranch);
  const content = typeof files === "string" ? await readFolder(files) : files;
  const author = { name: owner, email: `${owner}@users.noreply.example` };
  const count = content instanceof Map ? content.size : Object.keys(content).length;
  if (count > 0)
    await commitFiles(repository, {
      branch: defaultBranch,
      files: content,
      message: wanted.message ?? "Start",
      author,
      at,
    });
  repository.references = await readReferences(repository.directory);
  world.repositories.set(name.toLowerCase(), repository);
  return repository;
}

/** A fork with every branch of its parent. */
export async function makeFork(world: World, parent: Repository, owner: string): Promise<Repository> {
  const fork = await makeRepository(
    world,
    `${owner}/${parent.name}`,
    {},
    { private: parent.private, defaultBranch: parent.defaultBranch },
  );
  await gitText(fork.directory, [
    "fetch",
    "--quiet",
    parent.directory,
    "+refs/heads/*:refs/heads/*",
    "+refs/tags/*:refs/tags/*",
  ]);
  fork.references = await readReferences(fork.directory);
  fork.parent = parent;
  return fork;
}

async function readFolder(folder: string): Promise<Map<string, Uint8Array>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const named = files.map(async (file) => [relative(folder, file).split(sep).join("/"), await readFile(file)] as const);
  return new Map(await Promise.all(named));
}

/** Commits to a branch as somebody's push, and tells of it. */
export async function pushFiles(
  world: World,
  repository: Repository,
  by: Account,
  push: { branch: string; files: Files; message: string; from?: string; replace?: boolean },
): Promise<string> {
  const author = { name: by.login, email: `${by.login}@users.noreply.example` };
  await commitFiles(repository, { ...push, author, at: world.now() });
  await noticePushes(world, repository, by);
  return branchOf(repository, push.branch);
}
