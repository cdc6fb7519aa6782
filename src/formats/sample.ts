import type { Direction, Location, Options } from "../model.ts";
import { readJson } from "../text/json.ts";
import { type Tree, Unreadable } from "../text/tree.ts";
import type { Source } from "./format.ts";

/** Where a record differs from a schema, and why in the schema's words: no value of the record is in it. */
export interface Fault {
  /** JSON pointer (RFC 6901) within the record. */
  readonly pointer: string;
  readonly why: string;
}

/** Undefined where there is nothing wrong. */
export type Held = Fault | "undecided" | undefined;

/** What a format knows of single records. */
export interface Samples<Schema> {
  /** Whether a record is one of the schema's. */
  fault(record: Tree, schema: Schema, side: "base" | "head"): Held;
  /** Whether what was written under the writer's schema is read under the reader's; the record is one of the writer's. */
  unread(record: Tree, writer: Schema, reader: Schema, direction: Direction): Held;
  /** Small records of the schema, different ones, at most so many; the same every time. */
  examples(schema: Schema, count: number): readonly unknown[];
  /** Records of the format's own binary file, at most so many, in JSON. @throws Unreadable */
  unpacked?(path: string, bytes: Uint8Array, count: number): readonly string[];
  /** The same records in the format's own binary file; undefined where it cannot be made of this source. */
  binary?(schema: Schema, count: number, source: Source): Uint8Array | undefined;
}

/** A file of records. */
export interface SampleFile {
  readonly path: string;
  readonly text: string;
  /** Of a file that is no text. */
  readonly bytes?: Uint8Array;
  /** On which sides it stands so: records of head's are what head writes, those of base's what was written before. */
  readonly sides: readonly ("base" | "head")[];
  /** Kept by a reader, in its own repository: shows what it has read so far. */
  readonly fixture?: true;
}

/** What became of a record that one side takes and the other does not, or of one that neither takes. */
export interface HeldRecord extends Fault {
  /** Undefined: neither side takes it. */
  readonly direction: Direction | undefined;
  readonly at: Location;
  /** The element that the pointer leads to, as far as base has it. */
  readonly element: string;
}

/** More records of one file are not looked at. */
const maxRecords = 500;

/** Whether a file of records is no text, so that its records are counted and have no lines. */
export function isBinary(path: string): boolean {
  return path.endsWith(".avro");
}

/** The records of a file, each with where it begins, or (of a binary file) its number. A JSON file whose root is a list may be a record, or a list of them. */
function recordsOf<Schema>(file: SampleFile, { unpacked }: Samples<Schema>): readonly Tree[] {
  const { path, text, bytes } = file;
  if (isBinary(path)) {
    if (unpacked === undefined) throw new Unreadable("is a binary file, which is not read of this format", { path });
    const found = unpacked(path, bytes ?? new TextEncoder().encode(text), maxRecords);
    return found.map((one, index) => ({ ...unquoted(path, one), line: index + 1 }));
  }
  if (!path.endsWith(".ndjson")) return [readJson(path, text)];
  const records: Tree[] = [];
  let line = 0;
  for (const one of text.split("\n")) {
    line++;
    if (one.trim() === "") continue;
    if (records.length >= maxRecords) break;
    try {
      records.push({ ...readJson(path, one), line });
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error;
      throw new Unreadable(error.message, { ...error.at, line });
    }
  }
  return records;
}

/** Without the words of a reader, which may quote the text. */
function unquoted(path: string, text: string): Tree {
  try {
    return readJson(path, text);
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    throw new Unreadable("holds a record that is nested too deeply", { path });
  }
}

/** Everything needed to hold the records of some files against two sides. */
export interface Holding<Schema> {
  readonly samples: Samples<Schema>;
  readonly base: Schema | undefined;
  readonly head: Schema;
  readonly reach: (schema: Schema, element: string) => readonly string[] | undefined;
}

/**
 * Holds records against both sides: one that base takes and head cannot read breaks backward; one that head takes and base
 * cannot read, forward, where head's files have it. @throws Unreadable where a file is no JSON
 */
function holdFile<Schema>(file: SampleFile, holding: Holding<Schema>): readonly HeldRecord[] {
  const [first, ...others] = recordsOf(file, holding.samples);
  if (first === undefined) return [];
  const whole = holdRecord(first, file, holding);
  const single = !file.path.endsWith(".ndjson") && !isBinary(file.path);
  const items = first.kind === "array" && single ? first.items.slice(0, maxRecords) : [];
  // a list that is no record itself is a list of records
  if (items.length > 0 && whole.some(({ direction }) => direction === undefined))
    return items.flatMap((item) => holdRecord(item, file, holding));
  return [...whole, ...others.flatMap((record) => holdRecord(record, file, holding))];
}

function holdRecord<Schema>(record: Tree, file: SampleFile, holding: Holding<Schema>): readonly HeldRecord[] {
  const { samples, base, head } = holding;
  const at = { path: file.path, line: record.line, column: record.column };
  const tell = (fault: Fault, direction: Direction | undefined): HeldRecord => {
    return { ...fault, direction, at, element: elementAt(fault.pointer, holding) };
  };
  const inHead = samples.fault(record, head, "head");
  const inBase = base === undefined ? undefined : samples.fault(record, base, "base");
  const ofHead = file.sides.includes("head");
  if (isFault(inHead) && (base === undefined || isFault(inBase)))
    return ofHead || file.fixture ? [tell(inHead, undefined)] : [];
  if (base === undefined) return [];
  const told: HeldRecord[] = [];
  if (inBase === undefined) {
    const unread = samples.unread(record, base, head, "backward");
    if (isFault(unread)) told.push(tell(unread, "backward"));
  }
  if (inHead === undefined && ofHead) {
    const unread = samples.unread(record, head, base, "forward");
    if (isFault(unread)) told.push(tell(unread, "forward"));
  }
  return told;
}

function isFault(held: Held): held is Fault {
  return typeof held === "object";
}

/** `/lines/0/sku` as `lines[].sku`, as far as either side knows it; empty where it does not. */
function elementAt<Schema>(pointer: string, { base, head, reach }: Holding<Schema>): string {
  const steps = pointer.split("/", 40).slice(1).map(unescaped);
  for (let count = steps.length; count > 0; count--) {
    const element = steps
      .slice(0, count)
      .reduce((path, step) => (/^\d+$/.test(step) ? `${path}[]` : path === "" ? step : `${path}.${step}`), "");
    if ((base !== undefined && reach(base, element) !== undefined) || reach(head, element) !== undefined)
      return element;
  }
  return "";
}

export function escaped(step: string): string {
  return step.replaceAll("~", "~0").replaceAll("/", "~1");
}

function unescaped(step: string): string {
  return step.replaceAll("~1", "/").replaceAll("~0", "~");
}

/** What a format can say of records, without its type parameter. */
export interface FormatSamples {
  /** @throws Unreadable */
  hold(base: Source | undefined, head: Source, files: readonly SampleFile[], options: Options): Promise<HeldFiles>;
  /** @throws Unreadable */
  examples(
    source: Source,
    options: Options,
    count: number,
  ): Promise<{ readonly records: readonly unknown[]; readonly binary: Uint8Array | undefined }>;
}

export interface HeldFiles {
  readonly records: readonly HeldRecord[];
  /** Files that are no JSON. */
  readonly unreadable: readonly { readonly at: Location; readonly message: string }[];
}

/** Holds every file against two schemas. */
export function holdFiles<Schema>(files: readonly SampleFile[], holding: Holding<Schema>): HeldFiles {
  const records: HeldRecord[] = [];
  const unreadable: { readonly at: Location; readonly message: string }[] = [];
  for (const file of files)
    try {
      records.push(...holdFile(file, holding));
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error;
      // the reader's own words may quote the text
      const message = isBinary(file.path) ? error.message : "not valid JSON, or nested too deeply";
      unreadable.push({ at: isBinary(file.path) ? { path: file.path } : error.at, message });
    }
  return { records, unreadable };
}
