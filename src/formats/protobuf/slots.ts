import { type Fallback, fallbackOf, zeroOf } from "./fallback.ts";
import type { Field, FieldType, Message, Presence } from "./model.ts";

/** A field as bytes know it: a number, a type, and how often and in which form it is written. */
export interface Slot {
  readonly number: number;
  readonly name: string;
  readonly type: FieldType;
  readonly presence: Presence;
  readonly packed: boolean;
  readonly delimited: boolean;
  /** Whether a reader refuses a string that is not UTF-8. */
  readonly checked: boolean;
  /** Fields of one oneof push each other out. */
  readonly oneof: string | undefined;
  /** What is read where the field is absent; undefined where nothing is. */
  readonly fallback: Fallback | undefined;
}

export type Slots = ReadonlyMap<number, Slot>;

export type MapType = Extract<FieldType, { kind: "map" }>;

export function slotOf(field: Field): Slot {
  return {
    number: field.number,
    name: field.name,
    type: field.type,
    presence: field.presence,
    packed: field.packed,
    delimited: field.delimited,
    checked: field.features.utf8_validation === "VERIFY",
    oneof: field.oneof,
    fallback: fallbackOf(field),
  };
}

const known = new WeakMap<Message, Slots>();

/** The fields of a message by number. @throws Unreadable where a type is not defined */
export function slotsOf(message: Message): Slots {
  const made =
    known.get(message) ?? new Map([...message.byNumber.values()].map((field) => [field.number, slotOf(field)]));
  known.set(message, made);
  return made;
}

const required = new WeakMap<Slots, readonly Slot[]>();

/** The fields that a writer may not leave out. */
export function requiredOf(slots: Slots): readonly Slot[] {
  const made = required.get(slots) ?? [...slots.values()].filter((slot) => slot.presence === "required");
  required.set(slots, made);
  return made;
}

/** A map is a repeated message of a key and a value. */
export function entrySlots(map: MapType, checked: boolean): Slots {
  const side = (number: number, name: string, type: FieldType): [number, Slot] => [
    number,
    {
      number,
      name,
      type,
      presence: "explicit",
      packed: false,
      delimited: false,
      checked,
      oneof: undefined,
      fallback: zeroOf(type),
    },
  ];
  return new Map([side(1, "key", { kind: "scalar", scalar: map.key }), side(2, "value", map.value)]);
}

export type WireType = "varint" | "fixed64" | "length" | "group" | "fixed32";

/** How one value of a type is laid out. */
export function wireType(type: FieldType, delimited: boolean): WireType {
  if (type.kind === "enum") return "varint";
  if (type.kind === "message") return delimited ? "group" : "length";
  if (type.kind === "map") return "length";
  switch (type.scalar) {
    case "double":
    case "fixed64":
    case "sfixed64":
      return "fixed64";
    case "float":
    case "fixed32":
    case "sfixed32":
      return "fixed32";
    case "string":
    case "bytes":
      return "length";
    default:
      return "varint";
  }
}
