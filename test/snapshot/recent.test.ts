import { expect, it } from "vitest";
import { Recent } from "../../src/snapshot/recent.ts";

it("what was read lately is kept up to a weight, the longest unused goes first, the heaviest is never kept", () => {
  const recent = new Recent<string>(8, ({ length }) => length);
  for (const key of ["a", "b", "c", "d"]) recent.set(key, key.repeat(2));
  expect(recent.get("a")).toBe("aa");
  recent.set("e", "ee");
  expect(["a", "b", "c", "d", "e"].map((key) => recent.get(key))).toEqual(["aa", undefined, "cc", "dd", "ee"]);
  recent.set("heavy", "xxx");
  expect(recent.has("heavy")).toBe(false);
  recent.set("a", "A");
  recent.set("f", "f");
  expect(["a", "c", "d", "e", "f"].map((key) => recent.get(key))).toEqual(["A", "cc", "dd", "ee", "f"]);
});
