import { describe, expect, it } from "vitest";
import { checkRun } from "../../src/report/check-run.ts";
import { reviewOf, short, type Texts, type World } from "./world.ts";

/** What was published under a version goes on being what it said, whatever becomes of newer ones. */

const column = (name: string) => `{name: ${name}, type: VARCHAR, nullable: true}`;

/** A catalog's list of versions, by the columns of each. */
const catalog = (versions: Readonly<Record<number, string>>, table = "raw.orders") =>
  Object.entries(versions)
    .map(
      ([version, names]) => `- {table: ${table}, version: ${version}, columns: [${[...names].map(column).join(", ")}]}`,
    )
    .join("\n");

const proposal = (version: number, names: string) =>
  `database: raw\ntable: orders\nversion: ${version}\ncolumns: [${[...names].map(column).join(", ")}]\n`;

const odcs = (version: string, names: string, more = "") => `apiVersion: v3.1.0
kind: DataContract
id: orders
version: ${version}
status: active
${more}schema:
  - name: orders
    properties:
${[...names].map((name) => `      - { name: ${name}, logicalType: string }`).join("\n")}
`;

const dcs = (version: string, names: string) => `dataContractSpecification: 1.2.1
id: orders
info: { title: Orders, version: ${version}, owner: checkout }
models:
  orders:
    fields:
${[...names].map((name) => `      ${name}: { type: string }`).join("\n")}
`;

const avro = (...names: readonly string[]) =>
  JSON.stringify({ type: "record", name: "shop.Alert", fields: names.map((name) => ({ name, type: "string" })) });

const iglu = (version: string, ...names: readonly string[]) =>
  JSON.stringify({
    $schema: "http://json-schema.org/draft-07/schema#",
    self: { vendor: "com.acme", name: "order", format: "jsonschema", version },
    type: "object",
    properties: Object.fromEntries(names.map((name) => [name, { type: "string" }])),
    required: names,
  });

/** Consumers by name, each with what it reads. */
const domains = (dataset: string, readers: Readonly<Record<string, string>>): NonNullable<World["domains"]> =>
  Object.fromEntries(
    Object.entries(readers).map(([name, reads]) => [
      `shop/${name}`,
      {
        "c.yml": `apiVersion: contract-consumer/v1\nconsumer: ${name}\nowner: {github: "@shop/${name}"}\nreads: [{contract: "${dataset}"${reads === "" ? "" : `, ${reads}`}}]\n`,
      },
    ]),
  );

const four = domains("raw.orders", {
  one: 'version: "1", fields: [b]',
  range: 'version: {min: "1", max: "2"}, fields: [b]',
  two: 'version: "2", fields: [b]',
  unsaid: "fields: [b]",
});

const rules = (review: Awaited<ReturnType<typeof reviewOf>>) =>
  review.diffs.map(({ contract, changes }) => [contract.version, changes.map(({ rule, element }) => [rule, element])]);

async function told(world: World) {
  const review = await reviewOf(world);
  return [review.conclusion, review.ask.map(({ owner }) => owner), short(review)];
}

const ofCatalog = (before: string, after: string | undefined, more: Texts = {}, added: Texts = {}) => ({
  base: { "tables.yml": before, ...more },
  head: { ...(after !== undefined && { "tables.yml": after }), ...more, ...added },
  domains: four,
});

describe("a catalog lists versions, and an old one", () => {
  const two = catalog({ 1: "ab", 2: "ab" });

  it("loses a column while the newest keeps it: who pins the old one is asked, nobody else", async () => {
    const review = await reviewOf(ofCatalog(two, catalog({ 1: "a", 2: "ab" })));
    expect(rules(review)).toEqual([
      ["2", []],
      [
        "1",
        [
          ["contract/version-rewritten", ""],
          ["table/column-removed", "b"],
        ],
      ],
    ]);
    const { conclusion, title, summary } = checkRun(review);
    expect(`${conclusion}: ${title}\n\n${summary}\n`).toMatchInlineSnapshot(`
      "action_required: 2 consumers break: b removed

      ### What to do now

      - \`@shop/one\` answers for **one**: approve this pull request or comment \`/contract ack\`, or \`/contract reject reason="..."\`.
      - \`@shop/range\` likewise for **range**.
      - Rather make it safe? Keep the column until no consumer reads it; announce the date, then remove it. (\`/contract plan\`)
      - Nobody else needs to act.

      ### Who is affected

      | | contract | change | consumer | reads | verdict | owner |
      | - | - | - | - | - | - | - |
      | ✖ | raw.orders | \`b\` removed | one (one) | v1, 1 field, contract-consumer/v1 | **breaks** | \`@shop/one\`, to be asked |
      | ✖ | | \`b\` removed | range (range) | v1 to v2, 1 field, contract-consumer/v1 | **breaks** | \`@shop/range\`, to be asked |
      | ✔ | | nothing it reads | two (two) | v2, 1 field, contract-consumer/v1 | unaffected | \`@shop/two\` |
      | ✔ | | nothing it reads | unsaid (unsaid) | current, 1 field, contract-consumer/v1 | unaffected | \`@shop/unsaid\` |

      Scanned 5 of 5 domain repositories (shop/checkout@head, shop/one@main, shop/range@main, shop/two@main, shop/unsaid@main).

      Compared \`base\` (the merge base with \`main\`) with \`head\`: 2 changes, 1 breaking; what changed on \`main\` since then is not yours.
      "
    `);
    expect(short(review)).toEqual([
      ["one", "breaks", "v1", ["b"]],
      ["range", "breaks", "v1", ["b"]],
      ["two", "unaffected", "v2", []],
      ["unsaid", "unaffected", "v2", []],
    ]);
  });

  it("goes while the newest stays: who pins it is asked, nobody else", async () => {
    const review = await reviewOf(ofCatalog(two, catalog({ 2: "ab" })));
    expect(rules(review)).toEqual([
      ["2", []],
      ["1", [["contract/version-removed", ""]]],
    ]);
    expect([review.conclusion, review.ask.map(({ owner }) => owner), short(review)]).toEqual([
      "action_required",
      ["@shop/one", "@shop/range"],
      [
        ["one", "breaks", "v1", [""]],
        ["range", "breaks", "v1", [""]],
        ["two", "unaffected", "v2", []],
        ["unsaid", "unaffected", "v2", []],
      ],
    ]);
  });

  it("loses a column in the pull request that adds a newer one which has it", async () => {
    expect(await told(ofCatalog(two, catalog({ 1: "a", 2: "ab", 3: "ab" })))).toEqual([
      "action_required",
      ["@shop/one", "@shop/range"],
      [
        ["one", "move-pin", "v1", []],
        ["one", "breaks", "v1", ["b"]],
        ["range", "unaffected", "v1 to v2", []],
        ["range", "breaks", "v1", ["b"]],
        ["two", "move-pin", "v2", []],
        ["unsaid", "unaffected", "v2", []],
      ],
    ]);
  });

  it("which was the only one so far, loses a column beside the new one", async () => {
    const world = ofCatalog(catalog({ 2: "ab" }), catalog({ 2: "a", 3: "ab" }));
    expect(await told({ ...world, domains: domains("raw.orders", { two: 'version: "2", fields: [b]' }) })).toEqual([
      "action_required",
      ["@shop/two"],
      [
        ["two", "move-pin", "v2", []],
        ["two", "breaks", "v2", ["b"]],
      ],
    ]);
  });

  it("is renumbered, or becomes another table's", async () => {
    for (const head of [
      catalog({ 2: "ab", 3: "ab" }),
      `${catalog({ 1: "ab" }, "raw.parcels")}\n${catalog({ 2: "ab" })}`,
    ]) {
      const review = await reviewOf(ofCatalog(two, head));
      expect(short(review)).toContainEqual(["one", "breaks", "v1", [""]]);
      expect(review.conclusion).toBe("action_required");
    }
  });

  it("is lost where the list moves to another file", async () => {
    const review = await reviewOf(ofCatalog(two, undefined, {}, { "moved.yml": catalog({ 2: "ab" }) }));
    expect(short(review)).toContainEqual(["one", "breaks", "v1", [""]]);
    expect(short(review)).toContainEqual(["two", "unaffected", "v2", []]);
  });

  it("is lost with the file that listed it, while a catalog lists only later ones", async () => {
    const world = ofCatalog(two, undefined, { "catalog.yml": catalog({ 2: "ab", 3: "ab" }) });
    expect(await told(world)).toEqual([
      "action_required",
      ["@shop/one", "@shop/range"],
      [
        ["one", "breaks", "v1", [""]],
        ["range", "breaks", "v1", [""]],
      ],
    ]);
  });

  it("is lost with the file that listed it, while some other file has a later one", async () => {
    const review = await reviewOf(ofCatalog(two, undefined, { "newer.yml": catalog({ 3: "ab" }) }));
    expect(short(review)).toEqual([
      ["one", "breaks", "v1", [""]],
      ["range", "breaks", "v1", [""]],
      ["range", "breaks", "v2", [""]],
      ["two", "breaks", "v2", [""]],
    ]);
  });

  it("is not touched by words around it: nobody is told that it differs from the newest", async () => {
    const list = catalog({ 1: "ab", 2: "a" });
    const world = { ...ofCatalog(list, `# who may read this\n${list}`) };
    const readers = { one: 'version: "1", fields: [b]', range: 'version: {min: "1", max: "2"}, fields: [b]' };
    expect(await told({ ...world, domains: domains("raw.orders", readers) })).toEqual([
      "success",
      [],
      [
        ["one", "unaffected", "v1", []],
        ["range", "unaffected", "1 to 2", []],
      ],
    ]);
  });

  it("moves as it is, with the list: nobody is told anything", async () => {
    const { conclusion, diffs } = await reviewOf(ofCatalog(two, undefined, {}, { "moved.yml": two }));
    expect([conclusion, diffs.map(({ changes }) => changes)]).toEqual(["success", [[]]]);
  });

  it("is told with a limit, beyond which the check fails rather than pass", async () => {
    const many = (names: string) =>
      catalog({ ...Object.fromEntries(Array.from({ length: 60 }, (_, index) => [index, names])), 99: "ab" });
    const { conclusion, problems, diffs } = await reviewOf(ofCatalog(many("ab"), many("a")));
    const message =
      "10 more versions of raw.orders are changed or removed, and were not compared: change at most 50 at once";
    expect([conclusion, diffs.length, problems]).toEqual([
      "failure",
      51,
      [{ at: { path: "tables.yml" }, message, severity: "failure" }],
    ]);
  });
});

describe("a catalog's newest version", () => {
  it("goes: who pins it is asked, and who pins nothing is compared with what is the newest now", async () => {
    expect(await told(ofCatalog(catalog({ 1: "a", 2: "ab" }), catalog({ 1: "a" })))).toEqual([
      "action_required",
      ["@shop/range", "@shop/two", "@shop/unsaid"],
      [
        ["range", "breaks", "v2", [""]],
        ["two", "breaks", "v2", [""]],
        ["unsaid", "breaks", "v2", ["b"]],
      ],
    ]);
  });

  it("goes, and the one before it is rewritten", async () => {
    const review = await reviewOf(ofCatalog(catalog({ 1: "ab", 2: "ab" }), catalog({ 1: "a" })));
    expect(short(review)).toEqual([
      ["one", "breaks", "v1", ["b"]],
      ["range", "breaks", "v1", ["b"]],
      ["range", "breaks", "v2", [""]],
      ["two", "breaks", "v2", [""]],
      ["unsaid", "breaks", "v2", ["b"]],
    ]);
  });

  it("is replaced where a file holds one at a time: that is no removal", async () => {
    const world = ofCatalog(catalog({ 2: "ab" }), catalog({ 3: "ab" }));
    expect(await told({ ...world, domains: domains("raw.orders", { two: 'version: "2", fields: [b]' }) })).toEqual([
      "success",
      [],
      [["two", "move-pin", "v2", []]],
    ]);
  });
});

it("a proposal that goes is not stood for by a later version in the catalog", async () => {
  const base = { "catalog.yml": catalog({ 4: "ab", 5: "ab" }), "proposals/3.yml": proposal(3, "ab") };
  const { "proposals/3.yml": _, ...head } = base;
  const readers = domains("raw.orders", { three: "version: 3", four: "version: 4", unsaid: "" });
  expect(await told({ base, head, domains: readers })).toEqual([
    "action_required",
    ["@shop/three"],
    [["three", "breaks", "v3", [""]]],
  ]);
});

describe("documents of two versions side by side, and the older one", () => {
  const readers = domains("orders", {
    first: 'version: "1.0.0", fields: [b]',
    second: 'version: "2.0.0", fields: [b]',
    unsaid: "fields: [b]",
  });

  it.each([
    ["ODCS", "odcs.yaml", odcs],
    ["Data Contract Specification", "yaml", dcs],
  ] as const)("goes: who pins it is asked, nobody else (%s)", async (_, ending, document) => {
    const [old, now] = [document("1.0.0", "ab"), document("2.0.0", "ab")];
    const world = { base: { [`v1.${ending}`]: old, [`v2.${ending}`]: now }, head: { [`v2.${ending}`]: now } };
    const review = await reviewOf({ ...world, domains: readers });
    expect(rules(review)).toEqual([["1.0.0", [["contract/version-removed", ""]]]]);
    expect([review.conclusion, short(review)]).toEqual(["action_required", [["first", "breaks", "v1.0.0", [""]]]]);
  });

  it.each([
    ["ODCS", "odcs.yaml", odcs],
    ["Data Contract Specification", "yaml", dcs],
  ] as const)("loses a column: who pins it is asked (%s)", async (_, ending, document) => {
    const now = { [`v2.${ending}`]: document("2.0.0", "ab") };
    const review = await reviewOf({
      base: { [`v1.${ending}`]: document("1.0.0", "ab"), ...now },
      head: { [`v1.${ending}`]: document("1.0.0", "a"), ...now },
      domains: readers,
    });
    expect(review.conclusion).toBe("action_required");
    expect(short(review)).toContainEqual(["first", "breaks", "v1.0.0", ["b"]]);
  });

  it("goes while the newer one is a draft: that is nothing to move to, so everybody who reads the contract is asked", async () => {
    const draft = odcs("2.0.0", "ab").replace("status: active", "status: draft");
    const review = await reviewOf({
      base: { "v1.odcs.yaml": odcs("1.0.0", "ab"), "v2.odcs.yaml": draft },
      head: { "v2.odcs.yaml": draft },
      domains: readers,
    });
    expect(rules(review)).toEqual([["1.0.0", [["contract/removed", ""]]]]);
    expect(short(review)).toContainEqual(["unsaid", "breaks", "v1.0.0", [""]]);
  });

  it("goes: who uses a table's name that only it has reads it, without saying a version", async () => {
    const server = (schema: string) => `servers: [{ server: p, type: snowflake, schema: ${schema} }]\n`;
    const [old, now] = [odcs("1.0.0", "ab", server("v1")), odcs("2.0.0", "ab", server("v2"))];
    const review = await reviewOf({
      base: { "v1.odcs.yaml": old, "v2.odcs.yaml": now },
      head: { "v2.odcs.yaml": now },
      domains: { ...domains("v1.orders", { old: "" }), ...domains("v2.orders", { new: "" }) },
    });
    expect([review.conclusion, short(review)]).toEqual(["action_required", [["old", "breaks", "v1.0.0", [""]]]]);
  });
});

describe("versions in files of their own, and an older one", () => {
  const alerts = { "schema/9/0/a.avsc": avro("a", "b"), "schema/10/0/a.avsc": avro("a", "b") };
  const readers = domains("shop.Alert", { nine: 'version: "9.0", fields: [b]', ten: 'version: "10.0", fields: [b]' });
  const { "schema/9/0/a.avsc": nine, ...rest } = alerts;

  it("loses a field in place", async () => {
    const review = await reviewOf({
      base: alerts,
      head: { ...alerts, "schema/9/0/a.avsc": avro("a") },
      domains: readers,
    });
    expect([review.conclusion, short(review)]).toEqual(["action_required", [["nine", "breaks", "v9.0", ["b"]]]]);
  });

  it.each([
    ["another folder", "archive/9/0/a.avsc"],
    ["a path that says no version", "schema/a.avsc"],
  ])("moves to %s, which git takes for a rename: it is gone from where it was", async (_, to) => {
    const review = await reviewOf({
      base: alerts,
      head: { ...rest, [to]: nine },
      renamed: [["schema/9/0/a.avsc", to]],
      domains: readers,
    });
    expect(rules(review)).toContainEqual(["9.0", [["contract/version-removed", ""]]]);
    expect(review.conclusion).toBe("action_required");
    expect(short(review)).toContainEqual(["nine", "breaks", "v9.0", [""]]);
  });

  it("moves with all the others: no version of it is gone", async () => {
    const review = await reviewOf({
      base: alerts,
      head: { "avro/9/0/a.avsc": nine, "avro/10/0/a.avsc": rest["schema/10/0/a.avsc"] },
      renamed: [
        ["schema/9/0/a.avsc", "avro/9/0/a.avsc"],
        ["schema/10/0/a.avsc", "avro/10/0/a.avsc"],
      ],
      domains: domains("shop.Alert", { unsaid: "fields: [b]" }),
    });
    expect(review.diffs.flatMap(({ changes }) => changes)).toEqual([]);
  });

  it("of SchemaVer loses a property, or goes", async () => {
    const [first, second] = ["schemas/com.acme/order/jsonschema/1-0-0", "schemas/com.acme/order/jsonschema/2-0-0"];
    const base = { [first]: iglu("1-0-0", "a", "b"), [second]: iglu("2-0-0", "a", "b") };
    const pins = domains("iglu:com.acme/order/jsonschema", { first: 'version: "1-0-0"', second: 'version: "2-0-0"' });
    const edited = await reviewOf({ base, head: { ...base, [first]: iglu("1-0-0", "a") }, domains: pins });
    expect([edited.conclusion, short(edited)]).toEqual(["action_required", [["first", "breaks", "1-0-0", ["b"]]]]);
    const { [first]: _, ...head } = base;
    const gone = await reviewOf({ base, head, domains: pins });
    expect([gone.conclusion, short(gone)]).toEqual(["action_required", [["first", "breaks", "1-0-0", [""]]]]);
  });
});

describe("a new file among several that hold one table", () => {
  const table = (columns: string) => `CREATE TABLE raw.orders (${columns});\n`;

  it("is compared with the newest by the paths where the files say no version", async () => {
    const base = { "v1/o.sql": table("a text"), "v2/o.sql": table("a text, b text") };
    const review = await reviewOf({
      base,
      head: { ...base, "v3/o.sql": table("a text") },
      domains: domains("raw.orders", { unsaid: "fields: [b]" }),
    });
    expect([review.conclusion, short(review)]).toEqual([
      "action_required",
      [["unsaid", "breaks", "the merge base", ["b"]]],
    ]);
  });
});

describe("a version of a dbt model that is not the latest", () => {
  const trips = (first: string) => `version: 2
models:
  - name: trips
    latest_version: 2
    config: {materialized: table, contract: {enforced: true}}
    columns: [{name: a, data_type: bigint}, {name: b, data_type: numeric}]
    versions:
${first}
      - {v: 2}
`;
  const base = { "models/trips.yml": trips("      - {v: 1}") };
  const bi = {
    "shop/bi": {
      "models/old.sql": "select b from {{ ref('trips', v=1) }}",
      "models/now.sql": "select b from {{ ref('trips') }}",
    },
    ...domains("trips", { range: 'version: {min: "1", max: "2"}, fields: [b]' }),
  };

  it("loses a column, or goes: who refers to it is asked, who refers to the latest is not", async () => {
    const gone = { "models/trips.yml": trips("") };
    const less = { "models/trips.yml": trips("      - {v: 1, columns: [{include: all, exclude: [b]}]}") };
    const unknown = ["range", "unknown", "", "it pins v1 to v2, and v1 is not in a catalog"];
    for (const [head, element] of [
      [less, "b"],
      [gone, ""],
    ] as const) {
      const review = await reviewOf({ base, head, domains: bi });
      expect([review.conclusion, short(review)]).toEqual([
        "action_required",
        [["now", "unaffected", "v2", []], ["old", "breaks", "v1", [element]], unknown],
      ]);
    }
  });
});

it("who reads a table that its contract's server no longer leads to is asked, by whatever name, and told once", async () => {
  const at = (schema: string) => odcs("1.0.0", "ab", `servers: [{ server: p, type: snowflake, schema: ${schema} }]\n`);
  const review = await reviewOf({
    base: { "o.odcs.yaml": at("raw") },
    head: { "o.odcs.yaml": at("curated") },
    domains: { ...domains("raw.orders", { place: "fields: [a]" }), ...domains("orders", { id: "fields: [a]" }) },
  });
  expect([review.conclusion, review.ask.map(({ owner }) => owner), short(review)]).toEqual([
    "action_required",
    ["@shop/id", "@shop/place"],
    [
      ["id", "breaks", "v1.0.0", [""]],
      ["place", "breaks", "v1.0.0", [""]],
    ],
  ]);
  const told = review.verdicts.map((verdict) => ("changes" in verdict ? verdict.changes.map(({ rule }) => rule) : []));
  expect(told).toEqual([["table/server-moved"], ["table/server-moved"]]);
});
