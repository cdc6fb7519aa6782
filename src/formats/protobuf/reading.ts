import type { Datum } from "./codec.ts";
import type { EnumType, Message } from "./model.ts";
import { typeName } from "./model.ts";
import { fromBits, samples, toBits } from "./numbers.ts";
import { entrySlots, type Slot, type Slots, slotsOf, wireType } from "./slots.ts";

/** Why a reader does not get what a writer wrote, and a value that shows it. */
export interface Misreading {
  readonly why: string;
  readonly value: Datum;
}

/** Which types are one type's two sides: what they hold is compared by itself. */
export interface Counterparts {
  readonly same: (writer: Message | EnumType, reader: Message | EnumType) => boolean;
  /** Pairs found to read each other well, so that no pair is followed twice. */
  readonly fine: Map<Message, Set<Message>>;
}

/** Types nested deeper than this are not followed, and so not called readable. */
const maxFollowed = 100;

/** How a reader of one field misreads what a writer of the other wrote under the same number; undefined where it reads it all. */
export function misreading(writer: Slot, reader: Slot, counterparts: Counterparts): Misreading | undefined {
  const assumed: (readonly [Message, Message])[] = [];
  const wrong = slotMisread(writer, reader, { ...counterparts, assumed, depth: 0 });
  // what a failed reading assumed about recursive types is not known
  if (wrong !== undefined) for (const [wrote, reads] of assumed) counterparts.fine.get(wrote)?.delete(reads);
  return wrong;
}

interface Following extends Counterparts {
  readonly assumed: (readonly [Message, Message])[];
  readonly depth: number;
}

function slotMisread(writer: Slot, reader: Slot, following: Following): Misreading | undefined {
  const wrong = elementMisread(writer, reader, following);
  const many = writer.presence === "repeated";
  if (wrong !== undefined) return many && !Array.isArray(wrong.value) ? { ...wrong, value: [wrong.value] } : wrong;
  if (!many || reader.presence === "repeated") return undefined;
  const value = [sample(writer, 0), sample(writer, 1)];
  if (writer.packed)
    return { why: "several numbers are packed in one record, which the reader of a single value skips", value };
  return { why: "the reader of a single value keeps only the last of several", value };
}

function elementMisread(writer: Slot, reader: Slot, following: Following): Misreading | undefined {
  const { type: wrote } = writer;
  const { type: reads } = reader;
  const value = sample(writer, 0);
  const from = wireType(wrote, writer.delimited);
  const to = wireType(reads, reader.delimited);
  const names = `${typeName(wrote)} and ${typeName(reads)}`;
  const grouped = from === "group" || to === "group";
  if (from !== to && grouped && wrote.kind === "message" && reads.kind === "message")
    return { why: "one is written between group marks, the other after its length: the reader skips it", value };
  if (from !== to) return { why: `${names} are laid out differently in bytes: the reader skips the value`, value };
  if (wrote.kind === "enum" && reads.kind === "enum" && following.same(wrote.enum, reads.enum)) return undefined;
  if (from === "varint") return varintMisread(writer, reader);
  if (from === "fixed32" || from === "fixed64") return fixedMisread(writer, reader, value);
  const fields = structure(writer);
  const others = structure(reader);
  if (fields !== undefined && others !== undefined) {
    if (reads.kind === "map" && wrote.kind !== "map")
      return { why: "a map keeps one entry of those with the same key", value: twice(writer) };
    if (wrote.kind === "message" && reads.kind === "message")
      return messageMisread(wrote.message, reads.message, following);
    return slotsMisread(fields, others, following);
  }
  if (fields !== undefined) return { why: "the reader gets a message's raw bytes in place of its fields", value };
  if (others !== undefined)
    return { why: "the reader takes the bytes for a message and fails or finds nonsense", value: "\x0f" };
  if (wrote.kind === "scalar" && reads.kind === "scalar" && wrote.scalar === "bytes" && reads.scalar === "string")
    return { why: "bytes that are not UTF-8 are refused as a string", value: "\xff" };
  return undefined;
}

function structure(slot: Slot): Slots | undefined {
  if (slot.type.kind === "message") return slotsOf(slot.type.message);
  return slot.type.kind === "map" ? entrySlots(slot.type, slot.checked) : undefined;
}

/** Two entries of one key. */
function twice(writer: Slot): Datum {
  const slots = structure(writer) ?? new Map<number, Slot>();
  const key = slots.get(1);
  const value = slots.get(2);
  const entry = (step: number) =>
    new Map<number, Datum>([
      ...(key === undefined ? [] : [[1, sample(key, 0)] as const]),
      ...(value === undefined ? [] : [[2, sample(value, step)] as const]),
    ]);
  return [entry(0), entry(1)];
}

function varintMisread(writer: Slot, reader: Slot): Misreading | undefined {
  const wrote = writer.type;
  const reads = reader.type;
  if ((wrote.kind !== "scalar" && wrote.kind !== "enum") || (reads.kind !== "scalar" && reads.kind !== "enum"))
    return undefined;
  for (const value of samples(wrote)) {
    const got = fromBits(reads, toBits(wrote, value));
    if (got === value) continue;
    const why =
      got === undefined
        ? `${value} is not a value of ${typeName(reads)} and is set aside`
        : `${value} is read as ${got}`;
    return { why, value };
  }
  return undefined;
}

function fixedMisread(writer: Slot, reader: Slot, value: Datum): Misreading | undefined {
  const from = typeName(writer.type);
  const to = typeName(reader.type);
  if (from === to) return undefined;
  const integers = [from, to].every((name) => name.includes("fixed"));
  if (!integers) return { why: `the bits of ${from} mean another number as ${to}`, value };
  const border = from.endsWith("32") ? 2n ** 31n : 2n ** 63n;
  return from.startsWith("s")
    ? { why: `-1 is read as ${2n * border - 1n}`, value: -1n }
    : { why: `${border} is read as -${border}`, value: border };
}

function messageMisread(writer: Message, reader: Message, following: Following): Misreading | undefined {
  const { fine, same, assumed, depth } = following;
  if (writer === reader || same(writer, reader)) return undefined;
  const known = fine.get(writer) ?? new Set();
  if (known.has(reader)) return undefined;
  if (depth > maxFollowed) return { why: `nested deeper than ${maxFollowed} types, not followed`, value: new Map() };
  fine.set(writer, known.add(reader));
  assumed.push([writer, reader]);
  return slotsMisread(slotsOf(writer), slotsOf(reader), { ...following, depth: depth + 1 });
}

function slotsMisread(writer: Slots, reader: Slots, following: Following): Misreading | undefined {
  for (const [number, slot] of writer) {
    const other = reader.get(number);
    if (other === undefined)
      return { why: `the reader does not know ${slot.name} (${number})`, value: new Map([[number, sample(slot, 0)]]) };
    const wrong = slotMisread(slot, other, following);
    if (wrong !== undefined) return { why: `${slot.name}: ${wrong.why}`, value: new Map([[number, wrong.value]]) };
    if (slot.fallback !== undefined && other.fallback !== undefined && slot.fallback.key !== other.fallback.key)
      return { why: `${slot.name}: where it is absent another default is read`, value: new Map() };
  }
  for (const [number, slot] of reader)
    if (slot.presence === "required" && writer.get(number)?.presence !== "required")
      return { why: `the reader requires ${slot.name} (${number})`, value: new Map() };
  return pushedOut(writer, reader);
}

/** Two fields that could be written together and of which a oneof's reader keeps the last. */
export function pushedOut(writer: Slots, reader: Slots): Misreading | undefined {
  const first = new Map<string, Slot>();
  for (const slot of writer.values()) {
    const oneof = reader.get(slot.number)?.oneof;
    if (oneof === undefined) continue;
    const other = first.get(oneof);
    if (other === undefined) first.set(oneof, slot);
    else if (other.oneof === undefined || other.oneof !== slot.oneof)
      return {
        why: `${other.name} and ${slot.name} can be written together; the reader's oneof ${oneof} keeps only the last`,
        value: new Map([
          [other.number, sample(other, 0)],
          [slot.number, sample(slot, 0)],
        ]),
      };
  }
  return undefined;
}

/** A value of a slot's element type that is not its zero; `step` gives another one. */
export function sample(slot: Slot, step: number, depth = 0): Datum {
  const { type } = slot;
  if (type.kind === "enum") return (samples(type).find((number) => number !== 0n) ?? 0n) as Datum;
  if (type.kind === "scalar") {
    if (type.scalar === "string" || type.scalar === "bytes") return step === 0 ? "abc" : "xyz";
    if (type.scalar === "double" || type.scalar === "float") return step + 1.5;
    return type.scalar === "bool" ? 1n : BigInt(step + 1);
  }
  const slots = [...(structure(slot) ?? new Map<number, Slot>()).values()];
  const wanted =
    depth > 3 ? [] : slots.filter((one, index) => one.presence === "required" || index === 0 || type.kind === "map");
  return new Map(
    wanted.map((one) => {
      const value = sample(one, step, depth + 1);
      return [one.number, one.presence === "repeated" ? [value] : value] as const;
    }),
  );
}

/** A field that readers of one message type use and writers of another, in its place, never write. */
export function neverWritten(reader: Slot, writer: Slot, { same }: Counterparts): string | undefined {
  const seen = new Map<Message, Set<Message>>();
  const waiting: [Slot, Slot][] = [[reader, writer]];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const [{ type: reads }, { type: wrote }] = next;
    if (reads.kind !== "message" || wrote.kind !== "message") continue;
    const known = seen.get(reads.message) ?? new Set();
    if (reads.message === wrote.message || same(wrote.message, reads.message) || known.has(wrote.message)) continue;
    seen.set(reads.message, known.add(wrote.message));
    for (const [number, slot] of slotsOf(reads.message)) {
      const other = slotsOf(wrote.message).get(number);
      if (other === undefined) return `${slot.name} (${number}) of ${reads.message.fullName} is never written any more`;
      waiting.push([slot, other]);
    }
  }
  return undefined;
}
