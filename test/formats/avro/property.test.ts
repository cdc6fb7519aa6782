import avsc from "avsc";
import fc from "fast-check";
import { expect, it } from "vitest";
import { avro } from "../../../src/formats/avro/avro.ts";
import type { Direction } from "../../../src/model.ts";
import { Dice, type Json, mutated, randomDatum, randomSchema } from "./random.ts";

const seeds = fc.integer({ min: 0, max: 2 ** 31 });

function source(schema: Json) {
  return { entry: "contract.avsc", part: "", files: new Map([["contract.avsc", JSON.stringify(schema)]]) };
}

function codec(schema: Json) {
  return avsc.Type.forSchema(schema as Parameters<typeof avsc.Type.forSchema>[0], { wrapUnions: true });
}

/** Undefined where avsc does not take the schema. */
function tryCodec(schema: Json) {
  try {
    return codec(schema);
  } catch {
    return undefined;
  }
}

function pairOf(seed: number): { base: Json; head: Json; dice: Dice } {
  const dice = new Dice(seed);
  const base = randomSchema(dice);
  return { base, head: dice.chance(0.2) ? randomSchema(dice) : mutated(base, dice), dice };
}

it("what is called compatible is read by avsc", async () => {
  let read = 0;
  await fc.assert(
    fc.asyncProperty(seeds, async (seed) => {
      const { base, head, dice } = pairOf(seed);
      const { changes, problems } = await avro.compare("c", source(base), source(head), {});
      if (problems.length > 0) return;
      for (const [direction, writer, reader] of [
        ["backward", base, head],
        ["forward", head, base],
      ] as const) {
        if (changes.some((change) => change.breaks.includes(direction as Direction))) continue;
        const written = tryCodec(writer);
        const reading = tryCodec(reader);
        if (written === undefined || reading === undefined) continue;
        const resolver = reading.createResolver(written);
        for (let count = 0; count < 3; count++) {
          const datum = randomDatum(writer, dice);
          if (datum === undefined) continue;
          reading.fromBuffer(written.toBuffer(datum), resolver);
          read++;
        }
      }
    }),
    { seed: 20261130, numRuns: 600 },
  );
  expect(read).toBeGreaterThan(500);
});

it("what is called breaking is shown by a datum that avsc does not read", async () => {
  const shown = { avsc: 0, specification: 0, none: 0 };
  await fc.assert(
    fc.asyncProperty(seeds, async (seed) => {
      const { base, head } = pairOf(seed);
      const { changes } = await avro.compare("c", source(base), source(head), {});
      for (const change of changes)
        for (const direction of change.breaks) {
          const witness = change.witnesses[direction] as { confirmedBy: "avsc" | "specification" } | undefined;
          shown[witness?.confirmedBy ?? "none"]++;
        }
    }),
    { seed: 20261130, numRuns: 600 },
  );
  expect(shown.avsc).toBeGreaterThan(500);
  expect({ ...shown, avsc: 0 }).toEqual({ avsc: 0, specification: 0, none: 0 });
});
