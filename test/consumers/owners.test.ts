import { expect, it } from "vitest";
import { isReachable, resolveOwners } from "../../src/consumers/owners.ts";

it.each([
  ["@octocat", true],
  ["@shop/finance-data", true],
  ["@a-b_c/d.e", true],
  ["octocat", false],
  ["a@shop.example", false],
  ["@everyone|x", false],
  ["@a\n@b", false],
  ["@a\n", false],
  ["@a b", false],
  ["@a/b/c", false],
  ["@", false],
  ["@-a", false],
  ["@a/", false],
  ["@[x](https://e)", false],
  [`@${"a".repeat(300)}`, false],
])("%j can be reached: %s", (owner, reachable) => {
  expect(isReachable(owner)).toBe(reachable);
});

it("maps names whatever their case, keeps what it cannot map, and repeats nobody", () => {
  const mapped = new Map([
    ["finance-data@shop.example", ["@shop/finance-data"]],
    ["growth", ["@shop/growth", "@octo"]],
  ]);
  const names = ["Finance-Data@Shop.example ", "@shop/finance-data", "growth", "nobody@shop.example", ""];
  expect(resolveOwners(names, mapped)).toEqual(["@shop/finance-data", "@shop/growth", "@octo", "nobody@shop.example"]);
});
