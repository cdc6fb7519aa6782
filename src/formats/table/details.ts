import type { Location } from "../../model.ts";
import { get, itemsOf, type Member, type Tree, textOf } from "../../text/tree.ts";
import { isTelling } from "../tags.ts";
import { explains } from "./enum-meaning.ts";
import { isDefining, isProse } from "./prose.ts";
import { locationOf } from "./read.ts";
import { canonical, unordered } from "./written.ts";

/** One thing that is written beside the promises: a scalar's text, or the items of a list, whose order means nothing. */
export interface Detail {
  readonly value: string | string[];
  /** Whether it is compared, and never shown. */
  readonly secret?: true;
  readonly at: Location;
  /** The part that it is about, `servers.prod`: told only where both sides have that. */
  readonly about?: string;
}

/** By its path, `team.name`. */
export type Details = ReadonlyMap<string, Detail>;

/** How deep mappings are told apart member by member; below that their text is compared. */
const deepest = 6;

/**
 * Everything a mapping says that no rule of its own compares. `compared`: the members that others read. What nobody here has heard of is a
 * detail too, so that nothing goes unsaid.
 */
export function detailsIn(path: string, item: Tree | undefined, compared: ReadonlySet<string>): Details {
  const found = new Map<string, Detail>();
  if (item?.kind !== "object") return found;
  for (const [name, member] of item.members) {
    if (compared.has(name) || isProse(name)) continue;
    if (name === "tags") add(found, path, name, withoutTelling(member));
    else if (name === "customProperties") customProperties(found, path, member.value);
    else if (name === "authoritativeDefinitions") definitions(found, path, member.value);
    else if (!(explains(name) && member.value.kind !== "string")) add(found, path, name, member);
  }
  return found;
}

/** The members of a mapping that nobody reads as prose: descriptions count as well. */
export function membersIn(path: string, item: Tree | undefined, compared: ReadonlySet<string> = new Set()): Details {
  const found = new Map<string, Detail>();
  if (item?.kind === "object")
    for (const [name, member] of item.members) if (!compared.has(name)) add(found, path, name, member);
  return found;
}

/** One part of a document or column, by its name there; its details are told only where both sides have it. */
export type Part = readonly [name: string, item: Tree];

/** Members of a list's items, by what tells the items apart; and that each is there, so that what goes or comes with it is not told. */
export function detailsOfParts(
  path: string,
  list: string,
  parts: Iterable<Part>,
  compared: ReadonlySet<string>,
): Details {
  const found = new Map<string, Detail>();
  for (const [name, item] of parts) {
    const about = `${list}.${name}`;
    found.set(about, { value: "", at: locationOf(path, item), about });
    for (const [member, detail] of membersIn(path, item, compared))
      put(found, `${about}.${member}`, { ...detail, about });
  }
  return found;
}

/** Details of several kinds as one; a later one wins. */
export function joinedDetails(all: readonly Details[]): Details {
  return new Map(all.flatMap((details) => [...details]));
}

/** Under a name that says whose they are. */
export function under(name: string, details: Details): Details {
  return new Map([...details].map(([member, detail]) => [`${name}.${member}`, detail]));
}

/** What two items of one name say is a list of both. */
function put(found: Map<string, Detail>, name: string, detail: Detail): void {
  const known = found.get(name);
  const values = listOf(detail.value);
  if (known === undefined)
    found.set(name, typeof detail.value === "string" ? detail : { ...detail, value: [...values] });
  else if (typeof known.value === "string") found.set(name, { ...known, value: [known.value, ...values] });
  else for (const value of values) known.value.push(value);
}

const listOf = (value: Detail["value"]) => (typeof value === "string" ? [value] : value);

function add(
  found: Map<string, Detail>,
  path: string,
  name: string,
  { at, value }: Pick<Member, "at" | "value">,
  depth = 0,
): void {
  if (value.kind === "null") return;
  const place = locationOf(path, at);
  if (value.kind === "object" && depth < deepest) {
    for (const [member, one] of value.members) add(found, path, `${name}.${member}`, one, depth + 1);
    return;
  }
  const told =
    value.kind === "array"
      ? value.items.map(unordered).sort()
      : value.kind === "object"
        ? unordered(value)
        : textOf(value);
  if (told === undefined || told.length === 0) return;
  put(found, name, { ...shown(name, told), at: place });
}

function shown(name: string, value: Detail["value"]): Pick<Detail, "value" | "secret"> {
  return isSecret(name) ? { value, secret: true } : { value };
}

/** Whether a member holds what nobody should read; contracts of the standard's version 2 have a password. */
export function isSecret(name: string): boolean {
  return /passw|secret|credential|token/i.test(name);
}

function withoutTelling({ at, value }: Member): Pick<Member, "at" | "value"> {
  if (value.kind !== "array") return { at, value };
  return { at, value: { ...value, items: value.items.filter((item) => !isTelling(textOf(item) ?? "")) } };
}

function customProperties(found: Map<string, Detail>, path: string, list: Tree): void {
  for (const entry of itemsOf(list)) {
    const [name, value] = [textOf(get(entry, "property")) ?? "", get(entry, "value")];
    const read = isProse(name) || (value?.kind === "object" && explains(name));
    if (value !== undefined && value.kind !== "null" && !read) {
      // what a stranger's list means by its order, nobody knows
      const told = canonical(value);
      if (told !== "") put(found, `customProperties.${name}`, { ...shown(name, told), at: locationOf(path, entry) });
    }
    for (const [member, detail] of detailsIn(path, entry, new Set(["property", "value"])))
      put(found, `customProperties.${name}.${member}`, detail);
    const description = textOf(get(entry, "description"));
    if (description !== undefined)
      put(found, `customProperties.${name}.description`, { value: description, at: locationOf(path, entry) });
  }
}

/** What defines no meaning: tutorials, implementations; and what is written beside an address. */
function definitions(found: Map<string, Detail>, path: string, list: Tree): void {
  for (const entry of itemsOf(list)) {
    const [type, url] = ["type", "url"].map((key) => textOf(get(entry, key)) ?? "") as [string, string];
    const name = `authoritativeDefinitions.${type}`;
    if (url !== "" && !isDefining(type)) put(found, name, { value: [url], at: locationOf(path, entry) });
    const rest = entry.kind === "object" ? [...entry.members].filter(([key]) => key !== "type" && key !== "url") : [];
    for (const [key, member] of rest) add(found, path, `${name}.${key}`, member);
  }
}
