import { Ajv, type ValidateFunction } from "ajv";
import { Ajv2019 } from "ajv/dist/2019.js";
import { Ajv2020 } from "ajv/dist/2020.js";
import fc from "fast-check";
import { expect, it } from "vitest";
import type { Source } from "../../../src/formats/format.ts";
import { jsonSchema } from "../../../src/formats/json-schema/json-schema.ts";
import { parseSide } from "../../../src/formats/json-schema/parse.ts";
import { Validator } from "../../../src/formats/json-schema/validate.ts";
import { fromJson } from "../../../src/formats/json-schema/value.ts";
import { type Draft, documents, type Json, pairs } from "./arbitrary.ts";

/** A long run says how many documents it wants and from which seed; bench/json-schema-fuzz.mjs starts one. */
const wanted = Number(process.env["FUZZ_DOCUMENTS"] ?? 8_000);
const seed = Number(process.env["FUZZ_SEED"] ?? 20_261_130);
const perPair = 40;

const source = (schema: unknown): Source => ({
  entry: "contract.json",
  part: "",
  files: new Map([["contract.json", JSON.stringify(schema)]]),
});

function own(schema: unknown): (document: Json) => boolean | undefined {
  const { documents: all, roots, assertFormats } = parseSide(source(schema), {}, "base");
  const validator = new Validator(all, assertFormats);
  const root = roots.get("contract.json");
  if (root === undefined) throw new Error("no root");
  return (document) => validator.validates(root, fromJson(document));
}

const options = { strict: false, validateSchema: false, validateFormats: false, logger: false, meta: false } as const;
const peers: Readonly<Record<Draft, (() => Ajv | Ajv2019 | Ajv2020) | undefined>> = {
  "04": undefined,
  "06": () => new Ajv(options),
  "07": () => new Ajv(options),
  "2019-09": () => new Ajv2019(options),
  "2020-12": () => new Ajv2020(options),
};

/** ajv, where none of its known faults can bite: `contains` beside positional items, and circles without end. */
function peer(schema: unknown, draft: Draft): ((document: Json) => boolean | undefined) | undefined {
  const make = peers[draft];
  const text = JSON.stringify(schema);
  if (make === undefined || text.includes('"contains"') || text.includes("unevaluated")) return undefined;
  let validate: ValidateFunction;
  try {
    const { $schema: _, ...rest } = schema as Record<string, unknown>;
    validate = make().compile(rest);
  } catch {
    return undefined;
  }
  return (document) => {
    try {
      return validate(document) as boolean;
    } catch {
      return undefined;
    }
  };
}

it(`finds no document that contradicts "compatible" (${wanted} documents)`, async () => {
  const seen = { pairs: 0, documents: 0, compatible: 0, breaking: 0, unproven: 0, peers: 0 };
  await fc.assert(
    fc.asyncProperty(
      pairs,
      fc.array(documents, { minLength: perPair, maxLength: perPair }),
      async ([base, head, draft], tried) => {
        const { changes, problems } = await jsonSchema.compare("contract", source(base), source(head), {});
        expect(problems).toEqual([]);
        seen.pairs++;
        const [inBase, inHead] = [own(base), own(head)];
        const [baseToo, headToo] = [peer(base, draft), peer(head, draft)];
        for (const direction of ["backward", "forward"] as const) {
          const mine = changes.filter((change) => change.breaks.includes(direction));
          if (mine.length > 0) seen[mine.every(({ basis }) => basis === "not-analysed") ? "unproven" : "breaking"]++;
          else seen.compatible++;
          const [writer, reader, writerToo, readerToo] =
            direction === "backward" ? [inBase, inHead, baseToo, headToo] : [inHead, inBase, headToo, baseToo];
          for (const change of mine) {
            if (!(direction in change.witnesses)) continue;
            const witness: Json = JSON.parse(JSON.stringify(change.witnesses[direction]));
            const verdict = [writer(witness), reader(witness)];
            expect(verdict, JSON.stringify([change.rule, witness])).toEqual([true, false]);
            if (writerToo !== undefined && readerToo !== undefined) {
              const second = [writerToo(witness), readerToo(witness)];
              if (!second.includes(undefined))
                expect(second, `ajv: ${JSON.stringify([change.rule, witness])}`).toEqual([true, false]);
            }
          }
          if (mine.length > 0) continue;
          for (const document of tried) {
            seen.documents++;
            const contradicted = writer(document) === true && reader(document) === false;
            expect(contradicted, JSON.stringify({ direction, document })).toBe(false);
            if (writerToo === undefined || readerToo === undefined) continue;
            seen.peers++;
            const peerContradicts = writerToo(document) === true && readerToo(document) === false;
            expect(peerContradicts, `ajv: ${JSON.stringify({ direction, document })}`).toBe(false);
          }
        }
      },
    ),
    { seed, numRuns: Math.ceil(wanted / perPair / 2), endOnFailure: process.env["FUZZ_DOCUMENTS"] !== undefined },
  );
  if (process.env["FUZZ_DOCUMENTS"] !== undefined) process.stderr.write(`${JSON.stringify({ seed, ...seen })}\n`);
  expect(seen.compatible).toBeGreaterThan(10);
  expect(seen.unproven).toBeLessThan(seen.pairs / 10);
}, 100_000_000);
