import { expect, it } from "vitest";
import { callsIn } from "../../../src/consumers/descriptors/dbt-calls.ts";
import { findConsumers } from "../../../src/consumers/find.ts";

const codeowners = "*.sql @shop/analytics\n";

/** In short: kind, name, contract, version, reads, confidence, owners and line. */
function found(files: Readonly<Record<string, string>>) {
  const { consumers, malformed } = findConsumers(
    { repository: "shop/dbt", files: Object.entries(files).map(([path, text]) => ({ path, text })), codeowners },
    new Map([["bi@shop.example", ["@shop/bi"]]]),
  );
  return [
    ...consumers.map(
      ({ kind, name, contract, version, reads, confidence, owners, evidence }) =>
        `${kind}: ${name} reads ${contract}${version === undefined ? "" : ` at ${version}`} (${reads}, ${confidence}) ${owners.join(" ")} ${evidence.path}:${evidence.line}`,
    ),
    ...malformed.map(({ at, message }) => `malformed ${at.path}:${at.line}: ${message}`),
  ];
}

it("finds what the SQL of a model refers to, once each, with its line", () => {
  const text = `{{ config(materialized='table') }}
with trips as (select * from {{ ref('trips', v=2) }}),
  raw as (select * from {{ source("checkout_raw", 'payments') }}),
  again as (select * from {{ ref('trips', version="2") }}),
  other as (select * from {{ ref('shared', 'customers') }})
-- dbt runs this too: {{ ref ('days') }}
{# but not this: {{ ref('nothing') }} #}
select * from {{ ref(model_name) }} join {{ ref('a' ~ b) }}
`;
  expect(found({ "models/mart/revenue.sql": text })).toEqual([
    "dbt ref: revenue reads trips at 2 (did-not-say, declared) @shop/analytics models/mart/revenue.sql:2",
    "dbt source: revenue reads checkout_raw.payments (did-not-say, unversioned) @shop/analytics models/mart/revenue.sql:3",
    "dbt ref: revenue reads customers (did-not-say, unversioned) @shop/analytics models/mart/revenue.sql:5",
    "dbt ref: revenue reads days (did-not-say, unversioned) @shop/analytics models/mart/revenue.sql:6",
  ]);
});

it("finds what exposures depend on and which tables a project declares as its sources", () => {
  const text = `version: 2
exposures:
  - name: weekly_board
    type: dashboard
    owner: {name: BI, email: [bi@shop.example]}
    depends_on: ["ref('trips', v=1)", "source('checkout_raw', 'payments')"]
    config: {meta: {fields: [fare, trip_id], criticality: high}}
sources:
  - name: checkout
    schema: checkout_raw
    tables: [{name: payments, identifier: payments_v2}, {name: refunds}]
  - name: plain
    tables: [{name: t}]
`;
  expect(found({ "models/_all.yml": text })).toEqual([
    "dbt exposure: weekly_board reads trips at 1 (fare,trip_id, declared) @shop/bi models/_all.yml:6",
    "dbt exposure: weekly_board reads checkout_raw.payments (fare,trip_id, unversioned) @shop/bi models/_all.yml:6",
    "dbt source: source checkout.payments reads checkout_raw.payments_v2 (did-not-say, unversioned)  models/_all.yml:11",
    "dbt source: source checkout.refunds reads checkout_raw.refunds (did-not-say, unversioned)  models/_all.yml:11",
    "dbt source: source plain.t reads plain.t (did-not-say, unversioned)  models/_all.yml:13",
  ]);
});

it("the owner of a dbt group answers for its models and exposures, where nothing nearer says who does", () => {
  const groups = `groups:
  - {name: finance, owner: {name: Finance, email: bi@shop.example}}
  - {name: nobody, owner: {name: Somebody}}
models:
  - {name: revenue, group: finance}
  - {name: trips, config: {group: finance}, latest_version: 2}
  - {name: lost, group: nobody}
exposures:
  - {name: board, config: {group: finance}, depends_on: [ref('days')]}
  - {name: own, group: nobody, owner: {email: bi@shop.example}, depends_on: [ref('days')]}
`;
  const select = "select * from {{ ref('days') }}";
  const owners = found({
    "groups.yml": groups,
    "revenue.sql": select,
    "trips_v2.sql": select,
    "lost.sql": select,
    "inline.sql": `{{ config(materialized='table', group="finance") }} ${select}`,
    "other.sql": select,
  }).map((line) => [/: (\S+) reads/.exec(line)?.[1], /\) (\S*) /.exec(line)?.[1]]);
  expect(owners).toEqual([
    ["board", "@shop/bi"],
    ["own", "@shop/bi"],
    ["revenue", "@shop/bi"],
    ["trips_v2", "@shop/bi"],
    ["lost", "@shop/analytics"],
    ["inline", "@shop/bi"],
    ["other", "@shop/analytics"],
  ]);
});

it("a project says to which group its folders and models belong, the deepest first; what stands nearer goes first", () => {
  const project = `name: shop
model-paths: [models]
models:
  +materialized: view
  shop:
    +group: core
    finance:
      +group: finance
      board: {+group: core}
  other_package: {+group: finance}
snapshots:
  shop: {+group: finance}
`;
  const groups = `groups:
  - {name: finance, owner: {name: Finance, email: bi@shop.example}}
  - {name: core, owner: {name: Core, email: bi@shop.example}}
models:
  - {name: told, group: nobody}
`;
  const select = "select * from {{ ref('days') }}";
  const owners = found({
    "dbt/dbt_project.yml": project.replace("core\n    finance", "none\n    finance"),
    "dbt/groups.yml": groups,
    "dbt/models/finance/deep/revenue.sql": select,
    "dbt/models/finance/board.sql": select,
    "dbt/models/staging/days.sql": select,
    "dbt/snapshots/kept.sql": select,
    "dbt/analyses/other.sql": select,
  }).map((line) => [/: (\S+) reads/.exec(line)?.[1], /\) (\S*) /.exec(line)?.[1]]);
  expect(owners).toEqual([
    ["revenue", "@shop/bi"],
    ["board", "@shop/bi"],
    ["days", "@shop/analytics"],
    ["kept", "@shop/bi"],
    ["other", "@shop/analytics"],
  ]);
});

it("refuses what an exposure depends on and cannot be understood, and leaves files of other tools alone", () => {
  expect(found({ "a.yml": "exposures:\n  - {name: x, depends_on: [\"ref(var('m'))\"]}\n" })).toEqual([
    "malformed a.yml:2: `depends_on` of exposure x must list ref('model') or source('source', 'table')",
  ]);
  expect(
    found({ "b.yml": "sources: [a, {name: b}]\nexposures: {a: 1}\n", "c.sql": "select ref('x') as source" }),
  ).toEqual([]);
});

it("reads hostile text once", () => {
  expect(callsIn("ref(".repeat(100_000))).toEqual([]);
  expect(callsIn(`ref(${"'a',".repeat(100_000)}`)).toEqual([]);
  expect(callsIn(`ref('${"a".repeat(100_000)}')`)).toEqual([]);
  expect(callsIn(`${"{#".repeat(50_000)}ref('a')`)).toEqual([]);
});
