import type { ObjectTree } from "../text/tree.ts";
import type { Generation, Parts } from "./odcs-parts.ts";
import {
  all,
  anything,
  either,
  list,
  type Members,
  mapping,
  number,
  oneOf,
  type Shape,
  text,
  under,
  wordUnder,
} from "./shape.ts";

const range = list(number, { least: 2, most: 2, distinct: true });

const operators: Readonly<Record<string, Shape>> = {
  mustBe: anything,
  mustNotBe: anything,
  mustBeGreaterThan: number,
  mustBeGreaterOrEqualTo: number,
  mustBeLessThan: number,
  mustBeLessOrEqualTo: number,
  mustBeBetween: range,
  mustNotBeBetween: range,
};

/** Open Data Contract Standard 3, Data quality: what a check must say depends on its type. */
export function qualityOf(generation: Generation, parts: Parts): Shape {
  const shared: Readonly<Record<string, Shape>> = {
    ...parts.id,
    authoritativeDefinitions: parts.authoritativeDefinitions,
    businessImpact: text(),
    customProperties: parts.customProperties,
    description: text(),
    dimension: oneOf("accuracy", "completeness", "conformity", "consistency", "coverage", "timeliness", "uniqueness"),
    method: text(),
    name: text(),
    schedule: text(),
    scheduler: text(),
    severity: text(),
    tags: parts.tags,
    type: oneOf("text", "library", "sql", "custom"),
    unit: text(),
  };
  const check = generation === "3.0" ? mapping(olderCheck(shared)) : all(mapping(check31(shared)), exactlyOne);
  return list(check);
}

const custom: Members = {
  required: { engine: text(), implementation: either((tree) => (tree.kind === "object" ? anything : text())) },
};

/** 3.0: a check without a type is one of the library. */
function olderCheck(shared: Readonly<Record<string, Shape>>): (tree: ObjectTree) => Members {
  return (tree) => {
    const type = wordUnder(tree, "type");
    const library = !tree.members.has("type") || type === "library";
    return {
      required: {
        ...(library && { rule: text() }),
        ...(type === "sql" && { query: text() }),
        ...(type === "custom" && custom.required),
      },
      optional: { ...shared, ...(library && operators) },
      open: true,
    };
  };
}

/** From 3.1: a check that names a metric is one of the library, whatever its type. */
function check31(shared: Readonly<Record<string, Shape>>): (tree: ObjectTree) => Members {
  return (tree) => {
    const [library, sql] = [isLibrary(tree), wordUnder(tree, "type") === "sql"];
    return {
      required: {
        ...(library && {
          metric: oneOf("nullValues", "missingValues", "invalidValues", "duplicateValues", "rowCount"),
        }),
        ...(sql && { query: text() }),
        ...(wordUnder(tree, "type") === "custom" && custom.required),
      },
      optional: {
        ...shared,
        ...(library && { rule: text(), arguments: mapping({ open: true }) }),
        ...((library || sql) && operators),
      },
    };
  };
}

function isLibrary(tree: ObjectTree): boolean {
  return wordUnder(tree, "type") === "library" || wordUnder(tree, "metric") !== undefined;
}

/** A check of the library or in SQL compares its result once. */
const exactlyOne: Shape = (tree, key, listener) => {
  if (tree.kind !== "object" || !(isLibrary(tree) || wordUnder(tree, "type") === "sql")) return;
  const used = Object.keys(operators).filter((name) => tree.members.has(name));
  if (used.length === 1) return;
  if (used.length === 0)
    return listener.error(tree, key, `must compare its result with one of ${Object.keys(operators).join(", ")}`);
  const [first = "", second = ""] = used;
  listener.error(
    tree.members.get(second)?.at ?? tree,
    under(key, second),
    `stands beside ${first}: a check compares its result once`,
  );
};
