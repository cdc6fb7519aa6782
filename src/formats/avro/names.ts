import type { PrimitiveKind } from "./types.ts";

/** A name as the specification's section Names resolves it. */
export interface Name {
  /** `com.acme.Order`. */
  readonly full: string;
  /** `Order`: what schema resolution compares. */
  readonly simple: string;
  /** Empty for the null namespace. */
  readonly namespace: string;
}

const primitives: ReadonlySet<string> = new Set<PrimitiveKind>([
  "null",
  "boolean",
  "int",
  "long",
  "float",
  "double",
  "bytes",
  "string",
]);

export function isPrimitive(name: string): name is PrimitiveKind {
  return primitives.has(name);
}

/** A dotted name is a full name and its namespace attribute is ignored; else the namespace given or enclosing applies. */
export function resolveName(name: string, namespace: string): Name {
  const dot = name.lastIndexOf(".");
  if (dot >= 0) return { full: name, simple: name.slice(dot + 1), namespace: name.slice(0, dot) };
  return { full: namespace === "" ? name : `${namespace}.${name}`, simple: name, namespace };
}

const word = /^[A-Za-z_][A-Za-z0-9_]*$/;

/** The names of fields and symbols. */
export function isWord(text: string): boolean {
  return word.test(text);
}

/** The names of types and namespaces: words joined by dots. */
export function isDotted(text: string): boolean {
  return text.split(".").every(isWord);
}
