import avsc from "avsc";
import { Unreadable } from "../../text/tree.ts";
import { inflated } from "./load.ts";

/** Bytes of all blocks together; more is not unpacked. */
const maxBytes = 8 * 1024 * 1024;

const header = avsc.Type.forSchema({
  type: "record",
  name: "Header",
  fields: [
    { name: "magic", type: { type: "fixed", name: "Magic", size: 4 } },
    { name: "meta", type: { type: "map", values: "bytes" } },
    { name: "sync", type: { type: "fixed", name: "Sync", size: 16 } },
  ],
});
const long = avsc.Type.forSchema("long");
const block = avsc.Type.forSchema("bytes");

/** A compiled schema as avsc hands it out; its declared types leave open what a value is. */
interface Codec {
  decode(bytes: Buffer, at: number): { readonly value: unknown; readonly offset: number };
  toString(value: unknown): string;
}

/**
 * The records of an object container file (specification, "Object Container Files"), at most so many, each in the JSON encoding of the
 * schema that the file was written with. Codecs: null and deflate.
 * @throws Unreadable in words that hold nothing of the file
 */
export function recordsIn(path: string, bytes: Uint8Array, atMost: number): readonly string[] {
  const unreadable = (why: string) => new Unreadable(why, { path });
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const take = <T>(type: unknown, from: Buffer, at: number): { readonly value: T; readonly offset: number } => {
    const { value, offset } = (type as Codec).decode(from, at);
    if (offset < 0) throw unreadable("is cut off");
    return { value: value as T, offset };
  };
  try {
    if (!buffer.subarray(0, 4).equals(Buffer.from("Obj\x01"))) throw unreadable("is no Avro object container file");
    const start = take<{ meta: Record<string, Buffer>; sync: Buffer }>(header, buffer, 0);
    const { meta, sync } = start.value;
    const codec = meta["avro.codec"]?.toString("latin1") ?? "null";
    if (codec !== "null" && codec !== "deflate")
      throw unreadable("is compressed with another codec than null and deflate");
    const type = avsc.Type.forSchema(JSON.parse(meta["avro.schema"]?.toString("utf8") ?? ""), { wrapUnions: true });
    const records: string[] = [];
    let left = maxBytes;
    for (let at = start.offset; at < buffer.length && records.length < atMost; ) {
      const count = take<number>(long, buffer, at);
      const packed = take<Buffer>(block, buffer, count.offset);
      if (!buffer.subarray(packed.offset, packed.offset + 16).equals(sync)) throw unreadable("is damaged");
      const unpacked = codec === "null" ? packed.value : Buffer.from(inflated(packed.value, left));
      left -= unpacked.length;
      if (left < 0) throw unreadable("holds too much to be unpacked");
      for (let index = 0, offset = 0; index < count.value && records.length < atMost; index++) {
        const record = take<unknown>(type, unpacked, offset);
        records.push((type as Codec).toString(record.value));
        offset = record.offset;
      }
      at = packed.offset + 16;
    }
    return records;
  } catch (error) {
    if (error instanceof Unreadable || !(error instanceof Error) || error instanceof RangeError)
      throw sayable(error, path);
    // avsc's and the parser's own words may quote what the file holds
    throw unreadable("is no Avro object container file that can be read");
  }
}

/** What is too deep or too large is refused like anything else that cannot be read. */
function sayable(error: unknown, path: string): unknown {
  return error instanceof RangeError ? new Unreadable("holds too much, or is nested too deeply", { path }) : error;
}
