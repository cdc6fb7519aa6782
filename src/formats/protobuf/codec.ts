import type { FieldType } from "./model.ts";
import { fromBits, toBits } from "./numbers.ts";
import { entrySlots, requiredOf, type Slot, type Slots, slotsOf, wireType } from "./slots.ts";

/**
 * A value on its way through bytes: integers, bools (0 or 1) and enums as bigint, floats as number, strings and bytes as one
 * character per byte, repeated ones as lists, messages by field number.
 */
export type Datum = bigint | number | string | readonly Datum[] | Fields;
export type Fields = ReadonlyMap<number, Datum>;

/** Bytes that a reader refuses. */
export class Refused extends Error {}

const wireNumber = { varint: 0, fixed64: 1, length: 2, group: 3, fixed32: 5 } as const;

/** Writes a message by the encoding specification; one character per byte. */
export function encode(slots: Slots, record: Fields): string {
  let bytes = "";
  for (const [number, value] of record) {
    const slot = slots.get(number);
    if (slot === undefined) continue;
    const values = Array.isArray(value) ? (value as readonly Datum[]) : [value as Datum];
    if (slot.packed) bytes += tag(number, 2) + prefixed(values.map((one) => payload(slot, one)).join(""));
    else for (const one of values) bytes += element(slot, one);
  }
  return bytes;
}

function element(slot: Slot, value: Datum): string {
  const wire = wireType(slot.type, slot.delimited);
  const inner = payload(slot, value);
  if (wire === "group") return tag(slot.number, 3) + inner + tag(slot.number, 4);
  return tag(slot.number, wireNumber[wire]) + (wire === "length" ? prefixed(inner) : inner);
}

function payload(slot: Slot, value: Datum): string {
  const { type } = slot;
  if (type.kind === "message") return encode(slotsOf(type.message), value as Fields);
  if (type.kind === "map") return encode(entrySlots(type, slot.checked), value as Fields);
  if (typeof value === "string") return value;
  const wire = wireType(type, false);
  if (wire === "varint") return varint(toBits(type, value as bigint));
  const size = wire === "fixed32" ? 4 : 8;
  const view = new DataView(new ArrayBuffer(size));
  if (typeof value === "bigint") {
    if (size === 4) view.setUint32(0, Number(BigInt.asUintN(32, value)), true);
    else view.setBigUint64(0, BigInt.asUintN(64, value), true);
  } else if (size === 4) view.setFloat32(0, value as number, true);
  else view.setFloat64(0, value as number, true);
  return String.fromCharCode(...new Uint8Array(view.buffer));
}

function tag(number: number, wire: number): string {
  return varint(BigInt(number) * 8n + BigInt(wire));
}

function prefixed(bytes: string): string {
  return varint(BigInt(bytes.length)) + bytes;
}

function varint(bits: bigint): string {
  let bytes = "";
  let left = bits;
  for (; left > 0x7fn; left >>= 7n) bytes += String.fromCharCode(Number(left & 0x7fn) | 0x80);
  return bytes + String.fromCharCode(Number(left));
}

/** Reads a message by the encoding specification. @throws Refused where a parser has to give up */
export function decode(slots: Slots, bytes: string): Fields {
  const reader = new Reader(bytes);
  const record = reader.message(slots, undefined);
  return record;
}

class Reader {
  private readonly bytes: string;
  private at = 0;

  constructor(bytes: string) {
    this.bytes = bytes;
  }

  message(slots: Slots, group: number | undefined): Fields {
    const record = new Map<number, Datum>();
    for (;;) {
      if (this.at >= this.bytes.length) {
        if (group !== undefined) throw new Refused("a group that does not end");
        break;
      }
      const key = this.varint();
      const number = Number(key >> 3n);
      const wire = Number(key & 7n);
      if (wire === 4) {
        if (number !== group) throw new Refused("an end of a group that did not begin");
        break;
      }
      if (number === 0) throw new Refused("a field number 0");
      const slot = slots.get(number);
      if (slot === undefined || !this.field(slots, slot, wire, record)) this.skip(number, wire);
    }
    for (const slot of requiredOf(slots))
      if (!record.has(slot.number)) throw new Refused(`the required field ${slot.name} is missing`);
    return record;
  }

  private field(slots: Slots, slot: Slot, wire: number, record: Map<number, Datum>): boolean {
    const expected = wireType(slot.type, slot.delimited);
    const many = slot.presence === "repeated";
    if (many && wire === 2 && expected !== "length" && expected !== "group") {
      const inner = new Reader(this.taken(Number(this.varint())));
      while (inner.at < inner.bytes.length) keep(slot, inner.value(slot), record);
      return true;
    }
    if (wire !== wireNumber[expected]) return false;
    const value = this.value(slot);
    if (value === undefined) return true;
    if (slot.oneof !== undefined)
      for (const number of [...record.keys()])
        if (number !== slot.number && slots.get(number)?.oneof === slot.oneof) record.delete(number);
    keep(slot, value, record);
    return true;
  }

  private value(slot: Slot): Datum | undefined {
    const { type } = slot;
    if (type.kind === "message" && slot.delimited) return this.message(slotsOf(type.message), slot.number);
    const wire = wireType(type, false);
    if (wire === "varint") return fromBits(type as Extract<FieldType, { kind: "scalar" | "enum" }>, this.varint());
    if (wire === "length") return inside(slot, this.taken(Number(this.varint())));
    return fixed(type, this.taken(wire === "fixed32" ? 4 : 8));
  }

  private skip(number: number, wire: number): void {
    if (wire === 0) this.varint();
    else if (wire === 1) this.taken(8);
    else if (wire === 2) this.taken(Number(this.varint()));
    else if (wire === 5) this.taken(4);
    else if (wire === 3) this.message(new Map(), number);
    else throw new Refused(`a wire type ${wire}`);
  }

  private taken(count: number): string {
    if (count > this.bytes.length - this.at) throw new Refused("the bytes end too early");
    this.at += count;
    return this.bytes.slice(this.at - count, this.at);
  }

  private varint(): bigint {
    let bits = 0n;
    for (let shift = 0n; shift < 70n; shift += 7n) {
      const byte = this.taken(1).charCodeAt(0);
      bits |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) return BigInt.asUintN(64, bits);
    }
    throw new Refused("a number longer than ten bytes");
  }
}

function inside(slot: Slot, bytes: string): Datum {
  const { type, checked } = slot;
  if (type.kind === "message") return decode(slotsOf(type.message), bytes);
  if (type.kind === "map") return decode(entrySlots(type, checked), bytes);
  if (checked && type.kind === "scalar" && type.scalar === "string" && !isUtf8(bytes))
    throw new Refused(`${slot.name} is a string and its bytes are not UTF-8`);
  return bytes;
}

function fixed(type: FieldType, bytes: string): Datum {
  const view = new DataView(new ArrayBuffer(8));
  for (let index = 0; index < bytes.length; index++) view.setUint8(index, bytes.charCodeAt(index));
  const scalar = type.kind === "scalar" ? type.scalar : "fixed64";
  if (scalar === "double") return view.getFloat64(0, true);
  if (scalar === "float") return view.getFloat32(0, true);
  return fromBits({ kind: "scalar", scalar }, view.getBigUint64(0, true)) as bigint;
}

function keep(slot: Slot, value: Datum | undefined, record: Map<number, Datum>): void {
  if (value === undefined) return;
  const present = record.get(slot.number);
  if (slot.type.kind === "map")
    record.set(slot.number, withEntry((present ?? []) as readonly Fields[], value as Fields));
  else if (slot.presence === "repeated") record.set(slot.number, [...((present ?? []) as readonly Datum[]), value]);
  else if (value instanceof Map && present instanceof Map) record.set(slot.number, new Map([...present, ...value]));
  else if (slot.presence === "implicit" && isZero(value)) record.delete(slot.number);
  else record.set(slot.number, value);
}

function withEntry(entries: readonly Fields[], entry: Fields): readonly Fields[] {
  return [...entries.filter((other) => other.get(1) !== entry.get(1)), entry];
}

function isZero(value: Datum): boolean {
  return value === 0n || value === "" || Object.is(value, 0);
}

/** Whether bytes are text. */
export function isUtf8(bytes: string): boolean {
  try {
    decodeURIComponent(
      bytes.replace(/[^A-Za-z0-9]/g, (byte) => `%${byte.charCodeAt(0).toString(16).padStart(2, "0")}`),
    );
    return true;
  } catch {
    return false;
  }
}
