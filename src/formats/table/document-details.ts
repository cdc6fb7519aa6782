import { get, itemsOf, type ObjectTree, type Tree, textOf } from "../../text/tree.ts";
import { type Details, detailsOfParts, joinedDetails } from "./details.ts";
import { comparedOfRole } from "./role.ts";
import { isPlace } from "./server.ts";

/** What is written of servers for people, and of the roles on them. */
export function serverDetails(path: string, servers: readonly (readonly [string, ObjectTree])[]): Details {
  return joinedDetails([
    ...servers.map(([name, item]) => {
      const place = [...item.members.keys()].filter(isPlace);
      return detailsOfParts(path, "servers", [[name, item]], new Set([...place, "server", "roles"]));
    }),
    ...servers.map(([name, item]) => roleDetails(path, `servers.${name}.roles`, get(item, "roles"))),
  ]);
}

/** What is written of roles for people. */
export function roleDetails(path: string, list: string, roles: Tree | undefined): Details {
  const parts = itemsOf(roles).map((item) => [textOf(get(item, "role") ?? get(item, "name")) ?? "", item] as const);
  return detailsOfParts(path, list, parts, comparedOfRole);
}

/** Those members of a mapping that are texts, and so prose. */
export function textMembers(tree: Tree | undefined, among?: ReadonlySet<string>): ReadonlySet<string> {
  const members = tree?.kind === "object" ? [...tree.members] : [];
  const isProse = (name: string, value: Tree) => textOf(value) !== undefined && among?.has(name) !== false;
  return new Set(members.flatMap(([name, { value }]) => (isProse(name, value) ? [name] : [])));
}
