import { describe, expect, it } from "vitest";
import { suspicions } from "../../src/semantics/suspicion.ts";
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
