import { expect, it } from "vitest";
import { reviewOf, type Texts } from "./world.ts";

const metadata = (fields: readonly string[]) =>
  JSON.stringify({
    ...{
      "format-version": 2,
      "table-uuid": "9c12d441-03fe-4693-9a96-a0705ddf69c1",
      location: "s3://lake/shop.db/orders",
    },
    ...{ "last-column-id": fields.length, "current-schema-id": fields.length - 1 },
    schemas: [
      {
        ...{ type: "struct", "schema-id": fields.length - 1 },
        fields: fields.map((name, index) => ({ id: index + 1, name, required: false, type: "long" })),
      },
    ],
  });

const base: Texts = {
  "orders/metadata/v1.metadata.json": metadata(["id"]),
  "orders/metadata/v2.metadata.json": metadata(["id", "total"]),
  "orders/metadata/version-hint.text": "2",
};
const finance: Texts = {
  "consumers.yml": `apiVersion: contract-consumer/v1
consumer: revenue
domain: finance
owner: {github: "@shop/finance"}
reads: [{contract: shop.orders, fields: [total]}]
`,
};

async function told(head: Texts, from: Texts = base) {
  const { conclusion, diffs, verdicts, problems } = await reviewOf({
    base: from,
    head,
    domains: { "shop/finance": finance },
  });
  return [
    conclusion,
    ...diffs.flatMap(({ changes }) => changes.map(({ rule, element }) => `${rule} ${element}`.trim())),
    ...verdicts.map(({ consumer, outcome }) => `${consumer.name} ${outcome}`),
    ...problems.map(({ at, message }) => `${at.path}: ${message}`),
  ];
}

it("a hint that takes a table back to earlier metadata is compared with what was current", async () => {
  const back = { ...base, "orders/metadata/version-hint.text": "1\n" };
  expect(await told(back)).toEqual(["action_required", "table/column-removed total", "revenue breaks"]);
  // who reads a column that was not there then reads something nobody knows of
  expect(await told(base, back)).toEqual(["success", "table/column-added total", "revenue unknown"]);
});

it("a hint that is written for the first time, or goes, changes nothing where it names the newest", async () => {
  const { "orders/metadata/version-hint.text": _, ...none } = base;
  expect(await told(none)).toEqual(["success"]);
  expect(await told(base, none)).toEqual(["success"]);
  expect((await told({ ...none, "orders/metadata/version-hint.text": "1" }, none))[0]).toBe("action_required");
});

it("a hint that names a file that is not there is a problem with its place", async () => {
  expect(await told({ ...base, "orders/metadata/version-hint.text": "7" })).toEqual([
    "failure",
    "orders/metadata/version-hint.text: names orders/metadata/v7.metadata.json, which holds no metadata of the table",
  ]);
});

it("a new version is compared with the one that was current, which need not be the newest", async () => {
  const rolled = { ...base, "orders/metadata/version-hint.text": "1" };
  const next = { "orders/metadata/v3.metadata.json": metadata(["id"]), "orders/metadata/version-hint.text": "3" };
  expect(await told({ ...base, ...next })).toEqual(["action_required", "table/column-removed total", "revenue breaks"]);
  expect((await told({ ...rolled, ...next }, rolled))[0]).toBe("success");
});
