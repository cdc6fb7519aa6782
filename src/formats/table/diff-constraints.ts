import type { Location } from "../../model.ts";
import type { Emit } from "../format.ts";
import { pair } from "../pair.ts";
import { classificationChange, encryptionChange } from "./classification.ts";
import { type Constraint, isLowerBound } from "./constraint.ts";
import { lifecycleRule } from "./lifecycle.ts";
import type { TableRules } from "./rules.ts";

interface Place {
  readonly element: string;
  /** What the constraints are about, in words. */
  readonly of: string;
  /** Where to point when a constraint is gone. */
  readonly at: Location;
  /** The day for which base announces its end. */
  readonly ends?: string | undefined;
  readonly emit: Emit<TableRules>;
}

/** Compares the constraints of a column or a table, paired by kind and name. */
export function diffConstraints(base: readonly Constraint[], head: readonly Constraint[], place: Place): void {
  const apart = new Set([...bothKinds(base), ...bothKinds(head)]);
  const repeated = new Set([...repeats(base), ...repeats(head)]);
  const key = (constraint: Constraint) => {
    const { kind, name } = constraint;
    if (kind === "bound" && !apart.has(inclusive(name))) return `bound ${inclusive(name)}`;
    return repeated.has(`${kind} ${name}`) ? `${kind} ${name} ${text(promised(constraint))}` : `${kind} ${name}`;
  };
  const { removed, kept, added } = pair(base, head, key);
  const left = onlyOnesLeft(removed, added);
  for (const constraint of removed) tell(constraint, left.get(constraint), place);
  for (const one of kept) tell(one.base, one.head, place);
  const told = new Set(left.values());
  for (const constraint of added) if (!told.has(constraint)) tell(undefined, constraint, place);
}

/** Of several of one kind and name, the only one left on either side is one that changed. */
function onlyOnesLeft(
  removed: readonly Constraint[],
  added: readonly Constraint[],
): ReadonlyMap<Constraint, Constraint> {
  const alone = (constraints: readonly Constraint[]) => {
    const several = new Set(repeats(constraints));
    return new Map(
      constraints.map((one) => [`${one.kind} ${one.name}`, one] as const).filter(([name]) => !several.has(name)),
    );
  };
  const now = alone(added);
  return new Map(
    [...alone(removed)].flatMap(([name, constraint]) => {
      const partner = now.get(name);
      return partner === undefined ? [] : [[constraint, partner] as const];
    }),
  );
}

/** Constraints of one kind and name that a side has several of: their values tell them apart. */
function repeats(constraints: readonly Constraint[]): readonly string[] {
  const seen = new Set<string>();
  return constraints.map(({ kind, name }) => `${kind} ${name}`).filter((name) => seen.has(name) || !seen.add(name));
}

/** `exclusiveMinimum` is a minimum that stands a little further in. */
function inclusive(name: string): string {
  return name.replace(/^exclusiveM/, "m");
}

/** Bounds of which a side has both kinds, so that they cannot be told as one. */
function bothKinds(constraints: readonly Constraint[]): readonly string[] {
  const names = new Set(constraints.filter(({ kind }) => kind === "bound").map(({ name }) => name));
  return ["minimum", "maximum"].filter((name) => names.has(name) && names.has(`exclusiveM${name.slice(1)}`));
}

/** One that appeared, went or changed; at least one side is there, both of one kind. */
function tell(base: Constraint | undefined, head: Constraint | undefined, place: Place): void {
  const { element, of, at, ends, emit } = place;
  const { kind, name } = (head ?? base) as Constraint;
  const before = base === undefined ? null : promised(base);
  const after = head === undefined ? null : promised(head);
  const renamed = base !== undefined && head !== undefined && base.name !== head.name;
  if (text(before) === text(after) && !renamed) return;
  if (kind === "classification" || kind === "encryption") {
    const [was, is] = [base && text(promised(base)), head && text(promised(head))];
    const { rule, verb, ...how } = kind === "encryption" ? encryptionChange(was, is) : classificationChange(was, is);
    if (rule === undefined) return;
    const from = base === undefined || head === undefined ? "" : ` from ${text(before)} to ${text(after)}`;
    const one = from !== "" || text(before ?? after) === "true" ? "" : ` (${text(before ?? after)})`;
    emit(rule, {
      element,
      before: before === null ? null : { [name]: before },
      after: after === null ? null : { [name]: after },
      message: `${name} of ${of} ${verb}${from}${one}`,
      location: head?.at ?? at,
      ...how,
    });
    return;
  }
  if (base?.kind === "enum" && head?.kind === "enum") {
    tellValues(base.values, head, { element, of, at, emit });
    return;
  }
  const what = before === null ? "was added" : after === null ? "was removed" : "changed";
  const was = renamed ? `${base.name} ` : "";
  const one = text(before ?? after);
  const change =
    what === "changed" ? ` from ${was}${text(before)} to ${text(after)}` : one === "true" ? "" : ` (${one})`;
  const rule = renamed && text(before) === text(after) ? boundMoved(base.name) : ruleOf(kind, name, before, after);
  emit(rule, {
    element,
    before: before === null ? null : { [base?.name ?? name]: before },
    after: after === null ? null : { [name]: after },
    message: `${name} of ${of} ${what}${change}`,
    location: head?.at ?? at,
    ...(rule === "retired" && ends !== undefined && { announced: ends }),
    ...(kind === "definition" && { basis: "not-analysed" as const }),
  });
}

type Value = string | readonly string[] | null;

function ruleOf(
  kind: Exclude<Constraint["kind"], "classification" | "encryption">,
  name: string,
  before: Value,
  after: Value,
): keyof TableRules {
  const what = before === null ? "added" : after === null ? "removed" : "changed";
  switch (kind) {
    case "enum":
    case "rule":
      return `constraint-${what}`;
    case "bound":
      return boundChange(name, before, after);
    case "definition":
      return "definition-changed";
    case "unique":
      return "unique-changed";
    case "stored-default":
      return "stored-default-changed";
    case "layout":
      return "layout-changed";
    case "enforcement":
      return what === "removed" ? "enforcement-removed" : "enforcement-added";
    case "access":
      return accessLevels.indexOf(String(after)) >= accessLevels.indexOf(String(before))
        ? "access-widened"
        : "access-narrowed";
    case "lifecycle":
      return lifecycleRule(name, text(before), text(after));
  }
}

function tellValues(base: readonly string[], head: Constraint & { kind: "enum" }, { element, of, emit }: Place): void {
  const { removed, added } = pair([...new Set(base)], [...new Set(head.values)], (value) => value);
  for (const value of removed)
    emit("enum-value-removed", {
      element,
      before: { enum: value },
      after: null,
      message: `${of} may no longer be ${JSON.stringify(value)}`,
      location: head.at,
    });
  for (const value of added)
    emit("enum-value-added", {
      element,
      before: null,
      after: { enum: value },
      message: `${of} may be ${JSON.stringify(value)} now`,
      location: head.at,
    });
}

function promised(constraint: Constraint): string | readonly string[] {
  return constraint.kind === "enum" ? constraint.values : constraint.value;
}

function text(value: string | readonly string[] | null): string {
  return value === null || typeof value === "string" ? (value ?? "none") : value.join(", ");
}

const accessLevels = ["private", "protected", "public"];

/** The same number, now counted out or in. */
function boundMoved(before: string): "bound-loosened" | "bound-tightened" {
  return before.startsWith("exclusive") ? "bound-loosened" : "bound-tightened";
}

/** Numbers by size, dates of one shape by text; anything else may be either way. */
function boundChange(
  name: string,
  before: Value,
  after: Value,
): "bound-loosened" | "bound-tightened" | "bound-changed" {
  if (after === null) return "bound-loosened";
  if (before === null) return "bound-tightened";
  const [from, to] = [String(before), String(after)];
  const numbers = [from, to].map(Number);
  const [low, high] = numbers as [number, number];
  if (name === "multipleOf") {
    if (low % high === 0) return "bound-loosened";
    return high % low === 0 ? "bound-tightened" : "bound-changed";
  }
  const comparable =
    numbers.every(Number.isFinite) || (isoDate.test(from) && isoDate.test(to) && from.length === to.length);
  if (!comparable) return "bound-changed";
  const lower = numbers.every(Number.isFinite) ? high < low : to < from;
  return lower === isLowerBound(name) ? "bound-loosened" : "bound-tightened";
}

const isoDate = /^\d{4}-\d{2}-\d{2}(?:T[\d:.]+Z?)?$/;
