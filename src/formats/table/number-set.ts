import { get, type Tree, textOf } from "../../text/tree.ts";
import type { Relation } from "./relation.ts";

/** A stretch of numbers; an end that is infinite is not part of it. */
interface Stretch {
  readonly low: number;
  readonly high: number;
  readonly withLow: boolean;
  readonly withHigh: boolean;
}

/** Stretches that do not overlap; none where nothing is allowed. */
export type NumberSet = readonly Stretch[];

const [least, most] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
const stretch = (low: number, high: number, withLow: boolean, withHigh: boolean): Stretch => {
  return { low, high, withLow, withHigh };
};
const everyNumber: NumberSet = [stretch(least, most, false, false)];
export const exactly = (value: number): NumberSet => [stretch(value, value, true, true)];
/** From nothing to `most`: what a count or a share can be. */
export const fromZero = (most: number): NumberSet => [stretch(0, most, true, Number.isFinite(most))];

type Make = (value: number) => NumberSet;
const above: Make = (value) => [stretch(value, most, false, false)];
const atLeast: Make = (value) => [stretch(value, most, true, false)];
const below: Make = (value) => [stretch(least, value, false, false)];
const atMost: Make = (value) => [stretch(least, value, false, true)];
const other: Make = (value) => [...below(value), ...above(value)];

/** Open Data Contract Standard, Data Quality, Valid Comparison Operators; the longer spellings are the older specification's. */
const comparisons: ReadonlyMap<string, readonly [string, Make]> = new Map([
  ["mustBe", ["must be", exactly]],
  ["mustNotBe", ["must not be", other]],
  ["mustBeGreaterThan", ["must be more than", above]],
  ["mustBeGreaterOrEqualTo", ["must be at least", atLeast]],
  ["mustBeGreaterThanOrEqualTo", ["must be at least", atLeast]],
  ["mustBeLessThan", ["must be less than", below]],
  ["mustBeLessOrEqualTo", ["must be at most", atMost]],
  ["mustBeLessThanOrEqualTo", ["must be at most", atMost]],
]);
const ranges: ReadonlyMap<string, readonly [string, (low: number, high: number) => NumberSet]> = new Map([
  ["mustBeBetween", ["must be between", (low, high) => [stretch(low, high, true, true)]]],
  ["mustNotBeBetween", ["must not be between", (low, high) => [...below(low), ...above(high)]]],
]);

/** The members of a rule that say which numbers it allows. */
export const operators: ReadonlySet<string> = new Set([...comparisons.keys(), ...ranges.keys()]);

/** The numbers a rule's operators allow, in words too; undefined where one of them is not about numbers, or there is none. */
export function allowedBy(rule: Tree): { readonly set: NumberSet; readonly words: string } | undefined {
  const parts = [...operators].flatMap((name) => {
    const value = get(rule, name);
    return value === undefined ? [] : [allowedByOne(name, value)];
  });
  if (parts.length === 0 || parts.some((part) => part === undefined)) return undefined;
  const known = parts.filter((part) => part !== undefined);
  return {
    set: known.map(({ set }) => set).reduce(both, everyNumber),
    words: known.map(({ words }) => words).join(" and "),
  };
}

function allowedByOne(name: string, value: Tree) {
  const [single, range] = [comparisons.get(name), ranges.get(name)];
  if (single !== undefined) {
    const number = numberOf(value);
    return number === undefined ? undefined : { set: single[1](number), words: `${single[0]} ${number}` };
  }
  const [low, high] = value.kind === "array" && value.items.length === 2 ? value.items.map(numberOf) : [];
  if (range === undefined || low === undefined || high === undefined) return undefined;
  return { set: range[1](low, high), words: `${range[0]} ${low} and ${high}` };
}

/** What dbt calls the condition under which a test fails, `> 10`; undefined where it is another expression. */
export function allowedUnless(condition: string): NumberSet | undefined {
  const [, sign = "", digits = ""] = /^\s*(!=|<>|==?|>=?|<=?)\s*(-?\d{1,15}(?:\.\d{1,15})?)\s*$/.exec(condition) ?? [];
  const opposite = new Map<string, Make>([
    ["!=", exactly],
    ["<>", exactly],
    ["=", other],
    ["==", other],
    [">", atMost],
    [">=", below],
    ["<", atLeast],
    ["<=", above],
  ]).get(sign);
  return opposite?.(Number(digits));
}

/** Numbers only: `true` and empty texts are none. */
function numberOf(tree: Tree | undefined): number | undefined {
  const text = tree?.kind === "number" || tree?.kind === "string" ? textOf(tree)?.trim() : undefined;
  const number = text === undefined || text === "" ? Number.NaN : Number(text);
  return Number.isFinite(number) ? number : undefined;
}

export function both(one: NumberSet, two: NumberSet): NumberSet {
  return one.flatMap((a) => two.flatMap((b) => overlap(a, b)));
}

function overlap(a: Stretch, b: Stretch): NumberSet {
  const low = Math.max(a.low, b.low);
  const high = Math.min(a.high, b.high);
  const withLow = (a.low < low || a.withLow) && (b.low < low || b.withLow);
  const withHigh = (a.high > high || a.withHigh) && (b.high > high || b.withHigh);
  const empty = low > high || (low === high && !(withLow && withHigh));
  return empty ? [] : [stretch(low, high, withLow, withHigh)];
}

/** Whole numbers only: `less than 10` is `at most 9`. */
export function whole(set: NumberSet): NumberSet {
  return set.flatMap(({ low, high, withLow, withHigh }) => {
    const from = withLow ? Math.ceil(low) : Math.floor(low) + 1;
    const to = withHigh ? Math.floor(high) : Math.ceil(high) - 1;
    return from > to ? [] : [stretch(from, to, Number.isFinite(from), Number.isFinite(to))];
  });
}

export function scaled(set: NumberSet, factor: number): NumberSet {
  return set.map((one) => ({ ...one, low: one.low * factor, high: one.high * factor }));
}

export function isOnly(set: NumberSet, value: number): boolean {
  return set.length === 1 && set[0]?.low === value && set[0].high === value;
}

/** Whether what is allowed ends somewhere above, and nowhere below but at the least there can be: less is better. */
export function isCeiling(set: NumberSet): boolean {
  const [only] = set;
  return set.length === 1 && only !== undefined && only.low <= 0 && Number.isFinite(only.high);
}

/** Head allows more: loosened; less: tightened. */
export function setRelation(base: NumberSet, head: NumberSet): Relation {
  const [less, more] = [within(head, base), within(base, head)];
  if (less && more) return "same";
  return more ? "loosened" : less ? "tightened" : "changed";
}

function within(inner: NumberSet, outer: NumberSet): boolean {
  return inner.every((a) =>
    outer.some(
      (b) =>
        (close(a.low, b.low) ? b.withLow || !a.withLow : a.low > b.low) &&
        (close(a.high, b.high) ? b.withHigh || !a.withHigh : a.high < b.high),
    ),
  );
}

/** Up to what scaling by decimal fractions leaves behind. */
export function close(a: number, b: number): boolean {
  if (!Number.isFinite(a) || !Number.isFinite(b)) return a === b;
  return Math.abs(a - b) <= 1e-12 * Math.max(Math.abs(a), Math.abs(b));
}
