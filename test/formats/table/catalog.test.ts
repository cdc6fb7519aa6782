import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Source } from "../../../src/formats/format.ts";
import { catalogFormat as format } from "../../../src/formats/table/catalog.ts";

const catalog = `- {table: fleet.rides, version: 9, columns: [{name: id, type: BIGINT, nullable: false}]}
- {table: fleet.rides, version: 10, columns: [{name: id, type: BIGINT, nullable: false}, {name: km, type: REAL}]}
- {table: fleet.drivers, version: 1, columns: [{name: id, type: BIGINT, nullable: false}]}
`;
const proposal =
  "database: fleet\ntable: rides\nversion: 11\ncolumns:\n  - {name: id, type: BIGINT, nullable: false}\n";

const source = (text: string, part = "", entry = "a.yml"): Source => ({ entry, part, files: new Map([[entry, text]]) });
const rules = async (base: Source, head: Source) =>
  (await format.compare("c", base, head, {})).changes.map(({ rule, element, breaks }) => [rule, element, ...breaks]);
const problems = async (text: string, entry = "a.yml") =>
  (await format.compare("c", source(text, "", entry), source(proposal), {})).problems.map(({ at, message }) => [
    message,
    at.line,
    at.column,
  ]);

describe("find", () => {
  it("holds every version of every table of a catalog", () => {
    const says = expect.stringMatching(/^[0-9a-f]{64}$/);
    expect(format.find("catalog.yml", catalog)).toEqual([
      { part: "fleet.rides@9", names: ["fleet.rides"], version: "9", says },
      { part: "fleet.rides@10", names: ["fleet.rides"], version: "10", says },
      { part: "fleet.drivers@1", names: ["fleet.drivers"], version: "1", says },
    ]);
  });

  it("reads a proposal, in YAML or JSON", () => {
    const found = [{ part: "", names: ["fleet.rides"], version: "11" }];
    expect(format.find("p.yml", proposal)).toEqual(found);
    const json = '{"table": "fleet.rides", "database": "fleet", "version": 11, "columns": []}';
    expect(format.find("p.json", json)).toEqual(found);
  });

  it.each([
    ["source: {table: rides, database: fleet, schema_version: 3}"],
    ["version: 2\nmodels: [{name: rides, columns: [{name: id}]}]"],
    ["- {name: id, type: INTEGER, mode: REQUIRED}"],
    ["table: rides"],
    ["just a text"],
    [""],
  ])("leaves other documents alone: %j", (text) => expect(format.find("x.yml", text)).toEqual([]));

  it("claims what looks like one of its contracts even where it cannot be read", () => {
    expect(format.claims("a.yml", "table: rides\ncolumns: [")).toBe(true);
    expect(format.claims("a.json", '{"table":"rides","columns":[')).toBe(true);
    expect(format.claims("a.yml", "models:\n  - columns: [")).toBe(false);
  });
});

describe("compare", () => {
  it("compares the part that is meant", async () => {
    expect(await rules(source(catalog, "fleet.rides@9"), source(proposal))).toEqual([]);
    expect(await rules(source(catalog, "fleet.rides@10"), source(proposal))).toEqual([
      ["table/column-removed", "km", "forward"],
    ]);
  });

  it("takes each table's highest version where no part is named, by number and not by text", async () => {
    expect(await rules(source(catalog), source(proposal))).toEqual([
      ["table/table-removed", "fleet.drivers", "backward", "forward"],
      ["table/column-removed", "fleet.rides.km", "forward"],
    ]);
  });

  it("takes columns by prototype names for columns like any other", async () => {
    const names = ["__proto__", "constructor", "toString"];
    const text = (of: readonly string[]) =>
      `table: a.b\nversion: 1\ncolumns: [${of.map((name) => `{name: ${name}, type: DATE}`).join(", ")}]`;
    expect(await rules(source(text(["id", ...names])), source(text(["id"])))).toEqual(
      names.map((name) => ["table/column-removed", name, "forward"]),
    );
    expect(await rules(source(text(["id"])), source(text(["id", ...names])))).toEqual(
      names.map((name) => ["table/column-added", name]),
    );
  });

  it("proves a break by a row of a thousand letters at most", async () => {
    const text = (type: string) => `table: a.b\ncolumns: [{name: note, type: ${type}, nullable: false}]`;
    const { changes } = await format.compare(
      "c",
      source(text("VARCHAR(700)")),
      source(text("VARCHAR(1000000000)")),
      {},
    );
    expect(changes[0]?.witnesses).toEqual({ forward: { note: "x".repeat(1000) } });
  });
});

describe("what cannot be read", () => {
  const columns = (list: string) => `table: a.b\nversion: 1\ncolumns:\n${list}`;
  it.each([
    ["table: a.b\nversion: 1", 'table a.b has no "columns"', 1, 1],
    ["table: a.b\ncolumns: {}", '"columns" of a.b must be a list with at least one column', 2, 10],
    [columns("  []"), '"columns" of a.b must be a list with at least one column', 4, 3],
    [columns("  - id"), "a column must have a name and a type", 4, 5],
    [columns("  - {type: DATE}"), 'a column has no "name"', 4, 5],
    [columns("  - {name: id}"), 'column id has no "type"', 4, 5],
    [columns("  - {name: id, type: {}}"), '"type" of column id must be a text', 4, 22],
    [columns("  - {name: id, type: DATE, nullable: maybe}"), '"nullable" must be true or false', 4, 38],
    [columns("  - {name: id, type: DATE, primary_key: 1}"), '"primary_key" must be true or false', 4, 41],
    [columns("  - {name: id, type: DATE, default: []}"), '"default" must be a single value', 4, 37],
    [columns("  - {name: id, type: DATE, ordinal: first}"), "a column's position must be a whole number", 4, 37],
    [columns("  - {name: id, type: DATE}\n  - {name: ID, type: DATE}"), 'two columns are called "ID"', 5, 5],
    ["table: a.b\nversion: v1\ncolumns: []", '"version" must be a whole number', 2, 10],
    ["- {table: a.b, columns: []}", 'table a.b has no "version"', 1, 3],
    ["- {table: a.b, version: 1}\n- {table: a.b, version: 1}", "version 1 of a.b stands twice", 2, 3],
    ["- {table: a.b, version: 1}\n- b", "expected a table with its version and columns", 2, 3],
    ["hello: world", 'expected a table: "table", "version" and "columns"', undefined, undefined],
  ])("%j", async (text, message, line, column) => {
    expect(await problems(text)).toEqual([[message, line, column]]);
  });

  it("a part that is gone", async () => {
    const { problems } = await format.compare("c", source(catalog, "fleet.rides@8"), source(proposal), {});
    expect(problems).toEqual([
      { at: { path: "a.yml" }, message: "fleet.rides@8 does not stand in the file", severity: "failure" },
    ]);
  });
});

const shared = process.env.CONTRACT_REVIEW_SHARED ?? join(import.meta.dirname, "../../../../shared");
const example = join(shared, "examples/producer");

describe.skipIf(!existsSync(example))("the proposal of the example producer", () => {
  const read = (file: string) => readFileSync(join(example, file), "utf8");
  const compared = async (version: string) => {
    const base = source(read("catalog.yml"), `checkout_raw.payments@${version}`, "catalog.yml");
    const head = source(read("proposals/checkout-api-v3.0.0.yml"), "", "proposal.yml");
    return (await format.compare("checkout_raw.payments", base, head, {})).changes;
  };
  const v4 = [
    ["table/column-removed", "merchant_id", ["forward"], 7],
    ["table/column-newly-nullable", "status", ["forward"], 10],
    ["table/column-added-not-null", "merchant_ref", ["backward"], 8],
  ];

  it("against version 4", async () => {
    const changes = await compared("4");
    expect(changes.map(({ rule, element, breaks, location }) => [rule, element, breaks, location.line])).toEqual(v4);
    expect(changes.map(({ basis }) => basis)).toEqual(["witness", "witness", "witness"]);
    expect(changes[0]).toMatchObject({
      before: "VARCHAR, not null",
      after: null,
      message:
        "column merchant_id (VARCHAR, not null) was removed; looks like a rename to merchant_ref (same type, same position), which is a removal for everybody who reads by name",
      witnesses: {
        forward: { payment_id: "text", merchant_ref: "text", amount_minor: 1, status: null, channel: null },
      },
    });
  });

  it("against version 3, channel besides", async () => {
    const changes = await compared("3");
    expect(changes.map(({ rule, element, breaks, location }) => [rule, element, breaks, location.line])).toEqual([
      ...v4,
      ["table/column-added", "channel", [], 11],
    ]);
  });
});
