import { describe, expect, it } from "vitest";
import type { Source } from "../../../src/formats/format.ts";
import { dbtFormat as format } from "../../../src/formats/table/dbt/dbt.ts";

const path = "models/marts/_models.yml";
const source = (text: string, part = "", project?: string): Source => ({
  entry: path,
  part,
  files: new Map([[path, text], ...(project === undefined ? [] : [["dbt_project.yml", project] as const])]),
});
const models = (list: string) => `version: 2\nmodels:\n${list}`;
const compared = async (base: Source, head: Source) => {
  const { changes, problems } = await format.compare("c", base, head, {});
  expect(problems).toEqual([]);
  return changes.map(({ rule, element }) => [rule.slice("table/".length), element]);
};

describe("find", () => {
  const versioned = models("  - {name: trips, versions: [{v: 1}, {v: 2}], columns: [{name: id, data_type: int}]}");
  it("holds every version, and under the model's own name the latest", () => {
    expect(format.find(path, versioned)).toEqual([
      { part: "trips.v1", names: ["trips.v1"], version: "1" },
      { part: "trips.v2", names: ["trips.v2"], version: "2" },
      { part: "trips", names: ["trips"], version: "2" },
    ]);
  });

  it("leaves models alone that only describe their columns, and other files", () => {
    expect(format.find(path, models("  - {name: a, columns: [{name: id, description: d}]}"))).toEqual([]);
    expect(format.find(path, "models: {a: {fields: {}}}")).toEqual([]);
    expect(format.find(path, "sources: []")).toEqual([]);
  });

  it("draws on the project the file belongs to", () => {
    const tree = ["dbt_project.yml", "shop/dbt_project.yml", "shop/models/a.yml", "other/dbt_project.yml"];
    expect(format.references("shop/models/a.yml", "", tree)).toEqual(["dbt_project.yml", "shop/dbt_project.yml"]);
  });
});

describe("names are texts, whatever YAML makes of them", () => {
  const names = ["no", "on", "y", "~", "0123", "1e3", "12:30"];
  const text = (quote: string) =>
    models(
      `  - name: a\n    columns:\n${names.map((name) => `      - {name: ${quote}${name}${quote}, data_type: int}`).join("\n")}`,
    );
  it("quotes change nothing", async () => expect(await compared(source(text("")), source(text('"')))).toEqual([]));
  it("they are told as written", async () => {
    const none = models("  - {name: a, columns: [{name: id, data_type: int}]}");
    expect(await compared(source(none), source(text("")))).toEqual([
      ["column-removed", "id"],
      ...names.map((name) => ["column-added", name]),
    ]);
  });
});

it("a constraint moved from a column to the model is the same constraint", async () => {
  const onColumn = models(
    "  - {name: a, columns: [{name: id, data_type: int, constraints: [{type: not_null}, {type: unique}]}]}",
  );
  const onModel = models(
    "  - {name: a, constraints: [{type: unique, columns: [id]}, {type: not_null, columns: [id]}], columns: [{name: id, data_type: int}]}",
  );
  expect(await compared(source(onColumn), source(onModel))).toEqual([]);
});

it("enforcement moved to the project stays enforcement", async () => {
  const own = models("  - {name: a, config: {contract: {enforced: true}}, columns: [{name: id, data_type: int}]}");
  const none = models("  - {name: a, columns: [{name: id, data_type: int}]}");
  const project = "name: shop\nmodels: {shop: {marts: {a: {+contract: {enforced: true}}}}}";
  expect(await compared(source(own), source(none, "", project))).toEqual([]);
  expect(await compared(source(own), source(none, "", project.replace("marts", "staging")))).toEqual([
    ["enforcement-removed", ""],
  ]);
});

it("a pinned version and the model's own name are compared each by itself", async () => {
  const text = (latest: number) =>
    models(
      `  - {name: a, latest_version: ${latest}, versions: [{v: 1}, {v: 2, columns: [{include: all, exclude: [x]}]}], columns: [{name: id, data_type: int}, {name: x, data_type: int}]}`,
    );
  const moved = ["lifecycle-changed", ""];
  expect(await compared(source(text(1), "a.v1"), source(text(2), "a.v1"))).toEqual([]);
  expect(await compared(source(text(1), "a"), source(text(2), "a"))).toEqual([["column-removed", "x"], moved]);
});

describe("what cannot be read", () => {
  it.each([
    ["version: 2", 'expected a list of "models"', 1],
    [models("  - {columns: [{name: id, data_type: int}]}"), 'a model has no "name"', 3],
    [models("  - {name: a, columns: {id: {data_type: int}}, config: {contract: {}}}"), '"columns" must be a list', 3],
    [models("  - {name: a, columns: [{data_type: int}]}"), 'a column has no "name"', 3],
    [models("  - {name: a, columns: [{name: x, data_type: int}, {name: X}]}"), 'two columns are called "X"', 3],
    [
      models(
        "  - {name: a, columns: [{name: x, data_type: int}]}\n  - {name: a, columns: [{name: x, data_type: int}]}",
      ),
      'two models are called "a"',
      4,
    ],
    [
      models("  - {name: a, versions: [{v: 1}], latest_version: 3, columns: [{name: x, data_type: int}]}"),
      "a has no version 3",
      3,
    ],
    [models("  - {name: a, versions: [{}], columns: [{name: x, data_type: int}]}"), 'a version has no "v"', 3],
    [
      models("  - {name: a, constraints: [{columns: [x]}], columns: [{name: x, data_type: int}]}"),
      'a constraint has no "type"',
      3,
    ],
  ])("%j", async (text, message, line) => {
    const { problems, changes } = await format.compare("c", source(text), source(models("  - {name: z}")), {});
    expect(changes).toEqual([]);
    expect(problems.map(({ at, message: told }) => [told, at.line])).toEqual([[message, line]]);
  });
});
