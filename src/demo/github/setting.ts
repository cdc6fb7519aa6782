import { announce } from "./announce.ts";
import {
  accountNamed,
  announceInstallation,
  makeApp,
  makeFork,
  makeInstallation,
  makeOrganization,
  makeRepository,
  type NewApp,
  type NewRepository,
} from "./founding.ts";
import type { Files } from "./git.ts";
import { showAccount, showInstallation, showOrganization, showRepositoryName, showTeam } from "./shapes/accounts.ts";
import {
  type Account,
  type App,
  fullName,
  type Installation,
  type Organization,
  type Permissions,
  type Repository,
  type Role,
  type Team,
  type World,
} from "./state.ts";
import { mintInstallationToken, mintUserToken } from "./tokens.ts";

/** Who and what there is: accounts, teams, Apps, installations, repositories. */
export class Setting {
  readonly world: World;
  /** The first App. */
  readonly app: App;

  constructor(world: World, app: NewApp) {
    this.world = world;
    this.app = makeApp(world, app);
  }

  createApp(app: NewApp): App {
    return makeApp(this.world, app);
  }

  createUser(login: string): Account {
    return accountNamed(this.world, login);
  }

  /** Makes an organisation; members and admins are made with it. `baseRole`: what members may do everywhere. */
  createOrganization(
    login: string,
    people: { members?: string[]; admins?: string[]; baseRole?: Role } = {},
  ): Organization {
    const organization = makeOrganization(this.world, login, people.baseRole ?? "read");
    for (const member of people.members ?? []) this.addMember(login, member);
    for (const admin of people.admins ?? []) this.addMember(login, admin, "admin");
    return organization;
  }

  addMember(organization: string, login: string, role: "member" | "admin" = "member"): void {
    accountNamed(this.world, login);
    this.organization(organization).members.set(login.toLowerCase(), role);
  }

  /** Makes a team `org/slug`; its members join the organisation. Repositories by `owner/name`. */
  createTeam(
    name: string,
    wanted: { members?: string[]; repositories?: Record<string, Role>; parent?: string; forgetful?: boolean } = {},
  ): Team {
    const [login = "", slug = ""] = name.split("/");
    const organization = this.organization(login);
    const members = (wanted.members ?? []).map((member) => [member.toLowerCase(), "member"] as const);
    for (const member of wanted.members ?? [])
      if (!organization.members.has(member.toLowerCase())) this.addMember(login, member);
    const team: Team = {
      id: this.world.nextId(),
      slug,
      name: slug,
      organization,
      parent: wanted.parent === undefined ? undefined : this.team(`${login}/${wanted.parent}`),
      members: new Map(members),
      repositories: new Map(
        Object.entries(wanted.repositories ?? {}).map(([repository, role]) => [this.repository(repository).id, role]),
      ),
      forgetful: wanted.forgetful ?? false,
    };
    organization.teams.set(slug.toLowerCase(), team);
    return team;
  }

  /** Puts somebody into a team `org/slug` (and its organisation) or takes them out, with the event. */
  changeTeam(name: string, login: string, action: "added" | "removed"): void {
    const team = this.team(name);
    const { account } = team.organization;
    if (action === "removed") team.members.delete(login.toLowerCase());
    else team.members.set(login.toLowerCase(), "member");
    if (action === "added" && !team.organization.members.has(login.toLowerCase())) this.addMember(account.login, login);
    const show = (who: string) => showAccount(this.world, accountNamed(this.world, who));
    const organization = showOrganization(this.world, team.organization);
    const fields = {
      team: showTeam(this.world, team),
      member: show(login),
      organization,
      sender: show("team-maintainer"),
    };
    this.world.emit("membership", { action, scope: "team", ...fields }, { organization: team.organization });
  }

  /** Makes `owner/name` from a folder's path, or from paths and contents, as its first commit. Private unless said. */
  seedRepository(name: string, files: string | Files, wanted: NewRepository = {}): Promise<Repository> {
    return makeRepository(this.world, name, files, wanted);
  }

  /** Takes a repository away, as if deleted: 404 from now on. */
  deleteRepository(name: string): void {
    this.repository(name);
    this.world.repositories.delete(name.toLowerCase());
  }

  /** Renames a repository; its old name redirects. */
  renameRepository(name: string, to: string, by = "root"): void {
    const repository = this.repository(name);
    const from = repository.name;
    this.world.repositories.delete(name.toLowerCase());
    repository.name = to;
    this.world.repositories.set(fullName(repository).toLowerCase(), repository);
    this.world.formerNames.set(name.toLowerCase(), repository);
    const changes = { repository: { name: { from } } };
    announce(this.world, repository, "repository", accountNamed(this.world, by), { action: "renamed", changes });
  }

  fork(name: string, owner: string): Promise<Repository> {
    accountNamed(this.world, owner);
    return makeFork(this.world, this.repository(name), owner);
  }

  /** Lets somebody into a repository; the role `none` takes the right back. */
  addCollaborator(name: string, login: string, role: Role): void {
    accountNamed(this.world, login);
    const { collaborators } = this.repository(name);
    if (role === "none") collaborators.delete(login.toLowerCase());
    else collaborators.set(login.toLowerCase(), role);
  }

  /** Installs an App (the first one) on an account: on all its repositories, or those named `owner/name`. */
  install(
    account: string,
    wanted: { app?: App; repositories?: string[]; permissions?: Permissions } = {},
  ): Installation {
    const app = wanted.app ?? this.app;
    const repositories = wanted.repositories?.map((name) => this.repository(name)) ?? "all";
    return makeInstallation(
      this.world,
      app,
      accountNamed(this.world, account),
      repositories,
      wanted.permissions ?? app.permissions,
    );
  }

  uninstall(installation: Installation): void {
    announceInstallation(this.world, installation, "deleted");
    this.world.installations.delete(installation.id);
  }

  suspend(installation: Installation): void {
    installation.suspendedAt = this.world.now();
    installation.suspendedBy = accountNamed(this.world, "app-installer");
    announceInstallation(this.world, installation, "suspend");
  }

  unsuspend(installation: Installation): void {
    installation.suspendedAt = undefined;
    installation.suspendedBy = undefined;
    announceInstallation(this.world, installation, "unsuspend");
  }

  /** Gives an installation repositories, or takes them away. */
  changeRepositories(installation: Installation, change: { add?: string[]; remove?: string[] }): void {
    const owned = [...this.world.repositories.values()].filter(({ owner }) => owner === installation.account);
    const before = installation.repositories === "all" ? new Set(owned.map(({ id }) => id)) : installation.repositories;
    installation.repositories = before;
    for (const [names, action] of [
      [change.add ?? [], "added"],
      [change.remove ?? [], "removed"],
    ] as const) {
      if (names.length === 0) continue;
      const repositories = names.map((name) => this.repository(name));
      for (const { id } of repositories) action === "added" ? before.add(id) : before.delete(id);
      const shown = repositories.map(showRepositoryName);
      const payload = {
        action,
        installation: showInstallation(this.world, installation),
        repository_selection: "selected",
        repositories_added: action === "added" ? shown : [],
        repositories_removed: action === "removed" ? shown : [],
        requester: null,
        sender: showAccount(this.world, accountNamed(this.world, "app-installer")),
      };
      this.world.emit("installation_repositories", payload, { installation, app: installation.app });
    }
  }

  /** A token as the API would mint it, without asking the API. */
  installationToken(installation: Installation, permissions: Permissions = installation.permissions): string {
    return mintInstallationToken(this.world, installation, installation.repositories, permissions).token;
  }

  userToken(login: string): string {
    return mintUserToken(this.world, login);
  }

  organization(login: string): Organization {
    return known(this.world.organizations.get(login.toLowerCase()), `organisation ${login}`);
  }

  team(name: string): Team {
    const [login = "", slug = ""] = name.split("/");
    return known(this.organization(login).teams.get(slug.toLowerCase()), `team ${name}`);
  }

  repository(name: string): Repository {
    return known(this.world.repositories.get(name.toLowerCase()), `repository ${name}`);
  }
}

/** The thing, or an error that names what is missing. */
export function known<T>(found: T | undefined, what: string): T {
  if (found === undefined) throw new Error(`this GitHub has no ${what}`);
  return found;
}
