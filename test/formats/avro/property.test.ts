import avsc from "avsc";
import fc from "fast-check";
import { expect, it } from "vitest";
import { avro } from "../../../src/formats/avro/avro.ts";
import { Dice, type Json, mutated, randomDatum, randomSchema } from "./random.ts";

const seeds = fc.integer({ min: 0, max: 2 ** 31 });

function source(schema: Json) {
  return { entry: "contract.avsc", part: "", files: new Map([["contract.avsc", JSON.stringify(schema)]]) };
}

/** Undefined where avsc does not take the schema: a name used before it is defined, a default that is none. */
function codec(schema: Json) {
  try {
    return avsc.Type.forSchema(schema as Parameters<typeof avsc.Type.forSchema>[0], { wrapUnions: true });
  } catch {
    return undefined;
  }
}

function pairOf(seed: number): { base: Json; head: Json; dice: Dice } {
  const dice = new Dice(seed);
  const base = randomSchema(dice);
  return { base, head: dice.chance(0.2) ? randomSchema(dice) : mutated(base, dice), dice };
}

const runs = Number(process.env.AVRO_PROPERTY_RUNS ?? 150);

it("what is called compatible avsc reads, what is called breaking is shown by a datum that avsc does not read", async () => {
  const seen = { read: 0, avsc: 0, specification: 0, none: 0 };
  await fc.assert(
    fc.asyncProperty(seeds, async (seed) => {
      const { base, head, dice } = pairOf(seed);
      const { changes, problems } = await avro.compare("c", source(base), source(head), {});
      // a change may take a definition away that is used elsewhere
      if (problems.length > 0) return;
      for (const { breaks, witnesses } of changes)
        for (const direction of breaks)
          seen[(witnesses[direction] as { confirmedBy: "avsc" } | undefined)?.confirmedBy ?? "none"]++;
      for (const [direction, writer, reader] of [
        ["backward", base, head],
        ["forward", head, base],
      ] as const) {
        if (changes.some(({ breaks }) => breaks.includes(direction))) continue;
        const written = codec(writer);
        const reading = codec(reader);
        if (written === undefined || reading === undefined) continue;
        const resolver = reading.createResolver(written);
        for (let count = 0; count < 3; count++) {
          const datum = randomDatum(writer, dice);
          if (datum === undefined) continue;
          reading.fromBuffer(written.toBuffer(datum), resolver);
          seen.read++;
        }
      }
    }),
    { seed: Number(process.env.AVRO_PROPERTY_SEED ?? 20261130), numRuns: runs },
  );
  expect(seen.read).toBeGreaterThan(runs);
  expect(seen.avsc).toBeGreaterThan(runs);
  expect({ specification: seen.specification, none: seen.none }).toEqual({ specification: 0, none: 0 });
});
