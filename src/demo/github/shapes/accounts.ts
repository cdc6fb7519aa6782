import { isCollaborator } from "../access.ts";
import {
  type Account,
  type App,
  fullName,
  type Installation,
  type Organization,
  type Repository,
  type Team,
  type World,
} from "../state.ts";
import { type Json, nodeId, optionalTime, time } from "./common.ts";

/** simple-user */
export function showAccount(world: World, account: Account): Json {
  const url = `${world.apiUrl}/users/${encodeURIComponent(account.login)}`;
  return {
    login: account.login,
    id: account.id,
    node_id: nodeId(account.type, account.id),
    avatar_url: `${world.htmlUrl}/avatars/u/${account.id}`,
    gravatar_id: "",
    url,
    html_url: `${world.htmlUrl}/${encodeURIComponent(account.login)}`,
    followers_url: `${url}/followers`,
    following_url: `${url}/following{/other_user}`,
    gists_url: `${url}/gists{/gist_id}`,
    starred_url: `${url}/starred{/owner}{/repo}`,
    subscriptions_url: `${url}/subscriptions`,
    organizations_url: `${url}/orgs`,
    repos_url: `${url}/repos`,
    events_url: `${url}/events{/privacy}`,
    received_events_url: `${url}/received_events`,
    type: account.type,
    user_view_type: "public",
    site_admin: false,
  };
}

/** public-user */
export function showProfile(world: World, account: Account): Json {
  const nothing = { name: null, company: null, blog: null, location: null, email: null, hireable: null, bio: null };
  const counts = { public_repos: 0, public_gists: 0, followers: 0, following: 0 };
  const since = { created_at: "2020-01-01T00:00:00Z", updated_at: "2020-01-01T00:00:00Z" };
  return { ...showAccount(world, account), ...nothing, ...counts, ...since };
}

/** How an account stands to a repository. Private members show as CONTRIBUTOR or NONE, as on GitHub. */
export function association(world: World, account: Account, repository: Repository): string {
  if (account === repository.owner) return "OWNER";
  if (isCollaborator(world, account, repository))
    return repository.collaborators.has(account.login.toLowerCase()) ? "COLLABORATOR" : "CONTRIBUTOR";
  return "NONE";
}

/** organization-simple, as in webhooks */
export function showOrganization(world: World, { account }: Organization): Json {
  const url = `${world.apiUrl}/orgs/${account.login}`;
  return {
    login: account.login,
    id: account.id,
    node_id: nodeId("Organization", account.id),
    url,
    repos_url: `${url}/repos`,
    events_url: `${url}/events`,
    hooks_url: `${url}/hooks`,
    issues_url: `${url}/issues`,
    members_url: `${url}/members{/member}`,
    public_members_url: `${url}/public_members{/member}`,
    avatar_url: `${world.htmlUrl}/avatars/u/${account.id}`,
    description: null,
  };
}

/** team */
export function showTeam(world: World, team: Team): Json {
  return { ...showTeamOnly(world, team), parent: team.parent === undefined ? null : showTeamOnly(world, team.parent) };
}

function showTeamOnly(world: World, team: Team): Json {
  const url = `${world.apiUrl}/organizations/${team.organization.account.id}/team/${team.id}`;
  return {
    id: team.id,
    node_id: nodeId("Team", team.id),
    url,
    members_url: `${url}/members{/member}`,
    name: team.name,
    description: null,
    permission: "pull",
    privacy: "closed",
    notification_setting: "notifications_enabled",
    html_url: `${world.htmlUrl}/orgs/${team.organization.account.login}/teams/${team.slug}`,
    repositories_url: `${url}/repos`,
    slug: team.slug,
    type: "organization",
  };
}

/** team-full */
export function showFullTeam(world: World, team: Team): Json {
  const when = { created_at: "2020-01-01T00:00:00Z", updated_at: "2020-01-01T00:00:00Z" };
  const organization = {
    ...showOrganization(world, team.organization),
    html_url: `${world.htmlUrl}/${team.organization.account.login}`,
    has_organization_projects: false,
    has_repository_projects: false,
    public_repos: 0,
    public_gists: 0,
    followers: 0,
    following: 0,
    type: "Organization",
    archived_at: null,
    ...when,
  };
  const counts = { members_count: team.members.size, repos_count: team.repositories.size };
  return { ...showTeam(world, team), ...counts, ...when, organization };
}

/** integration: an App as anybody sees it */
export function showApp(world: World, app: App): Json {
  return {
    id: app.id,
    slug: app.slug,
    client_id: `Iv23li${app.id}`,
    node_id: nodeId("App", app.id),
    owner: showAccount(world, app.owner),
    name: app.name,
    description: "",
    external_url: `${world.htmlUrl}/apps/${app.slug}`,
    html_url: `${world.htmlUrl}/apps/${app.slug}`,
    created_at: time(app.createdAt),
    updated_at: time(app.createdAt),
    permissions: app.permissions,
    events: app.events,
  };
}

/** installation */
export function showInstallation(world: World, installation: Installation): Json {
  const { id, app, account } = installation;
  return {
    id,
    client_id: `Iv23li${app.id}`,
    account: showAccount(world, account),
    repository_selection: installation.repositories === "all" ? "all" : "selected",
    access_tokens_url: `${world.apiUrl}/app/installations/${id}/access_tokens`,
    repositories_url: `${world.apiUrl}/installation/repositories`,
    html_url: `${world.htmlUrl}/settings/installations/${id}`,
    app_id: app.id,
    app_slug: app.slug,
    target_id: account.id,
    target_type: account.type,
    permissions: installation.permissions,
    events: app.events,
    created_at: time(installation.createdAt),
    updated_at: time(installation.createdAt),
    single_file_name: null,
    has_multiple_single_files: false,
    single_file_paths: [],
    suspended_by: installation.suspendedBy === undefined ? null : showAccount(world, installation.suspendedBy),
    suspended_at: optionalTime(installation.suspendedAt),
  };
}

/** A repository in the short form of installation events. */
export function showRepositoryName(repository: Repository): Json {
  return {
    id: repository.id,
    node_id: nodeId("Repository", repository.id),
    name: repository.name,
    full_name: fullName(repository),
    private: repository.private,
  };
}
