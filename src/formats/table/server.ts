import type { Location } from "../../model.ts";
import { isSecret, withoutSecrets } from "../../text/secrets.ts";
import { type ObjectTree, type Tree, textOf } from "../../text/tree.ts";
import type { Emit } from "../format.ts";
import { locationOf } from "./read.ts";
import { matched } from "./relation.ts";
import type { TableRules } from "./rules.ts";
import { canonical, shortened } from "./written.ts";

/** A place where a contract's rows are found. */
export interface Server {
  readonly id?: string;
  readonly name: string;
  /** What leads there: type, host, database, topic, path, and how what lies there is written. */
  readonly place: ReadonlyMap<string, string>;
  /** `prod`, as written; else its name. */
  readonly environment: string;
  readonly at: Location;
}

const beside = new Set([
  ...["id", "server", "description", "roles", "tags", "customProperties", "authoritativeDefinitions"],
]);

/** Whether a member says where a server is, and is not for people or told by rules of its own. */
export function isPlace(member: string): boolean {
  return !beside.has(member) && !isSecret(member);
}

/** One entry of `servers`. Open Data Contract Standard, Infrastructure and Servers; Data Contract Specification, servers. */
export function serverIn(path: string, name: string, item: ObjectTree): Server {
  const place = new Map<string, string>();
  for (const [key, { value }] of item.members)
    if (isPlace(key) && value.kind !== "null") place.set(key, written(key, value));
  const id = textOf(item.members.get("id")?.value);
  const environment = place.get("environment") ?? name;
  return { ...(id !== undefined && { id }), name, place, environment, at: locationOf(path, item) };
}

function written(key: string, value: Tree): string {
  const text = canonical(value);
  return key === "type" || key === "format" ? text.toLowerCase() : text;
}

interface Place {
  readonly at: Location;
  readonly emit: Emit<TableRules>;
}

/**
 * Compares where rows are found: by id, by name, and by place, where only the name is another. Returns what the servers of both sides are
 * called in head, by what they were called in base.
 */
export function diffServers(
  base: readonly Server[],
  head: readonly Server[],
  { at, emit }: Place,
): ReadonlyMap<string, string> {
  const place = (server: Server) => JSON.stringify([...server.place].sort());
  const { kept, removed, added } = matched(base, head, [
    (server) => JSON.stringify([server.id, server.name, place(server)]),
    ({ id }) => id,
    ({ name }) => name,
    (server) => (server.place.size === 0 ? undefined : place(server)),
  ]);
  for (const one of kept) {
    if (one.base.name !== one.head.name) tellName(one.base, one.head, emit);
    if (place(one.base) !== place(one.head)) tellPlace(one.base, one.head, emit);
  }
  for (const server of removed)
    emit("server-removed", {
      element: "",
      before: { server: server.name, ...shown(server.place) },
      after: null,
      message: `server ${nameOf(server)} was removed (${leading(server.place)})`,
      location: at,
      ...unless(server),
    });
  for (const server of added)
    emit("server-added", {
      element: "",
      before: null,
      after: { server: server.name, ...shown(server.place) },
      message: `server ${nameOf(server)} was added (${leading(server.place)})`,
      location: server.at,
    });
  return new Map(kept.map((one) => [one.base.name, one.head.name]));
}

function tellName(base: Server, head: Server, emit: Emit<TableRules>): void {
  emit("server-renamed", {
    element: "",
    before: { server: base.name },
    after: { server: head.name },
    message: `server ${nameOf(base)} is now called ${nameOf(head)}`,
    location: head.at,
    ...unless(base),
  });
}

function tellPlace(base: Server, head: Server, emit: Emit<TableRules>): void {
  const keys = [...new Set([...base.place.keys(), ...head.place.keys()])].filter(
    (key) => base.place.get(key) !== head.place.get(key),
  );
  const side = ({ place }: Server) =>
    new Map(keys.flatMap((key) => (place.has(key) ? [[key, place.get(key) ?? ""] as const] : [])));
  const [was, is] = [side(base), side(head)];
  const stored = keys.some((key) => howWritten.has(key));
  emit("server-moved", {
    element: "",
    before: { server: base.name, ...shown(was) },
    after: { server: head.name, ...shown(is) },
    message: `server ${nameOf(base)} leads elsewhere: ${leading(was)}, now ${leading(is)}`,
    location: head.at,
    // what lies there already stays as it was written
    ...(stored && { breaks: ["backward", "forward"] as const }),
    ...unless(base, keys),
  });
}

/** How what lies at a place is written, rather than where it lies. */
const howWritten = new Set(["format", "delimiter"]);

/** Readers of a place that is only for trying things out may have been told not to rely on it; what it is for may be all that changed. */
function unless({ environment }: Server, keys: readonly string[] = []): { readonly basis?: "suspected" } {
  const trial =
    /^(?:dev|devel|development|test|testing|qa|sandbox|stag(?:e|ing)|uat|pre-?prod(?:uction)?|local|demo)$/i;
  const onlyPurpose = keys.length > 0 && keys.every((key) => key === "environment");
  return onlyPurpose || trial.test(environment.trim()) ? { basis: "suspected" } : {};
}

/** What people may read of it. */
function shown(place: ReadonlyMap<string, string>): Readonly<Record<string, string>> {
  return Object.fromEntries([...place].map(([key, value]) => [key, withoutSecrets(value)]));
}

const nameOf = ({ name }: Server) => (name === "" ? "of the contract" : shortened(name, 60));

function leading(place: ReadonlyMap<string, string>): string {
  const parts = [...place].sort().map(([key, value]) => `${key} ${shortened(withoutSecrets(value), 80)}`);
  return parts.length === 0 ? "nothing said" : shortened(parts.join(", "), 240);
}
