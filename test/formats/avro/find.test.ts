import { describe, expect, it } from "vitest";
import { avro } from "../../../src/formats/avro/avro.ts";

const record = (name: string, ...fields: readonly (readonly [string, unknown])[]) => ({
  type: "record",
  name,
  fields: fields.map(([field, type]) => ({ name: field, type })),
});
const found = (path: string, content: unknown) =>
  avro
    .find(path, typeof content === "string" ? content : JSON.stringify(content))
    .map(({ part, names }) => ({ part, names }));

describe("what a file's contracts are called", () => {
  it.each([
    ["the full name of the root", { ...record("Parcel"), namespace: "shop" }, [{ part: "", names: ["shop.Parcel"] }]],
    [
      "a dotted name ignores the namespace",
      { ...record("a.Parcel"), namespace: "b" },
      [{ part: "", names: ["a.Parcel"] }],
    ],
    ["a union by each of its types", ["null", record("Sent"), record("Lost")], [{ part: "", names: ["Sent", "Lost"] }]],
    ["a schema without a name by its path", { type: "array", items: "int" }, [{ part: "", names: ["c.avsc"] }]],
    [
      "a protocol with messages by its name, and its outer types",
      {
        protocol: "P",
        namespace: "n",
        types: [record("A"), record("B", ["a", "A"])],
        messages: { m: { request: [], response: "A" } },
      },
      [
        { part: "", names: ["n.P"] },
        { part: "n.B", names: ["n.B"] },
      ],
    ],
    [
      "a protocol that only holds one type by both names",
      { protocol: "P", namespace: "n", types: [record("A"), record("B", ["a", "A"])] },
      [{ part: "", names: ["n.B", "n.P"] }],
    ],
    [
      "a protocol that only holds types by each outer one",
      { protocol: "P", types: [record("A"), record("B"), record("C", ["b", "B"])] },
      [
        { part: "A", names: ["A"] },
        { part: "C", names: ["C"] },
      ],
    ],
  ])("%s", (_, content, expected) => {
    expect(found("c.avsc", content)).toEqual(expected);
  });

  it("types that use one another are found by the first", () => {
    const text = "namespace n; record A { B? b; } record B { A? a; }";
    expect(found("c.avdl", text)).toEqual([{ part: "", names: ["n.A"] }]);
  });

  it("a part is compared alone", async () => {
    const side = (type: string) => ({
      entry: "c.avdl",
      part: "n.A",
      files: new Map([["c.avdl", `namespace n; record A { ${type} a; } record B { ${type} b; }`]]),
    });
    const { changes } = await avro.compare("c", side("int"), side("string"), {});
    expect(changes.map(({ rule, element }) => [rule, element])).toEqual([["avro/type-changed", "a"]]);
  });
});

describe("the files that a file draws on", () => {
  const tree = ["a/Address.avsc", "a/Parcel.avsc", "b/order_line.avsc", "b/other.avsc", "c/shared.avdl"];

  it.each([
    [
      "by the name of the type",
      "a/Parcel.avsc",
      JSON.stringify(record("Parcel", ["to", "shop.Address"])),
      ["a/Address.avsc"],
    ],
    [
      "however the file spells it",
      "a/Parcel.avsc",
      JSON.stringify(record("Parcel", ["line", ["null", "OrderLine"]])),
      ["b/order_line.avsc"],
    ],
    ["imports by their path", "a/x.avdl", 'import idl "../c/shared.avdl"; record R { int a; }', ["c/shared.avdl"]],
    [
      "all near files where none is named so",
      "a/Parcel.avsc",
      JSON.stringify(record("Parcel", ["to", "Depot"])),
      ["a/Address.avsc", "b/order_line.avsc", "b/other.avsc", "c/shared.avdl"],
    ],
    [
      "none where nothing is missing",
      "a/Parcel.avsc",
      JSON.stringify(record("Parcel", ["id", "int"], ["next", "Parcel"])),
      [],
    ],
    ["none of what cannot be read", "a/Parcel.avsc", "{", []],
    [
      "what messages use",
      "a/p.avpr",
      JSON.stringify({
        protocol: "P",
        messages: { m: { request: [{ name: "to", type: "Address" }], response: "null" } },
      }),
      ["a/Address.avsc"],
    ],
  ])("%s", (_, path, text, expected) => {
    expect(avro.references(path, text, tree)).toEqual(expected);
  });
});
