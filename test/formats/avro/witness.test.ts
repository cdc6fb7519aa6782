import avsc from "avsc";
import { expect, it } from "vitest";
import { avro } from "../../../src/formats/avro/avro.ts";
import { understand } from "../../../src/formats/avro/reading.ts";
import type { Witness } from "../../../src/formats/avro/witness.ts";
import { Dice, type Json, mutated, randomSchema } from "./random.ts";

const source = (schema: Json) => ({ entry: "c.avsc", part: "", files: new Map([["c.avsc", JSON.stringify(schema)]]) });

it("the bytes of a witness are its datum, by avsc", async () => {
  let checked = 0;
  for (let seed = 0; seed < 60; seed++) {
    const dice = new Dice(seed);
    const base = randomSchema(dice);
    const head = mutated(base, dice);
    const { changes } = await avro.compare("c", source(base), source(head), {});
    for (const { witnesses } of changes)
      for (const [direction, shown] of Object.entries(witnesses)) {
        const { datum, bytes } = shown as Witness;
        const schema = direction === "backward" ? base : head;
        let codec: avsc.Type;
        try {
          codec = avsc.Type.forSchema(schema as Parameters<typeof avsc.Type.forSchema>[0], { wrapUnions: true });
        } catch {
          continue; // a name used before it is defined, a default that is none
        }
        const value = codec.fromBuffer(Buffer.from(bytes, "hex"));
        expect(JSON.parse(codec.toString(value))).toEqual(JSON.parse(JSON.stringify(datum)));
        checked++;
      }
  }
  expect(checked).toBeGreaterThan(50);
});

it.each([
  [1_700_000_000_000, { name: "timestamp-millis" }, { value: "2023-11-14T22:13:20.000Z" }],
  [951_782_400_000_000, { name: "timestamp-micros" }, { value: "2000-02-29T00:00:00.000000Z" }],
  [1, { name: "local-timestamp-nanos" }, { value: "1970-01-01T00:00:00.000000001 (local time)" }],
  [19_782, { name: "date" }, { value: "2024-02-29" }],
  [86_399_999, { name: "time-millis" }, { value: "23:59:59.999" }],
  [86_400_000, { name: "time-millis" }, { error: "86400000 is no time of day" }],
  [-1, { name: "time-micros" }, { error: "-1 is no time of day" }],
  ["3039", { name: "decimal", precision: 5, scale: 2 }, { value: "123.45" }],
  ["ff", { name: "decimal", precision: 5, scale: 2 }, { value: "-0.01" }],
  ["", { name: "decimal", precision: 5, scale: 0 }, { value: "0" }],
  ["3039", { name: "decimal", precision: 4, scale: 2 }, { error: "5 digits, where decimal(4,2) holds 4" }],
  ["6f1c0b1e0c5e4a579f0a2d8a3f2b7c11", { name: "uuid" }, { value: "6f1c0b1e-0c5e-4a57-9f0a-2d8a3f2b7c11" }],
  ["no-uuid", { name: "uuid" }, { error: '"no-uuid" is no UUID' }],
  ["010000000200000003000000", { name: "duration" }, { value: "1 months, 2 days, 3 ms" }],
  ["00", { name: "big-decimal" }, { value: "the big-decimal of the bytes 00" }],
  [7, undefined, { value: "7" }],
] as const)("%s as %o", (raw, logical, expected) => {
  expect(understand(raw, logical)).toEqual(expected);
});
