import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { compareContract } from "../../../src/formats/compare.ts";

const shared = process.env.CONTRACT_REVIEW_SHARED ?? join(import.meta.dirname, "../../../../shared");
const corpus = join(shared, "corpora/avro.ndjson");

interface Pair {
  readonly id: string;
  readonly base: string;
  readonly head: string;
  readonly history?: readonly string[];
  readonly mode?: { readonly mode?: string };
  readonly expect: Readonly<Partial<Record<"backward" | "forward", "breaking" | "compatible">>>;
}

describe.skipIf(!existsSync(corpus))("labelled pairs of other projects", () => {
  const pairs = existsSync(corpus)
    ? readFileSync(corpus, "utf8")
        .split("\n")
        .filter(Boolean)
        .map((line) => JSON.parse(line) as Pair)
    : [];
  const source = (text: string) => ({ entry: "c.avsc", part: "", files: new Map([["c.avsc", text]]) });

  it("none that breaks is called compatible, every break has a witness, other alarms are of logical types or defaults", async () => {
    const missed: string[] = [];
    const bare: string[] = [];
    const alarms: Record<string, number> = {};
    for (const { id, base, head, history = [], mode, expect: labels } of pairs) {
      const transitive = mode === undefined || mode.mode?.endsWith("_TRANSITIVE");
      const { changes, problems } = await compareContract({
        contract: "c",
        format: "avro",
        base: source(base),
        head: source(head),
        history: transitive ? history.map(source) : [],
        options: {},
      });
      if (problems.length > 0) continue;
      for (const { breaks, basis, rule } of changes)
        if (breaks.length > 0 && basis !== "witness") bare.push(`${id} ${rule}`);
      for (const direction of ["backward", "forward"] as const) {
        const breaking = changes.filter(({ breaks }) => breaks.includes(direction));
        if (labels[direction] === "breaking" && breaking.length === 0) missed.push(`${id} ${direction}`);
        if (labels[direction] === "compatible" && breaking[0] !== undefined)
          alarms[breaking[0].rule] = (alarms[breaking[0].rule] ?? 0) + 1;
      }
    }
    expect({ missed, bare, alarms }).toEqual({
      missed: [],
      bare: [],
      alarms: {
        "avro/decimal-precision-changed": 1,
        "avro/decimal-scale-changed": 6,
        "avro/field-added": 1,
        "avro/logical-type-added": 8,
        "avro/logical-type-changed": 30,
        "avro/logical-type-removed": 8,
      },
    });
  });
});
