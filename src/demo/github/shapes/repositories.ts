import { fullName, type Label, type Release, type Repository, type World } from "../state.ts";
import { showAccount } from "./accounts.ts";
import { encodePath, type Json, nodeId, time } from "./common.ts";

const links = {
  archive_url: "/{archive_format}{/ref}",
  assignees_url: "/assignees{/user}",
  blobs_url: "/git/blobs{/sha}",
  branches_url: "/branches{/branch}",
  collaborators_url: "/collaborators{/collaborator}",
  comments_url: "/comments{/number}",
  commits_url: "/commits{/sha}",
  compare_url: "/compare/{base}...{head}",
  contents_url: "/contents/{+path}",
  contributors_url: "/contributors",
  deployments_url: "/deployments",
  downloads_url: "/downloads",
  events_url: "/events",
  forks_url: "/forks",
  git_commits_url: "/git/commits{/sha}",
  git_refs_url: "/git/refs{/sha}",
  git_tags_url: "/git/tags{/sha}",
  hooks_url: "/hooks",
  issue_comment_url: "/issues/comments{/number}",
  issue_events_url: "/issues/events{/number}",
  issues_url: "/issues{/number}",
  keys_url: "/keys{/key_id}",
  labels_url: "/labels{/name}",
  languages_url: "/languages",
  merges_url: "/merges",
  milestones_url: "/milestones{/number}",
  notifications_url: "/notifications{?since,all,participating}",
  pulls_url: "/pulls{/number}",
  releases_url: "/releases{/id}",
  stargazers_url: "/stargazers",
  statuses_url: "/statuses/{sha}",
  subscribers_url: "/subscribers",
  subscription_url: "/subscription",
  tags_url: "/tags",
  teams_url: "/teams",
  trees_url: "/git/trees{/sha}",
};

export const repositoryUrl = (world: World, repository: Repository) => `${world.apiUrl}/repos/${fullName(repository)}`;
export const repositoryPage = (world: World, repository: Repository) => `${world.htmlUrl}/${fullName(repository)}`;

/** repository */
export function showRepository(world: World, repository: Repository): Json {
  const url = repositoryUrl(world, repository);
  const page = repositoryPage(world, repository);
  const open = [...repository.issues.values()].filter((issue) => issue.state === "open").length;
  return {
    id: repository.id,
    node_id: nodeId("Repository", repository.id),
    name: repository.name,
    full_name: fullName(repository),
    owner: showAccount(world, repository.owner),
    private: repository.private,
    visibility: repository.private ? "private" : "public",
    html_url: page,
    description: null,
    fork: repository.parent !== undefined,
    url,
    ...Object.fromEntries(Object.entries(links).map(([name, path]) => [name, url + path])),
    clone_url: `${page}.git`,
    git_url: `git:${page.slice(page.indexOf("//"))}.git`,
    ssh_url: `git@${new URL(page).hostname}:${fullName(repository)}.git`,
    svn_url: page,
    mirror_url: null,
    homepage: null,
    language: null,
    license: null,
    topics: repository.topics,
    size: 0,
    ...{ forks: 0, forks_count: 0, stargazers_count: 0, watchers: 0, watchers_count: 0 },
    ...{ open_issues: open, open_issues_count: open },
    ...{
      has_issues: true,
      has_projects: true,
      has_wiki: false,
      has_pages: false,
      has_downloads: true,
      has_discussions: false,
    },
    ...{ is_template: false, allow_forking: true, web_commit_signoff_required: false },
    archived: repository.archived,
    disabled: false,
    default_branch: repository.defaultBranch,
    created_at: time(repository.createdAt),
    updated_at: time(repository.pushedAt),
    pushed_at: time(repository.pushedAt),
  };
}

/** full-repository */
export function showFullRepository(world: World, repository: Repository): Json {
  const parent =
    repository.parent === undefined
      ? {}
      : { parent: showRepository(world, repository.parent), source: showRepository(world, repository.parent) };
  return { ...showRepository(world, repository), subscribers_count: 0, network_count: 0, ...parent };
}

/** label */
export function showLabel(world: World, repository: Repository, label: Label): Json {
  return {
    id: label.id,
    node_id: nodeId("Label", label.id),
    url: `${repositoryUrl(world, repository)}/labels/${encodeURIComponent(label.name)}`,
    name: label.name,
    color: label.color,
    default: false,
    description: label.description,
  };
}

/** release */
export function showRelease(world: World, repository: Repository, release: Release): Json {
  const url = `${repositoryUrl(world, repository)}/releases/${release.id}`;
  const tag = encodePath(release.tag);
  return {
    url,
    html_url: `${repositoryPage(world, repository)}/releases/tag/${tag}`,
    assets_url: `${url}/assets`,
    upload_url: `${url}/assets{?name,label}`,
    tarball_url: `${repositoryUrl(world, repository)}/tarball/${tag}`,
    zipball_url: `${repositoryUrl(world, repository)}/zipball/${tag}`,
    id: release.id,
    node_id: nodeId("Release", release.id),
    tag_name: release.tag,
    target_commitish: repository.defaultBranch,
    name: release.name,
    body: "",
    draft: release.draft,
    prerelease: release.prerelease,
    created_at: time(release.createdAt),
    published_at: release.draft ? null : time(release.createdAt),
    author: showAccount(world, release.author),
    assets: [],
  };
}
