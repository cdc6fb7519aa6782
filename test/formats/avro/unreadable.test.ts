import { describe, expect, it } from "vitest";
import { avro } from "../../../src/formats/avro/avro.ts";

async function problemOf(entry: string, text: string) {
  const files = new Map([[entry, text]]);
  const { changes, problems } = await avro.compare("c", { entry, part: "", files }, { entry, part: "", files }, {});
  expect(changes).toEqual([]);
  return problems.map(({ at, message, severity }) => `${severity} ${at.path}:${at.line}:${at.column} ${message}`);
}

describe("a schema that cannot be read is a problem with its place", () => {
  it.each([
    ["", "not valid JSON: the text ends too early", "1:1"],
    ["{", "not valid JSON: expected a key in double quotes", "1:2"],
    ["17", "expected a schema: a name, an object or a list, not number", "1:1"],
    ["null", "expected a schema: a name, an object or a list, not null", "1:1"],
    ["{}", "a schema without a type", "1:1"],
    ['"Parcel"', "unknown type Parcel: no primitive, and defined in none of the files given", "1:1"],
    ['{"type":"record","fields":[]}', "a record without a name", "1:1"],
    ['{"type":"record","name":"R"}', "the record R has no list of fields", "1:1"],
    ['{"type":"record","name":"a b","fields":[]}', 'not a valid name: "a b"', "1:25"],
    ['{"type":"record","name":"int","fields":[]}', "int is the name of a primitive type", "1:25"],
    ['{"type":"record","name":"R","namespace":1,"fields":[]}', "a namespace must be a string", "1:41"],
    ['{"type":"record","name":"R","fields":[{"name":"é","type":"int"}]}', 'not a valid field name: "é"', "1:47"],
    ['{"type":"record","name":"R","fields":[{"name":"a"}]}', "the field a has no type", "1:39"],
    [
      '{"type":"record","name":"R","fields":[\n{"name":"a","type":"int"},\n{"name":"a","type":"int"}]}',
      "two fields are called a",
      "3:9",
    ],
    [
      '{"type":"record","name":"R","fields":[\n{"name":"a","type":{"type":"fixed","name":"F","size":2}},\n{"name":"b","type":{"type":"fixed","name":"F","size":2}}]}',
      "F is defined twice, first on line 2",
      "3:43",
    ],
    ['{"type":"enum","name":"E"}', "the enum E has no list of symbols", "1:1"],
    ['{"type":"enum","name":"E","symbols":["A-B"]}', "not a valid enum symbol", "1:38"],
    ['{"type":"enum","name":"E","symbols":["A","A"]}', "the symbol A stands twice", "1:42"],
    ['{"type":"enum","name":"E","symbols":["A"],"default":"B"}', "the default of E is none of its symbols", "1:53"],
    ['{"type":"fixed","name":"F","size":-1}', "the size of F must be a whole number of bytes", "1:35"],
    ['["null",["int"]]', "a union may not stand directly in a union", "1:9"],
    ['["int","int"]', "a union may hold int only once", "1:8"],
    ['{"type":"array"}', "an array without items", "1:1"],
    ['{"type":"map"}', "a map without values", "1:1"],
    ['{"type":"record","name":"R","fields":[],"aliases":["a b"]}', "not a valid alias", "1:52"],
    ['{"type":"record","type":"record"}', 'not valid JSON: duplicate key "type"', "1:18"],
  ])("%s", async (text, message, place) => {
    expect(await problemOf("c.avsc", text)).toEqual([`failure c.avsc:${place} ${message}`]);
  });

  it.each([
    ['{"protocol":1}', "the name of a protocol must be a string", "1:13"],
    ['{"protocol":"P","types":{}}', "the types of a protocol must be a list", "1:25"],
    ['{"protocol":"P","messages":[]}', "the messages of a protocol must be an object", "1:28"],
    [
      '{"protocol":"P","messages":{"m":{"request":[],"response":"X"}}}',
      "unknown type X: no primitive, and defined in none of the files given",
      "1:58",
    ],
  ])("%s", async (text, message, place) => {
    expect(await problemOf("c.avpr", text)).toEqual([`failure c.avpr:${place} ${message}`]);
  });

  it.each([
    ["protocol P { record R { int a }", 'not valid Avro IDL: expected ";" before "}"', "1:31"],
    ["protocol P { record R { int ; } }", 'not valid Avro IDL: expected the name of a field before ";"', "1:29"],
    ["protocol P {} x", "not valid Avro IDL: unexpected text after the protocol", "1:15"],
    ["record R {\n  decimal(a) x;\n}", "not valid Avro IDL: expected a JSON value", "2:11"],
    ["record R { string a = 'x\ny'; }", 'not valid Avro IDL: unexpected "\'"', "1:23"],
    ["/* never closed", 'not valid Avro IDL: unexpected "/"', "1:1"],
    ["import what 'x';", "not valid Avro IDL: expected idl, protocol or schema", "1:8"],
    ['import idl "x.avdl";', "imports x.avdl, which is not among the files given", "1:1"],
    ["schema int;\nschema long;", "not valid Avro IDL: a second main schema", "2:1"],
    ["enum E { A } = B;", "the default of E is none of its symbols", "1:16"],
    ["@a(1) @a(2) record R { }", "not valid Avro IDL: the annotation @a stands twice", "1:8"],
    ["protocol P { void m(); void m(); }", "not valid Avro IDL: two messages are called m", "1:29"],
  ])("%s", async (text, message, place) => {
    expect(await problemOf("c.avdl", text)).toEqual([`failure c.avdl:${place} ${message}`]);
  });

  it("types nested without measure", async () => {
    const chain = Array.from({ length: 1200 }, (_, index) => ({
      type: "record",
      name: `R${index}`,
      fields: index === 1199 ? [] : [{ name: "next", type: `R${index + 1}` }],
    }));
    const [problem] = await problemOf("c.avsc", JSON.stringify(chain));
    expect(problem).toMatch(/types nested deeper than 400 levels$/);
  });

  it("a file that is not there", async () => {
    const source = { entry: "gone.avsc", part: "", files: new Map<string, string>() };
    expect((await avro.compare("c", source, source, {})).problems).toEqual([
      { at: { path: "gone.avsc" }, message: "the file is missing", severity: "failure" },
    ]);
  });
});
