import { get, itemsOf, type Tree, textOf, textsOf } from "../../text/tree.ts";
import { isTelling } from "../tags.ts";
import type { Constraint } from "./constraint.ts";
import type { Details } from "./details.ts";
import { locationOf, unreadable } from "./read.ts";

/** What a contract document calls one of its tables, the best name first. Servers say which database it stands in. */
export function namesIn(
  id: string,
  several: boolean,
  table: string,
  physicalName: string | undefined,
  servers: readonly Tree[],
): readonly string[] {
  const own = physicalName ?? table;
  const places = servers.flatMap((server) =>
    textsOf(get(server, "schema") ?? get(server, "dataset") ?? get(server, "database")),
  );
  const physical = own.includes(".") ? [own] : places.map((place) => `${place}.${own}`);
  return [...new Set([...(several ? [] : [id]), `${id}/${table}`, ...physical])];
}

/** What bounds are called, those that count the bound itself in. */
export const boundNames = [
  "minLength",
  "maxLength",
  "minimum",
  "maximum",
  "multipleOf",
  "minItems",
  "maxItems",
  "minProperties",
  "maxProperties",
];

/** Bounds as JSON Schema writes them; `exclusiveMinimum: true` beside a minimum is the older way. @throws Unreadable */
export function boundsOf(path: string, options: Tree | undefined): readonly Constraint[] {
  const exclusive = ["exclusiveMinimum", "exclusiveMaximum"].flatMap((name): readonly Constraint[] => {
    const value = get(options, name);
    if (value === undefined || (value.kind === "boolean" && !value.value)) return [];
    const plain = name === "exclusiveMinimum" ? "minimum" : "maximum";
    const text = value.kind === "boolean" ? textOf(get(options, plain)) : textOf(value);
    return text === undefined ? [] : [{ kind: "bound", name, value: text, at: locationOf(path, value) }];
  });
  const replaced = ["minimum", "maximum"].filter((name) => {
    const flag = get(options, name === "minimum" ? "exclusiveMinimum" : "exclusiveMaximum");
    return flag?.kind === "boolean" && flag.value;
  });
  const others = boundNames.flatMap((name): readonly Constraint[] => {
    const value = get(options, name);
    if (value === undefined || replaced.includes(name)) return [];
    const text = textOf(value);
    if (text === undefined) return unreadable(path, value, `"${name}" must be a number or a date`);
    return [{ kind: "bound", name, value: text, at: locationOf(path, value) }];
  });
  return [...others, ...exclusive];
}

/** A promise by its text, where it is there: `rule` of a pattern, `classification`. */
export function textConstraint(
  path: string,
  tree: Tree | undefined,
  key: string,
  kind: "rule" | "classification" | "encryption" | "lifecycle",
): readonly Constraint[] {
  const value = get(tree, key);
  const text = textOf(value);
  if (value === undefined || text === undefined || text === "") return [];
  return [{ kind, name: key, value: text, at: locationOf(path, value) }];
}

/** Tags that say how confidential a column is. */
export function tellingTags(path: string, tags: Tree | undefined): readonly Constraint[] {
  const found = itemsOf(tags).flatMap((item): readonly Constraint[] => {
    const text = textOf(item) ?? "";
    if (!isTelling(text)) return [];
    const value = text.split(/[ ._:/-]/, 1)[0] ?? text;
    return [{ kind: "classification", name: `tag ${text.toLowerCase()}`, value, at: locationOf(path, item) }];
  });
  return [...new Map(found.map((constraint) => [constraint.name, constraint])).values()];
}

export function enumOf(path: string, list: Tree | undefined): readonly Constraint[] {
  if (list === undefined || itemsOf(list).length === 0) return [];
  // the standard's draft lists objects with a value, everybody else the values themselves
  const values = itemsOf(list).map((item) => textOf(get(item, "value") ?? item) ?? "null");
  return [{ kind: "enum", name: "enum", values, at: locationOf(path, list) }];
}

/** Tables and views are read alike; a topic or a file is not. */
export function formOf(path: string, tree: Tree, key: string): readonly Constraint[] {
  const value = get(tree, key);
  const text = textOf(value)?.toLowerCase();
  return [
    { kind: "rule", name: key, value: isRelation(text) ? "table" : (text ?? ""), at: locationOf(path, value ?? tree) },
  ];
}

/** Which of them it is, where both sides are one. */
export function formDetails(path: string, tree: Tree, key: string): Details {
  const value = get(tree, key);
  const text = textOf(value)?.toLowerCase();
  if (!isRelation(text)) return new Map();
  const [at, about] = [locationOf(path, value ?? tree), "a relation"];
  const is: Details = new Map([[about, { value: "", at, about }]]);
  return text === undefined ? is : new Map([...is, [key, { value: text, at, about }]]);
}

const isRelation = (form: string | undefined) =>
  form === undefined || /^(?:table|view|materiali[sz]ed view|external table)$/.test(form);
