import { readable } from "./literal.ts";
import type { Field } from "./model.ts";
import { option } from "./options.ts";
import { integer, numeric } from "./validate-field.ts";

/** What a reader sees where a single value is absent. */
export interface Fallback {
  /** Equal for equal values, however they are written. */
  readonly key: string;
  /** As JSON shows it. */
  readonly shown: string | number | boolean;
  /** Whether the schema writes it out. */
  readonly written: boolean;
}

/** The default of a field that has one value: written out, else its type's zero; undefined for messages and repeated fields. */
export function fallbackOf(field: Field): Fallback | undefined {
  const { type, presence } = field;
  if (presence === "repeated" || presence === "required" || type.kind === "message" || type.kind === "map")
    return undefined;
  const given = option(field.node.options, "default");
  const written = given !== undefined;
  if (type.kind === "enum") {
    const [first] = type.enum.node.values;
    const name = given?.kind === "name" ? given.word : (first?.name ?? "");
    const number = type.enum.node.values.find((value) => value.name === name)?.number ?? 0;
    return { key: String(number), shown: name, written };
  }
  switch (type.scalar) {
    case "bool": {
      const shown = given?.kind === "name" && given.word === "true";
      return { key: shown ? "1" : "0", shown, written };
    }
    case "string":
    case "bytes": {
      const bytes = given?.kind === "string" ? given.bytes : "";
      return { key: `"${bytes}"`, shown: readable(bytes), written };
    }
    case "double":
    case "float": {
      const number = given === undefined ? 0 : numeric(given);
      const key = Object.is(number, -0) ? "-0" : String(type.scalar === "float" ? Math.fround(number) : number);
      return { key, shown: Number.isFinite(number) ? number : String(number), written };
    }
    default: {
      const number = given === undefined ? 0n : (integer(given) ?? 0n);
      return { key: String(number), shown: type.scalar.endsWith("64") ? String(number) : Number(number), written };
    }
  }
}
