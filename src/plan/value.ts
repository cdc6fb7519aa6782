import { isMap, isScalar, isSeq, type Node } from "yaml";

/** A value as it is written into a file: numbers keep their digits, maps may have a member called `__proto__`. */
export type Value = string | boolean | null | Numeral | readonly Value[] | ValueMap;
export type ValueMap = ReadonlyMap<string, Value>;
interface Numeral {
  readonly digits: string;
}

/** The value of a node that holds no alias. */
export function plainOf(node: Node | null | undefined): Value {
  if (isMap(node)) {
    const map = new Map<string, Value>();
    for (const { key, value } of node.items) map.set(nameOf(key), plainOf(value as Node | null));
    return map;
  }
  if (isSeq(node)) return node.items.map((item) => plainOf(item as Node | null));
  if (!isScalar(node)) return null;
  const { value } = node;
  if (typeof value === "number" || typeof value === "bigint") return { digits: node.source ?? String(value) };
  if (typeof value === "boolean") return value;
  return value === null || value === undefined ? null : String(value);
}

/** A key as it is written. */
export function nameOf(key: unknown): string {
  return isScalar(key) ? (key.source ?? String(key.value)) : "";
}

export function isValueMap(value: Value | undefined): value is ValueMap {
  return value instanceof Map;
}

export function isList(value: Value | undefined): value is readonly Value[] {
  return Array.isArray(value);
}

/** As JSON: on one line, or, with the indentation of where it stands, on several. */
export function json(value: Value, indent?: string): string {
  const [open, between, close] =
    indent === undefined ? ["", ", ", ""] : [`\n${indent}  `, `,\n${indent}  `, `\n${indent}`];
  const inner = indent === undefined ? undefined : `${indent}  `;
  if (isList(value)) {
    if (value.length === 0) return "[]";
    if (value.every((one) => !isValueMap(one) && !isList(one))) return `[${value.map((one) => json(one)).join(", ")}]`;
    return `[${open}${value.map((one) => json(one, inner)).join(between)}${close}]`;
  }
  if (isValueMap(value)) {
    if (value.size === 0) return "{}";
    const members = [...value].map(([name, one]) => `${JSON.stringify(name)}: ${json(one, inner)}`);
    return `{${open}${members.join(between)}${close}}`;
  }
  return isNumeral(value) ? value.digits : JSON.stringify(value);
}

/** As YAML on one line. */
export function flow(value: Value): string {
  if (isList(value)) return `[${value.map(flow).join(", ")}]`;
  if (isValueMap(value)) return `{${[...value].map(([name, one]) => `${scalar(name)}: ${flow(one)}`).join(", ")}}`;
  return scalar(value);
}

/** As YAML on lines of their own, not indented. */
export function block(value: Value): readonly string[] {
  if (isList(value) && value.length > 0)
    return value.flatMap((one) => {
      const [first = "", ...rest] = block(one);
      return [`- ${first}`, ...rest.map((line) => `  ${line}`)];
    });
  if (isValueMap(value) && value.size > 0)
    return [...value].flatMap(([name, one]) => {
      const nested = (isList(one) && one.length > 0) || (isValueMap(one) && one.size > 0);
      if (!nested) return [`${scalar(name)}: ${flow(one)}`];
      return [`${scalar(name)}:`, ...block(one).map((line) => `  ${line}`)];
    });
  return [flow(value)];
}

function scalar(value: Value): string {
  if (isNumeral(value)) return value.digits;
  if (typeof value !== "string") return JSON.stringify(value);
  const plain = /^[A-Za-z_][\w./+-]*(?: [\w./+()-]+)*$/.test(value);
  const special = /^(?:true|false|null|yes|no|on|off|y|n|nan|inf)$/i.test(value);
  return plain && !special ? value : JSON.stringify(value);
}

function isNumeral(value: Value): value is Numeral {
  return typeof value === "object" && value !== null && "digits" in value;
}
