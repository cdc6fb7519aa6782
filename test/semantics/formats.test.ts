import { describe, expect, it } from "vitest";
import { changesOf, suspected } from "./pair.ts";

/** The same change in every place where prose lives: EUR becomes EUR cents. */
const cases: readonly {
  readonly name: string;
  readonly format: string;
  readonly path: string;
  readonly element: string;
  readonly text: (prose: string) => string;
}[] = [
  {
    name: "the description of an ODCS property",
    format: "odcs",
    path: "o.odcs.yaml",
    element: "amount",
    text: (prose) =>
      `apiVersion: v3.1.0\nkind: DataContract\nid: o\nversion: 1.0.0\nstatus: active\nschema:\n  - name: orders\n    properties:\n      - {name: amount, logicalType: number, description: ${prose}}\n`,
  },
  {
    name: "the unit among an ODCS property's custom properties",
    format: "odcs",
    path: "o.odcs.yaml",
    element: "amount",
    text: (prose) =>
      `apiVersion: v3.1.0\nkind: DataContract\nid: o\nversion: 1.0.0\nstatus: active\nschema:\n  - name: orders\n    properties:\n      - name: amount\n        logicalType: number\n        customProperties: [{property: unit, value: ${prose}}]\n`,
  },
  {
    name: "the description of a field of a data contract specification",
    format: "dcs",
    path: "datacontract.yaml",
    element: "amount",
    text: (prose) =>
      `dataContractSpecification: 1.2.1\nid: o\ninfo: {title: o, version: 1.0.0}\nmodels:\n  orders:\n    fields:\n      amount: {type: decimal, description: ${prose}}\n`,
  },
  {
    name: "the meaning of a catalog's column",
    format: "table",
    path: "catalog.yml",
    element: "amount",
    text: (prose) => `table: raw.orders\nversion: 1\ncolumns:\n  - {name: amount, type: DECIMAL, meaning: ${prose}}\n`,
  },
  {
    name: "the description of a BigQuery field",
    format: "bigquery",
    path: "sql/shop/raw/orders/schema.yaml",
    element: "amount",
    text: (prose) => `fields:\n  - {name: amount, type: NUMERIC, mode: NULLABLE, description: ${prose}}\n`,
  },
  {
    name: "the description of a dbt column",
    format: "dbt",
    path: "models/orders.yml",
    element: "amount",
    text: (prose) =>
      `models:\n  - name: orders\n    columns:\n      - {name: amount, data_type: numeric, description: ${prose}}\n`,
  },
  {
    name: "a comment in SQL",
    format: "sql",
    path: "orders.sql",
    element: "amount",
    text: (prose) => `CREATE TABLE raw.orders (amount NUMERIC COMMENT '${prose}' NOT NULL);\n`,
  },
  {
    name: "a comment on a column",
    format: "sql",
    path: "orders.sql",
    element: "amount",
    text: (prose) =>
      `CREATE TABLE raw.orders (amount NUMERIC NOT NULL);\nCOMMENT ON COLUMN raw.orders.amount IS '${prose}';\n`,
  },
  {
    name: "the options of a column in BigQuery's SQL",
    format: "sql",
    path: "orders.sql",
    element: "amount",
    text: (prose) => `CREATE TABLE raw.orders (amount INT64 OPTIONS(description="${prose}"));\n`,
  },
  {
    name: "the doc of an Iceberg field",
    format: "iceberg",
    path: "orders.iceberg.json",
    element: "amount",
    text: (prose) =>
      JSON.stringify({
        type: "struct",
        "schema-id": 0,
        fields: [{ id: 1, name: "amount", required: true, type: "decimal(12,2)", doc: prose }],
      }),
  },
  {
    name: "the doc of an Avro field, under the alias by which it was renamed",
    format: "avro",
    path: "order.avsc",
    element: "amount",
    text: (prose) =>
      JSON.stringify({
        type: "record",
        name: "Order",
        fields: [
          prose.includes("cents")
            ? { name: "total", aliases: ["amount"], type: "long", doc: prose }
            : { name: "amount", type: "long", doc: prose },
        ],
      }),
  },
  {
    name: "a comment in Protobuf",
    format: "protobuf",
    path: "order.proto",
    element: "Order.amount",
    text: (prose) => `syntax = "proto3";\nmessage Order {\n  // ${prose}\n  int64 amount = 1;\n}\n`,
  },
  {
    name: "a comment behind a Protobuf field",
    format: "protobuf",
    path: "order.proto",
    element: "Order.amount",
    text: (prose) => `syntax = "proto3";\nmessage Order {\n  int64 amount = 1; // ${prose}\n  int64 other = 2;\n}\n`,
  },
  {
    name: "the description of a JSON Schema property, behind a reference",
    format: "json-schema",
    path: "order.schema.json",
    element: "lines[].amount",
    text: (prose) =>
      JSON.stringify({
        $schema: "https://json-schema.org/draft/2020-12/schema",
        properties: { lines: { items: { $ref: "#/$defs/line" } } },
        $defs: { line: { properties: { amount: { type: "integer", description: prose } } } },
      }),
  },
  ...(
    [
      ["a table", "", "CREATE TABLE orders (amount int);\nCOMMENT ON TABLE orders IS '#';"],
      ["a view", "", "CREATE VIEW orders AS SELECT amount FROM raw;\nCOMMENT ON VIEW orders IS '#';"],
      ["a Snowflake column, with", "amount", "CREATE TABLE orders (amount NUMBER(9,0) WITH COMMENT '#');"],
      ["a Snowflake table", "", "CREATE TABLE orders (amount NUMBER(9,0)) COMMENT = '#';"],
      [
        "a Snowflake table, altered",
        "",
        "CREATE TABLE orders (amount NUMBER(9,0));\nALTER TABLE orders SET COMMENT = '#';",
      ],
      [
        "a Snowflake column, altered",
        "amount",
        "CREATE TABLE orders (amount NUMBER(9,0));\nALTER TABLE orders MODIFY COLUMN amount COMMENT '#';",
      ],
      [
        "a Snowflake column, if it exists",
        "amount",
        "CREATE TABLE orders (amount NUMBER(9,0));\nCOMMENT IF EXISTS ON COLUMN orders.amount IS '#';",
      ],
      ["a BigQuery table", "", "CREATE TABLE orders (amount INT64) OPTIONS(description='#', labels=[('a', 'b')]);"],
      [
        "a BigQuery column, altered",
        "amount",
        "CREATE TABLE orders (amount INT64);\nALTER TABLE orders ALTER COLUMN amount SET OPTIONS (description='#');",
      ],
      [
        "a BigQuery table, altered",
        "",
        "CREATE TABLE orders (amount INT64);\nALTER TABLE orders SET OPTIONS (description='#');",
      ],
      ["a Spark column", "amount", "CREATE TABLE orders (amount INT COMMENT '#') USING DELTA;"],
      ["a Spark table", "", "CREATE TABLE orders (amount INT) USING DELTA COMMENT '#';"],
      [
        "a Spark table's properties",
        "",
        "CREATE TABLE orders (amount INT) USING DELTA TBLPROPERTIES ('comment' = '#');",
      ],
      [
        "a Spark table's properties, altered",
        "",
        "CREATE TABLE orders (amount INT) USING DELTA;\nALTER TABLE orders SET TBLPROPERTIES ('comment' = '#');",
      ],
      [
        "a Spark column, altered",
        "amount",
        "CREATE TABLE orders (amount INT) USING DELTA;\nALTER TABLE orders CHANGE COLUMN amount amount INT COMMENT '#';",
      ],
      [
        "a Redshift column",
        "amount",
        "CREATE TABLE orders (amount int ENCODE az64) DISTKEY(amount);\nCOMMENT ON COLUMN orders.amount IS '#';",
      ],
      [
        "a column that was added",
        "amount",
        "CREATE TABLE orders (id int);\nALTER TABLE orders ADD COLUMN amount INT COMMENT '#';",
      ],
    ] as const
  ).map(([of, element, sql]) => ({
    ...{ name: `the SQL comment of ${of}`, format: "sql", path: "orders.sql", element },
    text: (prose: string) => `${sql.replace("#", () => prose)}\n`,
  })),
  ...(
    [
      ["a field", "amount", "protocol P {\n  record Order {\n    /** # */\n    long amount;\n  }\n}\n"],
      ["a record, before its annotations", "", '/**\n * #\n */\n@aliases(["O"])\nrecord Order {\n  long amount;\n}\n'],
      ["one variable of several", "amount", "record Order {\n  long /** # */ amount, other;\n}\n"],
      ["an enum", "", "/** An address, http://x.example */ /** # */\nenum Order { A }\n"],
    ] as const
  ).map(([of, element, idl]) => ({
    ...{ name: `the comment that documents ${of} in Avro IDL`, format: "avro", path: "order.avdl", element },
    text: (prose: string) => idl.replace("#", () => prose),
  })),
  {
    name: "the doc of an Avro message",
    format: "avro",
    path: "orders.avpr",
    element: "find",
    text: (prose) =>
      JSON.stringify({ protocol: "P", types: [], messages: { find: { doc: prose, request: [], response: "int" } } }),
  },
  {
    name: "the comment of an rpc",
    format: "protobuf",
    path: "order.proto",
    element: "Orders.Find",
    text: (prose) =>
      `syntax = "proto3";\nmessage Order {}\nservice Orders {\n  // ${prose}\n  rpc Find(Order) returns (Order);\n}\n`,
  },
  {
    name: "the description of a whole ODCS contract",
    format: "odcs",
    path: "o.odcs.yaml",
    element: "",
    text: (prose) =>
      `apiVersion: v3.1.0\nkind: DataContract\nid: o\nversion: 1.0.0\nstatus: active\ndescription: {purpose: ${prose}}\nschema:\n  - name: orders\n    properties:\n      - {name: amount, logicalType: number}\n`,
  },
  {
    name: "the description of a whole data contract specification",
    format: "dcs",
    path: "orders.datacontract.yaml",
    element: "",
    text: (prose) =>
      `dataContractSpecification: 1.2.0\nid: d\ninfo: {title: P, version: 1.0.0, description: ${prose}}\nmodels:\n  orders:\n    fields:\n      amount: {type: integer}\n`,
  },
  ...(
    [
      ["the description of a dbt model", "    description: #\n    config: {contract: {enforced: true}}\n", ""],
      ["the unit under a dbt model's meta", "    meta: {unit: #}\n    config: {contract: {enforced: true}}\n", ""],
      [
        "the unit under the meta of a dbt model's config",
        "    config: {contract: {enforced: true}, meta: {unit: #}}\n",
        "",
      ],
    ] as const
  ).map(([name, member, element]) => ({
    ...{ name, format: "dbt", path: "models.yml", element },
    text: (prose: string) =>
      `version: 2\nmodels:\n  - name: orders\n${member.replace("#", () => prose)}    columns: [{name: amount, data_type: int}]\n`,
  })),
  ...(
    [
      ["the unit under a dbt column's meta", "meta: {unit: #}"],
      ["the unit under the meta of a dbt column's config", "config: {meta: {unit: #}}"],
    ] as const
  ).map(([name, member]) => ({
    ...{ name, format: "dbt", path: "models.yml", element: "amount" },
    text: (prose: string) =>
      `version: 2\nmodels:\n  - name: orders\n    config: {contract: {enforced: true}}\n    columns: [{name: amount, data_type: int, ${member.replace("#", () => prose)}}]\n`,
  })),
  {
    name: "the description of a BigQuery table",
    format: "bigquery",
    path: "schema.json",
    element: "",
    text: (prose) =>
      JSON.stringify({
        tableReference: { tableId: "orders" },
        description: prose,
        schema: { fields: [{ name: "amount", type: "INT64" }] },
      }),
  },
  {
    name: "the description of a field within a BigQuery record",
    format: "bigquery",
    path: "schema.json",
    element: "line.amount",
    text: (prose) =>
      JSON.stringify([
        { name: "line", type: "RECORD", fields: [{ name: "amount", type: "INT64", description: prose }] },
      ]),
  },
];

describe.each(cases)("$name", ({ format, path, element, text }) => {
  const found = (before: string, after: string) => changesOf(format, path, text(before), text(after)).then(suspected);

  it("is read", async () => {
    const [first, ...others] = await found("Total in EUR", "Total in EUR cents");
    expect(others).toEqual([]);
    expect(first?.slice(0, 5)).toEqual([element, "unit", "strong", "whole units", "cents (minor units)"]);
    expect(first?.[5]).toEqual(expect.any(Number));
  });

  it("is silent when it is only worded anew", async () => {
    if (path !== "order.avsc") expect(await found("Total in EUR", "The total in EUR.")).toEqual([]);
  });
});
