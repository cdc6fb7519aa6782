import { type Tree, textOf } from "../../text/tree.ts";
import { escaped, type Fault } from "../sample.ts";
import type { Datum } from "./datum.ts";
import type { AvroType, RecordType } from "./types.ts";
import { describe } from "./words.ts";

/** A record in JSON is a datum of a type, or differs from it at a place. */
export type FromJson = { readonly datum: Datum } | { readonly fault: Fault };

/** Branches of branches could be tried without end. */
const maxWork = 200_000;
interface Work {
  left: number;
}
export class OutOfWork extends Error {}

/**
 * Reads the specification's JSON encoding. A value of a union may also stand without the name of its branch, as people write
 * it: then the first branch that takes it is meant.
 * @throws OutOfWork
 */
export function fromJson(tree: Tree, type: AvroType, pointer = "", work = { left: maxWork }): FromJson {
  if (--work.left < 0) throw new OutOfWork();
  const refuse = (why: string): FromJson => ({ fault: { pointer, why } });
  switch (type.kind) {
    case "union":
      return branchFrom(tree, type, pointer, work);
    case "record":
      return recordFrom(tree, type, pointer, work);
    case "array": {
      if (tree.kind !== "array") return refuse(`it is not ${describe(type)}`);
      return collected(
        type,
        tree.items.map((item, index) => fromJson(item, type.items, `${pointer}/${index}`, work)),
      );
    }
    case "map": {
      if (tree.kind !== "object") return refuse(`it is not ${describe(type)}`);
      const items = [...tree.members].map(([key, { value }]) =>
        fromJson(value, type.values, `${pointer}/${escaped(key)}`, work),
      );
      return collected(type, items);
    }
    case "enum": {
      const symbol = tree.kind === "string" ? tree.value : undefined;
      if (symbol === undefined || !type.symbols.includes(symbol)) return refuse(`it is no symbol of ${type.name.full}`);
      return { datum: { type, value: symbol } };
    }
    case "fixed": {
      const hex = tree.kind === "string" ? hexOf(tree.value) : undefined;
      if (hex === undefined || hex.length !== type.size * 2) return refuse(`it is not ${type.size} bytes`);
      return { datum: { type, value: hex } };
    }
    case "null":
      return tree.kind === "null" ? { datum: { type, value: null } } : refuse("it is not null");
    case "boolean":
      return tree.kind === "boolean" ? { datum: { type, value: tree.value } } : refuse("it is not true or false");
    case "string":
      return tree.kind === "string" ? { datum: { type, value: tree.value } } : refuse("it is not a text");
    case "bytes": {
      const hex = tree.kind === "string" ? hexOf(tree.value) : undefined;
      return hex === undefined ? refuse("it is not bytes") : { datum: { type, value: hex } };
    }
    case "float":
    case "double":
      return tree.kind === "number" ? { datum: { type, value: tree.value } } : refuse("it is not a number");
    case "int":
    case "long": {
      const limit = type.kind === "int" ? 2 ** 31 : 2 ** 63;
      const number = tree.kind === "number" && /^-?\d+$/.test(textOf(tree) ?? "") ? tree.value : undefined;
      if (number === undefined || number < -limit || number >= limit) return refuse(`it is not ${describe(type)}`);
      return { datum: { type, value: number } };
    }
  }
}

function recordFrom(tree: Tree, type: RecordType, pointer: string, work: Work): FromJson {
  if (tree.kind !== "object") return { fault: { pointer, why: `it is not ${describe(type)}` } };
  const names = new Set(type.fields.map(({ name }) => name));
  const unknown = [...tree.members.keys()].find((name) => !names.has(name));
  if (unknown !== undefined)
    return { fault: { pointer: `${pointer}/${escaped(unknown)}`, why: "the schema has no such field" } };
  const fields: Datum[] = [];
  for (const field of type.fields) {
    const here = `${pointer}/${escaped(field.name)}`;
    const value = tree.members.get(field.name)?.value;
    if (value === undefined) return { fault: { pointer: here, why: "it is missing" } };
    const read = fromJson(value, field.type, here, work);
    if ("fault" in read) return read;
    fields.push(read.datum);
  }
  return { datum: { type, fields } };
}

function branchFrom(tree: Tree, type: Extract<AvroType, { kind: "union" }>, pointer: string, work: Work): FromJson {
  const [named] = tree.kind === "object" && tree.members.size === 1 ? [...tree.members] : [];
  for (const [branch, inner] of type.branches.entries()) {
    const name = "name" in inner ? inner.name.full : inner.kind;
    if (named?.[0] !== name) continue;
    const read = fromJson(named[1].value, inner, `${pointer}/${escaped(name)}`, work);
    if ("datum" in read) return { datum: { type, branch, inner: read.datum } };
  }
  for (const [branch, inner] of type.branches.entries()) {
    const read = fromJson(tree, inner, pointer, work);
    if ("datum" in read) return { datum: { type, branch, inner: read.datum } };
  }
  return { fault: { pointer, why: `it is none of ${describe(type)}` } };
}

function collected(type: Extract<AvroType, { kind: "array" | "map" }>, items: readonly FromJson[]): FromJson {
  const data: Datum[] = [];
  for (const item of items) {
    if ("fault" in item) return item;
    data.push(item.datum);
  }
  return { datum: { type, items: data } };
}

/** A character for a byte. */
function hexOf(text: string): string | undefined {
  const codes = [...text].map((character) => character.codePointAt(0) ?? 0);
  return codes.some((code) => code > 255)
    ? undefined
    : codes.map((code) => code.toString(16).padStart(2, "0")).join("");
}
