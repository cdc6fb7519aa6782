import { describe, expect, it } from "vitest";
import { avro } from "../../../src/formats/avro/avro.ts";
import { compareContract } from "../../../src/formats/compare.ts";
import type { Options } from "../../../src/model.ts";

type Field = { name: string; type: unknown; default?: unknown; aliases?: string[] };
const record = (name: string, fields: Field[], more: object = {}) => ({ type: "record", name, ...more, fields });
const source = (content: unknown, entry = "c.avsc") => ({
  entry,
  part: "",
  files: new Map([[entry, typeof content === "string" ? content : JSON.stringify(content)]]),
});

async function told(base: unknown, head: unknown, options: Options = {}) {
  const { changes, problems } = await avro.compare("c", source(base), source(head), options);
  expect(problems).toEqual([]);
  return changes.map(({ rule, element, breaks }) => `${rule.slice(5)} ${element || "-"} ${breaks.join("+") || "-"}`);
}

describe("aliases", () => {
  const one = (name: string, aliases: string[] = []) => ({ name, type: "int", aliases });

  it("an alias added alone changes nothing", async () => {
    expect(await told(record("R", [one("a")]), record("R", [one("a", ["b"])]))).toEqual([]);
  });
  it("an alias on each side reads both ways", async () => {
    expect(await told(record("R", [one("a", ["b"])]), record("R", [one("b", ["a"])]))).toEqual([]);
  });
  it("two renames, each with the last name as its alias, lose the first", async () => {
    const changes = await compareContract({
      contract: "c",
      format: "avro",
      base: source(record("R", [one("email", ["mail"])])),
      head: source(record("R", [one("address", ["email"])])),
      history: [source(record("R", [one("mail")]))],
      options: {},
    });
    expect(
      changes.changes.filter(({ breaks }) => breaks.includes("backward")).map(({ rule, element }) => [rule, element]),
    ).toEqual([["avro/field-added", "address"]]);
  });
  it("a writer's field serves one reader's field: the one of its name", async () => {
    const head = record("R", [one("a"), one("b", ["a"])]);
    expect(await told(record("R", [one("a")]), head)).toEqual(["field-added b backward"]);
  });
  it("an alias of a type is a full name", async () => {
    const old = (namespace: string) => record("Old", [], { namespace });
    const renamed = record("New", [], { namespace: "n", aliases: ["Old"] });
    expect(await told(old("n"), renamed)).toEqual(["name-changed - forward"]);
    expect(await told(old("m"), renamed)).toEqual(["name-changed - backward+forward"]);
  });
});

describe("unions", () => {
  it("the order of branches does not matter", async () => {
    expect(await told(["null", "string", "int"], ["int", "null", "string"])).toEqual([]);
  });
  it("a value becomes a union that holds it", async () => {
    expect(await told({ type: "int" }, ["string", "int"])).toEqual(["union-branch-added - forward"]);
  });
  it("a branch is promoted into another", async () => {
    expect(await told(["int", "string"], ["double", "string"])).toEqual(["type-changed - forward"]);
  });
  it("a branch promoted where its own type stands too is read as its own", async () => {
    expect(await told(["int", "string"], ["long", "int", "string"])).toEqual(["union-branch-added - forward"]);
  });
  it("a type keeps its branch by its full name where two have one unqualified name", async () => {
    const two = (type: string) => [record("a.R", [{ name: "x", type: "int" }]), record("b.R", [{ name: "x", type }])];
    expect(await told(two("int"), two("int"))).toEqual([]);
    expect(await told(two("int"), two("string"))).toEqual(["type-changed x backward+forward"]);
  });
  it("lists in unions are told by what they hold", async () => {
    const list = (items: string) => ["null", "int", { type: "array", items }];
    expect(await told(list("int"), list("string"))).toEqual(["type-changed [] backward+forward"]);
  });
  it("an empty union holds nothing and is read by everything", async () => {
    expect(await told([], ["int"])).toEqual(["union-branch-added - forward"]);
  });
});

describe("what changes nothing", () => {
  it.each([
    [
      "documentation, order, custom attributes",
      record("R", [{ name: "a", type: "int" }]),
      {
        ...record("R", []),
        doc: "x",
        owner: "y",
        fields: [{ name: "a", type: "int", doc: "z", order: "ignore", pii: true }],
      },
    ],
    [
      "the order of fields",
      record("R", [
        { name: "a", type: "int" },
        { name: "b", type: "string" },
      ]),
      record("R", [
        { name: "b", type: "string" },
        { name: "a", type: "int" },
      ]),
    ],
    [
      "spelling a name in full",
      record("R", [{ name: "a", type: ["null", "R"] }], { namespace: "n" }),
      record("n.R", [{ name: "a", type: ["null", "n.R"] }], { namespace: "ignored" }),
    ],
    ["a logical type nobody knows", { type: "long" }, { type: "long", logicalType: "moon-phase" }],
    ["a logical type on the wrong type", { type: "string" }, { type: "string", logicalType: "timestamp-millis" }],
    [
      "a decimal whose scale exceeds its precision",
      { type: "bytes" },
      { type: "bytes", logicalType: "decimal", precision: 2, scale: 4 },
    ],
    [
      "a scale of 0 written out",
      { type: "bytes", logicalType: "decimal", precision: 4 },
      { type: "bytes", logicalType: "decimal", precision: 4, scale: 0 },
    ],
    [
      "a default written otherwise",
      record("R", [{ name: "a", type: "double", default: 1 }]),
      '{"type":"record","name":"R","fields":[{"name":"a","type":"double","default":1.0}]}',
    ],
  ])("%s", async (_, base, head) => {
    expect(await told(base, head)).toEqual([]);
  });

  it("IDL and the JSON it stands for", async () => {
    const idl = `@namespace("n") protocol P {
      enum Color { RED, GREEN } = RED;
      fixed Digest(16);
      record Line { string sku; int qty = 1; }
      @aliases(["OldOrder"]) record Order {
        long id; string? note; string? kind = "x"; union { null, Line } top = null; array<Line> lines = [];
        map<decimal(10,2)> prices; timestamp_ms sent; time_ms at; date day; uuid key; local_timestamp_ms here;
        @logicalType("timestamp-micros") long updated; Color @aliases(["colour"]) color; n.Digest \`digest\`; boolean a, b = true;
      }
    }`;
    const line = record("Line", [
      { name: "sku", type: "string" },
      { name: "qty", type: "int", default: 1 },
    ]);
    const logical = (type: string, logicalType: string, more: object = {}) => ({ type, logicalType, ...more });
    const json = record(
      "Order",
      [
        { name: "id", type: "long" },
        { name: "note", type: ["null", "string"] },
        { name: "kind", type: ["string", "null"], default: "x" },
        { name: "top", type: ["null", line], default: null },
        { name: "lines", type: { type: "array", items: "Line" }, default: [] },
        { name: "prices", type: { type: "map", values: logical("bytes", "decimal", { precision: 10, scale: 2 }) } },
        { name: "sent", type: logical("long", "timestamp-millis") },
        { name: "at", type: logical("int", "time-millis") },
        { name: "day", type: logical("int", "date") },
        { name: "key", type: logical("string", "uuid") },
        { name: "here", type: logical("long", "local-timestamp-millis") },
        { name: "updated", type: logical("long", "timestamp-micros") },
        {
          name: "color",
          aliases: ["colour"],
          type: { type: "enum", name: "Color", symbols: ["RED", "GREEN"], default: "RED" },
        },
        { name: "digest", type: { type: "fixed", name: "Digest", size: 16 } },
        { name: "a", type: "boolean" },
        { name: "b", type: "boolean", default: true },
      ],
      { namespace: "n", aliases: ["OldOrder"] },
    );
    const { changes, problems } = await avro.compare("c", source(idl, "c.avdl"), source(json), {});
    expect({ changes, problems }).toEqual({ changes: [], problems: [] });
  });
});

describe("types that hold themselves", () => {
  it("are told once, however deep", async () => {
    const node = (type: string) =>
      record("N", [
        { name: "v", type },
        { name: "l", type: ["null", "N"] },
        { name: "m", type: { type: "map", values: "N" } },
      ]);
    expect(await told(node("int"), node("long"))).toEqual(["type-changed v forward"]);
  });
  it("at every place that uses them from outside", async () => {
    const tree = (type: string) => {
      const node = record("N", [
        { name: "v", type },
        { name: "next", type: ["null", "N"] },
      ]);
      return record("R", [
        { name: "a", type: node },
        { name: "b", type: "N" },
      ]);
    };
    expect(await told(tree("int"), tree("long"))).toEqual(["type-changed a.v forward", "type-changed b.v forward"]);
  });
  it("of a group that is entered at several places are told from each", async () => {
    const group = (type: string) => {
      const maybe = (name: string) => ["null", name];
      const x = record("X", [
        { name: "m", type: maybe("M") },
        { name: "n", type: maybe("N") },
      ]);
      const m = record("M", [
        { name: "x", type: ["null", x] },
        { name: "v", type },
      ]);
      const n = record("N", [
        { name: "m", type: ["null", m] },
        { name: "x", type: maybe("X") },
      ]);
      return [
        record("A", [{ name: "from_n", type: n }]),
        record("B", [{ name: "from_x", type: "X" }]),
        record("C", [{ name: "from_m", type: "M" }]),
      ];
    };
    expect(await told(group("int"), group("long"))).toEqual([
      "type-changed from_n.m.v forward",
      "type-changed from_x.m.v forward",
      "type-changed from_x.n.m.v forward",
      "type-changed from_m.x.m.v forward",
      "type-changed from_m.x.n.m.v forward",
      "type-changed from_m.v forward",
    ]);
  });
  it("without end have no datum, and the rule alone speaks", async () => {
    const endless = (...more: Field[]) => record("R", [{ name: "r", type: "R" }, ...more]);
    const { changes } = await avro.compare("c", source(endless()), source(endless({ name: "x", type: "int" })), {});
    expect(changes.map(({ rule, basis, witnesses }) => ({ rule, basis, witnesses }))).toEqual([
      { rule: "avro/field-added", basis: "rule", witnesses: {} },
    ]);
  });
  it("many that hold one another end", async () => {
    const names = Array.from({ length: 6 }, (_, index) => `R${index}`);
    const clique = (type: string) =>
      names.map((name) =>
        record(name, [{ name: "v", type }, ...names.map((other) => ({ name: `to_${other}`, type: ["null", other] }))]),
      );
    expect(await told(clique("int"), clique("int"))).toEqual([]);
    expect((await told(clique("int"), clique("string"))).length).toBeGreaterThanOrEqual(6);
  });
});

describe("names that mean something to JavaScript", () => {
  it("are names like any other", async () => {
    const odd = (type: string) =>
      `{"type":"record","name":"constructor","fields":[{"name":"__proto__","type":"${type}"},{"name":"toString","type":"int"}]}`;
    expect(await told(odd("int"), odd("string"))).toEqual(["type-changed __proto__ backward+forward"]);
  });
});

describe("the registry's own answer", () => {
  it("does not look at logical types", async () => {
    const at = (unit: string) => ({ type: "long", logicalType: `timestamp-${unit}` });
    expect(await told(at("millis"), at("micros"))).toEqual(["logical-type-changed - backward+forward"]);
    expect(await told(at("millis"), at("micros"), { registry: "confluent" })).toEqual(["logical-type-changed - -"]);
  });
});
