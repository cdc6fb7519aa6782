import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { compareContract } from "../../../src/formats/compare.ts";

const shared = process.env.CONTRACT_REVIEW_SHARED ?? join(import.meta.dirname, "../../../../shared");
const file = join(shared, "corpora/protobuf.ndjson");

type Side = string | Readonly<Record<string, string>>;
interface Row {
  readonly id: string;
  readonly base: Side;
  readonly head: Side;
  readonly wireWitness?: { readonly allSame: boolean };
}

function source(side: Side) {
  const files = new Map(Object.entries(typeof side === "string" ? { "main.proto": side } : side));
  return { entry: typeof side === "string" ? "main.proto" : "", part: "", files };
}

describe.skipIf(!existsSync(file))("labelled pairs of other projects", () => {
  const rows = existsSync(file)
    ? readFileSync(file, "utf8")
        .split("\n")
        .filter(Boolean)
        .map((line): Row => JSON.parse(line))
    : [];

  it("calls no pair compatible whose bytes decode to something else, and reads them all", async () => {
    const wrong: string[] = [];
    const unread: string[] = [];
    let wire = 0;
    let proven = 0;
    for (const { id, base, head, wireWitness } of rows) {
      const { changes, problems } = await compareContract({
        contract: id,
        format: "protobuf",
        base: source(base),
        head: source(head),
        history: [],
        options: { level: "wire" },
      });
      if (problems.length > 0) unread.push(id);
      const breaking = changes.filter((change) => change.breaks.length > 0);
      wire += breaking.length;
      proven += breaking.filter((change) => change.basis === "witness").length;
      if (wireWitness?.allSame === false && breaking.length === 0) wrong.push(id);
    }
    expect({ wrong, unread }).toEqual({ wrong: [], unread: [] });
    expect(proven / wire).toBeGreaterThan(0.95);
  });
});
