import avsc from "avsc";
import type { Tree } from "../../text/tree.ts";
import { escaped, type Fault, type Held, type Samples } from "../sample.ts";
import { AvscReader } from "./codec.ts";
import { containerOf } from "./container.ts";
import { recordsIn } from "./container-read.ts";
import type { AvroContract, Root } from "./contract.ts";
import { type Datum, Smallest, toJson } from "./datum.ts";
import { sourcesOf } from "./diff-record.ts";
import { encode } from "./encode.ts";
import { fromJson, OutOfWork } from "./from-json.ts";
import { branchFor } from "./match.ts";
import { whyUnreadable } from "./read.ts";
import { type AvroType, reachable } from "./types.ts";

/** Beyond so many types avsc is not asked to compile a schema. */
const maxTypes = 2000;

/** Records in the JSON encoding; what one side writes is read by avsc with the other side's schema. */
export const datumSamples: Samples<AvroContract> = {
  fault(record, { roots }) {
    const read = written(record, roots);
    if (read === undefined) return "undecided";
    return "fault" in read ? read.fault : undefined;
  },
  unread(record, writer, reader) {
    const read = written(record, writer.roots);
    if (read === undefined || !("datum" in read)) return "undecided";
    const other = reader.roots.length === 1 ? reader.roots[0] : reader.roots.find(({ key }) => key === read.root.key);
    return other === undefined ? "undecided" : unreadable(read.datum, read.root.type, other.type);
  },
  examples({ roots }, count) {
    const [root] = roots;
    return root === undefined ? [] : exampleData(root.type, count).map(toJson);
  },
  unpacked: recordsIn,
  binary({ roots }, count, { entry, files }) {
    const [root, ...others] = roots;
    const text = files.get(entry);
    // a protocol is no schema, and a schema that draws on another file cannot be read alone
    if (root === undefined || others.length > 0 || text === undefined || !entry.endsWith(".avsc")) return undefined;
    try {
      avsc.Type.forSchema(JSON.parse(text));
    } catch {
      return undefined;
    }
    return containerOf(text, exampleData(root.type, count).map(encode));
  },
};

/** The first root that takes the record; where none does, what the first says. */
function written(record: Tree, roots: readonly Root[]) {
  try {
    const all = roots.map((root) => ({ root, ...fromJson(record, root.type) }));
    return all.find((one) => "datum" in one) ?? all[0];
  } catch (error) {
    if (error instanceof OutOfWork) return undefined;
    throw error;
  }
}

function unreadable(datum: Datum, writer: AvroType, reader: AvroType): Held {
  if (whyUnreadable(datum, reader) === undefined) return undefined;
  if (reachable(writer).size + reachable(reader).size > maxTypes) return "undecided";
  try {
    if (new AvscReader(writer, reader).reads(datum)) return undefined;
  } catch {
    return "undecided";
  }
  return placeOf(datum, reader, "");
}

/** The innermost place at which the datum cannot be read. */
function placeOf(datum: Datum, reader: AvroType, pointer: string): Fault {
  if ("branch" in datum) return placeOf(datum.inner, reader, pointer);
  if (reader.kind === "union") {
    const branch = reader.branches[branchFor(datum.type, reader)];
    if (branch !== undefined) return placeOf(datum, branch, pointer);
  }
  if ("items" in datum && (reader.kind === "array" || reader.kind === "map") && reader.kind === datum.type.kind) {
    const inner = reader.kind === "array" ? reader.items : reader.values;
    const index = datum.items.findIndex((item) => whyUnreadable(item, inner) !== undefined);
    if (index >= 0) return placeOf(datum.items[index] as Datum, inner, `${pointer}/${index}`);
  }
  if ("fields" in datum && reader.kind === "record")
    for (const [field, source] of sourcesOf(reader, datum.type)) {
      const value = datum.fields[datum.type.fields.indexOf(source)];
      if (value !== undefined && whyUnreadable(value, field.type) !== undefined)
        return placeOf(value, field.type, `${pointer}/${escaped(source.name)}`);
    }
  // a symbol is a value, and so is not told
  const why =
    reader.kind === "enum" && datum.type.kind === "enum" ? `its symbol is none of ${reader.name.full}` : undefined;
  return { pointer, why: why ?? whyUnreadable(datum, reader) ?? "it cannot be read" };
}

/** Data that differ in the branches, symbols and items they choose; the same every time. */
function exampleData(type: AvroType, count: number): readonly Datum[] {
  const smallest = new Smallest(type, type);
  const found = new Map<string, Datum>();
  for (let turn = 0; turn < Math.max(count * 4, 16) && found.size < count; turn++) {
    const datum = variant(type, turn, smallest, 0);
    if (datum !== undefined) found.set(JSON.stringify(toJson(datum)), datum);
  }
  return [...found.values()];
}

/** Deeper than this the smallest value will do: types may hold themselves. */
const deepest = 6;

function variant(type: AvroType, turn: number, smallest: Smallest, depth: number): Datum | undefined {
  if (depth > deepest) return smallest.of(type);
  const within = (inner: AvroType, step = 0) => variant(inner, turn + step, smallest, depth + 1);
  switch (type.kind) {
    case "record": {
      const fields = type.fields.map((field) => within(field.type));
      return fields.includes(undefined) ? undefined : { type, fields: fields as readonly Datum[] };
    }
    case "union": {
      // the first example shows a value where there may be one
      const order = type.branches
        .map((_, index) => index)
        .sort((a, b) => rank(type.branches[a]) - rank(type.branches[b]));
      const branch = order[turn % order.length] ?? 0;
      const inner = within(type.branches[branch] as AvroType);
      return inner === undefined ? smallest.of(type) : { type, branch, inner };
    }
    case "enum":
      return type.symbols.length === 0
        ? undefined
        : { type, value: type.symbols[turn % type.symbols.length] as string };
    case "array":
    case "map": {
      const item = turn % 2 === 0 ? within(type.kind === "array" ? type.items : type.values) : undefined;
      return { type, items: item === undefined ? [] : [item] };
    }
    case "boolean":
      return { type, value: turn % 2 === 0 };
    case "int":
    case "long":
      return { type, value: turn + 1 };
    case "float":
    case "double":
      return { type, value: turn + 0.5 };
    case "string":
      return type.logical?.name === "uuid" ? smallest.of(type) : { type, value: turn === 0 ? "text" : `text ${turn}` };
    default:
      return smallest.of(type);
  }
}

const rank = (type: AvroType | undefined) => (type?.kind === "null" ? 1 : 0);
