import { type Formula, type Formulas, kinds } from "./formula.ts";
import { keyOf } from "./rational.ts";
import { isArray, isNumber, isObject, type Value } from "./value.ts";

/** The formula that only this value satisfies. */
export function exactly(formulas: Formulas, value: Value): Formula {
  if (value === null) return formulas.kinds(kinds.null);
  if (typeof value === "boolean") return formulas.kinds(value ? kinds.true : kinds.false);
  return exactlyOneOf(formulas, [value]);
}

export function exactlyOneOf(formulas: Formulas, values: readonly Value[]): Formula {
  const choices: Formula[] = [];
  const numbers: Value[] = [];
  const strings = new Set<string>();
  for (const value of values) {
    if (value === null || typeof value === "boolean") choices.push(exactly(formulas, value));
    else if (typeof value === "string") strings.add(value);
    else if (isArray(value))
      choices.push(
        formulas.and([
          formulas.kinds(kinds.array),
          formulas.leaf(kinds.array, { is: "items-least", count: value.length }),
          formulas.leaf(kinds.array, { is: "items-most", count: value.length }),
          ...value.map((item, index) =>
            formulas.leaf(kinds.array, { is: "item", index, holds: exactly(formulas, item) }),
          ),
        ]),
      );
    else if (isObject(value)) choices.push(exactObject(formulas, value));
    else numbers.push(value);
  }
  if (strings.size > 0)
    choices.push(
      formulas.and([
        formulas.kinds(kinds.string),
        formulas.leaf(kinds.string, { is: "string-in", values: strings, not: false }),
      ]),
    );
  if (numbers.length > 0) {
    const exact = new Map(numbers.filter(isNumber).map((one) => [keyOf(one), one]));
    choices.push(
      formulas.and([
        formulas.kinds(kinds.number),
        formulas.leaf(kinds.number, { is: "number-in", values: exact, not: false }),
      ]),
    );
  }
  return formulas.or(choices);
}

function exactObject(formulas: Formulas, value: ReadonlyMap<string, Value>): Formula {
  const name = (names: Iterable<string>, not: boolean) =>
    formulas.leaf(kinds.string, { is: "string-in", values: new Set(names), not });
  const property = (names: Formula, is: "some-property" | "every-property", holds: Formula) =>
    formulas.leaf(kinds.object, { is, name: names, holds });
  return formulas.and([
    formulas.kinds(kinds.object),
    property(name(value.keys(), true), "every-property", formulas.false),
    ...[...value].map(([key, member]) => property(name([key], false), "some-property", exactly(formulas, member))),
  ]);
}
