import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readConfig } from "../../src/config.ts";
import { findConsumers } from "../../src/consumers/find.ts";

const seeds = [
  'apiVersion: contract-consumer/v1\nconsumer: x\nowner: {github: "@a"}\nreads: [{dataset: raw.payments, version: 4}]\n',
  "apiVersion: cordata.tech/v2\nmetadata: {name: x, owner: a}\nsource: {database: raw, table: payments, contract: {schema_version: 4}}\n",
  "apiVersion: v1.0.0\nkind: DataProduct\nname: x\ninputPorts: [{name: p, version: 1, contractId: raw.payments}]\n",
  "version: 1\ndomains: {repositories: [a/b]}\ncontracts: [{path: a, mode: FULL}]\npolicy: {breaking: forbid}\nowners: {a: '@b'}\n",
];

/** A text of which a few pieces are cut out, doubled or replaced. */
const mangled = fc
  .tuple(
    fc.constantFrom(...seeds),
    fc.array(
      fc.tuple(
        fc.nat(),
        fc.nat(12),
        fc.oneof(fc.string(), fc.constantFrom("[]", "{}", "null", "- ", "__proto__", "\n", "&a ", "*a", "!!x ")),
      ),
      { maxLength: 4 },
    ),
  )
  .map(([seed, edits]) =>
    edits.reduce((text, [at, length, by]) => {
      const start = at % (text.length + 1);
      return text.slice(0, start) + by + text.slice(start + length);
    }, seed),
  );

const read = (text: string) =>
  findConsumers({ repository: "shop/x", files: [{ path: "a.yml", text }], codeowners: text }, new Map());

describe("texts of strangers", () => {
  it("give consumers or malformed descriptors, and never an exception", () => {
    fc.assert(
      fc.property(mangled, (text) => {
        const { consumers, malformed } = read(text);
        for (const { name, contract, reads } of consumers) {
          expect([name.trim(), contract.trim()]).not.toContain("");
          expect(reads.length).toBeGreaterThan(0);
        }
        for (const { at, message } of malformed) expect([at.path, message === ""]).toEqual(["a.yml", false]);
      }),
      { numRuns: 1500 },
    );
  });

  it("give a configuration and its problems, and never an exception", () => {
    fc.assert(
      fc.property(mangled, (text) => {
        const { config, problems } = readConfig("c.yml", text, ["avro"]);
        expect(config.domains.repositories.every(({ repository }) => repository.includes("/"))).toBe(true);
        for (const { at, severity } of problems) expect([at.path, severity]).toEqual(["c.yml", "failure"]);
      }),
      { numRuns: 1500 },
    );
  });

  it.each([
    ["deep", `apiVersion: contract-consumer/v1\nreads: ${"[".repeat(1000)}`],
    ["an alias bomb", `apiVersion: contract-consumer/v1\n${bomb()}`],
    ["a key twice", `${seeds[0]}consumer: y\n`],
    ["a custom tag", `${seeds[0]}x: !custom a\n`],
  ])("%s is a malformed descriptor and an invalid configuration", (_, text) => {
    expect(read(text)).toMatchObject({ consumers: [], malformed: [{ at: { path: "a.yml" } }] });
    expect(readConfig("c.yml", text).problems.length).toBeGreaterThan(0);
  });
});

function bomb(): string {
  const lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x]"];
  for (let level = 1; level < 9; level++)
    lines.push(
      `a${level}: &a${level} [${Array(9)
        .fill(`*a${level - 1}`)
        .join(", ")}]`,
    );
  return lines.join("\n");
}
