import { describe, expect, it } from "vitest";
import type { Source } from "../../../src/formats/format.ts";
import { odcsFormat as format } from "../../../src/formats/table/odcs/odcs.ts";

const source = (text: string, part = ""): Source => ({
  entry: "a.odcs.yaml",
  part,
  files: new Map([["a.odcs.yaml", text]]),
});
const head = "apiVersion: v3.1.0\nkind: DataContract\nid: depot\nversion: 1.0.0\nstatus: active\n";
const contract = (property: string, object = "") =>
  `${head}schema:\n  - name: parcels\n${object}    properties:\n      - {name: id, logicalType: string, required: true}\n      - ${property}\n`;
const compared = async (base: string, after: string) => {
  const { changes, problems } = await format.compare("c", source(base), source(after), {});
  expect(problems).toEqual([]);
  return changes.map(({ rule, element, breaks }) => [rule.slice("table/".length), element, breaks.join()]);
};

describe("find", () => {
  const document = (names: readonly string[]) =>
    `${head}team: {members: [{username: "@shop/depot", role: Owner}, {username: old, role: owner, dateOut: 2025-01-01}, {username: x, role: reader}]}
servers: [{server: prod, type: postgres, schema: depot_raw}]
schema: [${names.map((name) => `{name: ${name}, properties: []}`).join(", ")}]`;

  it("calls the only schema object by the contract's id, its own name and its table's", () => {
    expect(format.find("a.yaml", document(["parcels"]))).toEqual([
      {
        part: "parcels",
        names: ["depot", "depot/parcels", "depot_raw.parcels"],
        version: "1.0.0",
        owners: ["@shop/depot"],
      },
    ]);
  });

  it("tells several schema objects apart", () => {
    expect(format.find("a.yaml", document(["parcels", "depots"])).map(({ part, names }) => [part, names])).toEqual([
      ["parcels", ["depot/parcels", "depot_raw.parcels"]],
      ["depots", ["depot/depots", "depot_raw.depots"]],
    ]);
  });

  it("finds a contract that has no schema yet", () => {
    expect(format.find("a.yaml", `${head}schema: []`)).toEqual([
      { part: "", names: ["depot"], version: "1.0.0", owners: [] },
    ]);
  });

  it.each(["kind: DataProduct", "table: a.b\nversion: 1", "[]", "kind: [DataContract]"])("leaves %j alone", (text) =>
    expect(format.find("a.yaml", text)).toEqual([]),
  );
});

describe("every role of a field is told once", () => {
  const full = {
    id: "p1",
    name: "x",
    physicalName: "X",
    logicalType: "integer",
    physicalType: "INT",
    required: "false",
    unique: "false",
    primaryKey: "false",
    partitioned: "false",
    classification: "internal",
    relationships: "[{to: depots.id}]",
    logicalTypeOptions: "{minimum: 1, maximum: 9, multipleOf: 2}",
  };
  const text = (change: Partial<typeof full>) =>
    `{${Object.entries({ ...full, ...change })
      .map(([key, value]) => `${key}: ${value}`)
      .join(", ")}}`;

  it.each<[Partial<typeof full>, string, string, string]>([
    [{ id: "p2" }, "id-changed", "x", ""],
    [{ name: "y" }, "column-renamed", "x", "forward"],
    [{ physicalName: "Y" }, "column-renamed", "x", "forward"],
    [{ logicalType: "string" }, "column-retyped", "x", "backward,forward"],
    [{ physicalType: "BIGINT" }, "column-widened", "x", "forward"],
    [{ required: "true" }, "column-no-longer-nullable", "x", "backward"],
    [{ unique: "true" }, "unique-changed", "x", "backward,forward"],
    [{ primaryKey: "true" }, "key-changed", "", "backward,forward"],
    [{ partitioned: "true" }, "layout-changed", "", ""],
    [{ classification: "restricted" }, "classification-raised", "x", "forward"],
    [{ relationships: "[]" }, "constraint-removed", "x", "forward"],
    [{ logicalTypeOptions: "{minimum: 0, maximum: 9, multipleOf: 2}" }, "bound-loosened", "x", "forward"],
    [{ logicalTypeOptions: "{exclusiveMinimum: 1, maximum: 9, multipleOf: 2}" }, "bound-tightened", "x", "backward"],
    [{ logicalTypeOptions: "{minimum: 1, maximum: 8, multipleOf: 2}" }, "bound-tightened", "x", "backward"],
    [{ logicalTypeOptions: "{minimum: 1, maximum: 9, multipleOf: 4}" }, "bound-tightened", "x", "backward"],
    [{ logicalTypeOptions: "{minimum: 1, maximum: 9}" }, "bound-loosened", "x", "forward"],
  ])("%j", async (change, ...told) => {
    const renamed = "name" in change && change.name === "y" ? { ...change, physicalName: "Y" } : change;
    expect(await compared(contract(text({})), contract(text(renamed)))).toEqual([told]);
  });

  it.each([
    [
      "logicalType: string, logicalTypeOptions: {minLength: 2}",
      "logicalType: string, logicalTypeOptions: {minLength: 1}",
      "bound-loosened",
    ],
    [
      "logicalType: array, logicalTypeOptions: {maxItems: 2}",
      "logicalType: array, logicalTypeOptions: {maxItems: 1}",
      "bound-tightened",
    ],
    ["logicalType: array, logicalTypeOptions: {uniqueItems: true}", "logicalType: array", "constraint-removed"],
    ["logicalType: object, logicalTypeOptions: {minProperties: 1}", "logicalType: object", "bound-loosened"],
    [
      "logicalType: timestamp, logicalTypeOptions: {format: yyyy}",
      "logicalType: timestamp, logicalTypeOptions: {format: yy}",
      "constraint-changed",
    ],
    ["logicalType: number, logicalTypeOptions: {format: f32}", "logicalType: number", "column-widened"],
    ["logicalType: string", "logicalType: string, physicalType: TEXT", "column-resized"],
    ["physicalType: TEXT", "logicalType: string, physicalType: TEXT", "type-respelled"],
  ])("%s to %s", async (base, after, rule) => {
    const changes = await compared(contract(`{name: x, ${base}}`), contract(`{name: x, ${after}}`));
    expect(changes.map(([id]) => id)).toEqual([rule]);
  });

  it("fields count whatever the type above them is called, and so does what the engine calls it", async () => {
    const text = (type: string, inner: string) =>
      contract(`{name: x, ${type}properties: [{name: y, logicalType: ${inner}}]}`);
    expect(await compared(text("", "string"), text("", "integer"))).toEqual([
      ["column-retyped", "x.y", "backward,forward"],
    ]);
    expect(
      await compared(
        text("physicalType: STRUCT<y STRING>, ", "string"),
        text("physicalType: STRUCT<y INT>, ", "string"),
      ),
    ).toEqual([["constraint-changed", "x", "backward,forward"]]);
  });

  it("the physical type by the engine its server names", async () => {
    const on = (type: string) => `servers: [{server: s, type: ${type}}]\n`;
    const text = (engine: string, type: string) => on(engine) + contract(`{name: x, physicalType: ${type}}`);
    expect(await compared(text("snowflake", "INT"), text("snowflake", "BIGINT"))).toEqual([
      ["type-respelled", "x", ""],
    ]);
    expect(await compared(text("postgres", "INT"), text("postgres", "BIGINT"))).toEqual([
      ["column-widened", "x", "forward"],
    ]);
  });
});

describe("what changes nothing says nothing", () => {
  it("the order of lists, a byte order mark, carriage returns", async () => {
    const base = contract("{name: b, logicalType: date}\n      - {name: c, logicalType: date}");
    const moved = contract("{name: c, logicalType: date}\n      - {name: b, logicalType: date}");
    expect(await compared(base, `\uFEFF${moved.replaceAll("\n", "\r\n")}`)).toEqual([]);
  });

  it("quotes round dates", async () => {
    const text = (quote: string) =>
      contract(`{name: day, logicalType: date, enum: [{value: ${quote}2026-01-16${quote}}]}`).replace("v3.1", "v3.2");
    expect(await compared(text(""), text("'"))).toEqual([]);
  });

  it("no schema on either side", async () =>
    expect(await compared(`${head}schema: []`, `${head}schema: []`)).toEqual([]));
});

it("an anchor changed is told where it stands and for every property that merges it, and not where it is overridden", async () => {
  const text = (required: boolean) => `apiVersion: v3.1.0
kind: DataContract
id: depot
customProperties:
  - {property: base, value: &base {logicalType: string, required: ${required}}}
schema:
  - name: parcels
    properties:
      - {name: a, <<: *base}
      - {name: b, <<: [*base, {classification: pii}]}
      - {name: c, <<: *base, required: false}
`;
  const { changes } = await format.compare("c", source(text(true)), source(text(false)), {});
  expect(changes.map(({ rule, element, location }) => [rule, element, location.line])).toEqual([
    ["table/details-changed", "", 4],
    ["table/column-newly-nullable", "a", 5],
    ["table/column-newly-nullable", "b", 5],
  ]);
});

describe("what cannot be read", () => {
  it.each([
    ["kind: DataContract\nid: a", 'the contract has no "apiVersion"', 1],
    [
      head.replace("v3.1.0", "v4.0.0"),
      "apiVersion v4.0.0 is not understood: v2.2, v3.0, v3.1 and the preview of v3.2 are",
      1,
    ],
    [head.replace("id: depot", "name: depot"), 'the contract has no "id"', 1],
    [`${head}schema: {}`, '"schema" must be a list', 6],
    [`${head}schema: [{properties: []}]`, 'a schema object has no "name"', 6],
    [`${head}schema: [{name: a}, {name: a}]`, 'two schema objects are called "a"', 6],
    [`${head}schema: [{name: a, properties: {b: {}}}]`, '"properties" must be a list', 6],
    [contract("{logicalType: string}"), 'a property has no "name"', 10],
    [contract("id"), 'a property has no "name"', 10],
    [contract("{name: id}"), 'two properties are called "id"', 10],
    [contract("{name: x, required: often}"), '"required" must be true or false', 10],
    [contract("{name: x, logicalTypeOptions: {maximum: [1]}}"), '"maximum" must be a number or a date', 10],
    ["kind: Something", 'expected "kind: DataContract"', 1],
  ])("%j", async (text, message, line) => {
    const { problems, changes } = await format.compare("c", source(text), source(`${head}schema: []`), {});
    expect(changes).toEqual([]);
    expect(problems.map(({ at, message: told }) => [told, at.line])).toEqual([[message, line]]);
  });

  it("a part that is gone", async () => {
    const { problems } = await format.compare("c", source(head, "parcels"), source(head), {});
    expect(problems.map(({ message }) => message)).toEqual(["parcels does not stand in the contract"]);
  });
});
