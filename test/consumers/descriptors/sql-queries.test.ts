import { describe, expect, it } from "vitest";
import { findConsumers } from "../../../src/consumers/find.ts";

/** Which tables queries of each engine read, and which of their columns: `*` all of them, `?` where none is named. */

function reads(text: string) {
  const { consumers, malformed } = findConsumers(
    { repository: "shop/etl", files: [{ path: "q/orders.sql", text }], codeowners: "" },
    new Map(),
  );
  expect(malformed).toEqual([]);
  return Object.fromEntries(
    consumers.map(({ contract, reads: given, kind }) => [
      kind === "sql query" ? contract : `${contract} not understood`,
      given === "everything" ? "*" : given === "did-not-say" ? "?" : given.toString(),
    ]),
  );
}

describe("postgres", () => {
  it.each<[string, string, Record<string, string>]>([
    [
      "rows deleted by another table",
      "delete from s.a using s.t where a.id = t.id and t.gone",
      { "s.a": "id", "s.t": "gone,id" },
    ],
    [
      "rows deleted by a query",
      "delete from only s.a where id in (select ref from s.t)",
      { "s.a": "id,ref", "s.t": "ref" },
    ],
    [
      "rows deleted by an expression",
      "with c as (select id, day from s.t) delete from s.a using c where a.id = c.id",
      { "s.t": "day,id", "s.a": "id" },
    ],
    [
      "rows deleted by tables with aliases",
      "delete from s.a as x using s.t as y join s.u z on z.k = y.k where x.id = y.id returning x.id",
      { "s.a": "id", "s.t": "id,k", "s.u": "k" },
    ],
    ["rows updated from another table", "update s.a set x = t.y, z = 1 from s.t where a.id = t.id", { "s.t": "id,y" }],
    [
      "several columns updated at once",
      "update only s.a as o set (x, y) = (select p, q from s.t where t.id = o.id)",
      { "s.t": "id,p,q" },
    ],
    [
      "rows updated by a join",
      "update s.a set x = u.v from s.t join s.u on u.id = t.id where t.ref = a.id",
      { "s.t": "id,ref", "s.u": "id,v" },
    ],
    ["what is inserted from a query", "insert into s.a (p, q) select t.p, r from s.t", { "s.t": "p,r" }],
    [
      "what is inserted where it is new",
      "insert into s.a (id) select id from s.t on conflict (id) do nothing",
      { "s.t": "do,id,nothing" },
    ],
    [
      "merged from a table",
      "merge into s.a using s.t on a.id = t.id when matched and t.gone then delete when not matched then insert (id, v) values (t.id, t.v)",
      { "s.t": "gone,id,v" },
    ],
    [
      "merged from a query",
      "merge into s.a t using (select id, v from s.u) s on t.id = s.id when matched then update set v = s.v",
      { "s.u": "id,v" },
    ],
    ["a table made from a query", "create table s.n as select id, x from s.t", { "s.t": "id,x" }],
    ["a view", "create view s.v (a, b) as select t.x, t.y from s.t", { "s.t": "x,y" }],
    [
      "a view of everything",
      "create or replace view s.v as select t.* from s.t join s.u using (id)",
      { "s.t": "*", "s.u": "id" },
    ],
    ["a materialized view", "create materialized view s.v as select sum(x) from s.t group by y", { "s.t": "x,y" }],
    [
      "lateral",
      "select t.id, l.z from s.t, lateral (select z from s.u where u.ref = t.key) l",
      { "s.t": "id,key,z", "s.u": "ref,z" },
    ],
    [
      "left join lateral",
      "select t.id from s.t left join lateral (select z from s.u where u.ref = t.key) l on true",
      { "s.t": "id,key,z", "s.u": "ref,z" },
    ],
    [
      "copied out by a query",
      "copy (select id from s.t where day = current_date) to '/tmp/x' with (format csv)",
      { "s.t": "current_date,day,id" },
    ],
    ["copied out whole", "copy s.t to stdout", { "s.t": "*" }],
    ["columns copied out", "copy s.t (id, x) to stdout", { "s.t": "id,x" }],
    ["copied in", "copy s.t (id, x) from stdin", {}],
    ["a table function", "select g.n, t.x from generate_series(1, 3) as g(n) join s.t on t.n = g.n", { "s.t": "n,x" }],
    [
      "columns joined by name on both sides",
      "select t.a, u.b from s.t join s.u using (id, day)",
      { "s.t": "a,day,id", "s.u": "b,day,id" },
    ],
    ["a table by its name alone", "table s.t", { "s.t": "*" }],
    ["a table like another", "create table s.n (like s.t including all)", { "s.t": "*" }],
    [
      "a body between dollars",
      "create function f() returns bigint language sql as $$ select sum(x) from s.t $$",
      { "s.t": "x" },
    ],
    ["a body in a text", "create function f() returns bigint language sql as 'select sum(x) from s.t'", { "s.t": "x" }],
    [
      "nested expressions",
      "with a as (select id from s.t), b as (select a.id from a join s.u on u.id = a.id) select b.id from b",
      { "s.t": "id", "s.u": "id" },
    ],
    [
      "recursion",
      "with recursive r as (select id, parent from s.t union all select t.id, t.parent from s.t join r on r.id = t.parent) select r.id from r",
      { "s.t": "id,parent" },
    ],
    ["a subquery of its own", "select d.n from (select t.n from s.t where t.gone) as d", { "s.t": "gone,n" }],
    [
      "a filter and a window",
      "select count(*) filter (where t.ok) over (partition by t.day order by t.at) from s.t",
      { "s.t": "at,day,ok,partition" },
    ],
    ["a cast and an array", "select (t.a)::text, t.b[1], t.c->>'k' from s.t", { "s.t": "a,b,c,text" }],
  ])("%s", (_, text, expected) => {
    expect(reads(text)).toEqual(expected);
  });
});

describe("snowflake", () => {
  it.each<[string, string, Record<string, string>]>([
    [
      "merged",
      "merge into db.s.a t using db.s.u s on t.id = s.id when matched and s.deleted then delete when matched then update set t.v = s.v, t.w = s.w when not matched then insert (id, v) values (s.id, s.v)",
      { "db.s.u": "deleted,id,v,w" },
    ],
    ["rows deleted", "delete from db.s.a using db.s.t where a.id = t.id", { "db.s.a": "id", "db.s.t": "id" }],
    ["flattened", "select t.id, f.value from db.s.t, lateral flatten(input => t.items) f", { "db.s.t": "id,items" }],
    ["a variant's path", "select t.v:address.city::string from db.s.t", { "db.s.t": "address,string,v" }],
    [
      "qualified",
      "select t.id from db.s.t qualify row_number() over (partition by t.k order by t.at desc) = 1",
      { "db.s.t": "at,id,k,partition" },
    ],
    ["a name in a text", "select o.x from identifier('db.s.t') o where o.y = 1", { "db.s.t": "x,y" }],
    ["a clone", "create table db.s.n clone db.s.t", { "db.s.t": "*" }],
    [
      "a staged file beside a table",
      "select t.id from db.s.t join @stage/file.csv f on true",
      { "db.s.t": "f,file,id", "@stage": "f,file" },
    ],
    ["unloaded to a stage", "copy into @stage/x from (select id from db.s.t)", { "db.s.t": "id" }],
    [
      "a dynamic table",
      "create or replace dynamic table db.s.d target_lag = '1 minute' warehouse = w as select id, sum(x) as total from db.s.t group by id",
      { "db.s.t": "id,x" },
    ],
    ["a text that is run", "execute immediate 'select t.x from db.s.t'", { "db.s.t": "x" }],
    ["all but some", "select * exclude (a) from db.s.t", { "db.s.t": "*" }],
    [
      "a pivot, whose rows have a name",
      "select p.region, p.total from db.s.t pivot (sum(amount) for kind in ('a', 'b')) p",
      { "db.s.t": "amount,kind,p,region,total" },
    ],
    ["as of", "select t.x from db.s.t at (timestamp => '2027-01-01'::timestamp)", { "db.s.t": "x" }],
  ])("%s", (_, text, expected) => {
    expect(reads(text)).toEqual(expected);
  });
});

describe("bigquery", () => {
  it.each<[string, string, Record<string, string>]>([
    ["merged by row", "merge d.a t using d.s s on t.id = s.id when not matched then insert row", { "d.s": "*" }],
    [
      "merged with what is gone",
      "merge `p.d.a` t using `p.d.s` s on t.id = s.id when not matched by source then delete when matched then update set v = s.v",
      { "p.d.s": "id,v" },
    ],
    [
      "rows deleted",
      "delete from `p.d.a` where id in (select id from `p.d.s` where gone)",
      { "p.d.a": "gone,id", "p.d.s": "gone,id" },
    ],
    ["exported", "export data options (uri = 'gs://x') as select t.id from `p.d.s` t", { "p.d.s": "id" }],
    ["unnested", "select t.id, e.name from `p.d.s` as t, unnest(t.events) as e", { "p.d.s": "events,id" }],
    ["a star of a struct", "select t.meta.* from `p.d.s` t", { "p.d.s": "meta" }],
    ["all but some", "select * except (a) replace (b + 1 as b) from `p.d.s`", { "p.d.s": "*" }],
    [
      "wildcard tables",
      "select t.id from `p.d.events_*` t where _table_suffix > '20260101'",
      { "p.d.events_*": "_table_suffix,id" },
    ],
    ["an array of rows", "select array(select as struct t.a, t.b from `p.d.s` t)", { "p.d.s": "a,b" }],
    ["copied", "create table d.n copy d.s", { "d.s": "*" }],
  ])("%s", (_, text, expected) => {
    expect(reads(text)).toEqual(expected);
  });
});

describe("spark", () => {
  it.each<[string, string, Record<string, string>]>([
    [
      "merged whole",
      "merge into s.a t using s.u s on t.id = s.id when matched then update set * when not matched then insert *",
      { "s.u": "*" },
    ],
    [
      "merged by columns",
      "merge into s.a t using s.u s on t.id = s.id when not matched by source then update set t.gone = true when matched then update set t.v = s.v",
      { "s.u": "id,v" },
    ],
    ["exploded", "select t.id, e.item from s.t t lateral view explode(t.items) e as item", { "s.t": "e,id,items" }],
    ["overwritten", "insert overwrite table s.a select t.id from s.t t", { "s.t": "id" }],
    ["a version of it", "select t.id from s.t version as of 3 t", { "s.t": "id" }],
    ["a clone", "create table s.n shallow clone s.t", { "s.t": "*" }],
    ["backticks", "select t.`a b`, `t`.c from `s`.`t` t", { "s.t": "a b,c" }],
    ["anti join", "select t.id from s.t t left anti join s.u u on u.id = t.id", { "s.t": "anti,id", "s.u": "anti,id" }],
  ])("%s", (_, text, expected) => {
    expect(reads(text)).toEqual(expected);
  });
});

describe("redshift", () => {
  it.each<[string, string, Record<string, string>]>([
    ["unloaded", "unload ('select id from s.t where kind = ''x''') to 's3://x' iam_role 'y'", { "s.t": "id,kind" }],
    [
      "unloaded by expressions",
      "unload ('with a as (select t.id from s.t) select a.id from a') to 's3://x'",
      { "s.t": "id" },
    ],
    ["rows deleted", "delete from s.a using s.t where s.a.id = s.t.id", { "s.a": "id", "s.t": "id" }],
    ["rows updated", "update s.a set x = t.x from s.t t where t.id = s.a.id", { "s.t": "id,s,x" }],
    [
      "an unpivot of an array",
      "select c.id, o.total from s.customers c, c.orders o",
      { "s.customers": "c,id,orders", "c.orders": "total" },
    ],
    [
      "a table made from a query",
      "create table s.n distkey(id) sortkey(at) as select t.id, t.at from s.t",
      { "s.t": "at,id" },
    ],
    ["a copy that fills", "copy s.t from 's3://x' iam_role 'y'", {}],
  ])("%s", (_, text, expected) => {
    expect(reads(text)).toEqual(expected);
  });
});
