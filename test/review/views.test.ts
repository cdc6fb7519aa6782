import { expect, it } from "vitest";
import { reviewOf, type Texts } from "./world.ts";

/** Views of SQL DDL, which consumers read as they read tables: what happens to them, and to what they read. */

const tables = "CREATE TABLE pay.payments (id bigint PRIMARY KEY, amount numeric(10,2) NOT NULL, status text);\n";
const first = `${tables}CREATE VIEW pay.v AS SELECT id, amount FROM pay.payments;\n`;
const base: Texts = { "migrations/V1__a.sql": first };

const finance = (contract: string): Texts => ({
  "consumers.yml": `apiVersion: contract-consumer/v1
consumer: finance-report
domain: finance
owner: {github: "@shop/finance"}
reads:
  - {contract: ${contract}, fields: [amount]}
`,
});

/** What a second file makes of the first: the conclusion, what is told, and what becomes of the reader. */
async function told(more: Texts, from: Texts = base, contract = "pay.v") {
  const head: Texts = Object.fromEntries(Object.entries({ ...from, ...more }).filter(([, text]) => text !== null));
  const { conclusion, diffs, verdicts, problems } = await reviewOf({
    base: from,
    head,
    domains: { "shop/finance": finance(contract) },
  });
  const changes = diffs.flatMap((diff) =>
    diff.changes.map(({ rule, element }) => `${diff.contract.id}: ${rule} ${element}`.trim()),
  );
  const readers = verdicts.filter(({ consumer }) => consumer.name === "finance-report");
  return [
    conclusion,
    ...changes,
    ...readers.map(({ outcome }) => `finance-report: ${outcome}`),
    ...problems.map(({ message }) => message),
  ];
}

const second = (text: string): Texts => ({ "migrations/V2__b.sql": text });

const migrations: readonly (readonly [string, string])[] = [
  ["a column is no longer selected", "CREATE OR REPLACE VIEW pay.v AS SELECT id FROM pay.payments;"],
  ["it is dropped", "DROP VIEW pay.v;"],
  ["it gets another name", "ALTER VIEW pay.v RENAME TO w;"],
  ["its column gets another name", "ALTER VIEW pay.v RENAME COLUMN amount TO total;"],
  [
    "it is made with other names",
    "DROP VIEW pay.v; CREATE VIEW pay.v (id, total) AS SELECT id, amount FROM pay.payments;",
  ],
  ["a cast", "CREATE OR REPLACE VIEW pay.v AS SELECT id, amount::text AS amount FROM pay.payments;"],
  [
    "an outer join",
    "CREATE OR REPLACE VIEW pay.v AS SELECT o.id, p.amount FROM pay.payments o LEFT JOIN pay.payments p ON p.id = o.id;",
  ],
  ["its source's column goes", "ALTER TABLE pay.payments DROP COLUMN amount CASCADE;"],
  ["its source goes", "DROP TABLE pay.payments CASCADE;"],
  ["its source is another type", "ALTER TABLE pay.payments ALTER COLUMN amount TYPE text;"],
  ["its columns are unknown", "CREATE OR REPLACE VIEW pay.v AS SELECT * FROM elsewhere;"],
  ["a table stands in its place", "DROP VIEW pay.v; CREATE TABLE pay.v (id bigint, amount text);"],
  ["a condition", "CREATE OR REPLACE VIEW pay.v AS SELECT id, amount FROM pay.payments WHERE status = 'paid';"],
  ["a grouping", "CREATE OR REPLACE VIEW pay.v AS SELECT DISTINCT id, amount FROM pay.payments;"],
  [
    "a calculation of the same type",
    "CREATE OR REPLACE VIEW pay.v AS SELECT id, (amount * 100)::numeric(10,2) AS amount FROM pay.payments;",
  ],
  ["a calculation", "CREATE OR REPLACE VIEW pay.v AS SELECT id, amount * 100 AS amount FROM pay.payments;"],
  ["PostgreSQL keeps it through a rename", "ALTER TABLE pay.payments RENAME COLUMN amount TO total;"],
  ["spelled otherwise", "create or replace view pay.v as\n  -- as before\n  select ID, amount\n  from pay.payments;"],
  ["a comment", "COMMENT ON VIEW pay.v IS 'paid';"],
  ["a new column", "CREATE OR REPLACE VIEW pay.v AS SELECT id, amount, status FROM pay.payments;"],
  ["another view", "CREATE VIEW pay.other AS SELECT id FROM pay.payments;"],
  ["a temporary view", "CREATE TEMPORARY VIEW v AS SELECT 1 AS a;"],
];

it("tells readers of a view what a migration makes of it", async () => {
  const answers: string[] = [];
  for (const [title, text] of migrations)
    answers.push(`${title}\n${text}\n  ${(await told(second(text))).join("\n  ")}\n`);
  await expect(answers.join("\n")).toMatchFileSnapshot("views.txt");
});

const repositories: readonly (readonly [string, Texts, Texts])[] = [
  [
    "another engine does not read a view whose source's column has another name",
    { "db/V1__a.sql": `${first.replace("text", "variant")}` },
    { "db/V2__b.sql": "ALTER TABLE pay.payments RENAME COLUMN amount TO total;" },
  ],
  [
    "a view in a file of its own, which reads what stands elsewhere",
    { "views/v.sql": "CREATE OR REPLACE VIEW pay.v AS SELECT p.id, p.amount FROM raw.payments p;" },
    { "views/v.sql": "CREATE OR REPLACE VIEW pay.v AS SELECT p.id FROM raw.payments p;" },
  ],
  [
    "a join beside it is another population, and no more",
    { "views/v.sql": "CREATE OR REPLACE VIEW pay.v AS SELECT id, amount FROM raw.payments;" },
    {
      "views/v.sql":
        "CREATE OR REPLACE VIEW pay.v AS SELECT p.id, p.amount FROM raw.payments p JOIN raw.orders o ON o.id = p.id;",
    },
  ],
  [
    "BigQuery: every column of another table, and only a comment changes",
    { "sql/pay/v/view.sql": "CREATE OR REPLACE VIEW `shop.pay.v`\nAS SELECT * FROM `shop.raw.payments`" },
    {
      "sql/pay/v/view.sql":
        "-- of the shop\nCREATE OR REPLACE VIEW\n  `shop.pay.v` AS\nSELECT\n  *\nFROM\n  `shop.raw.payments`\n",
    },
  ],
  [
    "BigQuery: columns that are not known, and a condition",
    {
      "sql/pay/v/view.sql":
        'CREATE OR REPLACE VIEW `shop.pay.v` OPTIONS(description="a") AS SELECT * FROM `shop.raw.payments`',
    },
    {
      "sql/pay/v/view.sql":
        'CREATE OR REPLACE VIEW `shop.pay.v` OPTIONS(description="a") AS SELECT * FROM `shop.raw.payments` WHERE paid',
    },
  ],
  [
    "BigQuery: a description is no promise",
    {
      "sql/pay/v/view.sql":
        'CREATE OR REPLACE VIEW `shop.pay.v` OPTIONS(description="Payments") AS SELECT id, amount FROM `shop.raw.payments`',
    },
    {
      "sql/pay/v/view.sql":
        'CREATE OR REPLACE VIEW `shop.pay.v` OPTIONS(description="The payments") AS SELECT id, amount FROM `shop.raw.payments`',
    },
  ],
  [
    "the file of a view is deleted",
    {
      "views/v.sql": "CREATE VIEW pay.v AS SELECT id, amount FROM raw.payments;",
      "views/w.sql": "CREATE VIEW pay.w AS SELECT 1 AS a;",
    },
    { "views/v.sql": null as unknown as string },
  ],
  [
    "a second file makes the view too",
    { "views/v.sql": "CREATE VIEW pay.v AS SELECT id, amount FROM raw.payments;" },
    { "views/again.sql": "CREATE VIEW pay.v AS SELECT id FROM raw.payments;" },
  ],
  [
    "a model of dbt makes no view by DDL",
    { "models/v.sql": "{{ config(materialized='view') }}\nselect id, amount from {{ ref('payments') }}" },
    { "models/v.sql": "{{ config(materialized='view') }}\nselect id from {{ ref('payments') }}" },
  ],
  [
    "what is executed may make any view",
    { "db/V1__a.sql": first },
    { "db/V2__b.sql": "DO $$ BEGIN EXECUTE 'CREATE OR REPLACE VIEW pay.v AS SELECT 1 AS id'; END $$;" },
  ],
  [
    "a materialized view",
    { "db/V1__a.sql": first.replace("CREATE VIEW", "CREATE MATERIALIZED VIEW") },
    {
      "db/V2__b.sql":
        "DROP MATERIALIZED VIEW pay.v; CREATE MATERIALIZED VIEW pay.v AS SELECT id FROM pay.payments WITH NO DATA;",
    },
  ],
  [
    "Redshift: without schema binding a view does not follow",
    {
      "db/V1__a.sql": `${tables.replace(";", " DISTSTYLE ALL;")}CREATE VIEW pay.v AS SELECT id, amount FROM pay.payments WITH NO SCHEMA BINDING;`,
    },
    { "db/V2__b.sql": "ALTER TABLE pay.payments RENAME COLUMN amount TO total;" },
  ],
  [
    "Databricks: a streaming table",
    {
      "db/a.sql":
        "CREATE OR REFRESH STREAMING TABLE pay.v AS SELECT id, CAST(amount AS DECIMAL(10,2)) AS amount FROM STREAM(raw.payments);",
    },
    {
      "db/a.sql":
        "CREATE OR REFRESH STREAMING TABLE pay.v AS SELECT id, CAST(amount AS STRING) AS amount FROM STREAM(raw.payments);",
    },
  ],
  [
    "what it reads is replaced",
    { "db/V1__a.sql": first.replace("text", "variant") },
    { "db/V2__b.sql": "CREATE OR REPLACE TABLE pay.payments (id bigint, amount varchar(10), status variant);" },
  ],
];

it("tells readers what happens to views of other engines, and in files of their own", async () => {
  const answers: string[] = [];
  for (const [title, from, more] of repositories)
    answers.push(`${title}\n  ${(await told(more, from)).join("\n  ")}\n`);
  await expect(answers.join("\n")).toMatchFileSnapshot("views-elsewhere.txt");
});
