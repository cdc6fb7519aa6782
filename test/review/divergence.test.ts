import { describe, expect, it } from "vitest";
import { isNoChecklist, reviewOf, type Texts } from "./world.ts";

/** A contract, and what is generated from it: one of them changes, and the other does or does not follow. */

const odcs = (columns: readonly string[], more = "") => `apiVersion: v3.1.0
kind: DataContract
id: orders
version: 1.0.0
status: active
${more}schema:
  - name: orders
    properties:
${columns.map((column) => `      - {name: ${column.replace(":", ", logicalType: ")}}\n`).join("")}`;

const avro = (fields: readonly string[], doc = "generated from contracts/orders.odcs.yaml") =>
  `${JSON.stringify({ type: "record", name: "shop.Orders", doc, fields: fields.map((name) => ({ name, type: "string" })) }, null, 1)}\n`;

const full = ["id:string", "city:string"];
const less = ["id:string"];
const contract = "contracts/orders.odcs.yaml";

async function told(base: Texts, head: Texts, more: { renamed?: [string, string][] } = {}) {
  const { conclusion, problems } = await reviewOf({
    base,
    head,
    config: "version: 1\npolicy: {no-consumers: pass}\n",
    ...more,
  });
  const found = problems.filter(isNoChecklist);
  return [conclusion, ...found.map(({ at, message, severity }) => `${severity} ${at.path}:${at.line}: ${message}`)];
}

describe("an Avro schema that says it is generated from a contract", () => {
  const pair = (contracted: readonly string[], generated: readonly string[]) => ({
    [contract]: odcs(contracted),
    "avro/orders.avsc": avro(generated),
  });
  const base = pair(full, ["id", "city"]);

  it("does not follow where the contract loses a field", async () => {
    expect(await told(base, pair(less, ["id", "city"]))).toMatchInlineSnapshot(`
      [
        "failure",
        "failure contracts/orders.odcs.yaml:9: diverges: city is gone here, and avro/orders.avsc:11, which is generated from it, still has it; change both together",
      ]
    `);
  });

  it("loses a field that the contract keeps: its readers, who are judged by the contract, would hear nothing", async () => {
    expect(await told(base, pair(full, ["id"]))).toMatchInlineSnapshot(`
      [
        "failure",
        "failure avro/orders.avsc:3: diverges: city is gone here, and contracts/orders.odcs.yaml:10, from which it is generated, still has it; change both together",
      ]
    `);
  });

  it("follows: nothing is told", async () => {
    expect(await told(base, pair(less, ["id"]))).toEqual(["success"]);
    const more = pair([...full, "note:string"], ["id", "city", "note"]);
    expect(await told(base, more)).toEqual(["success"]);
  });

  it("does not follow where the contract gains a field, which breaks nobody", async () => {
    expect(await told(base, pair([...full, "note:string"], ["id", "city"]))).toMatchInlineSnapshot(`
      [
        "success",
        "warning contracts/orders.odcs.yaml:11: diverges: note is new here, and avro/orders.avsc, which is generated from it, has no such field; change both together",
      ]
    `);
  });

  it("keeps a type that the contract changes", async () => {
    expect(await told(base, pair(["id:string", "city:integer"], ["id", "city"]))).toMatchInlineSnapshot(`
      [
        "failure",
        "failure contracts/orders.odcs.yaml:10: diverges: city changes here (type of city changed from string to integer), and avro/orders.avsc:11, which is generated from it, does not follow; change both together",
      ]
    `);
  });

  it("catches up: nothing is told", async () => {
    expect(await told(pair(full, ["id", "city", "old"]), pair(full, ["id", "city"]))).toEqual(["success"]);
  });

  it("cannot leave by no longer saying so in the same change", async () => {
    const head = { ...base, [contract]: odcs(less), "avro/orders.avsc": avro(["id", "city"], "by hand") };
    expect((await told(base, head))[0]).toBe("failure");
  });

  it("is not meant by prose, nor by a file that is not there", async () => {
    for (const doc of ["orders generated from the shop", "generated from contracts/parcels.odcs.yaml"]) {
      const say = (columns: readonly string[]) => ({
        [contract]: odcs(columns),
        "avro/orders.avsc": avro(["id", "city"], doc),
      });
      expect(await told(say(full), say(less))).toEqual(["success"]);
    }
  });

  it("stays where the contract goes", async () => {
    const { [contract]: _, ...head } = base;
    expect(await told(base, head)).toMatchInlineSnapshot(`
      [
        "success",
        "warning contracts/orders.odcs.yaml:undefined: diverges: the contract is gone here, and avro/orders.avsc, which is generated from it, stays; change both together",
      ]
    `);
  });
});

it.each<[string, Texts, string]>([
  [
    "SQL, in a comment",
    {
      "ddl/orders.sql":
        "-- generated from ../contracts/orders.odcs.yaml\nCREATE TABLE raw.orders (id text, city text);\n",
    },
    "ddl/orders.sql:2",
  ],
  [
    "dbt, in meta",
    {
      "models/orders.yml":
        "models:\n  - name: orders\n    meta: {generated_from: contracts/orders.odcs.yaml}\n    config: {contract: {enforced: true}}\n    columns:\n      - {name: id, data_type: text}\n      - {name: city, data_type: text}\n",
    },
    "models/orders.yml:7",
  ],
  [
    "JSON Schema, in $comment",
    {
      "json/orders.schema.json": JSON.stringify(
        {
          $schema: "http://json-schema.org/draft-07/schema#",
          $comment: "generated from contracts/orders.odcs.yaml",
          type: "object",
          properties: { id: { type: "string" }, city: { type: "string" } },
        },
        null,
        1,
      ),
    },
    "json/orders.schema.json:9",
  ],
  [
    "Protobuf, in a comment",
    {
      "proto/orders.proto":
        '// Generated from contracts/orders.odcs.yaml.\nsyntax = "proto3";\npackage shop;\nmessage Orders { string id = 1; string city = 2; }\n',
    },
    "proto/orders.proto:4",
  ],
])("%s", async (_, artefact, place) => {
  const [, found] = await told({ [contract]: odcs(full), ...artefact }, { [contract]: odcs(less), ...artefact });
  expect(found).toBe(
    `failure contracts/orders.odcs.yaml:9: diverges: city is gone here, and ${place}, which is generated from it, still has it; change both together`,
  );
});

it("a contract names what it generates", async () => {
  const says = "customProperties:\n  - property: generates\n    value: avro/orders.avsc\n";
  const generated = avro(["id", "city"], "");
  const [conclusion, found] = await told(
    { [contract]: odcs(full, says), "avro/orders.avsc": generated },
    { [contract]: odcs(full, says), "avro/orders.avsc": avro(["id"], "") },
  );
  expect([conclusion, found]).toMatchInlineSnapshot(`
    [
      "failure",
      "failure avro/orders.avsc:3: diverges: city is gone here, and contracts/orders.odcs.yaml:13, from which it is generated, still has it; change both together",
    ]
  `);
});

it("which of several contracts is meant must be clear", async () => {
  const tables = (columns: string) =>
    `-- generated from contracts/orders.odcs.yaml\nCREATE TABLE raw.parcels (id text);\nCREATE TABLE raw.${columns};\n`;
  const say = (columns: readonly string[], table: string) => ({ [contract]: odcs(columns), "ddl.sql": tables(table) });
  expect(
    await told(say(full, "orders (id text, city text)"), say(less, "orders (id text, city text)")),
  ).toMatchInlineSnapshot(`
    [
      "failure",
      "failure contracts/orders.odcs.yaml:9: diverges: city is gone here, and ddl.sql:3, which is generated from it, still has it; change both together",
    ]
  `);
  expect(
    await told(say(full, "sales (id text, city text)"), say(less, "sales (id text, city text)")),
  ).toMatchInlineSnapshot(`
    [
      "failure",
      "failure contracts/orders.odcs.yaml:9: diverges: fields change here, and ddl.sql, which is generated from it, does not say which of its contracts is meant; change both together",
    ]
  `);
});

describe("a Protobuf message with messages in it", () => {
  const proto = (line: string) =>
    `// Generated from contracts/orders.odcs.yaml.\nsyntax = "proto3";\npackage shop;\nmessage Orders {\n  string id = 1;\n  repeated Line lines = 2;\n  message Line { string sku = 1;${line} }\n}\n`;
  const says = (fields: readonly string[]) =>
    `${odcs(["id:string"])}      - name: lines\n        logicalType: array\n        items:\n          logicalType: object\n          properties:\n${fields.map((name) => `            - {name: ${name}, logicalType: string}\n`).join("")}`;
  const pair = (fields: readonly string[], line: string) => ({
    [contract]: says(fields),
    "proto/orders.proto": proto(line),
  });

  it("follows: nothing is told", async () => {
    expect(await told(pair(["sku"], ""), pair(["sku", "weight"], " string weight = 2;"))).toEqual(["success"]);
    const base = pair(["sku", "weight"], " string weight = 2;");
    expect(await told(base, pair(["sku"], ' reserved 2; reserved "weight";'))).toEqual(["success"]);
  });

  it("gains or loses a field alone", async () => {
    expect(await told(pair(["sku"], ""), pair(["sku"], " string weight = 2;"))).toMatchInlineSnapshot(`
      [
        "success",
        "warning proto/orders.proto:7: diverges: Orders.Line.weight is new here, and contracts/orders.odcs.yaml, from which it is generated, has no such field; change both together",
      ]
    `);
    const base = pair(["sku", "weight"], " string weight = 2;");
    expect(await told(base, pair(["sku", "weight"], ' reserved 2; reserved "weight";'))).toMatchInlineSnapshot(`
      [
        "failure",
        "failure proto/orders.proto:7: diverges: Orders.Line.weight is gone here, and contracts/orders.odcs.yaml:16, from which it is generated, still has it; change both together",
      ]
    `);
  });
});
