import avsc from "avsc";
import { describe, expect, it } from "vitest";
import { examplesOf } from "../../src/formats/examples.ts";
import { formats } from "../../src/formats/index.ts";
import { casesOf } from "./cases.ts";

const able = formats.filter(({ samples }) => samples !== undefined);

it("records are read of every format but those that say so", () =>
  expect(formats.filter(({ samples }) => samples === undefined).map(({ name }) => name)).toEqual([
    ...["asyncapi", "openapi", "schema-registry", "subject-file"],
    "protobuf",
  ]));

describe.each(able.map((format) => ({ name: format.name, format })))("examples of $name", ({ name, format }) => {
  it("are records of the contract, and the same every time", async () => {
    let made = 0;
    for (const { head, options } of casesOf(name)) {
      const request = { format: name, source: head, options, count: 3 };
      const found = await examplesOf(request);
      if ("problem" in found) continue;
      made += found.records.length;
      expect(await examplesOf(request)).toEqual(found);
      expect(new Set(found.records.map((one) => JSON.stringify(one))).size).toBe(found.records.length);
      const text = found.records.map((record) => JSON.stringify(record)).join("\n");
      const file = { path: "a.ndjson", text, sides: ["head" as const] };
      expect(await format.samples?.hold(undefined, head, [file], options)).toEqual({ records: [], unreadable: [] });
    }
    expect(made).toBeGreaterThan(10);
  });
});

it("an Avro file holds what the JSON holds, as avsc reads it", async () => {
  const schema = {
    type: "record",
    name: "Order",
    fields: [
      { name: "id", type: "string" },
      { name: "state", type: { type: "enum", name: "State", symbols: ["NEW", "PAID"] } },
      { name: "note", type: ["null", "string"] },
      { name: "lines", type: { type: "array", items: { type: "map", values: "long" } } },
      { name: "next", type: ["null", "Order"] },
    ],
  };
  const source = { entry: "a.avsc", part: "", files: new Map([["a.avsc", JSON.stringify(schema)]]) };
  const found = await examplesOf({ format: "avro", source, options: {}, count: 6 });
  if ("problem" in found || found.binary === undefined) throw new Error("nothing was made");
  const decoder = new avsc.streams.BlockDecoder({
    parseHook: (read) => avsc.Type.forSchema(read, { wrapUnions: true }),
  });
  const type = avsc.Type.forSchema(schema as Parameters<typeof avsc.Type.forSchema>[0], { wrapUnions: true });
  const records: unknown[] = [];
  await new Promise((resolve, reject) => {
    decoder.on("data", (record: unknown) => records.push(JSON.parse(type.toString(record)))).on("end", resolve);
    decoder.on("error", reject);
    decoder.end(Buffer.from(found.binary ?? []));
  });
  expect(records).toEqual(JSON.parse(JSON.stringify(found.records)));
});
