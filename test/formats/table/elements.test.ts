import { expect, it } from "vitest";
import type { Source } from "../../../src/formats/format.ts";
import { bigqueryFormat } from "../../../src/formats/table/bigquery.ts";
import { odcsFormat } from "../../../src/formats/table/odcs/odcs.ts";

const source = (text: string): Source => ({ entry: "a.yaml", part: "", files: new Map([["a.yaml", text]]) });

it("a reader's name for a field is looked up whatever its case, brackets or physical name", async () => {
  const text = source(
    "fields:\n- {name: Id, type: STRING}\n- {name: lines, type: RECORD, mode: REPEATED, fields: [{name: sku, type: STRING}]}",
  );
  const { reach } = await bigqueryFormat.compare("c", text, text, {}, ["id", "lines.sku", "lines[].SKU", "lines.gone"]);
  expect(reach).toEqual(
    new Map([
      ["id", ["Id"]],
      ["lines.sku", ["lines[].sku"]],
      ["lines[].SKU", ["lines[].sku"]],
    ]),
  );
});

it("in a contract of several tables the table is named first", async () => {
  const table = (name: string) => `{name: ${name}, properties: [{name: a, physicalName: COL_A, logicalType: date}]}`;
  const text = source(`apiVersion: v3.1.0\nkind: DataContract\nid: c\nschema: [${table("t")}, ${table("u")}]`);
  const { reach } = await odcsFormat.compare("c", text, text, {}, ["t", "u.a", "t.col_a", "a"]);
  expect(reach).toEqual(
    new Map([
      ["t", ["t"]],
      ["u.a", ["u.a"]],
      ["t.col_a", ["t.a"]],
    ]),
  );
});
