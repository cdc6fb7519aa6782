import { describe, expect, it } from "vitest";
import { suspicions } from "../../src/semantics/suspicion.ts";
import { edits } from "./independent.ts";
import { mutations } from "./mutations.ts";

describe("a hundred descriptions that mean something else now", () => {
  for (const seed of [1, 2, 2026])
    it(`are caught, nine of ten or better (seed ${seed})`, () => {
      const all = mutations(100, seed);
      expect(all.length).toBe(100);
      const missed = all.filter(
        ({ before, after }) => suspicions({ kind: "text", element: "value", before, after }).length === 0,
      );
      expect(missed.length, JSON.stringify(missed, null, 1)).toBeLessThanOrEqual(10);
      const strong = all.filter(({ before, after }) =>
        suspicions({ kind: "text", element: "value", before, after }).some(({ strength }) => strength === "strong"),
      );
      expect(strong.length).toBeGreaterThanOrEqual(80);
    });
});

describe("edits drawn from the definitions, without sight of the word lists", () => {
  it.each([1, 2, 3, 2026])("are caught, nine of ten or better, of every kind more than half (seed %i)", (seed) => {
    const all = edits(1100, seed).map(({ kind, before, after }) => ({
      kind,
      text: `${before} -> ${after}`,
      found: suspicions({ kind: "text", element: "value", before, after }),
    }));
    const missed = all.filter(({ found }) => found.length === 0);
    expect(missed.length, JSON.stringify(missed, null, 1)).toBeLessThanOrEqual(110);
    expect(all.filter(({ found }) => found[0]?.strength === "strong").length).toBeGreaterThanOrEqual(935);
    for (const kind of new Set(all.map((one) => one.kind))) {
      const own = all.filter((one) => one.kind === kind);
      expect(own.filter(({ found }) => found.length === 0).length, kind).toBeLessThan(own.length / 2);
    }
  });
});
