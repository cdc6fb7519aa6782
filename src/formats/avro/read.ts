import type { Datum } from "./datum.ts";
import { sourcesOf } from "./diff-record.ts";
import { branchFor, nameMatch, reads } from "./match.ts";
import { type AvroType, usableDefault } from "./types.ts";
import { describe } from "./words.ts";

/**
 * Reads one datum with another schema, lazily: only what the datum holds is resolved, as the specification says it. Why it
 * cannot be read, or undefined.
 */
export function whyUnreadable(datum: Datum, reader: AvroType): string | undefined {
  if ("branch" in datum) return whyUnreadable(datum.inner, reader);
  const { type: writer } = datum;
  if (reader.kind === "union") {
    const branch = branchFor(writer, reader);
    if (branch < 0) return `${describe(writer)} is none of ${describe(reader)}`;
    return whyUnreadable(datum, reader.branches[branch] as AvroType);
  }
  if (!reads(writer.kind, reader.kind)) return `${describe(writer)} cannot be read as ${describe(reader)}`;
  if ("name" in writer && "name" in reader && nameMatch(writer, reader) === undefined)
    return `${writer.name.full} is not ${reader.name.full}`;
  if ("items" in datum) {
    const inner = reader.kind === "array" ? reader.items : reader.kind === "map" ? reader.values : reader;
    return first(datum.items, (item) => whyUnreadable(item, inner));
  }
  if ("fields" in datum && reader.kind === "record") {
    const sources = sourcesOf(reader, datum.type);
    const places = new Map(datum.type.fields.map((field, index) => [field, index]));
    return first(reader.fields, (field) => {
      const source = sources.get(field);
      if (source !== undefined) return whyUnreadable(datum.fields[places.get(source) as number] as Datum, field.type);
      if (usableDefault(field) !== undefined) return undefined;
      return `${field.name} of ${reader.name.full} is not in the data and has no default`;
    });
  }
  if (reader.kind === "enum" && "value" in datum && !reader.symbols.includes(String(datum.value)))
    return reader.default === undefined
      ? `${datum.value} is no symbol of ${reader.name.full}, which has no default`
      : undefined;
  if (writer.kind === "fixed" && reader.kind === "fixed" && writer.size !== reader.size)
    return `${writer.size} bytes where ${reader.name.full} has ${reader.size}`;
  return undefined;
}

function first<T>(items: readonly T[], judge: (item: T) => string | undefined): string | undefined {
  for (const item of items) {
    const why = judge(item);
    if (why !== undefined) return why;
  }
  return undefined;
}
