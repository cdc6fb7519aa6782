import { type Answer, none, some, unknown } from "./answer.ts";
import type { NumberConstraint } from "./formula.ts";
import {
  add,
  ceil,
  compare,
  divide,
  floor,
  isMultiple,
  keyOf,
  lcm,
  type Rational,
  rational,
  times,
  zero,
} from "./rational.ts";

export function numberHolds(constraint: NumberConstraint, value: Rational): boolean {
  switch (constraint.is) {
    case "at-least":
      return compare(value, constraint.bound) > (constraint.open ? 0 : -1);
    case "at-most":
      return compare(value, constraint.bound) < (constraint.open ? 0 : 1);
    case "multiple":
      return isMultiple(value, constraint.of) !== constraint.not;
    case "number-in":
      return constraint.values.has(keyOf(value)) !== constraint.not;
  }
}

/** How many multiples are tried before giving up. */
const maxTries = 20_000;

/** A number that satisfies all constraints. */
export function solveNumbers(constraints: readonly NumberConstraint[]): Answer {
  const holds = (value: Rational) => constraints.every((constraint) => numberHolds(constraint, value));
  for (const constraint of constraints)
    if (constraint.is === "number-in" && !constraint.not) {
      for (const value of constraint.values.values()) if (holds(value)) return some(value);
      return none;
    }
  if (holds(zero)) return some(zero);
  let low: Rational | undefined;
  let high: Rational | undefined;
  let step: Rational | undefined;
  for (const constraint of constraints) {
    if (constraint.is === "at-least" && (low === undefined || compare(constraint.bound, low) > 0))
      low = constraint.bound;
    if (constraint.is === "at-most" && (high === undefined || compare(constraint.bound, high) < 0))
      high = constraint.bound;
    if (constraint.is === "multiple" && !constraint.not)
      step = step === undefined ? constraint.of : lcm(step, constraint.of);
  }
  if (low !== undefined && high !== undefined) {
    const order = compare(low, high);
    if (order > 0) return none;
    if (order === 0) return holds(low) ? some(low) : none;
  }
  return step === undefined ? among(low, high, holds) : multiples(step, low, high, constraints, holds);
}

function multiples(
  step: Rational,
  low: Rational | undefined,
  high: Rational | undefined,
  constraints: readonly NumberConstraint[],
  holds: (value: Rational) => boolean,
): Answer {
  // a multiple of a factor of the step is always a multiple of that factor
  for (const constraint of constraints)
    if (constraint.is === "multiple" && constraint.not && isMultiple(step, constraint.of)) return none;
  const from = low === undefined ? undefined : ceil(divide(low, step));
  const to = high === undefined ? undefined : floor(divide(high, step));
  if (from !== undefined && to !== undefined && from > to) return none;
  const upwards = from !== undefined && (to === undefined || from > 0n || to >= 0n);
  const start = from === undefined ? (to ?? 0n) : upwards ? (from < 0n ? 0n : from) : (to as bigint);
  let tries = 0;
  const walk = (first: bigint, by: bigint): Answer | undefined => {
    for (let k = first; (from === undefined || k >= from) && (to === undefined || k <= to); k += by) {
      if (++tries > maxTries) return unknown("too many multiples to try");
      const value = times(step, rational(k));
      if (holds(value)) return some(value);
    }
    return undefined;
  };
  return walk(start, 1n) ?? walk(start - 1n, -1n) ?? none;
}

/** In an interval of more than one number all but a sparse set of numbers satisfy what is left. */
function among(low: Rational | undefined, high: Rational | undefined, holds: (value: Rational) => boolean): Answer {
  const one = rational(1n);
  const inside = (value: Rational) =>
    (low === undefined || compare(value, low) >= 0) && (high === undefined || compare(value, high) <= 0);
  const start = low ?? (high === undefined ? zero : add(high, rational(-2000n)));
  const width = low !== undefined && high !== undefined ? add(high, { n: -low.n, d: low.d }) : undefined;
  const whole = rational(ceil(start));
  const candidates = function* () {
    if (low !== undefined) yield low;
    if (high !== undefined) yield high;
    for (let k = 0n; k < 400n; k++) {
      yield high !== undefined && low === undefined
        ? add(rational(floor(high)), rational(-k))
        : add(whole, rational(k));
    }
    for (const parts of [2n, 5n, 8n, 10n, 16n, 100n, 128n, 1000n, 10_000n, 1_000_000n]) {
      const unit = divide(width ?? one, rational(parts));
      for (let k = 1n; k < parts && k < 1000n; k++) yield add(start, times(unit, rational(k)));
    }
  };
  for (const value of candidates()) if (inside(value) && holds(value)) return some(value);
  return unknown("no number found in a dense interval");
}
