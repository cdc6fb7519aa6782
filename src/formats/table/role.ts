import type { Location } from "../../model.ts";
import { get, itemsOf, type Tree, textOf } from "../../text/tree.ts";
import type { Emit } from "../format.ts";
import { locationOf } from "./read.ts";
import { matched } from "./relation.ts";
import type { TableRules } from "./rules.ts";
import { shortened } from "./written.ts";

/** Who may get at the rows, as a contract or one of its servers lists it. */
export interface Role {
  readonly id?: string;
  readonly name: string;
  /** `read`, as written; empty where it is not said. */
  readonly access: string;
  /** The server that it is on; empty for all. */
  readonly on: string;
  readonly at: Location;
}

/** Open Data Contract Standard, Roles. What else stands there says who approves, and is a detail. */
export function rolesIn(path: string, list: Tree | undefined, on = ""): readonly Role[] {
  return itemsOf(list).flatMap((item): readonly Role[] => {
    const text = (key: string) => textOf(get(item, key))?.trim();
    const [id, name] = [text("id"), text("role") ?? text("name")];
    if (name === undefined || name === "") return [];
    return [{ ...(id !== undefined && { id }), name, access: text("access") ?? "", on, at: locationOf(path, item) }];
  });
}

/** Members of a role that are compared here. */
export const comparedOfRole: ReadonlySet<string> = new Set(["role", "name", "access"]);

interface Place {
  readonly at: Location;
  /** What the servers of both sides are called in head, by what they were called in base. */
  readonly servers: ReadonlyMap<string, string>;
  readonly emit: Emit<TableRules>;
}

/** Who held a role that is gone, or that may do less now, gets at nothing any more. */
export function diffRoles(base: readonly Role[], head: readonly Role[], { at, servers, emit }: Place): void {
  // a role goes and comes with the server that it is on
  const now = new Set(servers.values());
  const before = base.flatMap((role) => {
    const on = role.on === "" ? "" : servers.get(role.on);
    return on === undefined ? [] : [{ ...role, on }];
  });
  const after = head.filter(({ on }) => on === "" || now.has(on));
  const { kept, removed, added } = matched(before, after, [
    ({ id, name, access, on }) => JSON.stringify([id, name, access, on]),
    ({ id, on }) => (id === undefined ? undefined : `${id}\n${on}`),
    ({ name, on }) => `${name.toLowerCase()}\n${on}`,
  ]);
  const tell = (was: Role | undefined, is: Role | undefined, narrower: boolean, what: string) =>
    emit(narrower ? "access-narrowed" : "access-widened", {
      element: "",
      before: was === undefined ? null : { role: said(was) },
      after: is === undefined ? null : { role: said(is) },
      message: what,
      location: is?.at ?? at,
    });
  for (const one of kept) {
    const [was, is] = [one.base, one.head];
    if (was.name.toLowerCase() !== is.name.toLowerCase())
      tell(
        was,
        is,
        true,
        `role ${said(was)}${onServer(was)} is now called ${said(is)}: what was granted to it is not held by the new name`,
      );
    else if (was.access.toLowerCase() !== is.access.toLowerCase())
      tell(
        was,
        is,
        isLess(was.access, is.access),
        `access of role ${shortened(was.name, 60)}${onServer(was)} changed from ${was.access || "unsaid"} to ${is.access || "unsaid"}`,
      );
  }
  for (const role of removed) tell(role, undefined, true, `role ${said(role)}${onServer(role)} was removed`);
  for (const role of added) tell(undefined, role, false, `role ${said(role)}${onServer(role)} was added`);
}

const onServer = ({ on }: Role) => (on === "" ? "" : ` on server ${shortened(on, 60)}`);
const said = ({ name, access }: Role) => `${shortened(name, 60)}${access === "" ? "" : ` (${shortened(access, 40)})`}`;

/** Whether something that base allows is not known to be allowed by head. */
function isLess(base: string, head: string): boolean {
  const [was, is] = [allowed(base), allowed(head)];
  return is === undefined || was === undefined || [...was].some((one) => !is.has(one));
}

/** What a word of access allows; undefined where nobody knows. */
function allowed(access: string): ReadonlySet<string> | undefined {
  const word = access.toLowerCase().replaceAll(/[^a-z]/g, "");
  if (/^(?:read|readonly|select|reader)$/.test(word)) return new Set(["read"]);
  if (/^(?:write|writeonly|insert)$/.test(word)) return new Set(["write"]);
  if (/^(?:readwrite|readandwrite|rw)$/.test(word)) return new Set(["read", "write"]);
  return /^(?:admin|owner|all|full)$/.test(word) ? new Set(["read", "write", "all"]) : undefined;
}
