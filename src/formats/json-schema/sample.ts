import type { Tree } from "../../text/tree.ts";
import { escaped, type Held, type Samples } from "../sample.ts";
import { Containment } from "./contain.ts";
import { atProperty, describedNames, sideOf } from "./element.ts";
import { exactly } from "./exactly.ts";
import type { Formula } from "./formula.ts";
import { kinds } from "./formula.ts";
import type { Schema, Sides } from "./parse.ts";
import { Validator } from "./validate.ts";
import { toJson, treeValue, type Value } from "./value.ts";

/** Documents, judged by the validator that knows nothing of formulas: no expression of a stranger's is run by backtracking. */
export const documentSamples: Samples<Sides> = {
  fault: (record, sides, side) => refused(record, sides.as(side)),
  unread: (record, _writer, reader, direction) =>
    refused(record, reader.as(direction === "backward" ? "head" : "base")),
  examples: (sides, count) => documents(sides.as("head"), count),
};

function refused(record: Tree, schema: Schema): Held {
  const [root, ...others] = schema.roots.values();
  const value = treeValue(record);
  if (root === undefined || others.length > 0 || value === undefined) return "undecided";
  const validator = new Validator(schema.documents, schema.assertFormats);
  const valid = validator.validates(root, value);
  if (valid === undefined) return "undecided";
  if (valid) return undefined;
  return { pointer: validator.where.map((step) => `/${escaped(step)}`).join(""), why: "the schema refuses it" };
}

/** First one with everything that is described, then the smallest, then others that are none of these. */
function documents(schema: Schema, count: number): readonly unknown[] {
  const [root] = schema.roots.values();
  if (root === undefined) return [];
  const containment = new Containment(schema, schema);
  const { formulas } = containment;
  const side = sideOf(containment.head, [{ tree: root, scope: [] }]);
  const names = [...describedNames(side)].slice(0, 200);
  const has = (name: string) =>
    atProperty(
      formulas,
      formulas.leaf(kinds.string, { is: "string-in", values: new Set([name]), not: false }),
      formulas.true,
    );
  const validator = new Validator(schema.documents, schema.assertFormats);
  const found: Value[] = [];
  const find = (wanted: readonly Formula[]): boolean => {
    if (found.length >= count) return false;
    const others = found.map((value) => formulas.not(exactly(formulas, value)));
    const answer = containment.decide(() => formulas.and([side.formula, ...wanted, ...others]));
    if (answer.is !== "some" || validator.validates(root, answer.value) !== true) return false;
    found.push(answer.value);
    return true;
  };
  find(names.map(has));
  for (const name of names) find([formulas.not(has(name))]);
  for (const name of names) find([has(name)]);
  while (find([]));
  return found.map(toJson).filter((json) => json !== undefined);
}
