import type { Location } from "../../model.ts";
import { type Column, pathUnder } from "./table.ts";
import type { Type } from "./type.ts";
import { sharedNames, type TypeName } from "./type-names.ts";

/** Nesting of a type in one text deeper than this is not analysed. */
const deepest = 32;

/** What a type's text says of a column at a path: its type, and the fields nested in it. */
export interface WrittenType {
  readonly type: Type;
  readonly fields: readonly Column[];
}

/** Reads a type as SQL writes it, `struct<a int, b array<string>>` included; what the dialect does not name is known by its text. */
export function writtenType(
  text: string,
  path: string,
  at: Location,
  names: ReadonlyMap<string, TypeName> = sharedNames,
  depth = 0,
): WrittenType {
  const written = text.trim().replace(/\s+/g, " ");
  const nested = (name: string, inner: string, nullable = true): Column => {
    const { rest, required } = notNull(inner);
    const under = pathUnder(path, name);
    const { type, fields } = writtenType(rest, under, at, names, depth + 1);
    return { name, path: under, at, type, typeText: rest, nullable: nullable && !required, fields, constraints: [] };
  };
  const other: WrittenType = { type: { kind: "other", text: written.toLowerCase() }, fields: [] };
  if (depth > deepest) return other;
  const list = /^(.*?)(?: array)? ?\[ ?\d* ?\]$/is.exec(written);
  if (list?.[1]) return { type: { kind: "list" }, fields: [nested("[]", list[1])] };
  const { name, inner, tail } = brackets(written);
  if (inner === undefined || tail !== "" || !nestedNames.test(name))
    return { type: scalar(written, names), fields: [] };
  const parts = splitTop(inner);
  const kind = name.toLowerCase();
  if (kind === "array" || kind === "list")
    return parts.length === 1 ? { type: { kind: "list" }, fields: [nested("[]", parts[0] ?? "")] } : other;
  if (kind === "map") {
    const [key, value] = parts;
    if (key === undefined || value === undefined || parts.length !== 2) return other;
    return { type: { kind: "map" }, fields: [nested("{key}", key, false), nested("{}", value)] };
  }
  const fields = parts.map((part) => /^(`[^`]*`|"[^"]*"|[^\s:]+)(?: ?: ?| )(.+)$/s.exec(part));
  if (fields.some((field) => field === null)) return other;
  return {
    type: { kind: "struct" },
    fields: fields.map((field) => nested((field?.[1] ?? "").replace(/^[`"]|[`"]$/g, ""), field?.[2] ?? "")),
  };
}

const nestedNames = /^(?:struct|row|object|array|list|map)$/i;

/** `INT64 NOT NULL OPTIONS(...)` and `string COMMENT '...'` to the type alone, and whether null is forbidden. */
function notNull(text: string): { readonly rest: string; readonly required: boolean } {
  const bare = text
    .trim()
    .replace(/ OPTIONS ?\(.*\)$/is, "")
    .replace(/ COMMENT (?:'[^']*'|"[^"]*")$/i, "");
  const required = / NOT NULL$/i.test(bare);
  return { rest: required ? bare.slice(0, -" NOT NULL".length) : bare, required };
}

/** `name<inner>tail`, or with round brackets; no inner where there are none or they do not close. */
function brackets(text: string): { readonly name: string; readonly inner: string | undefined; readonly tail: string } {
  const open = text.search(/[<(]/);
  const none = { name: text, inner: undefined, tail: "" };
  if (open < 0) return none;
  const close = closing(text, open);
  if (close < 0) return none;
  return { name: text.slice(0, open).trim(), inner: text.slice(open + 1, close), tail: text.slice(close + 1).trim() };
}

/** Where the bracket at `open` closes; quoted text does not count. -1 where it never does. */
function closing(text: string, open: number): number {
  let depth = 0;
  for (let index = open; index < text.length; index++) {
    const character = text[index] as string;
    if ("<([".includes(character)) depth++;
    else if (">)]".includes(character) && --depth === 0) return index;
    else if ("'\"`".includes(character)) {
      const end = text.indexOf(character, index + 1);
      if (end < 0) return -1;
      index = end;
    }
  }
  return -1;
}

/** Splits at the commas that stand in no brackets and no quotes. */
function splitTop(text: string): readonly string[] {
  const parts: string[] = [];
  let depth = 0;
  let start = 0;
  for (let index = 0; index < text.length; index++) {
    const character = text[index] as string;
    if ("<([".includes(character)) depth++;
    else if (">)]".includes(character)) depth--;
    else if ("'\"`".includes(character)) {
      const end = text.indexOf(character, index + 1);
      index = end < 0 ? text.length : end;
    } else if (character === "," && depth === 0) {
      parts.push(text.slice(start, index).trim());
      start = index + 1;
    }
  }
  parts.push(text.slice(start).trim());
  return parts;
}

const shape = /^([^()]+)(?:\(([\d\s,-]*)\))?([^()]*)$/;

function scalar(written: string, names: ReadonlyMap<string, TypeName>): Type {
  const text = written.toLowerCase();
  const [, name = "", list, tail = ""] = shape.exec(text) ?? [];
  const numbers = list === undefined ? [] : list.split(",").map(Number);
  const make = names.get(`${name.trim()} ${tail.trim()}`.trim());
  const whole = numbers.every((number) => Number.isSafeInteger(number) && number >= 0);
  return (whole && make?.(numbers)) || { kind: "other", text };
}
