import { forbidden, notFound } from "./refusal.ts";
import {
  type Account,
  type App,
  type Installation,
  type InstallationToken,
  type Permissions,
  type Repository,
  type Role,
  roles,
  stronger,
  type Team,
  type World,
} from "./state.ts";

/** Who is calling. */
export type Actor =
  | { kind: "anonymous" }
  | { kind: "user"; user: Account }
  | { kind: "app"; app: App }
  | { kind: "installation"; token: InstallationToken };

/** Like `checks:write`; several mean that any one of them is enough. */
export type Need = `${string}:${"read" | "write"}`;

/** The account that a change made by this caller is attributed to. */
export function accountOf(actor: Actor): Account {
  if (actor.kind === "user") return actor.user;
  if (actor.kind === "installation") return actor.token.installation.app.bot;
  throw forbidden("Requires authentication");
}

export function appOf(actor: Actor): App | undefined {
  return actor.kind === "installation" ? actor.token.installation.app : undefined;
}

export function holds(permissions: Permissions, need: Need): boolean {
  const [name = "", level] = need.split(":");
  const held = name === "metadata" ? (permissions[name] ?? "read") : permissions[name];
  return held === "write" || (held === "read" && level === "read");
}

export function covers(
  installation: Pick<Installation, "repositories">,
  owner: Account,
  repository: Repository,
): boolean {
  if (repository.owner !== owner) return false;
  return installation.repositories === "all" || installation.repositories.has(repository.id);
}

function tokenReaches(token: InstallationToken, repository: Repository): boolean {
  const owner = token.installation.account;
  return covers(token.installation, owner, repository) && covers(token, owner, repository);
}

/** A team's access to a repository, which its parents' access includes. */
export function teamRole(team: Team, repository: Repository): Role {
  const own = team.repositories.get(repository.id) ?? "none";
  return team.parent === undefined ? own : stronger(own, teamRole(team.parent, repository));
}

/** Membership counts for the parents of a team too. */
export function teamMembers(world: World, team: Team): Map<string, "member" | "maintainer"> {
  const members = new Map<string, "member" | "maintainer">();
  for (const other of team.organization.teams.values())
    if (other.parent === team) for (const login of teamMembers(world, other).keys()) members.set(login, "member");
  for (const [login, role] of team.members) members.set(login, role);
  return members;
}

/** What an account may do in a repository by every way it could have got the right. */
export function roleIn(world: World, account: Account, repository: Repository): Role {
  const login = account.login.toLowerCase();
  if (account === repository.owner) return "admin";
  let role: Role = stronger(repository.private ? "none" : "read", repository.collaborators.get(login) ?? "none");
  const organization = world.organizations.get(repository.owner.login.toLowerCase());
  const membership = organization?.members.get(login);
  if (organization === undefined || membership === undefined) return role;
  if (membership === "admin") return "admin";
  role = stronger(role, organization.baseRole);
  for (const team of organization.teams.values())
    if (teamMembers(world, team).has(login)) role = stronger(role, teamRole(team, repository));
  return role;
}

/** A collaborator has been let in; reading a public repository is not that. */
export function isCollaborator(world: World, account: Account, repository: Repository): boolean {
  const login = account.login.toLowerCase();
  const organization = world.organizations.get(repository.owner.login.toLowerCase());
  const granted =
    account === repository.owner || repository.collaborators.has(login) || organization?.members.has(login);
  return granted === true && roleIn(world, account, repository) !== "none";
}

export function canSee(world: World, actor: Actor, repository: Repository): boolean {
  if (!repository.private) return true;
  if (actor.kind === "installation") return tokenReaches(actor.token, repository);
  return actor.kind === "user" && roleIn(world, actor.user, repository) !== "none";
}

/** The role that opens a route to people; `metadata:read` among the needs says that readers may. */
const roleNeeded = (needs: readonly Need[]): Role => {
  if (needs.includes("metadata:read") || needs.every((need) => need.endsWith(":read"))) return "read";
  return needs.some((need) => need === "labels:write") ? "triage" : "write";
};

/** Refuses unless the caller may do this here: 404 for what it cannot see, 403 for what it may not do. */
export function demand(world: World, actor: Actor, repository: Repository, needs: readonly Need[]): void {
  if (actor.kind === "app" || !canSee(world, actor, repository)) throw notFound();
  const reading = needs.every((need) => need.endsWith(":read"));
  if (actor.kind === "installation") {
    if (!tokenReaches(actor.token, repository)) {
      if (!reading) throw forbidden();
      return;
    }
    if (!needs.some((need) => holds(actor.token.permissions, need))) throw forbidden();
  } else if (actor.kind === "anonymous") {
    if (!reading) throw forbidden("Must have push access to repository");
  } else if (roles.indexOf(roleIn(world, actor.user, repository)) < roles.indexOf(roleNeeded(needs))) {
    throw forbidden("Must have push access to repository");
  }
  if (!reading && repository.archived) throw forbidden("Repository was archived so is read-only.");
}
