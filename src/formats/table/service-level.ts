import type { Location } from "../../model.ts";
import { get, itemsOf, type Tree, textOf } from "../../text/tree.ts";
import { type Details, detailsOfParts, joinedDetails, membersIn, under } from "./details.ts";
import { type Quantity, quantityOf } from "./quantity.ts";
import { locationOf } from "./read.ts";

/** One thing a contract promises of how its rows are delivered and kept. */
export interface ServiceLevel {
  readonly id?: string;
  /** `latency`, as the contract spells it. */
  readonly property: string;
  /** Where it is measured, as the contract says; empty where it does not. */
  readonly element: string;
  /** The agreed value, and the extended one. */
  readonly values: readonly (Quantity | string)[];
  /** For people, `5 m`. */
  readonly told: string;
  readonly at: Location;
}

/** Members that say what is promised, and of what. */
const ofLevel = new Set(["property", "value", "valueExt", "unit", "element", "column"]);

/** What is written of service levels beside what is promised: description, driver, scheduler. */
export function slaDetails(path: string, document: Tree): Details {
  const parts = itemsOf(get(document, "slaProperties")).map((item) => {
    const [property = "", element = ""] = ["property", "element"].map((key) => textOf(get(item, key)));
    return [`${propertyName(property)}${element === "" ? "" : ` on ${element.toLowerCase()}`}`, item] as const;
  });
  return detailsOfParts(path, "slaProperties", parts, ofLevel);
}

/** Open Data Contract Standard, `slaProperties`. */
export function slaProperties(path: string, document: Tree): readonly ServiceLevel[] {
  const otherwise = textOf(get(document, "slaDefaultElement")) ?? textOf(get(document, "slaDefaultColumn")) ?? "";
  return itemsOf(get(document, "slaProperties")).flatMap((item): readonly ServiceLevel[] => {
    const text = (key: string) => textOf(get(item, key))?.trim();
    const property = text("property");
    const written = [text("value"), text("valueExt")].filter((value) => value !== undefined && value !== "");
    const element = text("element") ?? text("column") ?? otherwise;
    if (property === undefined || written.length === 0) return [];
    const unit = text("unit") ?? "";
    const id = text("id");
    return [
      {
        ...(id !== undefined && { id }),
        property,
        element,
        values: written.map((value) => promisedValue(property, value ?? "", unit)),
        told: [written.join(" / "), unit].filter((part) => part !== "").join(" "),
        at: locationOf(path, item),
      },
    ];
  });
}

/** Data Contract Specification, `servicelevels`: each member that is agreed, and the field it is measured on. */
const levels = [
  ["availability", "percentage", undefined],
  ["retention", "period", "timestampField"],
  ["retention", "unlimited", "timestampField"],
  ["latency", "threshold", "processedTimestampField"],
  ["freshness", "threshold", "timestampField"],
  ["frequency", "type", undefined],
  ["frequency", "interval", undefined],
  ["frequency", "cron", undefined],
  ["support", "time", undefined],
  ["support", "responseTime", undefined],
  ["backup", "interval", undefined],
  ["backup", "cron", undefined],
  ["backup", "recoveryTime", undefined],
  ["backup", "recoveryPoint", undefined],
] as const;
const plain = new Set(["percentage", "period", "unlimited", "threshold", "interval"]);

export function serviceLevels(path: string, document: Tree): readonly ServiceLevel[] {
  const all = get(document, "servicelevels");
  const notice = get(get(document, "terms"), "noticePeriod");
  const period = textOf(notice)?.trim() ?? "";
  // how long before it ends, or changes, readers are told
  const told: readonly ServiceLevel[] =
    notice === undefined || period === ""
      ? []
      : [
          {
            property: "noticePeriod",
            element: "",
            values: [promisedValue("noticePeriod", period, "")],
            told: period,
            at: locationOf(path, notice),
          },
        ];
  return [...told, ...agreed(path, all)];
}

/** What is written of service levels beside what is promised. One that promises nothing is all written beside. */
export function serviceLevelDetails(path: string, document: Tree): Details {
  const all = get(document, "servicelevels");
  const members = all?.kind === "object" ? [...all.members].map(([name, { value }]) => [name, value] as const) : [];
  return joinedDetails([
    ...members.map(([name, value]) => {
      const known = levels.filter(([level]) => level === name);
      const read = new Set<string>(known.flatMap(([, key, field]) => [key, field ?? key]));
      const promises = known.some(([, key]) => get(value, key) !== undefined);
      if (promises) return detailsOfParts(path, "servicelevels", [[name, value]], read);
      return under(`servicelevels.${name}`, membersIn(path, value, read));
    }),
  ]);
}

function agreed(path: string, all: Tree | undefined): readonly ServiceLevel[] {
  return levels.flatMap(([name, key, field]): readonly ServiceLevel[] => {
    const level = get(all, name);
    const member = get(level, key);
    const text = textOf(member)?.trim();
    const element = (field === undefined ? undefined : textOf(get(level, field))) ?? "";
    if (member === undefined || text === undefined || text === "") return [];
    if (key === "unlimited" && text !== "true") return [];
    const value = key === "unlimited" ? "unlimited" : text;
    const property = plain.has(key) ? name : `${name} ${key}`;
    return [
      { property, element, values: [promisedValue(property, value, "")], told: value, at: locationOf(path, member) },
    ];
  });
}

/** A share is told from a percentage by its size where availability does not say. */
function promisedValue(property: string, text: string, unit: string): Quantity | string {
  const quantity = quantityOf(text, unit);
  if (quantity?.kind !== "number" || quantity.unit !== "" || propertyName(property) !== "availability")
    return quantity ?? text.toLowerCase().replaceAll(/\s+/g, " ");
  return { kind: "share", value: quantity.value > 1 ? quantity.value / 100 : quantity.value };
}

/**
 * Which of a document's service levels are about which of its tables, given everything the tables are called. An element that
 * names none of them is taken to be of every one.
 */
export function levelsByTable(
  levels: readonly ServiceLevel[],
  tables: readonly string[],
): (own: readonly string[]) => readonly ServiceLevel[] {
  const known = new Set(tables.map((table) => table.toLowerCase()));
  const about = new Map<string, ServiceLevel[]>();
  const general: ServiceLevel[] = [];
  for (const level of levels) {
    const named = new Set(elementsOf(level).map((element) => prefixes(element).find((prefix) => known.has(prefix))));
    if (named.size === 0 || named.has(undefined)) general.push(level);
    else
      for (const table of named) {
        const levels = about.get(table ?? "") ?? [];
        about.set(table ?? "", levels);
        levels.push(level);
      }
  }
  return (own) => [...general, ...new Set(own.flatMap((name) => about.get(name.toLowerCase()) ?? []))];
}

function elementsOf({ element }: ServiceLevel): readonly string[] {
  return element
    .toLowerCase()
    .split(",")
    .map((one) => one.trim())
    .filter((one) => one !== "");
}

/** `raw.orders.id`, `raw.orders`, `raw`. */
function prefixes(element: string): readonly string[] {
  const steps = element.split(".", 8);
  return steps.map((_, index) => steps.slice(0, steps.length - index).join("."));
}

/** The standard's short names. */
const shortNames = new Map([
  ["av", "availability"],
  ["th", "throughput"],
  ["er", "errorrate"],
  ["ga", "generalavailability"],
  ["es", "endofsupport"],
  ["el", "endoflife"],
  ["re", "retention"],
  ["fy", "frequency"],
  ["ly", "latency"],
  ["td", "timetodetect"],
  ["tn", "timetonotify"],
  ["tr", "timetorepair"],
]);

/** What a property is, however it is spelled: `End Of Life`, `endOfLife`. */
export function propertyName(property: string): string {
  const name = property.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, "");
  return shortNames.get(name) ?? name;
}

const less = [
  ...["latency", "freshness", "frequency", "errorrate", "timetodetect", "timetonotify", "timetorepair"],
  ...["generalavailability", "timeofavailability", "supportresponsetime", "backup", "backuprecoverytime"],
  "backuprecoverypoint",
];
const more = ["availability", "throughput", "retention", "endofsupport", "endoflife", "frequencytype", "noticeperiod"];
const better = new Map([
  ...less.map((name) => [name, "less"] as const),
  ...more.map((name) => [name, "more"] as const),
]);

/** Which way a property is better for its readers; undefined where nobody knows. */
export function betterWay(property: string): "less" | "more" | undefined {
  return better.get(propertyName(property));
}

/** A date after which nothing is promised any more. */
export function isEnd(property: string): boolean {
  return /^endof(?:support|life)$/.test(propertyName(property));
}
