import { describe, expect, it } from "vitest";
import type { Source } from "../../../src/formats/format.ts";
import { icebergFormat as format } from "../../../src/formats/table/iceberg/iceberg.ts";

const source = (value: unknown): Source => {
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return { entry: "v1.metadata.json", part: "", files: new Map([["v1.metadata.json", text]]) };
};
const field = (id: unknown, name: string, type: unknown = "long") => ({ id, name, required: false, type });
const schema = (...fields: unknown[]) => ({ type: "struct", "schema-id": 7, fields });
const metadata = (more: object) => ({
  "format-version": 2,
  "table-uuid": "u",
  "last-column-id": 9,
  "current-schema-id": 7,
  schemas: [schema(field(1, "id"))],
  ...more,
});

describe("find", () => {
  const names = (path: string, value: unknown) => format.find(path, JSON.stringify(value)).map((one) => one.names);
  it("names a table by where its data stands, else by its file", () => {
    expect(names("x.metadata.json", metadata({ location: "s3://lake/fleet.db/trips" }))).toEqual([
      ["fleet.trips", "u"],
    ]);
    expect(names("lake/fleet/trips/metadata/v3.metadata.json", metadata({}))).toEqual([["fleet.trips", "u"]]);
    expect(names("tables/trips.iceberg.json", schema(field(1, "id")))).toEqual([["trips"]]);
  });

  it("takes the current schema for the version", () => {
    expect(format.find("a.json", JSON.stringify(metadata({})))[0]?.version).toBe("7");
  });

  it.each(['{"type":"record","fields":[]}', '{"type":"struct","fields":[{"name":"x"}]}', "[]", '{"format-version":2}'])(
    "leaves %s alone",
    (text) => expect(format.find("a.json", text)).toEqual([]),
  );
});

it("a renamed identifier is the same key", async () => {
  const keyed = (name: string) => ({ ...schema(field(1, name)), "identifier-field-ids": [1] });
  const { changes } = await format.compare("c", source(keyed("id")), source(keyed("trip_id")), {});
  expect(changes.map(({ rule }) => rule)).toEqual(["table/column-renamed"]);
});

it("names that differ in letters' case are different columns where a table has both", async () => {
  const { changes } = await format.compare(
    "c",
    source(schema(field(1, "id"), field(2, "ID"))),
    source(schema(field(1, "id"), field(3, "Id"))),
    {},
  );
  expect(changes.map(({ rule, element }) => [rule, element])).toEqual([
    ["table/column-removed", "ID"],
    ["table/column-added", "Id"],
  ]);
});

describe("what cannot be read", () => {
  it.each([
    [metadata({ "current-schema-id": 8 }), 'no schema has the "current-schema-id" 8'],
    [metadata({ "format-version": 4 }), "format-version must be 1, 2 or 3"],
    [schema(field(1, "a"), field(1, "b")), "two fields have the id 1"],
    [schema(field(1, "a"), field(2, "a")), 'two fields are called "a"'],
    [schema(field("one", "a")), '"id" of a must be a whole number'],
    [schema({ id: 1, name: "a" }), 'field a has no "type"'],
    [schema(field(1, "a", { type: "set" })), "the type of a must be a name, a struct, a list or a map"],
    [schema(field(1, "a", [])), "the type of a must be a name or a nested type"],
    [schema(field(1, "a", { type: "list", element: "int" })), 'field a[] has no "element-id"'],
    [schema(field(1, "a", { type: "struct" })), 'a struct must have a list of "fields"'],
    [{ hello: 1 }, 'expected Iceberg metadata ("format-version", "schemas") or a schema ("type": "struct", "fields")'],
    ['{"type": "struct", ', "not valid JSON: expected a key in double quotes"],
  ])("%j", async (value, message) => {
    const { problems, changes } = await format.compare("c", source(value), source(schema(field(1, "id"))), {});
    expect(changes).toEqual([]);
    expect(problems.map((problem) => problem.message)).toEqual([message]);
  });
});
