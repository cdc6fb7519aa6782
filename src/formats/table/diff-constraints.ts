import type { Location } from "../../model.ts";
import type { Emit } from "../format.ts";
import { pair } from "../pair.ts";
import { type Constraint, isLowerBound } from "./constraint.ts";
import type { TableRules } from "./rules.ts";

interface Place {
  readonly element: string;
  /** What the constraints are about, in words. */
  readonly of: string;
  /** Where to point when a constraint is gone. */
  readonly at: Location;
  readonly emit: Emit<TableRules>;
}

/** Compares the constraints of a column or a table, paired by kind and name. */
export function diffConstraints(base: readonly Constraint[], head: readonly Constraint[], place: Place): void {
  const { removed, kept, added } = pair(base, head, ({ kind, name }) => `${kind} ${name}`);
  for (const constraint of removed) tell(constraint, undefined, place);
  for (const one of kept) tell(one.base, one.head, place);
  for (const constraint of added) tell(undefined, constraint, place);
}

/** One that appeared, went or changed; at least one side is there, both of one kind. */
function tell(base: Constraint | undefined, head: Constraint | undefined, { element, of, at, emit }: Place): void {
  const { kind, name } = (head ?? base) as Constraint;
  const before = base === undefined ? null : promised(base);
  const after = head === undefined ? null : promised(head);
  if (text(before) === text(after)) return;
  if (base?.kind === "enum" && head?.kind === "enum") {
    tellValues(base.values, head, { element, of, at, emit });
    return;
  }
  const what = before === null ? "was added" : after === null ? "was removed" : "changed";
  const change = what === "changed" ? `from ${text(before)} to ${text(after)}` : `(${text(before ?? after)})`;
  emit(ruleOf(kind, name, before, after), {
    element,
    before: before === null ? null : { [name]: before },
    after: after === null ? null : { [name]: after },
    message: `${name} of ${of} ${what} ${change}`,
    location: head?.at ?? at,
  });
}

type Value = string | readonly string[] | null;

function ruleOf(kind: Constraint["kind"], name: string, before: Value, after: Value): keyof TableRules {
  const what = before === null ? "added" : after === null ? "removed" : "changed";
  switch (kind) {
    case "enum":
    case "rule":
      return `constraint-${what}`;
    case "bound":
      return boundChange(name, before, after);
    case "unique":
      return "unique-changed";
    case "classification":
      return what === "removed" ? "classification-removed" : "classification-changed";
    case "layout":
      return "layout-changed";
    case "enforcement":
      return what === "removed" ? "enforcement-removed" : "enforcement-added";
    case "lifecycle":
      return after === "retired" ? "retired" : "lifecycle-changed";
  }
}

function tellValues(base: readonly string[], head: Constraint & { kind: "enum" }, { element, of, emit }: Place): void {
  const { removed, added } = pair([...new Set(base)], [...new Set(head.values)], (value) => value);
  for (const value of removed)
    emit("enum-value-removed", {
      element,
      before: value,
      after: null,
      message: `${of} may no longer be ${JSON.stringify(value)}`,
      location: head.at,
    });
  for (const value of added)
    emit("enum-value-added", {
      element,
      before: null,
      after: value,
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
