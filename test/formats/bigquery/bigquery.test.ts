import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Source } from "../../../src/formats/format.ts";
import { bigqueryFormat as format } from "../../../src/formats/table/bigquery.ts";

const source = (text: string, entry = "schema.yaml"): Source => ({ entry, part: "", files: new Map([[entry, text]]) });

describe("find", () => {
  const text = "fields:\n- {name: id, type: INTEGER, mode: REQUIRED}\n";
  it("names a table by its folders", () => {
    expect(format.find("sql/shop-prod/sales/orders_v1/schema.yaml", text)).toEqual([
      { part: "", names: ["sales.orders_v1", "shop-prod.sales.orders_v1"], version: undefined },
    ]);
    expect(format.find("schema.yaml", text)[0]?.names).toEqual(["schema.yaml"]);
    expect(format.find("tables/orders.yaml", text)[0]?.names).toEqual(["orders"]);
  });

  it("names a table by its own reference", () => {
    const resource =
      '{"type": "TABLE", "tableReference": {"projectId": "p", "datasetId": "d", "tableId": "t"}, "schema": {"fields": [{"name": "id", "type": "INT64"}]}}';
    expect(format.find("x.json", resource)[0]?.names).toEqual(["d.t", "p.d.t"]);
  });

  it.each([
    ['{"type": "record", "name": "A", "fields": [{"name": "x", "type": "string"}]}'],
    ['{"type": "struct", "fields": [{"id": 1, "name": "x", "required": true, "type": "long"}]}'],
    ['[{"name": "x", "type": "object"}]'],
    ["[{table: a.b, version: 1, columns: []}]"],
    ["fields: []"],
    ["[]"],
  ])("leaves other documents alone: %s", (other) => expect(format.find("x.yaml", other)).toEqual([]));
});

describe("what cannot be read", () => {
  it.each([
    ["fields:\n- {name: id, type: STRING, mode: OFTEN}", '"mode" must be NULLABLE, REQUIRED or REPEATED', 2, 34],
    ["fields:\n- {name: id, mode: REQUIRED}", 'field id has no "type"', 2, 3],
    ["fields:\n- {type: STRING}", 'a field has no "name"', 2, 3],
    ["fields:\n- {name: r, type: RECORD}", 'record r has no "fields"', 2, 3],
    ["fields:\n- {name: r, type: DATE}\n- {name: R, type: DATE}", 'two columns are called "R"', 3, 3],
    ["fields:\n- {name: r, type: STRING, fields: [{name: a, type: DATE}]}", 'r has "fields" but is no record', 2, 3],
    ["fields: none", "expected a list of fields, each with a name and a type", 1, 1],
  ])("%j", async (text, message, line, column) => {
    const good = source("[{name: id, type: STRING}]");
    expect((await format.compare("c", source(text), good, {})).problems).toEqual([
      { at: { path: "schema.yaml", line, column }, message, severity: "failure" },
    ]);
  });
});

const shared = process.env.CONTRACT_REVIEW_SHARED ?? join(import.meta.dirname, "../../../../shared");
const real = join(shared, "corpora/real");

interface Commit {
  readonly kind: string;
  readonly dir: string;
  readonly removed: readonly string[];
  readonly added: readonly string[];
  readonly changed: readonly { readonly path: string }[];
}

describe.skipIf(!existsSync(real))("real commits", () => {
  const commits = existsSync(real)
    ? (JSON.parse(readFileSync(join(real, "index.json"), "utf8")) as Commit[]).filter(({ kind }) =>
        /bigquery/.test(kind),
      )
    : [];
  /** The index writes no brackets, names everything nested too, and stops after forty names. */
  const outermost = (paths: readonly string[]) =>
    paths.filter((path) => !paths.some((other) => path.startsWith(`${other}.`))).sort();
  const enough = (told: readonly string[], listed: readonly string[]) =>
    listed.length < 40 ? told : told.filter((path) => listed.includes(path));

  it("stand there", () => expect(commits.length).toBe(13));

  it.each(commits)("$dir", async ({ dir, removed, added, changed }) => {
    const side = (name: string) => source(readFileSync(join(real, dir, `${name}.yaml`), "utf8"));
    const { changes, problems } = await format.compare("c", side("old"), side("new"), {});
    const told = (rules: RegExp) =>
      changes
        .filter(({ rule }) => rules.test(rule))
        .map(({ element }) => element.replaceAll("[]", ""))
        .sort();
    expect(problems).toEqual([]);
    expect(enough(told(/column-removed/), removed)).toEqual(outermost(removed));
    expect(enough(told(/column-added/), added)).toEqual(outermost(added));
    expect(told(/retyped|widened|narrowed|resized|respelled|nullable/)).toEqual(changed.map(({ path }) => path).sort());
    expect(told(/./).length).toBe(
      told(/column-(removed|added)|retyped|widened|narrowed|resized|respelled|nullable|columns-reordered/).length,
    );
  });
});
