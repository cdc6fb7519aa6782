import { describe, expect, it } from "vitest";
import { reviewOf, short } from "./world.ts";

/** Pull requests that once were called safe and were not. */

const contract = (version: string, columns: readonly string[]) => `apiVersion: v3.1.0
kind: DataContract
id: orders
version: ${version}
status: active
schema:
  - name: orders
    properties:
${columns.map((name) => `      - { name: ${name}, logicalType: string }`).join("\n")}
`;

const reader = (name: string, rest: string) => `apiVersion: contract-consumer/v1
consumer: ${name}
owner: "@acme/${name}"
reads:
  - { dataset: orders, ${rest} }
`;

const domains = (rest: string) => ({ "acme/finance": { "finance.yaml": reader("finance", rest) } });

describe("versions in files of their own", () => {
  const two = { "v1.odcs.yaml": contract("1.0.0", ["a"]), "v2.odcs.yaml": contract("2.0.0", ["a", "c"]) };

  it("the newest one deleted is not hidden by an older one that is touched, and its reader is asked", async () => {
    const head = { "v1.odcs.yaml": `# older\n${two["v1.odcs.yaml"]}` };
    const review = await reviewOf({ base: two, head, domains: domains("fields: [c]") });
    expect(short(review)).toEqual([
      ["finance", "unknown", "v1.0.0", "it reads c, which v1.0.0 does not have"],
      ["finance", "breaks", "v2.0.0", [""]],
    ]);
    expect([review.conclusion, review.ask.map(({ owner }) => owner)]).toEqual(["action_required", ["@acme/finance"]]);
  });

  it("a new one is compared with the newest, not with the one that it replaces", async () => {
    const head = { "v2.odcs.yaml": two["v2.odcs.yaml"], "v3.odcs.yaml": contract("3.0.0", ["a"]) };
    const review = await reviewOf({ base: two, head, domains: domains("fields: [c]") });
    expect(short(review)).toContainEqual(["finance", "breaks", "v2.0.0", ["c"]]);
  });
});

describe("pins", () => {
  it("of a version only proposed here are held against what it has", async () => {
    const review = await reviewOf({
      base: { "o.odcs.yaml": contract("1.0.0", ["a", "b"]) },
      head: { "o.odcs.yaml": contract("2.0.0", ["a"]) },
      domains: domains('version: "2.0.0", fields: [b]'),
    });
    expect(short(review)).toEqual([["finance", "unknown", "v2.0.0", "it reads b, which v2.0.0 does not have"]]);
  });

  it("of an earlier version are not what head calls so when versions go back", async () => {
    const review = await reviewOf({
      base: { "o.odcs.yaml": contract("3.0.0", ["a", "b"]) },
      head: { "o.odcs.yaml": contract("2.0.0", ["a"]) },
      domains: domains('version: "2.0.0", fields: [b]'),
    });
    const why = "it pins v2.0.0, which is neither in a catalog nor a tag or release";
    expect(short(review)).toEqual([["finance", "unknown", "", why]]);
  });

  it("are not looked up in a tag of the repository that holds another version", async () => {
    const review = await reviewOf({
      base: { "o.odcs.yaml": contract("5.0.0", ["a"]) },
      head: { "o.odcs.yaml": contract("6.0.0", ["a"]) },
      tags: { v2: { "o.odcs.yaml": contract("4.0.0", ["a"]) } },
      domains: domains("version: 2, fields: [a]"),
    });
    const why = "it pins v2, which is neither in a catalog nor a tag or release";
    expect(short(review)).toEqual([["finance", "unknown", "", why]]);
  });
});

describe("a consumer in the producer's repository", () => {
  const before = contract("1.0.0", ["a", "b"]);

  it.each([
    ["reads less", "fields: [a, b]", "fields: [a]", "1.0.0"],
    ["moves its pin", 'version: "1.0.0"', 'version: "2.0.0"', "2.0.0"],
  ])("that %s in the same pull request is asked all the same", async (_what, was, is, version) => {
    const review = await reviewOf({
      base: { "o.odcs.yaml": before, "c.yaml": reader("finance", was) },
      head: { "o.odcs.yaml": contract(version, ["a"]), "c.yaml": reader("finance", is) },
    });
    expect(short(review)).toContainEqual(["finance", "breaks", "v1.0.0", ["b"]]);
    expect([review.conclusion, review.ask.map(({ owner }) => owner)]).toEqual(["action_required", ["@acme/finance"]]);
  });

  it("that moves its pin is told once where nothing breaks", async () => {
    const review = await reviewOf({
      base: { "o.odcs.yaml": before, "c.yaml": reader("finance", 'version: "1.0.0"') },
      head: { "o.odcs.yaml": contract("2.0.0", ["a", "b", "c"]), "c.yaml": reader("finance", 'version: "2.0.0"') },
    });
    expect([review.conclusion, short(review)]).toEqual(["success", [["finance", "unaffected", "v2.0.0", []]]]);
  });
});

it("descriptors in a list are not overlooked", async () => {
  const listed = `- ${reader("finance", "fields: [b]").trim().split("\n").join("\n  ")}\n`;
  const review = await reviewOf({
    base: { "o.odcs.yaml": contract("1.0.0", ["a", "b"]) },
    head: { "o.odcs.yaml": contract("1.0.0", ["a"]) },
    domains: { "acme/finance": { "list.yaml": listed } },
    config: "version: 1\npolicy:\n  no-consumers: pass\n",
  });
  expect([review.conclusion, short(review)]).toEqual([
    "action_required",
    [
      [
        "list.yaml",
        "unknown",
        "",
        "its descriptor list.yaml:1 cannot be understood: a list of descriptors is not understood: part them by lines of `---`",
      ],
    ],
  ]);
});

it("a contract that moves keeps its mode and its owners", async () => {
  const CODEOWNERS = "strict/ @acme/strict\nloose/ @acme/loose\n";
  const review = await reviewOf({
    base: { "strict/o.odcs.yaml": contract("1.0.0", ["a", "b"]), CODEOWNERS },
    head: { "loose/o.odcs.yaml": contract("1.0.0", ["a"]), CODEOWNERS },
    renamed: [["strict/o.odcs.yaml", "loose/o.odcs.yaml"]],
    config: 'version: 1\ncontracts:\n  - { path: "loose/**", mode: NONE }\n',
  });
  expect([review.conclusion, review.ask.map(({ owner }) => owner)]).toEqual(["action_required", ["@acme/strict"]]);
});
