import { describe, expect, it } from "vitest";
import { compareContract } from "../../../src/formats/compare.ts";
import { protobuf } from "../../../src/formats/protobuf/protobuf.ts";
import type { Options } from "../../../src/model.ts";

type Files = Readonly<Record<string, string>>;

function source(files: Files, entry = "") {
  return { entry, part: "", files: new Map(Object.entries(files)) };
}

async function compare(
  base: Files,
  head: Files,
  { entry = "", ...options }: Options & { readonly entry?: string } = {},
) {
  const { changes, problems } = await compareContract({
    contract: "c",
    format: "protobuf",
    base: source(base, entry),
    head: source(head, entry),
    history: [],
    options,
  });
  const told = changes.map((change) =>
    `${change.rule.slice("protobuf/".length)} ${change.element} ${change.breaks.join("+")}`.trim(),
  );
  return {
    told,
    places: changes.map((change) => change.location),
    problems: problems.map((one) => `${one.at.path}:${one.at.line} ${one.message}`),
  };
}

const money = 'syntax = "proto3";\npackage shelf.money.v1;\nmessage Money {\n  int32 units = 1;\n}\n';
const order =
  'syntax = "proto3";\npackage shelf.v1;\nimport "shelf/money.proto";\nmessage Order {\n  shelf.money.v1.Money total = 1;\n}\n';
const longMoney = money.replace("int32", "int64");

describe("contracts of several files", () => {
  it("tells a change of an imported type to the contract whose own file is untouched", async () => {
    const { told, places } = await compare(
      { "p/shelf/order.proto": order, "p/shelf/money.proto": money },
      { "p/shelf/order.proto": order, "p/shelf/money.proto": longMoney },
      { entry: "p/shelf/order.proto", level: "wire" },
    );
    expect(told).toEqual([
      "field-type-changed shelf.money.v1.Money.units forward",
      "field-json-type-changed shelf.money.v1.Money.units",
    ]);
    expect(places[0]).toEqual({ path: "p/shelf/money.proto", line: 4, column: 3 });
  });

  it("compares every file where no entry is named, and only what differs or draws on it", async () => {
    const untouched = 'syntax = "proto3";\npackage other.v1;\nthis is never read, for nothing here changed';
    const { told, problems } = await compare(
      { "shelf/order.proto": order, "shelf/money.proto": money, "other.proto": untouched },
      { "shelf/order.proto": order, "shelf/money.proto": longMoney, "other.proto": untouched },
      { level: "wire" },
    );
    expect(problems).toEqual([]);
    expect(told).toEqual([
      "field-type-changed shelf.money.v1.Money.units forward",
      "field-json-type-changed shelf.money.v1.Money.units",
    ]);
  });

  it("takes the import under the root that the importing file stands in", async () => {
    const files = (units: string) => ({
      "a/shelf/order.proto": order,
      "a/shelf/money.proto": money,
      "b/shelf/order.proto": order,
      "b/shelf/money.proto": money.replace("int32", units),
    });
    expect((await compare(files("int32"), files("int64"), { entry: "a/shelf/order.proto" })).told).toEqual([]);
    expect(
      (await compare(files("int32"), files("int64"), { entry: "b/shelf/order.proto", level: "wire" })).told,
    ).toContain("field-type-changed shelf.money.v1.Money.units forward");
  });

  it("needs no file for options whose import the repository does not hold", async () => {
    const text = (type: string) =>
      `syntax = "proto3";\nimport "acme/rules.proto";\nmessage Order {\n  ${type} id = 1 [(acme.rules).min = 1];\n}\n`;
    expect((await compare({ "o.proto": text("int32") }, { "o.proto": text("bool") }, { level: "wire" })).told).toEqual([
      "field-type-changed Order.id backward",
      "field-json-type-changed Order.id",
    ]);
  });

  it("says which import is missing where a type cannot be found", async () => {
    expect((await compare({ "o.proto": order }, { "o.proto": order })).problems).toEqual([
      'o.proto:5 not valid Protobuf: the type shelf.money.v1.Money is not defined in this file or in what it imports; the repository has no file for the import of "shelf/money.proto"',
    ]);
  });

  it("refuses imports that lead back", async () => {
    const to = (path: string) => `syntax = "proto3";\nimport "${path}";\n`;
    expect((await compare({}, { "a.proto": to("b.proto"), "b.proto": to("a.proto") })).problems).toEqual([
      'b.proto:2 not valid Protobuf: the import of "a.proto" leads back to this file',
    ]);
  });

  it("knows a type that moved to a sibling file by its full name", async () => {
    const size = "enum Size {\n  SIZE_UNSPECIFIED = 0;\n  SIZE_BULKY = 1;\n}\n";
    const box = "message Box {\n  Size size = 1;\n}\n";
    const head = 'syntax = "proto3";\npackage shelf.v1;\n';
    const { told } = await compare(
      { "shelf/box.proto": head + size + box },
      { "shelf/box.proto": `${head}import public "shelf/size.proto";\n${box}`, "shelf/size.proto": head + size },
    );
    expect(told).toEqual(["type-moved Size"]);
  });

  it("sees a removed file as its types removed, at the place they stood", async () => {
    const { told, places } = await compare(
      { "shelf/money.proto": money, "x.proto": 'syntax = "proto3";' },
      { "x.proto": 'syntax = "proto3";' },
    );
    expect(told).toEqual(["file-removed", "message-removed shelf.money.v1.Money backward+forward"]);
    expect(places[1]).toEqual({ path: "shelf/money.proto", line: 3, column: 9 });
  });
});

describe("levels", () => {
  const one = (fields: string) => ({ "m.proto": `syntax = "proto3";\npackage shelf.v1;\nmessage M {\n${fields}\n}\n` });
  const rename = [
    one("  string unit_price = 1;\n  string sku = 2;"),
    one('  string price = 1 [json_name = "unitPrice"];\n  string sku = 2 [json_name = "SKU"];'),
  ] as const;

  it("holds bytes alone at wire", async () => {
    expect((await compare(...rename, { level: "wire" })).told).toEqual([
      "field-renamed M.unit_price",
      "field-json-name-changed M.sku",
    ]);
  });

  it("holds bytes and JSON by default", async () => {
    expect((await compare(...rename)).told).toEqual([
      "field-renamed M.unit_price",
      "field-json-name-changed M.sku backward+forward",
    ]);
  });

  it("holds generated code too at source", async () => {
    expect((await compare(...rename, { level: "source" })).told).toEqual([
      "field-renamed M.unit_price backward+forward",
      "field-json-name-changed M.sku backward+forward",
    ]);
  });

  it("calls removing fields safe for bytes, and not for those who read them", async () => {
    const pair = [
      one("  string a = 1;\n  string b = 2;\n  string c = 3;"),
      one('  reserved 1;\n  reserved "a";\n  string c_text = 3;'),
    ] as const;
    expect((await compare(...pair, { level: "wire" })).told).toEqual([
      "field-removed M.a",
      "field-removed M.b",
      "field-unreserved M.b",
      "field-renamed M.c",
    ]);
    expect((await compare(...pair)).told).toEqual([
      "field-removed M.a forward",
      "field-removed M.b forward",
      "field-unreserved M.b",
      "field-renamed M.c backward+forward",
    ]);
  });

  it("hears nothing in another order of declarations, and only the field that was added", async () => {
    const base =
      'syntax = "proto3";\npackage s;\nmessage Box { Kind kind = 1; }\nmessage Lid { string id = 1; }\nenum Kind { KIND_UNSPECIFIED = 0; }\n';
    const head =
      'syntax = "proto3";\npackage s;\nenum Kind { KIND_UNSPECIFIED = 0; }\nmessage Lid { string id = 1; }\nmessage Box { Kind kind = 1; string note = 2; }\n';
    expect((await compare({ "m.proto": base }, { "m.proto": head })).told).toEqual(["field-added Box.note"]);
  });

  it("never speaks of synthetic oneofs and entries", async () => {
    const pair = [
      one("  int64 qty = 2;\n  map<string, int32> tags = 3;"),
      one("  optional int64 qty = 2;\n  map<string, bool> tags = 3;"),
    ] as const;
    const { changes } = await compareContract({
      contract: "c",
      format: "protobuf",
      base: source(pair[0]),
      head: source(pair[1]),
      history: [],
      options: {},
    });
    expect(JSON.stringify(changes)).not.toMatch(/_qty|Entry|oneof/);
  });
});

describe("finding contracts", () => {
  it("names a contract by package and file, its path, its messages and services", () => {
    const text =
      'syntax = "proto3";\npackage shelf.v2;\nmessage Box { message Lid {} }\nenum Kind { KIND_UNSPECIFIED = 0; }\nservice Shelf {}\n';
    expect(protobuf.find("protos/shelf/v2/box.proto", text)).toEqual([
      {
        part: "",
        names: ["shelf.v2/box.proto", "protos/shelf/v2/box.proto", "shelf.v2.Box", "shelf.v2.Shelf"],
        version: "v2",
      },
    ]);
  });

  it("finds none in a file that declares nothing", () => {
    expect(protobuf.find("a.proto", 'syntax = "proto3";\nimport public "b.proto";\n')).toEqual([]);
  });

  it("follows imports through the tree, nearest root first", () => {
    const tree = ["x/a/b.proto", "y/a/b.proto", "y/a/c.proto"];
    expect(
      protobuf.references("y/a/c.proto", 'import "a/b.proto"; import weak "google/protobuf/any.proto";', tree),
    ).toEqual(["y/a/b.proto"]);
  });
});

/** Messages that hold one another in a row: `A0` an `A1`, and so on; the last one as given. */
function chain(name: string, length: number, fields: (next: string) => string, last: string): string {
  const messages = Array.from({ length }, (_, at) => `message ${name}${at} { ${fields(`${name}${at + 1}`)} }`);
  return [...messages, `message ${name}${length} { ${last} }`, ""].join("\n");
}

describe("hostile input", () => {
  const asked = { level: "wire" };
  const changed = (base: string, head: string) => compare({ "m.proto": base }, { "m.proto": head }, asked);

  it("takes members called like prototypes", async () => {
    const text = (type: string) =>
      `syntax = "proto3";\nmessage constructor { ${type} __proto__ = 1; ${type} toString = 2; }\n`;
    expect((await changed(text("int32"), text("sint32"))).told).toEqual([
      "field-type-changed constructor.__proto__ backward+forward",
      "field-type-changed constructor.toString backward+forward",
    ]);
  });

  it("refuses deep nesting with its place", async () => {
    const deep = `syntax = "proto3";\n${"message M { ".repeat(200)}${"}".repeat(200)}`;
    expect((await changed(deep, deep)).problems).toEqual([
      "m.proto:2 not valid Protobuf: nested deeper than 32 levels",
    ]);
  });

  it("follows types that hold one another once", async () => {
    const three = (next: string) => `${next} a = 1; ${next} b = 2; ${next} c = 3;`;
    const types =
      chain("A", 90, three, "int32 a = 1; A0 again = 2;") + chain("B", 90, three, "int64 a = 1; B0 again = 2;");
    const text = (use: string) => `syntax = "proto3";\n${types}message M { ${use} top = 1; }\n`;
    expect((await changed(text("A0"), text("B0"))).told).toEqual(["field-type-changed M.top forward"]);
  });

  it("calls types breaking that are nested too deep to follow", async () => {
    const types = ["A", "B"].map((name) => chain(name, 3000, (next) => `${next} a = 1;`, "")).join("");
    const text = (use: string) => `syntax = "proto3";\n${types}message M { ${use} top = 1; }\n`;
    expect((await changed(text("A0"), text("B0"))).told).toEqual(["field-type-changed M.top backward+forward"]);
  });
});
