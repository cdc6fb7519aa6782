import { deflateRawSync } from "node:zlib";
import avsc from "avsc";
import { expect, it } from "vitest";
import { containerOf } from "../../../src/formats/avro/container.ts";
import { recordsIn } from "../../../src/formats/avro/container-read.ts";

const schema = JSON.stringify({
  type: "record",
  name: "Order",
  fields: [
    { name: "id", type: "string" },
    { name: "note", type: ["null", "string"], default: null },
    { name: "at", type: { type: "long", logicalType: "timestamp-millis" } },
  ],
});

/** As avsc writes it. */
function written(codec: "null" | "deflate", records: readonly unknown[], type = schema): Promise<Uint8Array> {
  const encoder = new avsc.streams.BlockEncoder(JSON.parse(type), { codec });
  const chunks: Buffer[] = [];
  return new Promise((resolve, reject) => {
    encoder.on("data", (chunk: Buffer) => chunks.push(chunk)).on("error", reject);
    encoder.on("end", () => resolve(Buffer.concat(chunks)));
    for (const record of records) encoder.write(record);
    encoder.end();
  });
}

const records = [
  { id: "a", note: null, at: 1 },
  { id: "b", note: "sekret", at: 2 },
];

it.each(["null", "deflate"] as const)("records are read as avsc writes them, codec %s", async (codec) => {
  const bytes = await written(codec, records);
  expect(recordsIn("a.avro", bytes, 10).map((one) => JSON.parse(one))).toEqual([
    { id: "a", note: null, at: 1 },
    { id: "b", note: { string: "sekret" }, at: 2 },
  ]);
  expect(recordsIn("a.avro", bytes, 1)).toHaveLength(1);
});

it("what this product writes is read again", () => {
  expect(
    recordsIn(
      "a.avro",
      containerOf(
        '"string"',
        ["0461", "0462"].map((one) => one.replace("04", "02")),
      ),
      10,
    ),
  ).toEqual(['"a"', '"b"']);
});

/** A file with this header and one block. */
function made(meta: Record<string, string>, count: number, data: Uint8Array): Uint8Array {
  const long = avsc.Type.forSchema("long");
  const text = avsc.Type.forSchema({ type: "map", values: "bytes" });
  const sync = Buffer.alloc(16, 7);
  const members = Object.fromEntries(Object.entries(meta).map(([key, value]) => [key, Buffer.from(value)]));
  return Buffer.concat([
    Buffer.from("Obj\x01"),
    ...[text.toBuffer(members), sync, long.toBuffer(count), long.toBuffer(data.length), data, sync],
  ]);
}

const bomb = deflateRawSync(Buffer.alloc(64 * 1024 * 1024));

it.each<[string, Uint8Array | Promise<Uint8Array>, string]>([
  ["text", new TextEncoder().encode("sekret"), "is no Avro object container file"],
  ["a beginning", new TextEncoder().encode("Obj\x01"), "is cut off"],
  ["something else", Buffer.alloc(100, 9), "is no Avro object container file"],
  [
    "a schema that is none",
    made({ "avro.schema": "{sekret" }, 1, Buffer.alloc(1)),
    "is no Avro object container file that can be read",
  ],
  ["no schema", made({}, 1, Buffer.alloc(1)), "is no Avro object container file that can be read"],
  ["a file that is cut off", written("null", records).then((bytes) => bytes.subarray(0, -20)), "is cut off"],
  [
    "another marker",
    written("null", records).then((bytes) => bytes.map((byte, at) => (at === bytes.length - 1 ? byte ^ 1 : byte))),
    "is damaged",
  ],
  [
    "another codec",
    made({ "avro.schema": '"string"', "avro.codec": "snappy" }, 1, Buffer.alloc(2)),
    "is compressed with another codec than null and deflate",
  ],
  [
    "a bomb",
    made({ "avro.schema": '"bytes"', "avro.codec": "deflate" }, 1, bomb),
    "holds too much, or is nested too deeply",
  ],
  ["records that are not there", made({ "avro.schema": '"long"' }, 1000, Buffer.alloc(3)), "is cut off"],
])("%s is refused in words that quote nothing", async (_, bytes, why) => {
  const file = await bytes;
  expect(() => recordsIn("a.avro", file, 500)).toThrow(why);
});

it("a count without end is read as far as records count", () => {
  const file = made({ "avro.schema": '"null"' }, 2 ** 50, Buffer.alloc(0));
  expect(recordsIn("a.avro", file, 500)).toHaveLength(500);
});
