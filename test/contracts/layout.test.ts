import { describe, expect, it } from "vitest";
import { editionsIn, ofOwnVersion, placeOf, withoutVersion } from "../../src/contracts/versions/layout.ts";

describe("which version a path says", () => {
  it.each([
    ["x/9/0/a.avsc", "x/*/a.avsc", "9.0"],
    ["schema/5/0/lsst.v5_0.alert.avsc", "schema/*/lsst.alert.avsc", "5.0"],
    ["schema/3/0/lsst.alert.avsc", "schema/*/lsst.alert.avsc", "3.0"],
    ["schemas/com.acme/order/jsonschema/1-0-1", "schemas/com.acme/order/jsonschema/*", "1-0-1"],
    ["jsonschema/order/1.10.0.yaml", "jsonschema/order/*.yaml", "1.10.0"],
    ["jsonschema/order/current.yaml", "jsonschema/order/*.yaml", undefined],
    ["schemas/main/main.4.schema.json", "schemas/main/main.*.schema.json", "4"],
    ["avro/v2/order.avsc", "avro/*/order.avsc", "v2"],
    ["avro/order-v2.avsc", "avro/order-*.avsc", "v2"],
    ["avro/order_v1.2.avsc", "avro/order_*.avsc", "v1.2"],
    ["shop/v1beta1/order.proto", "shop/*/order.proto", "v1beta1"],
    ["schemas/2024-01-31/order.json", "schemas/*/order.json", "2024-01-31"],
    ["v1/order-v2.avsc", "v1/order-*.avsc", "v2"],
  ])("%s", (path, series, version) => {
    expect(placeOf(path)).toEqual({ series, version });
  });

  it.each(["a.avsc", "cases/1/a.avsc", "order2.avsc", "s3/order.avsc", "utf-8/order.json", "iso8601.json", "v/a.avsc"])(
    "%s says none",
    (path) => {
      expect(placeOf(path)).toBeUndefined();
    },
  );
});

it("versions stand in the order of versions", () => {
  const tree = ["x/v10/a.avsc", "x/v9/a.avsc", "x/v9/b.avsc", "x/a.avsc"];
  expect(editionsIn(tree, "x/*/a.avsc")).toEqual([
    { version: "v9", path: "x/v9/a.avsc" },
    { version: "v10", path: "x/v10/a.avsc" },
  ]);
});

it("a file draws on those of its own version, and on others where its version has none", () => {
  const used = ["x/8/0/b.avsc", "x/9/0/b.avsc", "x/8/0/c.avsc", "common/d.avsc"];
  expect(ofOwnVersion("x/9/0/a.avsc", used)).toEqual(["x/9/0/b.avsc", "x/8/0/c.avsc", "common/d.avsc"]);
  expect(ofOwnVersion("x/a.avsc", used)).toEqual(used);
});

it("names without the version in them", () => {
  const names = ["lsst.v5_0.alert", "/shop/order/1.2.0", "iglu:com.acme/order/jsonschema/1-0-0", "v2.Order", "Order2"];
  expect(names.map(withoutVersion)).toEqual([
    "lsst.alert",
    "/shop/order",
    "iglu:com.acme/order/jsonschema",
    "Order",
    "Order2",
  ]);
});
