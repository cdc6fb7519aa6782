import { readable } from "./literal.ts";
import type { Field, FieldType } from "./model.ts";
import { option } from "./options.ts";
import type { Value } from "./syntax.ts";
import { integer, numeric } from "./validate-field.ts";

/** What a reader sees where a single value is absent. */
export interface Fallback {
  /** Equal for equal values, however they are written. */
  readonly key: string;
  /** As JSON shows it. */
  readonly shown: string | number | boolean;
}

/** The default of a field that has one value: written out, else its type's zero; undefined for messages and repeated fields. */
export function fallbackOf(field: Field): Fallback | undefined {
  const { type, presence } = field;
  if (presence === "repeated" || presence === "required" || type.kind === "message" || type.kind === "map")
    return undefined;
  return fallbackTo(type, option(field.node.options, "default"));
}

/** What a type reads as where nothing is written and nothing else is said. */
export function zeroOf(type: FieldType): Fallback | undefined {
  return type.kind === "message" || type.kind === "map" ? undefined : fallbackTo(type, undefined);
}

function fallbackTo(type: Extract<FieldType, { kind: "scalar" | "enum" }>, given: Value | undefined): Fallback {
  if (type.kind === "enum") {
    const [first] = type.enum.node.values;
    const name = given?.kind === "name" ? given.word : (first?.name ?? "");
    const number = type.enum.node.values.find((value) => value.name === name)?.number ?? 0;
    return { key: String(number), shown: name };
  }
  switch (type.scalar) {
    case "bool": {
      const shown = given?.kind === "name" && given.word === "true";
      return { key: shown ? "1" : "0", shown };
    }
    case "string":
    case "bytes": {
      const bytes = given?.kind === "string" ? given.bytes : "";
      return { key: `"${bytes}"`, shown: readable(bytes) };
    }
    case "double":
    case "float": {
      const number = given === undefined ? 0 : numeric(given);
      const key = Object.is(number, -0) ? "-0" : String(type.scalar === "float" ? Math.fround(number) : number);
      return { key, shown: Number.isFinite(number) ? number : String(number) };
    }
    default: {
      const number = given === undefined ? 0n : (integer(given) ?? 0n);
      return { key: String(number), shown: type.scalar.endsWith("64") ? String(number) : Number(number) };
    }
  }
}
