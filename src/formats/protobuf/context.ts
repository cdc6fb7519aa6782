import type { Direction } from "../../model.ts";
import type { Fields } from "./codec.ts";
import type { Declaration, EnumType, Field, Message, ProtoFile } from "./model.ts";
import type { Pairing } from "./pairing.ts";
import { type Counterparts, sample } from "./reading.ts";
import type { Report } from "./report.ts";
import { requiredOf, type Slot, slotOf, slotsOf } from "./slots.ts";
import { wellKnown } from "./well-known.ts";
import { prove, proveMeaning, type Shape, type Witness } from "./witness.ts";

/** What the parts of the comparison share. */
export interface Context extends Pairing {
  readonly report: Report;
  /** A declaration's path relative to the contract. */
  readonly element: (one: Declaration) => string;
  /** Head's file in place of one of base's; undefined where it is gone. */
  readonly headFile: (file: ProtoFile) => ProtoFile | undefined;
  /** By `extensionKey`. */
  readonly extensionsOfBase: ReadonlyMap<string, Field>;
  /** Fields that use an enum or message, on either side: for bytes that show what became of it. */
  readonly users: ReadonlyMap<EnumType | Message, readonly Field[]>;
}

/** The message and number that an extension or a field stands for. */
export function extensionKey(field: Field): string {
  return `${(field.extendee ?? field.parent)?.fullName} ${field.number}`;
}

/** What compilers bring along is the same on both sides. */
function areBuiltIn(one: Message | EnumType, other: Message | EnumType): boolean {
  return one.node === other.node && wellKnown.has(one.file.path);
}

const known = new WeakMap<Pairing["counterpart"], Counterparts>();

/** Which types of the two sides are one. */
export function counterparts({ counterpart }: Pairing): Counterparts {
  const made = known.get(counterpart) ?? {
    same: (writer, reader) => counterpart.get(writer) === reader || areBuiltIn(writer, reader),
    fine: new Map(),
  };
  known.set(counterpart, made);
  return made;
}

/** Writer and reader of a direction. */
export function sides<T>(direction: Direction, base: T, head: T): { readonly writer: T; readonly reader: T } {
  return direction === "backward" ? { writer: base, reader: head } : { writer: head, reader: base };
}

export function shapeOf(message: Message): Shape {
  return { name: message.fullName, slots: slotsOf(message) };
}

/** The message a field is part of, with the field known to it: its own message, or the one it extends. */
export function holder(field: Field): Shape {
  const message = field.extendee ?? field.parent;
  const slots = message === undefined ? new Map<number, Slot>() : slotsOf(message);
  const shape = { name: message?.fullName ?? "", slots };
  return field.extend === undefined ? shape : { ...shape, slots: new Map([...slots, [field.number, slotOf(field)]]) };
}

/** Bytes of a message that show the break; undefined where they decode alike. */
export function proof(
  direction: Direction,
  base: Shape,
  head: Shape,
  fields: Fields,
): Partial<Record<Direction, Witness>> {
  const { writer, reader } = sides(direction, base, head);
  const found = prove(writer, reader, complete(writer, fields));
  return found === undefined ? {} : { [direction]: found };
}

/** Bytes whose value gets another name. */
export function proofOfMeaning(
  direction: Direction,
  base: Shape,
  head: Shape,
  fields: Fields,
): Partial<Record<Direction, Witness>> {
  const { writer, reader } = sides(direction, base, head);
  const found = proveMeaning(writer, reader, complete(writer, fields));
  return found === undefined ? {} : { [direction]: found };
}

/** What a writer may not leave out is written too. */
function complete(writer: Shape, fields: Fields): Fields {
  const missing = requiredOf(writer.slots).filter((slot) => !fields.has(slot.number));
  return missing.length === 0
    ? fields
    : new Map([...fields, ...missing.map((slot) => [slot.number, sample(slot, 0)] as const)]);
}
