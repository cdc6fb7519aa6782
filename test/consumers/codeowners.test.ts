import { expect, it } from "vitest";
import { readCodeowners } from "../../src/consumers/codeowners.ts";

it.each([
  ["*", "a/b.yml", true],
  ["*.yml", "a/b/c.yml", true],
  ["*.yml", "a/b/c.yaml", false],
  ["*.YML", "a.yml", false],
  ["docs/*", "docs/a.md", true],
  ["docs/*", "docs/build/a.md", false],
  ["docs/*", "x/docs/a.md", false],
  ["/docs/", "docs/build/a.md", true],
  ["/docs/", "x/docs/a.md", false],
  ["apps/", "x/apps/y/z.md", true],
  ["apps/", "apps", false],
  ["/apps", "apps/y/z.md", true],
  ["/apps/github", "apps/github/a", true],
  ["apps/github", "x/apps/github/a", false],
  ["**/logs", "build/logs/a", true],
  ["**/logs", "logs", true],
  ["a/**", "a/b/c", true],
  ["a/**/z", "a/z", true],
  ["a/**/z", "a/b/c/z", true],
  ["/a/*.yml", "a/b.yml", true],
  ["/a/*.yml", "a/c/b.yml", false],
  ["a\\ b.yml", "x/a b.yml", true],
  ["{a,b}", "a", false],
  ["a?.yml", "ab.yml", true],
  ["/", "a", false],
])("%s on %s is %s", (pattern, path, matches) => {
  expect(readCodeowners(`${pattern} @shop/x`)(path)).toEqual(matches ? ["@shop/x"] : []);
});

it.each([
  ["the last match wins", "* @a\n*.yml @b\n", "x.yml", ["@b"]],
  ["a line without owners clears", "* @a\n/free/\n", "free/x.yml", []],
  ["several owners, addresses too", "* @a @shop/b c@shop.example\n", "x", ["@a", "@shop/b", "c@shop.example"]],
  ["comments and blank lines", "\n# * @no\n* @a # @b\n  \n", "x", ["@a"]],
  ["a negation is skipped", "* @a\n!x @b\n", "x", ["@a"]],
  ["a range is skipped", "* @a\n[ab] @b\n", "a", ["@a"]],
  ["an escaped # is skipped", "* @a\n\\#x @b\n", "#x", ["@a"]],
  ["an owner of no known shape skips its line", "* @a\nx bob\n", "x", ["@a"]],
  ["an owner that tries to be more skips its line", "* @a\nx @everyone|x\n", "x", ["@a"]],
  ["line ends of Windows and a byte order mark", "\ufeff* @a\r\nx @b\r\n", "x", ["@b"]],
  ["tabs", "x\t@a\t@b", "x", ["@a", "@b"]],
  ["an empty file", "", "x", []],
])("%s", (_, text, path, owners) => {
  expect(readCodeowners(text)(path)).toEqual(owners);
});

it("takes a file of many hostile lines without backtracking", () => {
  const text = `${`${"*a".repeat(19)}b @x\n`.repeat(2000)}* @a`.split("\n").reverse().join("\n");
  expect(readCodeowners(text)("a".repeat(300))).toEqual(["@a"]);
});
