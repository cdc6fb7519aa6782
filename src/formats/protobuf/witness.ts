import { type Datum, decode, encode, type Fields, isUtf8, Refused } from "./codec.ts";
import { readable } from "./literal.ts";
import { entrySlots, type Slot, type Slots, slotsOf } from "./slots.ts";

/** Real bytes, and what each side makes of them. */
export interface Witness {
  /** The message the bytes are of, by the writer's name for it. */
  readonly message: string;
  /** What the reader reads them as, where it has another name for it. */
  readonly readAs?: string;
  /** Hexadecimal. */
  readonly bytes: string;
  readonly written: unknown;
  /** The same bytes for the reader: a value, or why it refuses them. */
  readonly read: unknown;
}

/** A message type as a witness needs it. */
export interface Shape {
  readonly name: string;
  readonly slots: Slots;
}

/** Encodes with the writer and decodes with the reader; undefined where the reader gets just what was written. */
export function prove(writer: Shape, reader: Shape, fields: Fields): Witness | undefined {
  return proveBytes(
    writer,
    reader,
    encode(writer.slots, fields),
    (wrote, reads) => canonical(wrote) !== canonical(reads),
  );
}

/** The same where the value stays and its name changes: what is told by a number or value that got another meaning. */
export function proveMeaning(writer: Shape, reader: Shape, fields: Fields): Witness | undefined {
  const names = (shape: Shape, value: Fields) => JSON.stringify(shown(shape.slots, value));
  return proveBytes(
    writer,
    reader,
    encode(writer.slots, fields),
    (wrote, reads) => names(writer, wrote) !== names(reader, reads),
  );
}

/** What two sides make of bytes, where it differs. */
export function proveBytes(
  writer: Shape,
  reader: Shape,
  bytes: string,
  differ: (wrote: Fields, reads: Fields) => boolean,
): Witness | undefined {
  const wrote = reading(writer.slots, bytes);
  const reads = reading(reader.slots, bytes);
  if (typeof wrote === "string" || (typeof reads !== "string" && !differ(wrote, reads))) return undefined;
  return {
    message: writer.name,
    ...(reader.name === writer.name ? {} : { readAs: reader.name }),
    bytes: hex(bytes),
    written: shown(writer.slots, wrote),
    read: typeof reads === "string" ? { refused: reads } : shown(reader.slots, reads),
  };
}

function reading(slots: Slots, bytes: string): Fields | string {
  try {
    return decode(slots, bytes);
  } catch (error) {
    if (error instanceof Refused) return error.message;
    throw error;
  }
}

/** A message as JSON shows it, names and all. */
export function shown(slots: Slots, fields: Fields): unknown {
  return Object.fromEntries(
    [...fields].map(([number, value]) => {
      const slot = slots.get(number) as Slot;
      return [slot.name, Array.isArray(value) ? value.map((one) => showOne(slot, one)) : showOne(slot, value)];
    }),
  );
}

function showOne(slot: Slot, value: Datum): unknown {
  const { type } = slot;
  if (type.kind === "message") return shown(slotsOf(type.message), value as Fields);
  if (type.kind === "map") return shown(entrySlots(type, slot.checked), value as Fields);
  if (typeof value === "string")
    return type.kind === "scalar" && type.scalar === "string" && isUtf8(value) ? readable(value) : { hex: hex(value) };
  if (typeof value === "number") return Number.isFinite(value) ? value : String(value);
  if (type.kind === "enum") return type.enum.byNumber.get(Number(value))?.[0] ?? Number(value);
  if (type.scalar === "bool") return value !== 0n;
  return type.scalar.endsWith("64") ? String(value) : Number(value);
}

function canonical(value: Datum): string {
  if (value instanceof Map)
    return `{${[...(value as Fields)]
      .sort(([a], [b]) => a - b)
      .map(([number, one]) => `${number}:${canonical(one)}`)
      .join(",")}}`;
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  return typeof value === "string" ? `"${hex(value)}"` : `${typeof value} ${String(value)}`;
}

/** Bytes, two hexadecimal digits each. */
export function hex(bytes: string): string {
  return Array.from(bytes, (byte) => byte.charCodeAt(0).toString(16).padStart(2, "0")).join("");
}
