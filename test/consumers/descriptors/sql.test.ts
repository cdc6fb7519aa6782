import { describe, expect, it } from "vitest";
import { findConsumers } from "../../../src/consumers/find.ts";

function find(files: Readonly<Record<string, string>>, codeowners = "") {
  return findConsumers(
    { repository: "shop/etl", files: Object.entries(files).map(([path, text]) => ({ path, text })), codeowners },
    new Map([["ada@shop.example", ["@shop/growth"]]]),
  );
}

/** What a query reads, in short: the columns of each table, `*` for all, `?` where it did not say. */
function reads(text: string, path = "q/orders.sql") {
  const { consumers, malformed } = find({ [path]: text });
  expect(malformed).toEqual([]);
  return Object.fromEntries(
    consumers.map(({ contract, reads: given }) => [
      contract,
      given === "everything" ? "*" : given === "did-not-say" ? "?" : given.toString(),
    ]),
  );
}

describe("what a query reads", () => {
  it.each([
    ["one table", "select id, upper(city) from shop.orders where paid = true", { "shop.orders": "city,id,paid" }],
    ["all columns", "select * from shop.orders", { "shop.orders": "*" }],
    ["all but some", "select * except (a) from shop.orders", { "shop.orders": "*" }],
    ["rows alone", "select count(*) from shop.orders", { "shop.orders": "?" }],
    ["a product is no star", "select price * amount from shop.lines", { "shop.lines": "amount,price" }],
    [
      "tables by their aliases",
      "select o.id, c.name from shop.orders as o left join shop.customers c on c.id = o.customer_id",
      { "shop.orders": "customer_id,id", "shop.customers": "id,name" },
    ],
    [
      "tables by their names",
      'select orders.id, shop.customers.name from shop.orders, "shop"."customers" where orders.cid = customers.id',
      { "shop.orders": "cid,id,shop", "shop.customers": "id,name" },
    ],
    [
      "a name that either may have is of both",
      "select id, o.x from shop.orders o join shop.lines l using (order_id)",
      { "shop.orders": "id,order_id,x", "shop.lines": "id,order_id" },
    ],
    ["a star of one table", "select a.*, b.x from s.a a join s.b b on true", { "s.a": "*", "s.b": "x" }],
    ["a row as a whole", "select to_json(o) from shop.orders o", { "shop.orders": "*" }],
    ["every column shared", "select x from s.a natural join s.b", { "s.a": "*", "s.b": "*" }],
    ["columns renamed by place", "select p from shop.orders as o (p, q)", { "shop.orders": "*" }],
    [
      "common table expressions",
      "with recent as (select id, day from shop.orders), x as (select * from recent) select id, x.day from x",
      { "shop.orders": "day,id" },
    ],
    [
      "an expression called as its table",
      "with orders as (select id from orders) select * from orders",
      { orders: "id" },
    ],
    [
      "subqueries, whose names may be of what is around them",
      "select id from s.a where exists (select 1 from s.b where b.id = a.ref and flag) and x in (select y from s.c)",
      { "s.a": "flag,id,ref,x,y", "s.b": "flag,id", "s.c": "y" },
    ],
    ["a derived table", "select d.n from (select n from s.a) d join s.b on b.k = d.k", { "s.a": "n", "s.b": "k" }],
    ["brackets around joins", "select a.x from (s.a a join s.b b on a.i = b.i)", { "s.a": "i,x", "s.b": "i" }],
    ["unions", "select x from s.a union all select y from s.b", { "s.a": "x", "s.b": "y" }],
    [
      "BigQuery's projects, quotes and nested fields",
      'select meta.at, "text" from `moz-fx.telemetry.main` as m, unnest(m.events) as e, moz-fx.telemetry.other',
      { "moz-fx.telemetry.main": "events,meta,moz", "moz-fx.telemetry.other": "meta" },
    ],
    ["brackets of T-SQL", "select [id] from [shop].[orders]", { "shop.orders": "id" }],
    [
      "FROM that begins no list",
      "select extract(day from at) from s.a where b is distinct from c",
      { "s.a": "at,b,c,day" },
    ],
    [
      "words that are keywords elsewhere",
      "select top 10 at, left from s.a order by at desc nulls last limit 5",
      { "s.a": "at,left,top" },
    ],
    [
      "a name that a column and a subquery share",
      "select items from s.a join (select 1 as n from s.b) items on true",
      { "s.a": "items", "s.b": "?" },
    ],
    ["clauses of other engines", "select x from s.a distribute by p, q", { "s.a": "distribute,p,q,x" }],
    ["a name in a text", "select x from identifier('shop.orders') o where o.y = 1", { "shop.orders": "x,y" }],
    ["what is made anew", "drop table if exists s.t; create table s.t as select q from s.a", { "s.a": "q" }],
    ["what is inserted", "insert into s.t (p) select q from s.a", { "s.a": "q" }],
    [
      "what is merged",
      "merge into s.t as t using s.u u on t.id = u.id when matched then update set t.x = u.y",
      { "s.u": "id,y" },
    ],
    ["strings and comments say nothing", "select 'from s.b' from s.a -- from s.c\n /* join s.d */", { "s.a": "?" }],
    ["several statements", "select x from s.a; select y from s.b;", { "s.a": "x", "s.b": "y" }],
  ])("%s", (_, text, expected) => {
    expect(reads(text)).toEqual(expected);
  });

  it("what is not understood reads everything, and its kind says so", () => {
    const { consumers } = find({ "a.sql": "select {{ columns }} from s.a\njoin s.b on true" });
    expect(
      consumers.map(({ contract, reads: given, kind, evidence }) => [contract, given, kind, evidence.line]),
    ).toEqual([
      ["s.a", "did-not-say", "sql query that is not understood", 1],
      ["s.b", "did-not-say", "sql query that is not understood", 2],
    ]);
    expect(reads("select a from s.a where x = 'it never closes from s.b")).toEqual({ "s.a": "?", "s.b": "?" });
    expect(reads("select a from s.a where (x = 1")).toEqual({ "s.a": "?" });
    expect(reads("{% if is_init() %} select a from s.a {% endif %}")).toEqual({ "s.a": "?" });
    expect(reads("select x from {{ ref('m') }} r join s.a a on a.i = r.i")).toEqual({ m: "?", "s.a": "i,x" });
  });

  it("a migration runs once: only the views that it makes go on reading", () => {
    const text = "create view s.v as select x from s.a;\ninsert into s.t select y from s.b;\n";
    expect(reads(text, "q/report.sql")).toEqual({ "s.a": "x", "s.b": "y" });
    expect(reads(text, "db/V2__report.sql")).toEqual({ "s.a": "x" });
    expect(reads(`alter table s.t add column z int;\n${text}`)).toEqual({ "s.a": "x" });
  });

  it("reads hostile text once", () => {
    const hostile = [
      "(",
      "select * from a,",
      "from a join ",
      "with a as (select 1), ",
      "a.b ",
      "`",
      "{{",
      "[a].",
      "a-",
    ];
    for (const one of hostile) expect(find({ "a.sql": `from ${one.repeat(100_000)}` }).malformed).toEqual([]);
  });
});

it("is only observed, is called by its file or its folder, and is owned by whom metadata.yaml beside it names", () => {
  const { consumers } = find(
    {
      "sql/proj/growth/weekly/query.sql": "select id\nfrom shop.orders",
      "sql/proj/growth/weekly/metadata.yaml": "friendly_name: Weekly\nowners:\n- ada@shop.example\n",
      "sql/proj/growth/daily.sql": "select id from shop.orders",
      "sql/proj/growth/metadata.yaml": "owners: [",
    },
    "*.sql @shop/data\n",
  );
  expect(consumers).toEqual([
    {
      domain: "etl",
      name: "weekly",
      contract: "shop.orders",
      owners: ["@shop/growth"],
      version: undefined,
      reads: ["id"],
      reliesOn: "everything",
      replays: false,
      strict: false,
      criticality: "medium",
      confidence: "observed",
      kind: "sql query",
      evidence: { repository: "shop/etl", path: "sql/proj/growth/weekly/query.sql", line: 2, column: 6 },
    },
    expect.objectContaining({ name: "daily", owners: ["@shop/data"] }),
  ]);
});
