import { showAccount, showOrganization } from "./shapes/accounts.ts";
import type { Json } from "./shapes/common.ts";
import { showRepository } from "./shapes/repositories.ts";
import type { Account, App, Repository, World } from "./state.ts";

/** Tells the Apps installed on a repository that something happened in it. */
export function announce(
  world: World,
  repository: Repository,
  event: string,
  sender: Account,
  fields: Json,
  onlyFor?: App,
): void {
  const organization = world.organizations.get(repository.owner.login.toLowerCase());
  const payload = {
    ...fields,
    repository: showRepository(world, repository),
    ...(organization && { organization: showOrganization(world, organization) }),
    sender: showAccount(world, sender),
  };
  world.emit(event, payload, { repository, ...(onlyFor && { app: onlyFor }) });
}
