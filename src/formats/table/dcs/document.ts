import { get, itemsOf, type ObjectTree, type Tree, textOf } from "../../../text/tree.ts";
import { detailsOfParts, joinedDetails, membersIn, under } from "../details.ts";
import { textConstraint } from "../document.ts";
import { serverDetails, textMembers } from "../document-details.ts";
import { proseOfAll, termsOfUse } from "../prose.ts";
import { locationOf } from "../read.ts";
import { rolesIn } from "../role.ts";
import { serverIn } from "../server.ts";
import { serviceLevelDetails } from "../service-level.ts";
import type { Document } from "../table.ts";

/** Members that are compared by rules of their own, or tell what the contract is called. */
const compared = new Set(["id", "info", "terms", "servers", "models", "definitions", "servicelevels", "quality"]);

/** What a document of the Data Contract Specification says of all its models. */
export function dcsDocument(
  path: string,
  document: Tree,
  id: string,
  tables: readonly { readonly name: string }[],
): Document {
  const [info, terms] = [get(document, "info"), get(document, "terms")];
  const servers = serversIn(get(document, "servers"));
  return {
    id,
    tables: tables.map(({ name }) => name),
    at: locationOf(path, document),
    servers: servers.map(([name, item]) => serverIn(path, name, item)),
    roles: servers.flatMap(([name, item]) => rolesIn(path, get(item, "roles"), name)),
    constraints: textConstraint(path, info, "status", "lifecycle"),
    details: joinedDetails([
      membersIn(path, document, compared),
      under("info", membersIn(path, info, new Set(["version", "status", "description"]))),
      under(
        "terms",
        membersIn(path, terms, new Set([...textMembers(terms, termsOfUse), "description", "noticePeriod"])),
      ),
      unused(path, document),
      serviceLevelDetails(path, document),
      serverDetails(path, servers),
    ]),
    prose: [
      ...proseOfAll(path, info),
      ...proseOfAll(path, terms).map((one) => ({ ...one, name: `${one.name} in terms` })),
    ],
  };
}

/** Mapped by name; the oldest versions list them. */
function serversIn(servers: Tree | undefined): readonly (readonly [string, ObjectTree])[] {
  const named =
    servers?.kind === "object"
      ? [...servers.members].map(([name, { value }]) => [name, value] as const)
      : itemsOf(servers).map((item) => [textOf(get(item, "server")) ?? "", item] as const);
  return named.flatMap(([name, item]) => (item.kind === "object" ? [[name, item] as const] : []));
}

/** Definitions that no model draws on, on either side: those that one does are put in their place there. */
function unused(path: string, document: Tree) {
  const definitions = get(document, "definitions");
  const drawn = new Set<string>();
  const look = (tree: Tree | undefined): void => {
    if (tree?.kind === "array") for (const item of tree.items) look(item);
    if (tree?.kind !== "object") return;
    for (const [name, { value }] of tree.members) {
      if (name === "$ref") follow((textOf(value) ?? "").split("/")[2] ?? "");
      else look(value);
    }
  };
  const follow = (name: string) => {
    if (drawn.has(name)) return;
    drawn.add(name);
    look(get(definitions, name));
  };
  look(get(document, "models"));
  const members = definitions?.kind === "object" ? [...definitions.members] : [];
  const parts = members.flatMap(([name, { value }]) => (drawn.has(name) ? [] : [[name, value] as const]));
  return detailsOfParts(path, "definitions", parts, new Set());
}
