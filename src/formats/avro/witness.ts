import type { Direction } from "../../model.ts";
import { AvscReader, codecOf, encode } from "./codec.ts";
import type { Root } from "./contract.ts";
import { type Datum, Smallest, toJson } from "./datum.ts";
import type { Fault } from "./fault.ts";
import { maxConfirmed } from "./limits.ts";
import { whyUnreadable } from "./read.ts";
import { understand } from "./reading.ts";

/** A datum that one side writes and the other cannot read, or takes for something else. */
export interface Witness {
  /** In the specification's JSON encoding, under the writer's schema. */
  readonly datum: unknown;
  /** The same in the binary encoding, by avsc; hexadecimal. */
  readonly bytes: string;
  /** Which type it is a datum of, where the contract has several. */
  readonly of?: string;
  /** Why it cannot be read. */
  readonly error?: string;
  /** What was meant, and what it is taken for. */
  readonly written?: string;
  readonly read?: string;
  /** Who agrees: avsc, or only the specification as read here. */
  readonly confirmedBy: "avsc" | "specification";
}

/** Makes the witnesses of one root. */
export class Witnesses {
  private readonly base: Side;
  private readonly head: Side;
  private readonly several: boolean;
  private readonly readers: Partial<Record<Direction, AvscReader>> = {};
  private confirmed = 0;

  constructor(base: Root, head: Root, several: boolean) {
    this.several = several;
    this.base = new Side(base, head.type);
    this.head = new Side(head, base.type);
  }

  of(fault: Fault, direction: Direction): Witness | undefined {
    const writer = direction === "backward" ? "base" : "head";
    const reader = direction === "backward" ? "head" : "base";
    const datum = this[writer].smallest.along(
      this[writer].root.type,
      fault.steps,
      writer,
      fault.leaf?.[direction] ?? { any: true },
    );
    const bytes = datum && this[writer].bytes(datum);
    if (datum === undefined || bytes === undefined) return undefined;
    const { key } = this[writer].root;
    const outcome =
      fault.meanings === undefined ? failure(datum, this[reader].root.type) : misread(fault, direction, writer, reader);
    if (outcome === undefined) return undefined;
    const readable = whyUnreadable(datum, this[reader].root.type) === undefined;
    return {
      datum: toJson(datum),
      bytes,
      ...(this.several ? { of: key } : {}),
      ...outcome,
      confirmedBy: this.agrees(datum, direction, readable) ? "avsc" : "specification",
    };
  }

  private agrees(datum: Datum, direction: Direction, readable: boolean): boolean {
    if (++this.confirmed > maxConfirmed) return false;
    try {
      const [writer, reader] = direction === "backward" ? [this.base, this.head] : [this.head, this.base];
      this.readers[direction] ??= new AvscReader(writer.root.type, reader.root.type);
      return this.readers[direction].reads(datum) === readable;
    } catch {
      return false;
    }
  }
}

function failure(datum: Datum, reader: Root["type"]): Pick<Witness, "error"> | undefined {
  const error = whyUnreadable(datum, reader);
  return error === undefined ? undefined : { error };
}

/** The bytes are read, and mean something else; or are nothing that the reader's logical type allows. */
function misread(
  { leaf, meanings }: Fault,
  direction: Direction,
  writer: "base" | "head",
  reader: "base" | "head",
): Pick<Witness, "error" | "written" | "read"> | undefined {
  const value = leaf?.[direction];
  if (meanings === undefined || value === undefined || !("value" in value)) return undefined;
  const written = understand(value.value, meanings[writer]);
  const read = understand(value.value, meanings[reader]);
  if ("error" in written) return undefined;
  if ("error" in read) return { written: written.value, error: read.error };
  return read.value === written.value ? undefined : { written: written.value, read: read.value };
}

/** What is made once for one side, and only when a witness is wanted. */
class Side {
  readonly root: Root;
  private readonly reader: Root["type"];
  private found: Smallest | undefined;
  private codec: ReturnType<typeof codecOf> | undefined;

  constructor(root: Root, reader: Root["type"]) {
    this.root = root;
    this.reader = reader;
  }

  get smallest(): Smallest {
    this.found ??= new Smallest(this.root.type, this.reader);
    return this.found;
  }

  /** Undefined where avsc cannot take the schema. */
  bytes(datum: Datum): string | undefined {
    try {
      this.codec ??= codecOf(this.root.type);
      return encode(this.codec, datum);
    } catch {
      return undefined;
    }
  }
}
