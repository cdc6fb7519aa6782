import type { Direction } from "../../model.ts";
import { AvscReader } from "./codec.ts";
import type { Root } from "./contract.ts";
import { type Datum, partsOf, Smallest, toJson } from "./datum.ts";
import { encode } from "./encode.ts";
import type { Fault } from "./fault.ts";
import { maxCompiled, maxCompiledAtOnce, maxShown } from "./limits.ts";
import { whyUnreadable } from "./read.ts";
import { understand } from "./reading.ts";
import { type AvroType, reachable } from "./types.ts";

/** A datum that one side writes and the other cannot read, or takes for something else. */
export interface Witness {
  /** In the specification's JSON encoding, under the writer's schema. */
  readonly datum: unknown;
  /** The same in the binary encoding; hexadecimal. */
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

/** What one comparison may still spend on witnesses, in parts of data and of schemas. */
export class Budget {
  shown = maxShown;
  compiled = maxCompiled;
}

interface Side {
  readonly type: AvroType;
  readonly smallest: () => Smallest;
  /** How many types avsc would have to compile to read as this side. */
  readonly parts: () => number;
}

/** Makes the witnesses of one root. */
export class Witnesses {
  private readonly base: Side;
  private readonly head: Side;
  /** What the root is called, where the contract has several. */
  private readonly name: string | undefined;
  private readonly budget: Budget;
  private readonly readers: Partial<Record<Direction, AvscReader>> = {};

  constructor(base: Root, head: Root, name: string | undefined, budget: Budget) {
    this.base = sideOf(base.type, head.type);
    this.head = sideOf(head.type, base.type);
    this.name = name;
    this.budget = budget;
  }

  of(fault: Fault, direction: Direction): Witness | undefined {
    if (this.budget.shown <= 0) return undefined;
    const [writer, reader] = direction === "backward" ? (["base", "head"] as const) : (["head", "base"] as const);
    const leaf = fault.leaf?.[direction] ?? { any: true };
    const datum = this[writer].smallest().along(this[writer].type, fault.steps, writer, leaf);
    if (datum === undefined) return undefined;
    const failure = whyUnreadable(datum, this[reader].type);
    const outcome = fault.meanings === undefined ? failure && { error: failure } : misread(fault, direction);
    if (outcome === undefined) return undefined;
    const parts = partsOf(datum);
    this.budget.shown -= parts;
    const agreed = this.agrees(datum, parts, direction, failure === undefined);
    return {
      datum: toJson(datum),
      bytes: encode(datum),
      ...(this.name === undefined ? {} : { of: this.name }),
      ...outcome,
      confirmedBy: agreed ? "avsc" : "specification",
    };
  }

  private agrees(datum: Datum, parts: number, direction: Direction, readable: boolean): boolean {
    const [writer, reader] = direction === "backward" ? [this.base, this.head] : [this.head, this.base];
    const cost = parts + (this.readers[direction] === undefined ? reader.parts() : 0);
    if (cost > this.budget.compiled || Math.max(parts, reader.parts()) > maxCompiledAtOnce) return false;
    this.budget.compiled -= cost;
    try {
      this.readers[direction] ??= new AvscReader(writer.type, reader.type);
      return this.readers[direction].reads(datum) === readable;
    } catch {
      return false;
    }
  }
}

function sideOf(type: AvroType, reader: AvroType): Side {
  let smallest: Smallest | undefined;
  let parts: number | undefined;
  return {
    type,
    smallest: () => {
      smallest ??= new Smallest(type, reader);
      return smallest;
    },
    parts: () => {
      parts ??= [...reachable(type)].reduce((sum, one) => sum + (one.kind === "record" ? one.fields.length : 1), 0);
      return parts;
    },
  };
}

/** The bytes are read, and mean something else; or are nothing that the reader's logical type allows. */
function misread(
  { leaf, meanings }: Fault,
  direction: Direction,
): Pick<Witness, "error" | "written" | "read"> | undefined {
  const value = leaf?.[direction];
  if (meanings === undefined || value === undefined || !("value" in value)) return undefined;
  const [writer, reader] = direction === "backward" ? [meanings.base, meanings.head] : [meanings.head, meanings.base];
  const written = understand(value.value, writer);
  const read = understand(value.value, reader);
  if ("error" in written) return undefined;
  if ("error" in read) return { written: written.value, error: read.error };
  return read.value === written.value ? undefined : { written: written.value, read: read.value };
}
