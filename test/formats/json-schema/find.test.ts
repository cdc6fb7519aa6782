import { expect, it } from "vitest";
import { jsonSchema } from "../../../src/formats/json-schema/json-schema.ts";
import { Unreadable } from "../../../src/text/tree.ts";

const dialect = '"$schema": "https://json-schema.org/draft/2020-12/schema"';

it.each([
  ["schemas/order.schema.json", "{}", ["schemas/order.schema.json"]],
  ["schemas/order.json", `{${dialect}}`, ["schemas/order.json"]],
  [
    "schemas/order.json",
    `{${dialect}, "$id": "https://example.org/order"}`,
    ["https://example.org/order", "schemas/order.json"],
  ],
  [
    "schemas/order.json",
    '{"$schema": "http://json-schema.org/draft-04/schema#", "id": "urn:x"}',
    ["urn:x", "schemas/order.json"],
  ],
  ["order.yaml", "$id: https://example.org/order\ntype: object\n", ["https://example.org/order", "order.yaml"]],
  ["iglu/1-0-0.json", '{"$schema": "http://iglucentral.com/schemas/x#", "type": "object"}', ["iglu/1-0-0.json"]],
])("%s with %s is the contract %j", (path, text, names) => {
  expect(jsonSchema.find(path, text)).toEqual([{ part: "", names, version: undefined }]);
});

it.each([
  ["package.json", '{"name": "x", "version": "1.0.0"}'],
  ["tsconfig.json", '{"$schema": "https://json.schemastore.org/tsconfig", "include": []}'],
  ["data.json", '{"id": "5", "type": "order"}'],
  ["odcs.yaml", "kind: DataContract\nid: x\nschema: []\n"],
])("%s is no schema", (path, text) => {
  expect(jsonSchema.find(path, text)).toEqual([]);
});

it("claims files by their name alone", () => {
  const claimed = ["a.schema.json", "a.schema.yaml", "a.jsonschema", "a.json", "a.yaml"].filter((path) =>
    jsonSchema.claims(path, ""),
  );
  expect(claimed).toEqual(["a.schema.json", "a.schema.yaml", "a.jsonschema"]);
});

it("says where a schema cannot be read", () => {
  expect(() => jsonSchema.find("a.schema.json", "{\n  nope")).toThrow(Unreadable);
});

it("follows references to files beside it and to addresses that a file's name ends like", () => {
  const text = JSON.stringify({
    properties: {
      buyer: { $ref: "../people/person.schema.json#/$defs/adult" },
      parcel: { $ref: "https://example.org/schemas/parcel" },
      own: { $ref: "#/$defs/own" },
      gone: { $ref: "missing.json" },
    },
  });
  const tree = ["orders/order.json", "people/person.schema.json", "shipping/parcel.schema.json", "other.json"];
  expect(jsonSchema.references("orders/order.json", text, tree)).toEqual([
    "people/person.schema.json",
    "shipping/parcel.schema.json",
  ]);
});
