import { describe, expect, it } from "vitest";
import { reviewOf, short, type Texts } from "./world.ts";

/** An Avro record; a question mark makes a field one that may be left out. */
function record(name: string, ...fields: readonly string[]): string {
  return JSON.stringify({
    type: "record",
    name,
    fields: fields.map((field) =>
      field.endsWith("?")
        ? { name: field.slice(0, -1), type: ["null", "string"], default: null }
        : { name: field, type: "string" },
    ),
  });
}

const schema = (more: object, ...properties: readonly string[]) =>
  JSON.stringify({
    $schema: "http://json-schema.org/draft-07/schema#",
    ...more,
    type: "object",
    properties: Object.fromEntries(properties.map((name) => [name, { type: "string" }])),
    required: properties,
  });

const iglu = (version: string, ...properties: readonly string[]) =>
  schema({ self: { vendor: "com.acme", name: "order", format: "jsonschema", version } }, ...properties);

function reads(contract: string, version?: string): Texts {
  const pin = version === undefined ? "" : `, version: "${version}"`;
  return {
    "c.yml": `apiVersion: contract-consumer/v1\nconsumer: reader\nowner: {github: "@shop/r"}\nreads: [{contract: "${contract}"${pin}}]\n`,
  };
}

function many(...consumers: readonly (readonly [name: string, contract: string, version?: string])[]) {
  return Object.fromEntries(
    consumers.map(([name, contract, version]) => [
      `shop/${name}`,
      { "c.yml": (reads(contract, version)["c.yml"] as string).replace("reader", name) },
    ]),
  );
}

const changes = (review: Awaited<ReturnType<typeof reviewOf>>) =>
  review.diffs.map(({ contract, baseline, changes }) => [
    contract.entry,
    contract.version,
    baseline,
    changes.map(({ rule, element }) => [rule, element]),
  ]);

describe("a new version in a file of its own is compared with the one before it", () => {
  const old = Object.fromEntries(
    ["8/0", "9/0"].map((folders) => [
      `schema/${folders}/alert.avsc`,
      record("shop.Alert", "id", "city", ...(folders === "9/0" ? ["street"] : [])),
    ]),
  );
  const base = { ...old, "readme.md": "" };

  it("10/0 comes after 9/0; who pins is compared with its own version's file", async () => {
    const review = await reviewOf({
      base,
      head: { ...base, "schema/10/0/alert.avsc": record("shop.Alert", "id", "city") },
      domains: many(["latest", "shop.Alert"], ["eight", "shop.Alert", "8.0"], ["nine", "shop.Alert", "9"]),
    });
    expect(changes(review)).toEqual([["schema/10/0/alert.avsc", "10.0", "v9.0", [["avro/field-removed", "street"]]]]);
    expect(short(review)).toEqual([
      ["eight", "move-pin", "v8.0", []],
      ["latest", "breaks", "v9.0", ["street"]],
      ["nine", "breaks", "v9.0", ["street"]],
    ]);
  });

  it("a transitive mode holds the new version to every one before it", async () => {
    const review = await reviewOf({
      base,
      head: { ...base, "schema/10/0/alert.avsc": record("shop.Alert", "id", "street") },
      config: "version: 1\ncontracts: [{path: '**/*.avsc', mode: FULL_TRANSITIVE}]\n",
    });
    expect(changes(review)).toEqual([
      [
        "schema/10/0/alert.avsc",
        "10.0",
        "every version up to v9.0",
        [
          ["avro/field-removed", "city"],
          ["avro/field-added", "street"],
        ],
      ],
    ]);
  });

  it("a version between two others binds who pins it, and nobody else", async () => {
    const review = await reviewOf({
      base,
      head: { ...base, "schema/8/1/alert.avsc": record("shop.Alert", "id") },
      domains: many(["latest", "shop.Alert"], ["eight", "shop.Alert", "8.0"]),
    });
    expect([changes(review), short(review)]).toEqual([
      [["schema/8/1/alert.avsc", "8.1", "v8.0", [["avro/field-removed", "city"]]]],
      [],
    ]);
  });

  it("what git takes for a move from 9/0 to 10/0 is a new version and a removed one", async () => {
    const { "schema/9/0/alert.avsc": nine, ...rest } = base as Record<string, string>;
    const review = await reviewOf({
      base,
      head: { ...rest, "schema/10/0/alert.avsc": nine as string },
      renamed: [["schema/9/0/alert.avsc", "schema/10/0/alert.avsc"]],
      domains: many(["latest", "shop.Alert"], ["nine", "shop.Alert", "9.0"]),
    });
    expect(changes(review)).toEqual([
      ["schema/10/0/alert.avsc", "10.0", "v9.0", []],
      ["schema/9/0/alert.avsc", "9.0", "v9.0", [["contract/version-removed", ""]]],
    ]);
    expect(short(review)).toEqual([
      ["latest", "unaffected", "v9.0", []],
      ["nine", "move-pin", "v9.0", []],
      ["nine", "breaks", "v9.0", [""]],
    ]);
  });

  it("a version that goes breaks who pins it, and nobody who reads the newest", async () => {
    const { "schema/8/0/alert.avsc": _, ...head } = base as Record<string, string>;
    const review = await reviewOf({
      base,
      head,
      domains: many(["latest", "shop.Alert"], ["eight", "shop.Alert", "8.0"]),
    });
    expect(changes(review)).toEqual([["schema/8/0/alert.avsc", "8.0", "v8.0", [["contract/version-removed", ""]]]]);
    expect(short(review)).toEqual([["eight", "breaks", "v8.0", [""]]]);
    expect(review.diffs[0]?.changes[0]?.message).toBe("the version v8.0 was removed; other versions still stand");
  });

  it("where the newest goes, who reads the newest reads the one before", async () => {
    const { "schema/9/0/alert.avsc": _, ...head } = base as Record<string, string>;
    const review = await reviewOf({ base, head, domains: many(["latest", "shop.Alert"]) });
    expect(short(review)).toEqual([["latest", "breaks", "v9.0", ["street"]]]);
  });

  it("a published version edited in place is told as such; whoever may read it is asked", async () => {
    const review = await reviewOf({
      base,
      head: { ...base, "schema/8/0/alert.avsc": record("shop.Alert", "id") },
      domains: many(["latest", "shop.Alert"], ["eight", "shop.Alert", "8.0"], ["nine", "shop.Alert", "9.0"]),
    });
    expect(changes(review)).toEqual([
      [
        "schema/8/0/alert.avsc",
        "8.0",
        "v8.0",
        [
          ["contract/version-rewritten", ""],
          ["avro/field-removed", "city"],
        ],
      ],
    ]);
    expect(short(review)).toEqual([
      ["eight", "breaks", "v8.0", ["city"]],
      ["latest", "breaks", "v8.0", ["city"]],
    ]);
  });

  it("names that hold the version are names of one contract; who uses one of them pins it", async () => {
    const base = {
      "schema/5/0/lsst.v5_0.alert.avsc": record("lsst.v5_0.alert", "id", "spuriousness"),
      "schema/9/0/lsst.v9_0.alert.avsc": record("lsst.v9_0.alert", "id", "spuriousness"),
    };
    const review = await reviewOf({
      base,
      head: { ...base, "schema/10/0/lsst.v10_0.alert.avsc": record("lsst.v10_0.alert", "id", "reliability") },
      domains: many(["latest", "lsst.alert"], ["five", "lsst.v5_0.alert"]),
    });
    expect(changes(review)).toEqual([
      [
        "schema/10/0/lsst.v10_0.alert.avsc",
        "10.0",
        "v9.0",
        [
          ["avro/namespace-changed", ""],
          ["avro/field-removed", "spuriousness"],
          ["avro/field-added", "reliability"],
        ],
      ],
    ]);
    expect(short(review)).toEqual([
      ["five", "breaks", "v5.0", ["spuriousness"]],
      ["latest", "breaks", "v9.0", ["spuriousness"]],
    ]);
  });
});

it("a version draws on the files of its own version", async () => {
  const alert = JSON.stringify({
    type: "record",
    name: "shop.Alert",
    fields: [{ name: "source", type: "shop.Source" }],
  });
  const base = {
    "schema/8/0/Alert.avsc": alert,
    "schema/8/0/Source.avsc": record("shop.Source", "id"),
    "schema/9/0/Alert.avsc": alert,
    "schema/9/0/Source.avsc": record("shop.Source", "id", "city"),
  };
  const review = await reviewOf({
    base,
    head: { ...base, "schema/10/0/Alert.avsc": alert, "schema/10/0/Source.avsc": record("shop.Source", "id") },
  });
  expect([changes(review), review.problems]).toEqual([
    [
      ["schema/10/0/Alert.avsc", "10.0", "v9.0", [["avro/field-removed", "source.city"]]],
      ["schema/10/0/Source.avsc", "10.0", "v9.0", [["avro/field-removed", "city"]]],
    ],
    [],
  ]);
});

describe("every layout", () => {
  const v = (name: string, ...fields: readonly string[]) => record(name, ...fields);
  const proto = (version: string, field: string) =>
    `syntax = "proto3";\npackage shop.${version};\nmessage Order { string id = 1; string ${field} = 2; }\n`;
  const wiki = (version: string, ...properties: readonly string[]) =>
    schema({ $id: `/shop/order/${version}`, title: "shop/order" }, ...properties);

  it.each<[string, Texts, Texts, unknown]>([
    [
      "SchemaVer, without an extension",
      { "schemas/com.acme/order/jsonschema/1-0-0": iglu("1-0-0", "id", "city") },
      { "schemas/com.acme/order/jsonschema/2-0-0": iglu("2-0-0", "id") },
      [["schemas/com.acme/order/jsonschema/2-0-0", "2-0-0", "1-0-0", [["json-schema/property-removed", "city"]]]],
    ],
    [
      "the major version before .schema.json",
      { "schemas/main/main.9.schema.json": schema({}, "id", "city") },
      { "schemas/main/main.10.schema.json": schema({}, "id") },
      [["schemas/main/main.10.schema.json", "10", "v9", [["json-schema/property-removed", "city"]]]],
    ],
    [
      "semver in YAML, and the working copy that says the same",
      {
        "jsonschema/shop/order/1.9.0.yaml": wiki("1.9.0", "id", "city"),
        "jsonschema/shop/order/current.yaml": wiki("1.9.0", "id", "city"),
      },
      {
        "jsonschema/shop/order/1.10.0.yaml": wiki("1.10.0", "id"),
        "jsonschema/shop/order/current.yaml": wiki("1.10.0", "id"),
      },
      [["jsonschema/shop/order/1.10.0.yaml", "1.10.0", "v1.9.0", [["json-schema/property-removed", "city"]]]],
    ],
    [
      "folders",
      { "avro/v1/order.avsc": v("shop.Order", "id", "city") },
      { "avro/v2/order.avsc": v("shop.Order", "id") },
      [["avro/v2/order.avsc", "v2", "v1", [["avro/field-removed", "city"]]]],
    ],
    [
      "names",
      { "avro/order-v1.avsc": v("shop.Order", "id", "city") },
      { "avro/order-v2.avsc": v("shop.Order", "id") },
      [["avro/order-v2.avsc", "v2", "v1", [["avro/field-removed", "city"]]]],
    ],
    [
      "packages",
      { "shop/v1/order.proto": proto("v1", "city") },
      { "shop/v2/order.proto": proto("v2", "street") },
      [
        [
          "shop/v2/order.proto",
          "v2",
          "v1",
          [
            ["protobuf/package-changed", ""],
            ["protobuf/field-renamed", "Order.city"],
          ],
        ],
      ],
    ],
  ])("%s", async (_, base, added, expected) => {
    const review = await reviewOf({ base, head: { ...base, ...added } });
    expect([changes(review), review.problems]).toEqual([expected, []]);
  });
});

it("what moves into the layout is compared with what it was", async () => {
  const base = { "order.avsc": record("shop.Order", "id", "city"), "v1/order.avsc": record("shop.Order", "id") };
  const review = await reviewOf({
    base,
    head: { "v1/order.avsc": base["v1/order.avsc"], "v2/order.avsc": record("shop.Order", "id") },
    domains: many(["latest", "shop.Order"]),
  });
  expect(short(review)).toEqual([["latest", "breaks", "the merge base", ["city"]]]);
});

describe("what is no version", () => {
  it.each<[string, Texts, Texts]>([
    [
      "numbered folders",
      { "cases/1/order.avsc": record("shop.Order", "id", "city") },
      { "cases/2/order.avsc": record("shop.Parcel", "id") },
    ],
    [
      "the first of its kind",
      { "a/order.avsc": record("shop.Order", "id", "city") },
      { "schema/1/0/parcel.avsc": record("shop.Parcel", "id") },
    ],
  ])("%s", async (_, base, added) => {
    const review = await reviewOf({ base, head: { ...base, ...added } });
    expect(review.diffs.map(({ isNew, changes }) => [isNew, changes])).toEqual([[true, []]]);
  });
});

describe("a series of versions that moves to another folder", () => {
  const avro = (folder: string, newest: readonly string[] = ["id", "city", "zip"]) => ({
    [`${folder}/v1/order.avsc`]: record("shop.Order", "id"),
    [`${folder}/v2/order.avsc`]: record("shop.Order", "id", "city"),
    [`${folder}/v3/order.avsc`]: record("shop.Order", ...newest),
  });
  const proto = (folder: string) => ({
    [`${folder}/v1/order.proto`]: 'syntax = "proto3";\npackage shop;\nmessage Order {\n  string id = 1;\n}\n',
    [`${folder}/v2/order.proto`]:
      'syntax = "proto3";\npackage shop;\nmessage Order {\n  string id = 1;\n  string city = 2;\n}\n',
  });
  const json = (folder: string, id: string | undefined) => {
    const more = (version: string) => (id === undefined ? {} : { $id: `${id}/${version}` });
    return {
      [`${folder}/order.1.schema.json`]: schema(more("1"), "id"),
      [`${folder}/order.2.schema.json`]: schema(more("2"), "id", "city"),
    };
  };
  const pairs = (base: Texts, from: string, to: string) =>
    Object.keys(base).map((path) => [path, path.replace(from, to)] as const);
  const readers = many(["first", "shop.Order", "1"], ["second", "shop.Order", "2"], ["latest", "shop.Order"]);
  const hurt = (review: Awaited<ReturnType<typeof reviewOf>>) =>
    short(review).filter(([, outcome]) => outcome !== "unaffected" && outcome !== "move-pin");

  it.each<[string, Texts, Texts, string]>([
    ["Avro", avro("avro"), avro("schemas"), "schemas"],
    ["Protobuf", proto("avro"), proto("schemas"), "schemas"],
    [
      "JSON Schema",
      json("avro", "https://shop.example/order"),
      json("schemas", "https://shop.example/order"),
      "schemas",
    ],
  ])("%s: nothing is told, whether git pairs the files or not", async (_, base, head, to) => {
    for (const renamed of [pairs(base, "avro", to), []]) {
      const review = await reviewOf({ base, head, renamed, domains: readers });
      expect([review.conclusion, review.problems, review.diffs.flatMap((one) => one.changes)]).toEqual([
        "success",
        [],
        [],
      ]);
      expect(hurt(review)).toEqual([]);
    }
  });

  it("who is found by its path alone is found there no more", async () => {
    const base = json("avro", undefined);
    const review = await reviewOf({
      base,
      head: json("schemas", undefined),
      renamed: pairs(base, "avro", "schemas"),
      domains: many(["second", "avro/order.2.schema.json"]),
    });
    expect(short(review)).toEqual([["second", "breaks", "v2", [""]]]);
  });

  it("what is edited on the way is compared with the same version before", async () => {
    const base = avro("avro");
    const review = await reviewOf({
      base,
      head: avro("schemas", ["id", "zip"]),
      renamed: pairs(base, "avro", "schemas"),
      domains: readers,
    });
    expect(hurt(review)).toEqual([
      ["latest", "breaks", "v3", ["city"]],
      ["second", "breaks", "v2", ["city"]],
    ]);
  });

  it("a version that is lost on the way breaks who pins it", async () => {
    const base = avro("avro");
    const { "schemas/v1/order.avsc": _, ...head } = avro("schemas");
    const renamed = pairs(base, "avro", "schemas").slice(1);
    const review = await reviewOf({ base, head, renamed, domains: readers });
    expect(hurt(review)).toEqual([["first", "breaks", "v1", [""]]]);
  });
});
