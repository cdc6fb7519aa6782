import fc from "fast-check";
import { expect, it } from "vitest";
import type { NumberConstraint } from "../../../src/formats/json-schema/formula.ts";
import { numberHolds, solveNumbers } from "../../../src/formats/json-schema/numbers.ts";
import {
  isMultiple,
  keyOf,
  parseRational,
  type Rational,
  toNumber,
} from "../../../src/formats/json-schema/rational.ts";
import { isNumber } from "../../../src/formats/json-schema/value.ts";

const exact = (text: string): Rational => {
  const number = parseRational(text);
  if (number === undefined) throw new Error(text);
  return number;
};

it.each([
  ["1.50", "3/2"],
  ["1e2", "100"],
  ["-0.0", "0"],
  ["9007199254740993", "9007199254740993"],
  ["12E-1", "6/5"],
])("%s is %s", (text, key) => {
  expect(keyOf(exact(text))).toBe(key);
});

it.each(["", ".", "0x10", "1e999999999", "NaN"])("%j is no number within bounds", (text) => {
  expect(parseRational(text)).toBeUndefined();
});

it("does not round", () => {
  expect(isMultiple(exact("3"), exact("0.3"))).toBe(true);
  expect(isMultiple(exact("0.3"), exact("0.1"))).toBe(true);
  expect(toNumber(exact("9007199254740993"))).toBeUndefined();
  expect(toNumber(exact("0.1"))).toBe(0.1);
});

const number = fc.constantFrom("-2", "-1", "0", "1", "2", "3", "6", "0.5", "1.5", "-0.5").map(exact);
const step = fc.constantFrom("0.5", "1", "2", "3", "0.3").map(exact);
const constraint: fc.Arbitrary<NumberConstraint> = fc.oneof(
  fc.record({ is: fc.constantFrom("at-least", "at-most"), bound: number, open: fc.boolean() }),
  fc.record({ is: fc.constant("multiple" as const), of: step, not: fc.boolean() }),
  fc.record({
    is: fc.constant("number-in" as const),
    values: fc.array(number, { minLength: 1, maxLength: 3 }).map((all) => new Map(all.map((one) => [keyOf(one), one]))),
    not: fc.boolean(),
  }),
);

it("finds a number where there is one, and none where there is none", () => {
  const grid = Array.from({ length: 481 }, (_, at) => exact(String((at - 240) / 40)));
  fc.assert(
    fc.property(fc.array(constraint, { maxLength: 5 }), (constraints) => {
      const answer = solveNumbers(constraints);
      const all = (value: Rational) => constraints.every((one) => numberHolds(one, value));
      if (answer.is === "none") expect(grid.filter(all)).toEqual([]);
      else if (answer.is === "some") expect(isNumber(answer.value) && all(answer.value)).toBe(true);
    }),
    { seed: 7, numRuns: 400 },
  );
});
