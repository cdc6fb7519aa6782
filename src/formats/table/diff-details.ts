import type { Location } from "../../model.ts";
import type { Emit } from "../format.ts";
import type { Detail, Details } from "./details.ts";
import type { TableRules } from "./rules.ts";
import { shortened } from "./written.ts";

interface Place {
  readonly element: string;
  /** What the details are about, in words. */
  readonly of: string;
  /** Where to point when one is gone. */
  readonly at: Location;
  readonly emit: Emit<TableRules>;
  /** Told by another rule already. */
  readonly told?: (key: string) => boolean;
}

/** Everything that differs beside the promises of one element, as one notice. */
export function diffDetails(base: Details = new Map(), head: Details = new Map(), place: Place): void {
  const { element, of, at, emit, told = () => false } = place;
  const keys = [...new Set([...base.keys(), ...head.keys()])].filter((key) => {
    const about = (base.get(key) ?? head.get(key))?.about;
    const isGone = about !== undefined && !(base.has(about) && head.has(about));
    return !isGone && !told(key) && text(base.get(key)) !== text(head.get(key));
  });
  const [first] = keys;
  if (first === undefined) return;
  const names = [...new Set(keys.map(topOf))];
  const parts = keys.map((key) => difference(base.get(key), head.get(key)));
  const verb = parts.every(({ was }) => was === undefined)
    ? "added"
    : parts.every(({ is }) => is === undefined)
      ? "removed"
      : "changed";
  const [only] = parts;
  const how = parts.length === 1 && only !== undefined ? ` (${inWords(only)})` : "";
  emit("details-changed", {
    element,
    before: sideOf(keys, parts, "was"),
    after: sideOf(keys, parts, "is"),
    message: `${of}: ${inList(names)} ${verb}${how}`,
    location: head.get(first)?.at ?? at,
  });
}

/** `team.members` is told as `team`, a custom property by its own name. */
const topOf = (key: string) => {
  const [top = key, ...rest] = key.split(".");
  return top === "customProperties" || top === "logicalTypeOptions" || top === "config" ? rest.join(".") || top : top;
};

interface Difference {
  readonly was: string | readonly string[] | undefined;
  readonly is: string | readonly string[] | undefined;
}

/** Of two lists only the items that the other lacks. What is secret is not told. */
function difference(base: Detail | undefined, head: Detail | undefined): Difference {
  const side = (detail: Detail | undefined) => (detail?.secret ? "(not shown)" : detail?.value);
  const [was, is] = [side(base), side(head)];
  if (was === undefined || is === undefined || typeof was === "string" || typeof is === "string") return { was, is };
  return { was: without(was, is), is: without(is, was) };
}

function without(items: readonly string[], others: readonly string[]): readonly string[] | undefined {
  const left = new Map<string, number>();
  for (const one of others) left.set(one, (left.get(one) ?? 0) + 1);
  const rest = items.filter((one) => {
    const count = left.get(one) ?? 0;
    left.set(one, count - 1);
    return count <= 0;
  });
  return rest.length === 0 ? undefined : rest;
}

/** How much of it is kept: what differs is shown in one line. */
const [mostKeys, mostItems, mostText] = [40, 20, 600];

function sideOf(keys: readonly string[], parts: readonly Difference[], side: "was" | "is"): unknown {
  const entries = keys.slice(0, mostKeys).flatMap((key, index) => {
    const value = parts[index]?.[side];
    if (value === undefined) return [];
    const told = typeof value === "string" ? cut(value) : value.toSorted().slice(0, mostItems).map(cut);
    return [[key, told] as const];
  });
  return entries.length === 0 ? null : Object.fromEntries(entries);
}

const cut = (text: string) => (text.length <= mostText ? text : `${text.slice(0, mostText)}…`);

function inWords({ was, is }: Difference): string {
  const quoted = (value: string | readonly string[]) =>
    shortened(typeof value === "string" ? value : value.toSorted().slice(0, mostItems).join("; "), 80);
  if (was === undefined || is === undefined) return quoted(is ?? was ?? "");
  return `${quoted(was)}, now ${quoted(is)}`;
}

/** The order of a list means nothing. */
const text = (detail: Detail | undefined) =>
  JSON.stringify(typeof detail?.value === "object" ? detail.value.toSorted() : detail?.value);

function inList(names: readonly string[]): string {
  const shown = names.slice(0, 4).map((name) => shortened(name, 40));
  const more = names.length - shown.length;
  const all = more > 0 ? [...shown, `${more} more`] : shown;
  return all.length === 1 ? `${all[0]}` : `${all.slice(0, -1).join(", ")} and ${all.at(-1)}`;
}
