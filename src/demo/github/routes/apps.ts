import { covers } from "../access.ts";
import { list, texts } from "../body.ts";
import { rateOf } from "../rate-limit.ts";
import { badCredentials, forbidden, invalid, notFound, Refusal } from "../refusal.ts";
import { type Call, created, ok, page, type Routes } from "../router.ts";
import { showApp, showInstallation, showProfile } from "../shapes/accounts.ts";
import { time } from "../shapes/common.ts";
import { showRepository } from "../shapes/repositories.ts";
import {
  type Account,
  type App,
  findAccount,
  findRepository,
  type Installation,
  type Permissions,
  type Repository,
  sameName,
} from "../state.ts";
import { mintInstallationToken } from "../tokens.ts";

/** The App whose JWT the call carries. */
export function callingApp({ actor }: Call): App {
  if (actor.kind === "app") return actor.app;
  throw new Refusal(401, "A JSON web token could not be decoded");
}

function installationFor(call: Call, fits: (installation: Installation) => boolean): Installation {
  const app = callingApp(call);
  const found = [...call.world.installations.values()].find((one) => one.app === app && fits(one));
  if (found === undefined) throw notFound();
  return found;
}

function onAccount(call: Call, login: string | undefined, organization: boolean) {
  const fits = (account: Account) =>
    sameName(account.login, login ?? "") && (!organization || account.type === "Organization");
  return ok(
    showInstallation(
      call.world,
      installationFor(call, ({ account }) => fits(account)),
    ),
  );
}

const byId = (call: Call) => installationFor(call, ({ id }) => id === Number(call.params.installation_id));

/** The repositories a token asks to be limited to. */
function narrowed(call: Call, installation: Installation): Set<number> | "all" {
  const names = texts(call.body, "repositories", 500);
  const ids = list(call.body, "repository_ids", 500);
  if (names.length + ids.length === 0) return installation.repositories;
  const { login } = installation.account;
  const wanted: (Repository | undefined)[] = [
    ...names.map((name) => findRepository(call.world, login, name)),
    ...ids.map((id) => [...call.world.repositories.values()].find((one) => one.id === id)),
  ];
  return new Set(
    wanted.map((repository) => {
      if (repository === undefined || !covers(installation, installation.account, repository))
        throw invalid(
          "There is at least one repository that does not exist or is not accessible to the parent installation.",
        );
      return repository.id;
    }),
  );
}

function narrowedPermissions(call: Call, installation: Installation): Permissions {
  const asked = call.body.permissions as Permissions | undefined;
  if (asked === undefined || Object.keys(asked).length === 0) return installation.permissions;
  for (const [name, level] of Object.entries(asked)) {
    const held = name === "metadata" ? "read" : installation.permissions[name];
    if (held === undefined || (held === "read" && level === "write"))
      throw invalid("The permissions requested are not granted to this installation.");
  }
  return { metadata: "read", ...asked };
}

function visibleRepositories(call: Call): Repository[] {
  const { actor, world } = call;
  if (actor.kind !== "installation")
    throw forbidden(
      "You must authenticate with an installation access token in order to list repositories for an installation.",
    );
  const { installation } = actor.token;
  const reaches = (repository: Repository) =>
    covers(installation, installation.account, repository) && covers(actor.token, installation.account, repository);
  return [...world.repositories.values()].filter(reaches);
}

function rate(call: Call) {
  const now = rateOf(call.world, call.actor);
  return ok({ resources: { core: now, search: { ...now, limit: 30 } }, rate: now });
}

export const appRoutes: Routes = {
  "GET /app": (call) =>
    ok({ ...showApp(call.world, callingApp(call)), installations_count: call.world.installations.size }),
  "GET /app/installations": (call) => {
    const mine = [...call.world.installations.values()].filter(({ app }) => app === callingApp(call));
    return page(call, mine, (shown) => shown.map((one) => showInstallation(call.world, one)));
  },
  "GET /app/installations/{installation_id}": (call) => ok(showInstallation(call.world, byId(call))),
  "POST /app/installations/{installation_id}/access_tokens": (call) => {
    const installation = byId(call);
    if (installation.suspendedAt !== undefined) throw forbidden("This installation has been suspended");
    const repositories = narrowed(call, installation);
    const permissions = narrowedPermissions(call, installation);
    const { token, expiresAt } = mintInstallationToken(call.world, installation, repositories, permissions);
    return created({
      token,
      expires_at: time(expiresAt),
      permissions: { metadata: "read", ...permissions },
      repository_selection: repositories === "all" ? "all" : "selected",
    });
  },
  "GET /repos/{owner}/{repo}/installation": (call) => {
    const repository = findRepository(call.world, call.params.owner ?? "", call.params.repo ?? "");
    if (repository === undefined) throw notFound();
    return ok(
      showInstallation(
        call.world,
        installationFor(call, (one) => covers(one, one.account, repository)),
      ),
    );
  },
  "GET /orgs/{org}/installation": (call) => onAccount(call, call.params.org, true),
  "GET /users/{username}/installation": (call) => onAccount(call, call.params.username, false),
  "GET /installation/repositories": (call) => {
    const all = visibleRepositories(call);
    const selection =
      call.actor.kind === "installation" && call.actor.token.installation.repositories === "all" ? "all" : "selected";
    const show = (shown: readonly Repository[]) =>
      shown.map((one) => ({ ...showRepository(call.world, one), custom_properties: one.customProperties }));
    return page(call, all, (shown) => ({
      total_count: all.length,
      repository_selection: selection,
      repositories: show(shown),
    }));
  },
  "GET /rate_limit": rate,
  "GET /user": ({ actor, world }) => {
    if (actor.kind === "anonymous") throw badCredentials();
    if (actor.kind !== "user") throw forbidden();
    return ok(showProfile(world, actor.user));
  },
  "GET /users/{username}": (call) => {
    const account = findAccount(call.world, call.params.username ?? "");
    if (account === undefined) throw notFound();
    return ok(showProfile(call.world, account));
  },
};
