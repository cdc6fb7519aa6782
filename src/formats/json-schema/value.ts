import { plain, type Tree } from "../../text/tree.ts";
import { keyOf, parseRational, type Rational, rational, toNumber } from "./rational.ts";

/** A JSON document with exact numbers; objects are maps, so that every name is a name like any other. */
export type Value = null | boolean | string | Rational | readonly Value[] | ReadonlyMap<string, Value>;

export const isArray = (value: Value): value is readonly Value[] => Array.isArray(value);
export const isObject = (value: Value): value is ReadonlyMap<string, Value> => value instanceof Map;
export const isNumber = (value: Value): value is Rational =>
  typeof value === "object" && value !== null && !isArray(value) && !isObject(value);

/** Equal values have equal keys, as JSON Schema counts equality: `1` is `1.0`, the order of members does not count. */
export function valueKey(value: Value): string {
  if (value === null || typeof value === "boolean") return String(value);
  if (typeof value === "string") return JSON.stringify(value);
  if (isArray(value)) return `[${value.map(valueKey).join(",")}]`;
  if (isObject(value)) {
    const members = [...value].map(([key, member]) => `${JSON.stringify(key)}:${valueKey(member)}`);
    return `{${members.sort().join(",")}}`;
  }
  return keyOf(value);
}

/** The value of a tree; undefined where a number in it cannot be held exactly. */
export function treeValue(tree: Tree): Value | undefined {
  switch (tree.kind) {
    case "null":
      return null;
    case "number":
      return parseRational(tree.raw) ?? parseRational(String(tree.value));
    case "array": {
      const items = tree.items.map(treeValue);
      return items.includes(undefined) ? undefined : (items as Value[]);
    }
    case "object": {
      const members = new Map<string, Value>();
      for (const [key, member] of tree.members) {
        const value = treeValue(member.value);
        if (value === undefined) return undefined;
        members.set(key, value);
      }
      return members;
    }
    default:
      return tree.value;
  }
}

/** A tree as plain JSON; a number that JavaScript would round stands there as it was written. */
export function jsonOf(tree: Tree): unknown {
  switch (tree.kind) {
    case "number": {
      const exact = parseRational(tree.raw);
      return exact === undefined || toNumber(exact) === undefined ? tree.raw : tree.value;
    }
    case "array":
      return tree.items.map(jsonOf);
    case "object": {
      const object: Record<string, unknown> = Object.create(null);
      for (const [key, member] of tree.members) object[key] = jsonOf(member.value);
      return object;
    }
    default:
      return plain(tree);
  }
}

/** As plain JSON; undefined where a number in it has no exact counterpart in JavaScript. */
export function toJson(value: Value): unknown {
  if (value === null || typeof value !== "object") return value;
  if (isArray(value)) {
    const items = value.map(toJson);
    return items.includes(undefined) ? undefined : items;
  }
  if (isObject(value)) {
    const object: Record<string, unknown> = Object.create(null);
    for (const [key, member] of value) {
      const json = toJson(member);
      if (json === undefined) return undefined;
      object[key] = json;
    }
    return object;
  }
  return toNumber(value);
}

export function fromJson(json: unknown): Value {
  if (typeof json === "number") return parseRational(String(json)) ?? rational(0n);
  if (Array.isArray(json)) return json.map(fromJson);
  if (typeof json === "object" && json !== null)
    return new Map(Object.entries(json).map(([key, member]) => [key, fromJson(member)]));
  return json as null | boolean | string;
}

/** Length as JSON Schema counts it: code points. */
export function codePoints(text: string): number {
  let length = 0;
  for (const _ of text) length++;
  return length;
}
