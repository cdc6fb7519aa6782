import { expect, it } from "vitest";
import { globMatcher, globProblem } from "../../src/text/glob.ts";

it.each([
  ["schemas/*.avsc", "schemas/order.avsc", true],
  ["schemas/*.avsc", "schemas/orders/order.avsc", false],
  ["schemas/**/*.avsc", "schemas/order.avsc", true],
  ["schemas/**/*.avsc", "schemas/a/b/order.avsc", true],
  ["**/*.{yml,yaml}", "a.yml", true],
  ["**/*.{yml,yaml}", "x/.github/b.yaml", true],
  ["**/*.{yml,yaml}", "x/b.yaml.txt", false],
  ["a/**", "a/b/c", true],
  ["a/**", "a", false],
  ["**", "a/b", true],
  ["*", "a/b", false],
  ["a?c", "abc", true],
  ["a?c", "a/c", false],
  ["{a,b/{c,d}}/x", "b/d/x", true],
  ["{a,b/{c,d}}/x", "b/a/x", false],
  ["a{b", "a{b", true],
  ["a.c", "abc", false],
  ["{,a}b", "b", true],
  ["a**b", "axxb", true],
  ["a**b", "a/b", false],
  ["orders v1/ü.avsc", "orders v1/ü.avsc", true],
  ["x/**/y/**/z", "x/y/z", true],
  ["x/**/y/**/z", "x/1/y/2/3/z", true],
  ["x/**/y/**/z", "x/1/2/z", false],
])("%s on %s is %s", (glob, path, matches) => {
  expect(globMatcher([glob])(path)).toBe(matches);
});

it("answers a hostile pattern on a long path without backtracking", () => {
  expect(globMatcher([`${"*a".repeat(200)}b`])("a".repeat(4000))).toBe(false);
  expect(globMatcher([`${"{a,aa}".repeat(80)}b`])("a".repeat(4000))).toBe(false);
  expect(globMatcher([`${"**/".repeat(150)}x`])("a/".repeat(2000))).toBe(false);
});

it.each([
  ["", "is empty"],
  ["/a", "must be relative to the repository's root, without a leading / or ./"],
  ["./a", "must be relative to the repository's root, without a leading / or ./"],
  ["!a", "cannot exclude: a leading ! is not understood"],
  ["a/../b", "must stay inside the repository: .. is not allowed"],
  ["a[bc]", "may use *, **, ? and {a,b}; [ ] and \\ are not understood"],
  ["a\nb", "holds a control character"],
  ["a".repeat(501), "is longer than 500 characters"],
  ["a/*.avsc", undefined],
])("%j: %s", (glob, problem) => {
  expect(globProblem(glob)).toBe(problem);
});
