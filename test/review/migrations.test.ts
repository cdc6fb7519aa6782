import { describe, expect, it } from "vitest";
import { reviewOf, short } from "./world.ts";

/** Migrations as tools keep them, and the queries that read what they make. */

const reader = {
  "shop/growth": { "q/report.sql": "select o.city from shop.orders o;\n" },
};
const made = "CREATE TABLE shop.orders (id bigint NOT NULL, city text);\n";
const gone = "ALTER TABLE shop.orders DROP COLUMN city;\n";

async function told(base: Record<string, string>, head: Record<string, string>, domains: typeof reader = reader) {
  const review = await reviewOf({ base, head: { ...base, ...head }, domains });
  return { verdicts: short(review), problems: review.problems.map(({ message }) => message) };
}

const broken = { verdicts: [["report", "breaks", "the merge base", ["city"]]], problems: [] };

describe("a column goes", () => {
  it("in dbmate's way, with the way back in the same file", async () => {
    const base = { "db/20260101_a.sql": `-- migrate:up\n${made}\n-- migrate:down\nDROP TABLE shop.orders;\n` };
    const head = {
      "db/20260201_b.sql": `-- migrate:up\n${gone}\n-- migrate:down\nALTER TABLE shop.orders ADD COLUMN city text;\n`,
    };
    expect(await told(base, head)).toEqual(broken);
  });

  it("in Diesel's way, each migration in a folder of its own", async () => {
    const base = {
      "migrations/2026-01-01-000000_a/up.sql": made,
      "migrations/2026-01-01-000000_a/down.sql": "DROP TABLE shop.orders;\n",
    };
    const head = {
      "migrations/2026-02-01-000000_b/up.sql": gone,
      "migrations/2026-02-01-000000_b/down.sql": "ALTER TABLE shop.orders ADD COLUMN city text;\n",
    };
    expect(await told(base, head)).toEqual(broken);
  });

  it("under a search path", async () => {
    const head = { "db/V2__b.sql": "SET search_path TO shop;\nALTER TABLE orders DROP COLUMN city;\n" };
    expect(await told({ "db/V1__a.sql": made }, head)).toEqual(broken);
  });

  it("in a transaction that is rolled back: nothing happens", async () => {
    const { verdicts } = await told({ "db/V1__a.sql": made }, { "db/V2__b.sql": `BEGIN;\n${gone}ROLLBACK;\n` });
    expect(verdicts.filter(([, outcome]) => outcome !== "unaffected")).toEqual([]);
  });
});

it("a name that may mean the table is not passed over", async () => {
  const { verdicts } = await told(
    { "db/V1__a.sql": made },
    { "db/V2__b.sql": "ALTER TABLE orders DROP COLUMN city;\n" },
  );
  expect(verdicts).toEqual([
    [
      "report",
      "unknown",
      "the merge base",
      "this statement about shop.orders is not understood: ALTER TABLE orders DROP COLUMN city",
    ],
  ]);
});

it.each([
  ["deleted by", "delete from growth.kept using shop.orders o where kept.city = o.city"],
  ["updated from", "update growth.kept set city = o.city from shop.orders o where o.id = kept.id"],
  [
    "merged from",
    "merge into growth.kept k using shop.orders o on k.id = o.id when matched then update set city = o.city",
  ],
  ["copied out of", "copy shop.orders (id, city) to stdout"],
  ["unloaded from", "unload ('select city from shop.orders') to 's3://x'"],
])("rows %s the table read it", async (_, query) => {
  const domains = { "shop/growth": { "q/report.sql": `${query};\n` } };
  expect(await told({ "db/V1__a.sql": made }, { "db/V2__b.sql": gone }, domains)).toEqual(broken);
});
