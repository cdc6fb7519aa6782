import { describe, expect, it } from "vitest";
import { reviewOf, short } from "./world.ts";

const schema = (...fields: readonly string[]) =>
  JSON.stringify({
    type: "record",
    name: "Order",
    fields: fields.map((name) => ({ name, type: name === "address" ? "shop.Address" : "string" })),
  });
const body = (schema: string, more: object = {}) => JSON.stringify({ schemaType: "AVRO", schema, ...more }, null, 1);

const domains = {
  "shop/billing": {
    "c.yml":
      'apiVersion: contract-consumer/v1\nconsumer: billing\nowner: {github: "@shop/b"}\nreads: [{subject: orders-value}]\n',
  },
};

it("a registered schema is compared by its own format, under its subject", async () => {
  const review = await reviewOf({
    base: { "orders-value.subject.json": body(schema("id", "city")) },
    head: { "orders-value.subject.json": body(schema("id")) },
    domains,
  });
  expect(review.diffs.map(({ contract: { id, format, mode } }) => [id, format, mode])).toEqual([
    ["orders-value", "schema-registry", "FULL"],
  ]);
  expect(short(review)).toEqual([["billing", "breaks", "the merge base", ["city"]]]);
});

it("a rule that no longer refuses breaks who relied on it, a new tag puts at risk", async () => {
  const rule = { name: "ssn", kind: "CONDITION", type: "CEL", mode: "WRITE", expr: "true" };
  const withRule = (onFailure: string, more: object = {}) =>
    body(schema("id"), { ruleSet: { domainRules: [{ ...rule, onFailure }] }, ...more });
  const outcomes = async (head: string) => {
    const base = { "orders-value.subject.json": withRule("ERROR") };
    const review = await reviewOf({ base, head: { "orders-value.subject.json": head }, domains });
    return short(review).map(([, outcome]) => outcome);
  };
  expect(await outcomes(withRule("NONE"))).toEqual(["breaks"]);
  expect(await outcomes(withRule("ERROR", { metadata: { tags: { "**.id": ["PII"] } } }))).toEqual(["at-risk"]);
});

it("a new major version with a migration rule: the registry would pass it, its consumers are still told", async () => {
  const major = (version: string) => ({ metadata: { properties: { major_version: version } } });
  const migration = { name: "up", kind: "TRANSFORM", type: "JSONATA", mode: "UPGRADE", expr: "$" };
  const review = await reviewOf({
    base: { "orders-value.subject.json": body(schema("id", "city"), major("1")) },
    head: {
      "orders-value.subject.json": body(schema("id"), { ...major("2"), ruleSet: { migrationRules: [migration] } }),
    },
    domains,
  });
  expect(review.diffs.flatMap(({ changes }) => changes.map(({ rule }) => rule))).toEqual([
    "avro/field-removed",
    "registry/migration-added",
    "registry/property-changed",
  ]);
  expect(short(review)).toEqual([["billing", "breaks", "the merge base", ["city"]]]);
});

describe("a compatibility group, where the configuration names its property", () => {
  const file = "orders-value.subject.json";
  const config = `version: 1\ncontracts: [{path: "*.subject.json", options: {compatibilityGroup: major_version}}]\n`;
  const migrations = (...modes: readonly string[]) => ({
    ruleSet: {
      migrationRules: modes.map((mode) => ({ name: mode, kind: "TRANSFORM", type: "JSONATA", mode, expr: "$" })),
    },
  });
  const bridged = migrations("UPGRADE", "DOWNGRADE");
  const registered = (more: object, version: string | undefined, ...fields: readonly string[]) =>
    body(schema(...fields), {
      ...(version !== undefined && { metadata: { properties: { major_version: version } } }),
      ...more,
    });
  const at = (version: string | undefined, ...fields: readonly string[]) => registered({}, version, ...fields);
  const readers = Object.fromEntries(
    [
      ["first", ', version: "1", fields: [city]'],
      ["second", ', version: "2", fields: [id]'],
      ["either", ', version: {min: "1", max: "2"}, fields: [city]'],
      ["seventh", ', version: "7", fields: [city]'],
      ["unsaid", ", fields: [city]"],
    ].map(([name, more]) => [
      `shop/${name}`,
      {
        "c.yml": `apiVersion: contract-consumer/v1\nconsumer: ${name}\nowner: {github: "@shop/${name}"}\nreads: [{subject: orders-value${more}}]\n`,
      },
    ]),
  );
  const moved = (base: string, head: string, domains: typeof readers = {}, more = config) =>
    reviewOf({ base: { [file]: base }, head: { [file]: head }, domains, config: more });
  const rules = (review: Awaited<ReturnType<typeof moved>>) =>
    review.diffs.flatMap(({ changes }) => changes.map(({ rule }) => rule));

  it("a value that moves on starts a lineage that its mode does not hold to the one before", async () => {
    const review = await moved(at("1", "id", "city"), registered(bridged, "2", "id"));
    expect([review.conclusion, rules(review)]).toEqual([
      "success",
      ["registry/property-changed", "contract/lineage-started"],
    ]);
    expect(review.diffs[0]?.changes[1]?.message).toBe(
      "a new lineage: major_version goes from 1 to 2, and only versions of one major_version are compared; what is registered with major_version 1 stays as it is",
    );
  });

  it("who pins the lineage before keeps it; who reads whatever comes, both, or what nobody knows, is asked", async () => {
    const review = await moved(at("1", "id", "city"), registered(bridged, "2", "id"), readers);
    expect([review.conclusion, review.ask.map(({ owner }) => owner), short(review)]).toEqual([
      "action_required",
      ["@shop/either", "@shop/seventh", "@shop/unsaid"],
      [
        ["either", "breaks", "the merge base", ["city"]],
        ["first", "unaffected", "v1", []],
        ["second", "unaffected", "v2", []],
        ["seventh", "breaks", "the merge base", ["city"]],
        ["unsaid", "breaks", "the merge base", ["city"]],
      ],
    ]);
  });

  const gaps = (review: Awaited<ReturnType<typeof moved>>) =>
    review.diffs.flatMap(({ changes }) =>
      changes.filter(({ rule }) => rule === "registry/migration-missing").map(({ breaks }) => breaks.join()),
    );

  it("without a rule that brings new data down, who pins the lineage before is asked", async () => {
    for (const more of [{}, migrations("UPGRADE")]) {
      const review = await moved(at("1", "id", "city"), registered(more, "2", "id"), readers);
      expect([review.conclusion, gaps(review)]).toEqual(["action_required", ["forward"]]);
      expect(short(review).slice(1, 3)).toEqual([
        ["first", "breaks", "the merge base", ["city"]],
        ["second", "unaffected", "v2", []],
      ]);
    }
  });

  it("without a rule that brings old data up, who pins the new lineage and replays is asked", async () => {
    const domains = {
      "shop/r": {
        "c.yml":
          'apiVersion: contract-consumer/v1\nconsumer: replayer\nowner: {github: "@shop/r"}\nreads: [{subject: orders-value, version: "2", replay: true}]\n',
      },
    };
    const told = async (more: object) => {
      const review = await moved(at("1", "id"), registered(more, "2", "id", "city"), domains);
      return [review.conclusion, gaps(review), short(review).map(([, outcome]) => outcome)];
    };
    expect(await told(migrations("DOWNGRADE"))).toEqual(["action_required", ["backward"], ["breaks"]]);
    expect(await told(migrations("UPDOWN"))).toEqual(["success", [], ["unaffected"]]);
  });

  it("rules that led from a lineage before are missed where they go with the next one", async () => {
    const base = registered(bridged, "2", "id", "city");
    expect(gaps(await moved(base, at("3", "id")))).toEqual(["forward"]);
    const later = { ruleSet: { ...bridged.ruleSet, enableAt: "2099-01-01T00:00:00Z" } };
    expect(gaps(await moved(base, registered(later, "3", "id")))).toEqual(["backward,forward"]);
    expect(gaps(await moved(base, registered(bridged, "3", "id")))).toEqual([]);
  });

  it("where nothing breaks on the way, nobody is asked for rules", async () => {
    const review = await moved(at("1", "id"), at("2", "id"));
    expect([review.conclusion, gaps(review)]).toEqual(["success", [""]]);
  });

  it("who pins a value that stays reads the newest of that value", async () => {
    const review = await moved(at("2", "id", "city"), at("2", "id"), readers);
    expect(short(review)).toEqual([
      ["either", "breaks", "the merge base", ["city"]],
      ["first", "unknown", "", "it pins v1, which is neither in a catalog nor a tag or release"],
      ["second", "unaffected", "the merge base", []],
      ["seventh", "unknown", "", "it pins v7, which is neither in a catalog nor a tag or release"],
      ["unsaid", "breaks", "the merge base", ["city"]],
    ]);
  });

  it.each([
    ["stays", at("1", "id", "city"), at("1", "id")],
    ["goes back", at("2", "id", "city"), at("1", "id")],
    ["goes", at("1", "id", "city"), at(undefined, "id")],
    ["appears", at(undefined, "id", "city"), at("1", "id")],
  ])("a value that %s starts nothing: everything is compared", async (_, base, head) => {
    const review = await moved(base, head);
    expect([review.conclusion, rules(review)[0]]).toEqual(["action_required", "avro/field-removed"]);
  });

  it("is not what a pull request names itself, and another property is none", async () => {
    for (const more of ["version: 1\n", config.replace("major_version", "team")]) {
      const review = await moved(at("1", "id", "city"), at("2", "id"), {}, more);
      expect([review.conclusion, rules(review)]).toEqual([
        "action_required",
        ["avro/field-removed", "registry/property-changed"],
      ]);
    }
  });

  it("does not part the schema of a topic's keys: equal keys must stay equal bytes", async () => {
    const review = await reviewOf({
      base: { "orders-key.subject.json": at("1", "id", "city") },
      head: { "orders-key.subject.json": at("2", "id") },
      config,
    });
    expect(rules(review)).toContain("contract/key-schema-changed");
    expect(review.conclusion).toBe("action_required");
  });
});

it("references lead to the files of their subjects; one that is not there is never taken for safe", async () => {
  const references = [{ name: "shop.Address", subject: "address", version: 1 }];
  const address = (...fields: readonly string[]) =>
    body(
      JSON.stringify({
        type: "record",
        name: "shop.Address",
        fields: fields.map((name) => ({ name, type: "string" })),
      }),
    );
  const base = {
    "s/orders-value.subject.json": body(schema("id", "address"), { references }),
    "s/address.subject.json": address("street", "city"),
  };
  const review = await reviewOf({ base, head: { ...base, "s/address.subject.json": address("street") }, domains });
  expect(short(review)).toEqual([["billing", "breaks", "the merge base", ["address.city"]]]);
  const { "s/address.subject.json": _, ...alone } = base;
  const without = await reviewOf({
    base: alone,
    head: { ...alone, "s/orders-value.subject.json": `${base["s/orders-value.subject.json"]}\n` },
  });
  expect([without.conclusion, without.problems.map(({ message }) => message)]).toEqual([
    "failure",
    ["the referenced subject address is not at hand as a file beside this one"],
  ]);
});

it("a schemaType that is not known is never taken for safe", async () => {
  const text = JSON.stringify({ schemaType: "THRIFT", schema: "struct" });
  const review = await reviewOf({ base: {}, head: { "a.subject.json": text } });
  expect([review.conclusion, review.problems.map(({ message }) => message)]).toEqual([
    "failure",
    ["a schemaType of THRIFT is not known"],
  ]);
});
