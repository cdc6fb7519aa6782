import { describe, expect, it } from "vitest";
import type { Change } from "../../src/model.ts";
import { readDeclaration } from "../../src/semantics/declaration.ts";
import { declaredChanges } from "../../src/semantics/declared.ts";
import { declarationText } from "../../src/semantics/snippet.ts";
import { changesOf } from "./pair.ts";

const path = ".contracts/changes/a.yml";
const entry = {
  class: "unit",
  fields: "[amount]",
  from: "EUR",
  to: "EUR cents",
  effective: "2026-12-01",
  history: "not_restated",
  reason: "whole numbers",
};
const file = (changes: Readonly<Record<string, string | undefined>>, more = "") =>
  `apiVersion: contract-change/v1\ndataset: orders\nchanges:\n  - {${Object.entries({ ...entry, ...changes })
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => `${key}: ${value}`)
    .join(", ")}}\n${more}`;
const complaints = (text: string) =>
  readDeclaration(path, text).problems.map(({ at, message }) => `${at.line}: ${message}`);

describe("a declaration", () => {
  it("is read whole, with the places of its fields", () => {
    const read = readDeclaration(path, file({}, "no_semantic_change:\n  - {field: status, reason: a typo}\n"));
    expect(read).toEqual({
      problems: [],
      declaration: {
        dataset: "orders",
        at: { path, line: 2, column: 10 },
        changes: [
          {
            class: "unit",
            fields: [{ name: "amount", at: { path, line: 4, column: 28 } }],
            from: "EUR",
            to: "EUR cents",
            way: undefined,
            effective: "2026-12-01",
            history: "not_restated",
            reason: "whole numbers",
            evidence: [],
            migration: undefined,
            at: { path, line: 4, column: 5 },
          },
        ],
        attested: [{ field: { name: "status", at: { path, line: 6, column: 13 } }, reason: "a typo" }],
      },
    });
  });

  it.each([
    [
      "a class nobody knows",
      file({ class: "units" }),
      "4: `changes[0].class` must be one of entity, grain, key, identifier_scope, unit, timezone, calculation, null_meaning, delete_behaviour, population, precision, lateness, ordering, confidentiality; found `units` (did you mean `unit`?)",
    ],
    [
      "a key nobody knows",
      file({ unit: "cents" }),
      "4: unknown key `unit`; allowed in `changes[0]`: class, fields, dataset, direction, from, to, effective, history, reason, evidence, migration",
    ],
    ["a key left out", file({ effective: undefined }), "4: `changes[0].effective` is missing"],
    [
      "neither fields nor the dataset",
      file({ fields: undefined }),
      "4: `changes[0]` needs one of `fields` and `dataset: true`",
    ],
    [
      "both fields and the dataset",
      file({ dataset: "true" }),
      "4: `changes[0]` needs only one of `fields` and `dataset: true`",
    ],
    [
      "no field in the list",
      file({ fields: "[]" }),
      "4: `changes[0].fields` is empty: name a field, or say `dataset: true`",
    ],
    [
      "a reason that was not filled in",
      file({ reason: '"..."' }),
      "4: `changes[0].reason` is not filled in; found `...`",
    ],
    [
      "a day that is none",
      file({ effective: "soon" }),
      "4: `changes[0].effective` must be a day or a time, as in 2026-12-01 or 2026-12-01T00:00:00Z; found `soon`",
    ],
    [
      "a direction that a unit has not",
      file({ direction: "raised" }),
      "4: `changes[0].direction` says nothing about the class unit: leave it out",
    ],
    [
      "a direction of another class",
      file({ class: "precision", direction: "raised" }),
      "4: `changes[0].direction` of precision must be one of narrowed, widened; found `raised`",
    ],
    [
      "another version",
      file({}).replace("v1", "v2"),
      "1: `apiVersion` must be one of contract-change/v1; found `contract-change/v2` (did you mean `contract-change/v1`?)",
    ],
    ["no dataset", file({}).replace("dataset: orders\n", ""), "1: `dataset` is missing"],
    [
      "nothing said",
      "apiVersion: contract-change/v1\ndataset: orders\n",
      "1: neither `changes` nor `no_semantic_change` says anything",
    ],
    ["a list", "- 1\n", "1: a declaration is a mapping with `apiVersion: contract-change/v1`, `dataset` and `changes`"],
    ["no YAML", "a: [\n", expect.stringMatching(/^\d: not valid YAML: /)],
    [
      "a prototype",
      file({}, "__proto__: {dataset: x}\n"),
      "5: unknown key `__proto__`; allowed at the top: apiVersion, dataset, changes, no_semantic_change",
    ],
    [
      "an attestation without a reason",
      file({}, "no_semantic_change:\n  - {field: a}\n"),
      "6: `no_semantic_change[0].reason` is missing",
    ],
    [
      "more entries than anybody reads",
      `apiVersion: contract-change/v1\ndataset: o\nchanges: [${"{},".repeat(501)}]\n`,
      "3: `changes` has more than 500 entries",
    ],
  ])("with %s is refused with its line and key", (_, text, complaint) => {
    expect(complaints(text)).toEqual([complaint]);
    expect(readDeclaration(path, text).declaration).toBeUndefined();
  });
});

describe("what is declared", () => {
  const changes = (text: string): readonly Change[] =>
    (readDeclaration(path, text).declaration?.changes ?? []).flatMap((one) => declaredChanges("orders", one));

  it("is the same change under another reason, and another one under another day, value or history", () => {
    const print = (one: Readonly<Record<string, string>>) => changes(file(one))[0]?.fingerprint;
    const first = print({});
    expect(first).toMatch(/^[0-9a-f]{32}$/);
    expect(print({ reason: "said better", evidence: "[x]", migration: "none" })).toBe(first);
    for (const other of [
      { to: "USD" },
      { from: "GBP" },
      { effective: "2026-12-02" },
      { history: "restated" },
      { fields: "[other]" },
      { class: "calculation" },
    ])
      expect(print(other)).not.toBe(first);
  });

  it.each([
    [{}, ["backward", "forward"]],
    [{ history: "restated" }, ["forward"]],
    [{ history: "not_applicable" }, ["forward"]],
    [{ class: "population" }, []],
    [{ class: "precision" }, ["backward", "forward"]],
    [{ class: "precision", direction: "widened" }, []],
  ])("%j breaks %j", (one, breaks) => {
    expect(changes(file(one)).map((change) => change.breaks)).toEqual([breaks]);
  });

  it.each([
    ["PT2H", 120],
    ["30 m", 30],
    ["within 2 hours", 120],
    ["1.5 h", 90],
    ["between 1 h and 2 h", undefined],
    ["the next morning", undefined],
  ])("lateness of %s arrives within %s minutes", (to, minutes) => {
    expect(changes(file({ class: "lateness", to }))[0]?.meaning?.arrivesWithin).toBe(minutes);
  });
});

describe("the declaration that the check offers", () => {
  it("is a declaration once its reason is filled in, whatever the texts hold", async () => {
    const text = (prose: string) =>
      JSON.stringify({
        type: "record",
        name: "Order",
        doc: prose,
        fields: [{ name: "amount", type: "long", doc: prose }],
      });
    const nasty = 'Null means "```\\u2028# @everyone <b>\u0085: {';
    const found = await changesOf("avro", "o.avsc", text(`${nasty} in EUR`), text("Null means unknown, in USD"));
    expect(found.length).toBeGreaterThan(2);
    const offered = declarationText('urn:"x"\n', found, "2026-11-30").replaceAll('"..."', "because");
    const { declaration, problems } = readDeclaration(path, offered);
    expect(problems).toEqual([]);
    expect(declaration?.dataset).toBe('urn:"x"\n');
    expect(declaration?.changes.map(({ class: name, fields, from, to }) => [name, fields[0]?.name, from, to])).toEqual(
      found.map(({ meaning, element, before, after }) => [meaning?.class, element, before, after]),
    );
  });
});
