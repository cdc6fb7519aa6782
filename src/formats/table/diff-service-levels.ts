import type { Direction, Location } from "../../model.ts";
import type { Emit } from "../format.ts";
import { order, relationOf } from "./quantity.ts";
import { combined, matched, type Relation } from "./relation.ts";
import type { TableRules } from "./rules.ts";
import { betterWay, isEnd, propertyName, type ServiceLevel } from "./service-level.ts";
import { shortened } from "./written.ts";

interface Place {
  readonly element: string;
  /** Where to point when a promise is gone. */
  readonly at: Location;
  readonly emit: Emit<TableRules>;
}

/**
 * Compares what a table promises of its delivery. All of it is about whole rows, wherever it is measured: who reads any
 * column waits for it, and misses rows that are kept no longer.
 */
export function diffServiceLevels(
  base: readonly ServiceLevel[] = [],
  head: readonly ServiceLevel[] = [],
  place: Place,
): void {
  const { kept, removed, added } = matched(base, head, [
    ({ id, property, element, values }) => JSON.stringify([id, propertyName(property), element.toLowerCase(), values]),
    ({ id, property }) => (id === undefined ? undefined : `${id} ${propertyName(property)}`),
    ({ property, element }) => `${propertyName(property)} ${element.toLowerCase()}`,
    ({ property }) => propertyName(property),
  ]);
  const within = arrivalOf(head);
  for (const one of kept) {
    const relation = levelRelation(one.base, one.head);
    if (relation !== "same") tell(relation, one.base, one.head, place, within);
  }
  // an end that is announced is less than was promised; one that goes is more
  for (const level of removed) tell(isEnd(level.property) ? "tightened" : "loosened", level, undefined, place);
  for (const level of added) tell(isEnd(level.property) ? "loosened" : "tightened", undefined, level, place);
}

/** Properties by which a reader knows how old what it reads may be. */
const prompt = new Set(["latency", "freshness", "frequency"]);

/**
 * Minutes after which a row has certainly arrived: how late it may be, and how long until the next delivery. Undefined where one of
 * the promises is no length of time, or nothing is said of how late rows may be.
 */
function arrivalOf(levels: readonly ServiceLevel[]): number | undefined {
  const own = levels.filter(({ property }) =>
    /^(?:latency|freshness|frequency|timeofavailability)/.test(propertyName(property)),
  );
  if (own.some(({ property }) => !prompt.has(propertyName(property)))) return undefined;
  const longest = new Map<string, number>();
  for (const { property, values } of own)
    for (const value of values) {
      if (typeof value === "string" || value.kind !== "seconds") return undefined;
      const name = propertyName(property);
      longest.set(name, Math.max(longest.get(name) ?? 0, value.most / 60));
    }
  const late = [longest.get("latency"), longest.get("freshness")].filter((one) => one !== undefined);
  return late.length === 0 ? undefined : Math.max(...late) + (longest.get("frequency") ?? 0);
}

function levelRelation(base: ServiceLevel, head: ServiceLevel): Relation {
  const way = betterWay(head.property);
  const values = [...Array(Math.max(base.values.length, head.values.length)).keys()].map((index): Relation => {
    const [before, after] = [base.values[index], head.values[index]];
    if (before === undefined || after === undefined) return "changed";
    if (typeof before !== "string" && typeof after !== "string") return relationOf(way, order(before, after));
    const ranks = [before, after].map((value) => frequencies.indexOf(String(value)));
    const [from = -1, to = -1] = ranks;
    if (before === after) return "same";
    if (propertyName(head.property) !== "frequencytype" || from < 0 || to < 0) return "changed";
    return to > from ? "tightened" : "loosened";
  });
  const moved = base.element.toLowerCase() !== head.element.toLowerCase();
  return combined([...values, moved ? "changed" : "same"]);
}

/** Data Contract Specification, frequency: the least prompt first. */
const frequencies = ["manual", "batch", "micro-batching", "streaming"];

function tell(
  relation: Exclude<Relation, "same">,
  base: ServiceLevel | undefined,
  head: ServiceLevel | undefined,
  { element, at, emit }: Place,
  within?: number,
): void {
  const level = (head ?? base) as ServiceLevel;
  const measured = ({ element: on }: ServiceLevel) => (on === "" ? "" : ` on ${shortened(on, 80)}`);
  const words = (one: ServiceLevel) => shortened(one.told, 80);
  const moved = base !== undefined && head !== undefined && base.element.toLowerCase() !== head.element.toLowerCase();
  const change =
    base === undefined || head === undefined
      ? `${head === undefined ? "was removed" : "was added"} (${words(level)})`
      : `${verbs[relation]} from ${words(base)}${moved ? measured(base) : ""} to ${words(head)}${moved ? measured(head) : ""}`;
  // an end that is announced breaks nobody before it comes, nor does a later one
  const harmless = isEnd(level.property) && (relation === "tightened" || base === undefined);
  const breaks: readonly Direction[] | undefined = harmless ? [] : undefined;
  const said = ({ property, element: on, told }: ServiceLevel) => ({
    sla: property,
    ...(on !== "" && { on }),
    is: told,
  });
  emit(`sla-${relation}`, {
    element,
    before: base === undefined ? null : said(base),
    after: head === undefined ? null : said(head),
    message: `service level ${shortened(level.property, 60)}${moved ? "" : measured(level)} ${change}`,
    location: head?.at ?? at,
    ...(breaks && { breaks }),
    ...(relation === "loosened" &&
      within !== undefined &&
      prompt.has(propertyName(level.property)) && { arrivesWithin: within }),
    ...(relation === "changed" && { basis: "not-analysed" as const }),
  });
}

const verbs = { loosened: "was loosened", tightened: "was tightened", changed: "changed" } as const;
