import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { jsonSchema } from "../../../src/formats/json-schema/json-schema.ts";
import type { Direction, Options } from "../../../src/model.ts";
import type { Draft, Json } from "./arbitrary.ts";
import { ajv, hyperjump } from "./peers.ts";

const shared =
  (process.env as Readonly<Record<string, string | undefined>>).CONTRACT_REVIEW_SHARED ??
  join(import.meta.dirname, "../../../../shared");

interface Pair {
  readonly id: string;
  readonly base: string;
  readonly head: string;
  readonly draft?: string | { readonly old: string; readonly new: string };
  readonly options?: Options;
  readonly expect?: Readonly<Partial<Record<Direction, "compatible" | "breaking">>>;
}

const source = (text: string) => ({ entry: "contract.json", part: "", files: new Map([["contract.json", text]]) });

function optionsOf({ draft, options = {} }: Pair): Options {
  if (draft === undefined) return options;
  return { draft: typeof draft === "string" ? draft : { base: draft.old, head: draft.new }, ...options };
}

/** Whether each validator that has an opinion sees the break that a witness shows. */
async function seen({ base, head, draft }: Pair, direction: Direction, witness: Json): Promise<readonly boolean[]> {
  if (typeof draft !== "string") return [];
  const [writer, reader] = (direction === "backward" ? [base, head] : [head, base]).map((text) => JSON.parse(text));
  const dialect = {
    $schema: `${draft.startsWith("20") ? `https://json-schema.org/draft/${draft}` : `http://json-schema.org/draft-${draft}`}/schema`,
  };
  const with_ = (schema: unknown) => (typeof schema === "object" ? { ...dialect, ...schema } : schema);
  const verdicts = [
    [ajv(writer, draft as Draft)?.(witness), ajv(reader, draft as Draft)?.(witness)],
    [(await hyperjump(with_(writer)))?.(witness), (await hyperjump(with_(reader)))?.(witness)],
  ];
  return verdicts
    .filter((verdict) => !verdict.includes(undefined))
    .map(([written, read]) => written === true && read === false);
}

describe.each(["json-schema.ndjson", "json-schema-suite.ndjson"])("%s", (name) => {
  const file = join(shared, "corpora", name);
  it.skipIf(!existsSync(file))(
    "agrees with other people's labels",
    async () => {
      const pairs: readonly Pair[] = readFileSync(file, "utf8")
        .split("\n")
        .filter(Boolean)
        .map((line) => JSON.parse(line));
      const score = { judged: 0, breaking: 0, witnessed: 0, alarms: 0 };
      const [wrong, noise, unreadable, refuted]: string[][] = [[], [], [], []];
      for (const [at, pair] of pairs.entries()) {
        const { changes, problems } = await jsonSchema.compare(
          "contract",
          source(pair.base),
          source(pair.head),
          optionsOf(pair),
        );
        if (problems.length > 0) unreadable?.push(pair.id);
        if (pair.base === pair.head && changes.length > 0) noise?.push(pair.id);
        for (const [direction, want] of Object.entries(pair.expect ?? {}) as [Direction, string][]) {
          const mine = changes.filter(({ breaks }) => breaks.includes(direction));
          score.judged++;
          if (want === "breaking") {
            score.breaking++;
            if (mine.length === 0) wrong?.push(`${pair.id} ${direction}`);
            const shown = mine.find(({ witnesses }) => direction in witnesses);
            if (shown === undefined) continue;
            score.witnessed++;
            // every seventh is shown to validators that know nothing of ours
            if (at % 7 === 0) {
              const witness = JSON.parse(JSON.stringify(shown.witnesses[direction]));
              if ((await seen(pair, direction, witness)).includes(false)) refuted?.push(`${pair.id} ${direction}`);
            }
          } else if (mine.length > 0) score.alarms++;
        }
      }
      expect({ wrong, noise, unreadable, refuted }).toEqual({ wrong: [], noise: [], unreadable: [], refuted: [] });
      expect(score.alarms / score.judged).toBeLessThan(0.01);
      expect(score.witnessed / score.breaking).toBeGreaterThan(0.97);
    },
    600_000,
  );
});
