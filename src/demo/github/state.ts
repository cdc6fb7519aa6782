import type { CheckRun, CheckSuite, Delivery, Issue, MergeGroup } from "./state-work.ts";

/** What somebody may do in a repository, weakest first; GitHub's own role names. */
export const roles = ["none", "read", "triage", "write", "maintain", "admin"] as const;
export type Role = (typeof roles)[number];

/** The stronger of two roles. */
export function stronger(a: Role, b: Role): Role {
  return roles.indexOf(a) >= roles.indexOf(b) ? a : b;
}

/** A login: a person, an App's bot, or an organisation. */
export interface Account {
  id: number;
  login: string;
  type: "User" | "Bot" | "Organization";
}

export interface Team {
  id: number;
  slug: string;
  name: string;
  organization: Organization;
  parent: Team | undefined;
  /** By login in lower case. */
  members: Map<string, "member" | "maintainer">;
  /** By repository id. */
  repositories: Map<number, Role>;
  /** Review requests for this team answer 201 and are not kept, as GitHub sometimes does. */
  forgetful: boolean;
}

export interface Organization {
  account: Account;
  /** By login in lower case. */
  members: Map<string, "member" | "admin">;
  /** By slug. */
  teams: Map<string, Team>;
  /** What every member may do in every repository. */
  baseRole: Role;
}

export interface Label {
  id: number;
  name: string;
  color: string;
  description: string | null;
}

export interface Release {
  id: number;
  tag: string;
  name: string;
  draft: boolean;
  prerelease: boolean;
  author: Account;
  createdAt: Date;
}

export interface Repository {
  id: number;
  owner: Account;
  name: string;
  private: boolean;
  topics: string[];
  /** By the organisation's definitions. */
  customProperties: Record<string, string | string[]>;
  archived: boolean;
  defaultBranch: string;
  parent: Repository | undefined;
  /** The bare git repository on disk. */
  directory: string;
  /** The references as last seen, by full name. */
  references: Map<string, string>;
  /** Outside collaborators by login in lower case. */
  collaborators: Map<string, Role>;
  /** Issues and pull requests by number. */
  issues: Map<number, Issue>;
  /** By name in lower case. */
  labels: Map<string, Label>;
  checkSuites: CheckSuite[];
  checkRuns: CheckRun[];
  mergeGroups: MergeGroup[];
  releases: Release[];
  createdAt: Date;
  pushedAt: Date;
}

/** Permission name to level, as in an App's settings. */
export type Permissions = Record<string, "read" | "write">;

export interface App {
  id: number;
  slug: string;
  name: string;
  owner: Account;
  bot: Account;
  privateKey: string;
  publicKey: string;
  webhookSecret: string;
  /** Where events are posted; undefined: events are only recorded. */
  webhookUrl: string | undefined;
  permissions: Permissions;
  events: string[];
  deliveries: Delivery[];
  createdAt: Date;
}

export interface Installation {
  id: number;
  app: App;
  account: Account;
  /** Repository ids, or every repository of the account. */
  repositories: Set<number> | "all";
  permissions: Permissions;
  suspendedBy: Account | undefined;
  suspendedAt: Date | undefined;
  createdAt: Date;
}

/** An installation token: what it reaches and until when. */
export interface InstallationToken {
  installation: Installation;
  repositories: Set<number> | "all";
  permissions: Permissions;
  expiresAt: Date;
}

/** Everything this GitHub knows; the git repositories lie under `root`. */
export interface World {
  /** `http://127.0.0.1:PORT`: pages and git. */
  htmlUrl: string;
  /** `http://127.0.0.1:PORT/api/v3`: the REST API, in the shape of GitHub Enterprise Server. */
  apiUrl: string;
  root: string;
  now: () => Date;
  nextId: () => number;
  /** By login in lower case. */
  accounts: Map<string, Account>;
  organizations: Map<string, Organization>;
  /** By `owner/name` in lower case. */
  repositories: Map<string, Repository>;
  /** Renamed repositories by their old `owner/name` in lower case. */
  formerNames: Map<string, Repository>;
  apps: Map<number, App>;
  installations: Map<number, Installation>;
  installationTokens: Map<string, InstallationToken>;
  userTokens: Map<string, Account>;
  rateLimit: { limit: number; used: Map<string, { hour: number; count: number }> };
  /** Sends an event to every App that should hear of it; set by the webhook sender. */
  emit: (event: string, payload: Record<string, unknown>, about: Audience) => void;
}

/** Whom an event concerns: the installations on a repository, or one installation or App only. */
export interface Audience {
  repository?: Repository;
  organization?: Organization;
  installation?: Installation;
  app?: App;
}

export function fullName(repository: Repository): string {
  return `${repository.owner.login}/${repository.name}`;
}

export function findRepository(world: World, owner: string, name: string): Repository | undefined {
  return world.repositories.get(`${owner}/${name}`.toLowerCase());
}

export function findAccount(world: World, login: string): Account | undefined {
  return world.accounts.get(login.toLowerCase());
}

/** Names as GitHub compares them: without regard to case. */
export function sameName(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}
