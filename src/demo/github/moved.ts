import { fullName, type Repository, type World } from "./state.ts";

/** The repository that used to have this name, where nothing has it now. */
export function movedFrom(world: World, owner: string, name: string): Repository | undefined {
  const key = `${owner}/${name}`.toLowerCase();
  return world.repositories.has(key) ? undefined : world.formerNames.get(key);
}

/** An API path by repository id (`/repositories/ID/...`), as a redirect gives it, in its usual form. */
export function usualPath(world: World, path: string): string {
  const [, id, rest = ""] = /^\/repositories\/(\d+)(\/.*)?$/.exec(path) ?? [];
  const repository = [...world.repositories.values()].find((one) => one.id === Number(id));
  return repository === undefined ? path : `/repos/${fullName(repository)}${rest}`;
}

/** Where a request for a renamed repository should go instead; undefined where none was renamed. */
export function redirection(world: World, path: string): { repository: Repository; url: string } | undefined {
  const [, owner = "", name = "", rest = ""] = /^\/repos\/([^/]+)\/([^/?]+)(.*)$/.exec(path) ?? [];
  const repository = movedFrom(world, owner, name);
  return repository && { repository, url: `${world.apiUrl}/repositories/${repository.id}${rest}` };
}
