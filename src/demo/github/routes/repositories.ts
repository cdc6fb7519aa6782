import { isCollaborator, roleIn, teamRole } from "../access.ts";
import { resolveCommit } from "../git.ts";
import { notFound } from "../refusal.ts";
import { type Call, noContent, ok, page, type Routes, repositoryOf } from "../router.ts";
import { showAccount, showTeam } from "../shapes/accounts.ts";
import { encodePath, nodeId } from "../shapes/common.ts";
import { repositoryUrl, showFullRepository, showRelease } from "../shapes/repositories.ts";
import { findAccount, type Release, type Repository, type Role } from "../state.ts";

/** The older names that the permission field still uses. */
const oldNames: Record<Role, string> = {
  none: "none",
  read: "read",
  triage: "read",
  write: "write",
  maintain: "write",
  admin: "admin",
};

function permission(call: Call) {
  const repository = repositoryOf(call, "metadata:read");
  const user = findAccount(call.world, call.params.username ?? "");
  if (user === undefined || (repository.private && !isCollaborator(call.world, user, repository))) throw notFound();
  const role = roleIn(call.world, user, repository);
  const may = (...others: Role[]) => others.includes(role);
  const permissions = {
    admin: may("admin"),
    maintain: may("admin", "maintain"),
    push: may("admin", "maintain", "write"),
    triage: may("admin", "maintain", "write", "triage"),
    pull: role !== "none",
  };
  return ok({
    permission: oldNames[role],
    role_name: role,
    user: { ...showAccount(call.world, user), permissions, role_name: role },
  });
}

/** 204 for a collaborator, 404 for anybody else. */
function isThere(call: Call) {
  const repository = repositoryOf(call, "metadata:read");
  const user = findAccount(call.world, call.params.username ?? "");
  if (user === undefined || !isCollaborator(call.world, user, repository)) throw notFound();
  return noContent();
}

/** The teams of the organisation that have access. */
function teams(call: Call) {
  const repository = repositoryOf(call, "metadata:read");
  const organization = call.world.organizations.get(repository.owner.login.toLowerCase());
  const found = [...(organization?.teams.values() ?? [])].filter((team) => teamRole(team, repository) !== "none");
  return page(call, found, (shown) => shown.map((team) => showTeam(call.world, team)));
}

/** References as the API lists them: without the hidden ones of pull requests unless asked. */
async function reference(call: Call, repository: Repository, name: string, sha: string) {
  const url = repositoryUrl(call.world, repository);
  const type = (await resolveCommit(repository, sha)) === sha ? "commit" : "tag";
  const object = { type, sha, url: `${url}/git/${type}s/${sha}` };
  return { ref: name, node_id: nodeId("Ref", repository.id), url: `${url}/git/${encodePath(name)}`, object };
}

const releases = (call: Call, includeDrafts: boolean) => {
  const repository = repositoryOf(call, "contents:read");
  const shown = ({ draft }: Release) => includeDrafts || !draft;
  return { repository, all: repository.releases.filter(shown).toReversed() };
};

export const repositoryRoutes: Routes = {
  "GET /repos/{owner}/{repo}": (call) => ok(showFullRepository(call.world, repositoryOf(call, "metadata:read"))),
  "GET /repos/{owner}/{repo}/collaborators/{username}/permission": permission,
  "GET /repos/{owner}/{repo}/collaborators/{username}": isThere,
  "GET /repos/{owner}/{repo}/teams": teams,
  "GET /repos/{owner}/{repo}/git/ref/{ref}": async (call) => {
    const repository = repositoryOf(call, "contents:read");
    const name = `refs/${call.params.ref}`;
    const sha = repository.references.get(name);
    if (sha === undefined) throw notFound();
    return ok(await reference(call, repository, name, sha));
  },
  "GET /repos/{owner}/{repo}/git/matching-refs/{ref}": async (call) => {
    const repository = repositoryOf(call, "contents:read");
    const matching = [...repository.references].filter(([name]) => name.startsWith(`refs/${call.params.ref}`));
    return ok(await Promise.all(matching.map(([name, sha]) => reference(call, repository, name, sha))));
  },
  "GET /repos/{owner}/{repo}/tags": async (call) => {
    const repository = repositoryOf(call, "contents:read");
    const url = repositoryUrl(call.world, repository);
    const names = [...repository.references.keys()].filter((name) => name.startsWith("refs/tags/")).reverse();
    const tags = await Promise.all(
      names.map(async (name) => {
        const [tag, sha] = [name.slice("refs/tags/".length), await resolveCommit(repository, name)];
        const archive = (kind: string) => `${url}/${kind}/refs/tags/${encodePath(tag)}`;
        const commit = { sha, url: `${url}/commits/${sha}` };
        return {
          name: tag,
          zipball_url: archive("zipball"),
          tarball_url: archive("tarball"),
          commit,
          node_id: nodeId("Tag", repository.id),
        };
      }),
    );
    return page(call, tags, (shown) => shown);
  },
  "GET /repos/{owner}/{repo}/releases": (call) => {
    const { repository, all } = releases(call, false);
    return page(call, all, (shown) => shown.map((one) => showRelease(call.world, repository, one)));
  },
  "GET /repos/{owner}/{repo}/releases/tags/{tag}": (call) => {
    const { repository, all } = releases(call, false);
    const found = all.find(({ tag }) => tag === call.params.tag);
    if (found === undefined) throw notFound();
    return ok(showRelease(call.world, repository, found));
  },
};
