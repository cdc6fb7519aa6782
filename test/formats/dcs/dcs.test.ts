import { describe, expect, it } from "vitest";
import type { Source } from "../../../src/formats/format.ts";
import { dcsFormat as format } from "../../../src/formats/table/dcs/dcs.ts";

const source = (text: string, part = ""): Source => ({ entry: "a.yaml", part, files: new Map([["a.yaml", text]]) });
const head =
  "dataContractSpecification: 1.1.0\nid: depot\ninfo: {title: t, version: 2.0.0, owner: depot-team, contact: {email: d@shop.example}}\n";
const compared = async (base: string, after: string) => {
  const { changes, problems } = await format.compare("c", source(base), source(after), {});
  expect(problems).toEqual([]);
  return changes.map(({ rule, element }) => [rule.slice("table/".length), element]);
};

it("finds a contract per model, named by the contract, the model and the server's table", () => {
  const text = `${head}servers: {prod: {type: postgres, database: shop, schema: depot_raw}}\nmodels: {parcels: {fields: {}}}`;
  const found = { version: "2.0.0", owners: ["depot-team", "d@shop.example"] };
  expect(format.find("a.yaml", text)).toEqual([
    { part: "parcels", names: ["depot", "depot/parcels", "depot_raw.parcels"], ...found },
  ]);
  expect(format.find("a.yaml", `${head}models: {a: {}, b: {}}`).map(({ names }) => names)).toEqual([
    ["depot/a"],
    ["depot/b"],
  ]);
  expect(format.find("a.yaml", head)).toEqual([{ part: "", names: ["depot"], ...found }]);
  expect(format.find("a.yaml", "kind: DataContract")).toEqual([]);
});

it("a definition put in place of what refers to it changes nothing", async () => {
  const written = `${head}models: {a: {fields: {x: {type: string, maxLength: 3}}}}`;
  const referring = `${head}models: {a: {fields: {x: {$ref: "#/definitions/d", maxLength: 3}}}}\ndefinitions: {d: {type: string, maxLength: 9}}`;
  expect(await compared(written, referring)).toEqual([]);
});

it("tells fields by name, whatever their order", async () => {
  const text = (fields: string) => `${head}models: {a: {fields: {${fields}}}}`;
  expect(await compared(text("x: {type: date}, y: {type: date}"), text("y: {type: date}, x: {type: date}"))).toEqual(
    [],
  );
});

it("fields count whatever the type above them is called", async () => {
  const text = (type: string, inner: string) =>
    `${head}models: {a: {fields: {x: {${type}fields: {y: {type: ${inner}}}}}}}`;
  expect(await compared(text("", "date"), text("", "string"))).toEqual([["column-retyped", "x.y"]]);
  expect(await compared(text("type: variant, ", "date"), text("type: struct, ", "date"))).toEqual([
    ["constraint-removed", "x"],
  ]);
});

it("`timestamp` is an instant, `timestamp_ntz` is not", async () => {
  const text = (type: string) => `${head}models: {a: {fields: {x: {type: ${type}}}}}`;
  expect(await compared(text("timestamp"), text("timestamp_tz"))).toEqual([["type-respelled", "x"]]);
  expect(await compared(text("timestamp"), text("timestamp_ntz"))).toEqual([["column-retyped", "x"]]);
});

describe("what cannot be read", () => {
  const field = (text: string, definitions = "{}") =>
    `${head}models: {a: {fields: {x: ${text}}}}\ndefinitions: ${definitions}`;
  const many = Array.from({ length: 20 }, (_, index) => {
    const next = `{$ref: "#/definitions/d${index + 1}"}`;
    return `d${index}: {type: record, fields: {l: ${next}, r: ${next}}}`;
  });
  it.each([
    ["dataContractSpecification: 2.0.0\nid: a", "specification 2.0.0 is not understood: 0.9 and 1.x are", 1],
    ["dataContractSpecification: 1.2.0", 'the contract has no "id"', 1],
    [`${head}models: []`, '"models" must be a mapping of models by name', 4],
    [`${head}models: {a: b}`, "model a must be a mapping", 4],
    [`${head}models: {a: {fields: []}}`, '"fields" must be a mapping of fields by name', 4],
    [field("string"), "field x must be a mapping", 4],
    [field("{required: often}"), '"required" must be true or false', 4],
    [field("{$ref: other.yaml}"), "other.yaml points outside the document: not analysed", 4],
    [field('{$ref: "#/definitions/y"}'), "#/definitions/y does not stand in the document", 4],
    [field('{$ref: "#/definitions/y"}', '{y: {$ref: "#/definitions/y"}}'), "#/definitions/y refers to itself", 5],
    [
      field('{$ref: "#/definitions/y"}', '{y: {type: record, fields: {z: {$ref: "#/definitions/y"}}}}'),
      "#/definitions/y refers to itself",
      5,
    ],
    [
      field('{$ref: "#/definitions/d0"}', `{${many.join(", ")}, d20: {type: date}}`),
      "more than 50000 fields once definitions are followed",
      5,
    ],
  ])("%j", async (text, message, line) => {
    const { problems, changes } = await format.compare("c", source(text), source(head), {});
    expect(changes).toEqual([]);
    expect(problems.map(({ at, message: told }) => [told, at.line])).toEqual([[message, line]]);
  });
});
