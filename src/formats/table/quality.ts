import type { Location } from "../../model.ts";
import { get, type Tree, textOf } from "../../text/tree.ts";
import { type Details, membersIn } from "./details.ts";
import {
  allowedBy,
  both,
  fromZero,
  isCeiling,
  isOnly,
  type NumberSet,
  operators,
  scaled,
  setRelation,
  whole,
} from "./number-set.ts";
import { locationOf } from "./read.ts";
import { combined, type Relation } from "./relation.ts";
import { canonical, words } from "./written.ts";

/** What a contract promises that a measurement of its rows yields. */
export interface QualityRule {
  readonly id?: string;
  readonly name?: string;
  readonly kind: string;
  /** What a library measures; empty for the other kinds. */
  readonly metric: string;
  /** What is measured, in one canonical text: metric and arguments, query, implementation, prose. */
  readonly subject: string;
  /** The values that count as valid, or as missing, where the measurement takes a list of them. */
  readonly lists: ReadonlyMap<string, ReadonlySet<string>>;
  /** What the measurement may yield; undefined where the rule does not say it in numbers. */
  readonly allowed: NumberSet | undefined;
  /** `rows`, `share`, or what the contract calls it. */
  readonly unit: string;
  /** 0 information, 1 warning, 2 error, 3 above; else the word. */
  readonly severity: number | string;
  /** For people. */
  readonly told: string;
  /** What is written beside what is measured: dimension, schedule, description. */
  readonly details?: Details;
  readonly at: Location;
}

/** Members that are not the measurement itself. */
const beside = new Set([
  ...operators,
  ...["id", "name", "type", "unit", "severity", "dimension", "businessImpact", "description", "method", "schedule"],
  ...["scheduler", "scheduleCronExpression", "tags", "authoritativeDefinitions", "metric", "rule", "dialect", "code"],
]);

/** Of those, what is compared all the same, each in its way. */
const compared = new Set([...operators, ...["type", "unit", "severity", "metric", "rule"]]);

/** Older names of the standard's metrics. */
const metrics = new Map([
  ["duplicateCount", "duplicateValues"],
  ["nullCount", "nullValues"],
]);
const counted = new Set(["nullValues", "missingValues", "invalidValues", "duplicateValues", "rowCount"]);

/** The quality rules beside a table or a column of a contract document. Nothing here makes a contract unreadable. */
export function qualityOf(path: string, list: Tree | undefined): readonly QualityRule[] {
  const items = list?.kind === "array" ? list.items : list?.kind === "object" ? [list] : [];
  return items.flatMap((item) => (item.kind === "object" ? [ruleIn(path, item)] : []));
}

function ruleIn(path: string, item: Tree & { readonly kind: "object" }): QualityRule {
  const text = (key: string) => textOf(get(item, key));
  const written = text("metric") ?? text("rule");
  const kind = (text("type") ?? (text("query") === undefined ? "library" : "sql")).toLowerCase();
  const metric = written === undefined ? "" : (metrics.get(written) ?? written);
  const said = allowedBy(item);
  const unit = unitOf(text("unit"));
  const { lists, rest } = measured(item);
  // an operator that is not about numbers is part of what is measured
  const others = said === undefined ? [...operators].flatMap((name) => memberText(item, name)) : [];
  const prose = kind === "text" ? words(text("description") ?? "") : "";
  const [id, name] = [text("id"), text("name") ?? text("code")];
  return {
    ...(id !== undefined && { id }),
    ...(name !== undefined && { name }),
    kind,
    metric,
    subject: [kind, metric, prose, ...rest, ...others].join("\n"),
    lists,
    allowed: said && counting(said.set, metric, unit),
    unit: unit.name,
    severity: severityOf(text("severity")),
    told: toldOf(item, metric, said?.words),
    details: detailsOf(path, item, kind),
    at: locationOf(path, item),
  };
}

function detailsOf(path: string, item: Tree & { readonly kind: "object" }, kind: string): Details {
  const others = [...item.members.keys()].filter((name) => compared.has(name) || !beside.has(name));
  return membersIn(path, item, new Set([...others, ...(kind === "text" ? ["description"] : [])]));
}

function measured(item: Tree & { readonly kind: "object" }) {
  const lists = new Map<string, ReadonlySet<string>>();
  const rest: string[] = [];
  const read = (name: string, value: Tree) => {
    if (listNames.has(name) && value.kind === "array") lists.set(name, new Set(value.items.map(canonical)));
    else rest.push(`${name}: ${name === "query" ? queryText(textOf(value) ?? canonical(value)) : canonical(value)}`);
  };
  for (const [name, { value }] of item.members) {
    if (beside.has(name)) continue;
    if (name === "arguments" && value.kind === "object")
      for (const [argument, member] of value.members) read(argument, member.value);
    else read(name, value);
  }
  return { lists, rest: rest.sort() };
}

function memberText(item: Tree, name: string): readonly string[] {
  const value = get(item, name);
  return value === undefined ? [] : [`${name}: ${canonical(value)}`];
}

const listNames = new Set(["validValues", "missingValues"]);

/** White space outside quotes means nothing in a query, nor does a semicolon at its end. */
function queryText(text: string): string {
  return text
    .split(/('[^']*'|"[^"]*"|`[^`]*`)/)
    .map((part, index) => (index % 2 === 1 ? part : part.replaceAll(/\s+/g, " ")))
    .join("")
    .trim()
    .replace(/ ?;$/, "");
}

interface Unit {
  readonly name: string;
  readonly factor: number;
}

function unitOf(text: string | undefined): Unit {
  const unit = text?.trim().toLowerCase() ?? "";
  if (/^(?:|rows?|records?|counts?|values?)$/.test(unit)) return { name: "rows", factor: 1 };
  if (/^(?:percent|percents|percentage|pct|%)$/.test(unit)) return { name: "share", factor: 0.01 };
  if (/^(?:fraction|ratio|share)$/.test(unit)) return { name: "share", factor: 1 };
  return { name: unit, factor: 1 };
}

/** What is allowed, less what the measurement can never yield. */
function counting(set: NumberSet, metric: string, { name, factor }: Unit): NumberSet {
  const own = scaled(set, factor);
  if (!counted.has(metric)) return own;
  if (name === "share") return both(own, fromZero(1));
  return name === "rows" ? whole(both(own, fromZero(Number.POSITIVE_INFINITY))) : own;
}

const severities = new Map(
  [
    ["info", "information", "informational", "low", "minor", "trivial"],
    ["warn", "warning", "medium", "moderate"],
    ["error", "high", "major"],
    ["critical", "blocker", "fatal", "severe"],
  ].flatMap((names, rank) => names.map((name) => [name, rank] as const)),
);

/** A rule that does not say is as good as an error. */
export function severityOf(text: string | undefined): number | string {
  const word = text?.trim().toLowerCase() ?? "";
  return word === "" ? (severities.get("error") ?? 2) : (severities.get(word) ?? word);
}

function toldOf(item: Tree, metric: string, operator: string | undefined): string {
  const text = (key: string) => textOf(get(item, key));
  const implementation = get(item, "implementation") ?? get(item, "specification");
  const custom = [text("engine"), implementation && (textOf(implementation) ?? canonical(implementation))];
  const list = get(item, "arguments") ?? get(item, "validValues");
  const what =
    metric !== ""
      ? `${metric}${list === undefined ? "" : ` ${canonical(list)}`}`
      : (text("query")?.trim() ??
        (custom.filter((part) => part !== undefined).join(": ") || (text("description") ?? "a rule")));
  const unit = operator === undefined ? undefined : text("unit");
  const written = [...operators].flatMap((name) => memberText(item, name)).join(", ");
  const severity = text("severity");
  const parts = [what, operator ?? written, unit].filter((part) => part !== undefined && part !== "");
  return `${parts.join(" ")}${severity === undefined ? "" : ` (${severity})`}`;
}

/** How head's rule stands to base's, which it is known to be. */
export function qualityRelation(base: QualityRule, head: QualityRule): Relation {
  return combined([
    base.subject === head.subject && base.kind === head.kind ? "same" : "changed",
    listsRelation(base, head),
    allowedRelation(base, head),
    severityRelation(base.severity, head.severity),
  ]);
}

function allowedRelation(base: QualityRule, head: QualityRule): Relation {
  if (base.allowed === undefined || head.allowed === undefined)
    return base.allowed === head.allowed && base.unit === head.unit ? "same" : "changed";
  // none at all is none in every unit
  const none = isOnly(base.allowed, 0) || isOnly(head.allowed, 0);
  const sharing = none && [base.unit, head.unit].every((unit) => unit === "rows" || unit === "share");
  return base.unit === head.unit || sharing ? setRelation(base.allowed, head.allowed) : "changed";
}

/** More values that pass: fewer rows are counted as wrong. More values that count as missing: more are. */
function listsRelation(base: QualityRule, head: QualityRule): Relation {
  const names = new Set([...base.lists.keys(), ...head.lists.keys()]);
  const ceiling = [base, head].every(({ allowed }) => allowed !== undefined && isCeiling(allowed));
  const relations = [...names].map((name): Relation => {
    const [before, after] = [base.lists.get(name), head.lists.get(name)];
    if (before === undefined || after === undefined) return "changed";
    const more = [...before].every((value) => after.has(value));
    const fewer = [...after].every((value) => before.has(value));
    if (more && fewer) return "same";
    if (!ceiling || (!more && !fewer)) return "changed";
    return more === (name === "validValues") ? "loosened" : "tightened";
  });
  return combined(relations);
}

function severityRelation(base: number | string, head: number | string): Relation {
  if (base === head) return "same";
  if (typeof base === "string" || typeof head === "string") return "changed";
  return head < base ? "loosened" : "tightened";
}
