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
