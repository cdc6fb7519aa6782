import { holds, teamMembers } from "../access.ts";
import { forbidden, notFound } from "../refusal.ts";
import { type Call, ok, page, type Routes } from "../router.ts";
import { showAccount, showFullTeam } from "../shapes/accounts.ts";
import { findAccount, type Team } from "../state.ts";

/** The team, for members of the organisation and installations on it that may read members; 404 for others. */
function teamOf(call: Call): Team {
  const organization = call.world.organizations.get((call.params.org ?? "").toLowerCase());
  const team = organization?.teams.get((call.params.team_slug ?? "").toLowerCase());
  const { actor } = call;
  if (organization === undefined || team === undefined) throw notFound();
  if (actor.kind === "installation") {
    if (actor.token.installation.account !== organization.account) throw forbidden();
    if (!holds(actor.token.permissions, "members:read")) throw notFound();
    return team;
  }
  if (actor.kind === "user" && organization.members.has(actor.user.login.toLowerCase())) return team;
  throw notFound();
}

export const teamRoutes: Routes = {
  "GET /orgs/{org}/teams/{team_slug}": (call) => ok(showFullTeam(call.world, teamOf(call))),
  "GET /orgs/{org}/teams/{team_slug}/members": (call) => {
    const wanted = call.query.get("role") ?? "all";
    const members = [...teamMembers(call.world, teamOf(call))]
      .filter(([, role]) => wanted === "all" || role === wanted)
      .flatMap(([login]) => findAccount(call.world, login) ?? []);
    return page(call, members, (shown) => shown.map((one) => showAccount(call.world, one)));
  },
  "GET /orgs/{org}/teams/{team_slug}/memberships/{username}": (call) => {
    const team = teamOf(call);
    const role = teamMembers(call.world, team).get((call.params.username ?? "").toLowerCase());
    if (role === undefined) throw notFound();
    const base = `${call.world.apiUrl}/organizations/${team.organization.account.id}/team/${team.id}`;
    return ok({ url: `${base}/memberships/${call.params.username}`, role, state: "active" });
  },
};
