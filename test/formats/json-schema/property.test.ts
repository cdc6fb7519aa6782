import fc from "fast-check";
import { expect, it } from "vitest";
import type { Source } from "../../../src/formats/format.ts";
import { jsonSchema } from "../../../src/formats/json-schema/json-schema.ts";
import { parseSide } from "../../../src/formats/json-schema/parse.ts";
import { Validator } from "../../../src/formats/json-schema/validate.ts";
import { fromJson } from "../../../src/formats/json-schema/value.ts";
import type { Direction } from "../../../src/model.ts";
import { documents, type Json, pairs } from "./arbitrary.ts";
import { ajv, hyperjump, type Verdict } from "./peers.ts";

/** A long run says how many documents it wants and from which seed; bench/json-schema-fuzz.mjs starts one. */
const { FUZZ_DOCUMENTS, FUZZ_SEED } = process.env as Readonly<Record<string, string | undefined>>;
const wanted = Number(FUZZ_DOCUMENTS ?? 6_000);
const seed = Number(FUZZ_SEED ?? 20_261_130);
const perPair = 40;

const source = (schema: unknown): Source => ({
  entry: "contract.json",
  part: "",
  files: new Map([["contract.json", JSON.stringify(schema)]]),
});

function own(schema: unknown): Verdict {
  const { documents: all, roots, assertFormats } = parseSide(source(schema), {}, "base");
  const validator = new Validator(all, assertFormats);
  const root = roots.get("contract.json");
  if (root === undefined) throw new Error("no root");
  return (document) => validator.validates(root, fromJson(document));
}

it(`finds no document that contradicts "compatible" (${wanted} documents)`, async () => {
  const seen = {
    pairs: 0,
    documents: 0,
    compatible: 0,
    breaking: 0,
    unproven: 0,
    verdicts: { own: 0, ajv: 0, hyperjump: 0 },
  };
  const one = async (
    [base, head, draft]: typeof pairs extends fc.Arbitrary<infer T> ? T : never,
    tried: readonly Json[],
  ) => {
    const { changes, problems } = await jsonSchema.compare("contract", source(base), source(head), {});
    expect(problems).toEqual([]);
    seen.pairs++;
    const validators = [
      ["own", own(base), own(head)],
      ["ajv", ajv(base, draft), ajv(head, draft)],
      ["hyperjump", await hyperjump(base), await hyperjump(head)],
    ] as const;
    /** What each validator says of the document under the writer's and the reader's schema. */
    const verdicts = (direction: Direction, document: Json) =>
      validators.flatMap(([name, inBase, inHead]) => {
        const [writer, reader] = direction === "backward" ? [inBase, inHead] : [inHead, inBase];
        const verdict = [writer?.(document), reader?.(document)];
        if (verdict.includes(undefined)) return [];
        seen.verdicts[name]++;
        return [{ name, document, verdict }];
      });
    for (const direction of ["backward", "forward"] as const) {
      const mine = changes.filter((change) => change.breaks.includes(direction));
      if (mine.length === 0) seen.compatible++;
      else seen[mine.every(({ basis }) => basis === "not-analysed") ? "unproven" : "breaking"]++;
      for (const change of mine) {
        if (!(direction in change.witnesses)) continue;
        const found = verdicts(direction, JSON.parse(JSON.stringify(change.witnesses[direction])));
        expect(found.length).toBeGreaterThan(0);
        expect(found).toEqual(found.map((each) => ({ ...each, verdict: [true, false] })));
      }
      if (mine.length > 0) continue;
      for (const document of tried) {
        seen.documents++;
        expect(verdicts(direction, document).filter(({ verdict: [written, read] }) => written && !read)).toEqual([]);
      }
    }
  };
  await fc.assert(fc.asyncProperty(pairs, fc.array(documents, { minLength: perPair, maxLength: perPair }), one), {
    seed,
    numRuns: Math.ceil(wanted / perPair),
    endOnFailure: FUZZ_DOCUMENTS !== undefined,
  });
  if (FUZZ_DOCUMENTS !== undefined) process.stderr.write(`${JSON.stringify({ seed, ...seen })}\n`);
  expect(seen.compatible).toBeGreaterThan(10);
  expect(seen.unproven).toBeLessThan(seen.pairs / 10);
}, 100_000_000);
