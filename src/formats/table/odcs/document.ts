import { get, itemsOf, type ObjectTree, type Tree, textOf } from "../../../text/tree.ts";
import { joinedDetails, membersIn, under } from "../details.ts";
import { textConstraint } from "../document.ts";
import { roleDetails, serverDetails, textMembers } from "../document-details.ts";
import { proseOfAll } from "../prose.ts";
import { locationOf } from "../read.ts";
import { rolesIn } from "../role.ts";
import { type Server, serverIn } from "../server.ts";
import { slaDetails } from "../service-level.ts";
import type { Document } from "../table.ts";

/** Members that are compared by rules of their own, or tell what the contract is called. */
const compared = new Set([
  ...["id", "uuid", "kind", "version", "status", "description", "servers", "roles", "schema", "dataset"],
  ...["slaProperties", "slaDefaultElement", "slaDefaultColumn"],
]);

/** Version 2 has one server, whose members stand at the top. */
const placeInVersion2 = ["server", "sourcePlatform", "database", "project", "datasetName", "driver", "driverVersion"];

/** What a document of the Open Data Contract Standard says of all its schema objects. */
export function odcsDocument(
  path: string,
  document: Tree,
  id: string,
  tables: readonly { readonly name: string }[],
): Document {
  const second = get(document, "uuid") !== undefined && get(document, "id") === undefined;
  const servers = itemsOf(get(document, "servers")).filter((item) => item.kind === "object");
  const entries = servers.map((item) => [textOf(get(item, "server")) ?? "", item] as const);
  const people = get(document, "team");
  const description = get(document, "description");
  return {
    id,
    tables: tables.map(({ name }) => name),
    at: locationOf(path, document),
    servers: [
      ...entries.map(([name, item]) => serverIn(path, name, item)),
      ...(second && document.kind === "object" ? onlyServer(path, document) : []),
    ],
    roles: [
      ...rolesIn(path, get(document, "roles")),
      ...entries.flatMap(([name, item]) => rolesIn(path, get(item, "roles"), name)),
    ],
    constraints: textConstraint(path, document, "status", "lifecycle"),
    details: joinedDetails([
      membersIn(path, document, new Set([...compared, ...(second ? placeInVersion2 : ["team"])])),
      // version 3.0 lists the members without a team around them
      people?.kind === "array"
        ? membersIn(path, {
            ...people,
            kind: "object",
            members: new Map([["team.members", { at: people, value: people }]]),
          })
        : under("team", membersIn(path, people)),
      under("description", membersIn(path, description, textMembers(description))),
      serverDetails(path, entries),
      slaDetails(path, document),
      roleDetails(path, "roles", get(document, "roles")),
    ]),
    prose: proseOfAll(path, document),
  };
}

function onlyServer(path: string, document: ObjectTree): readonly Server[] {
  const members = new Map([...document.members].filter(([name]) => placeInVersion2.includes(name)));
  if (members.size === 0) return [];
  const name = textOf(members.get("server")?.value) ?? "";
  return [serverIn(path, name, { ...document, members })];
}
