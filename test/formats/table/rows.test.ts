import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

/** Each row of what dbt and Iceberg say of changes, and the case that shows what is told of it. */

const cases = join(import.meta.dirname, "..");

function toldIn(format: string, name: string): readonly string[] {
  const text = readFileSync(join(cases, format, "cases", name, "expected.json"), "utf8");
  const { changes } = JSON.parse(text) as {
    changes: readonly { rule: string; element: string; breaks: readonly string[] }[];
  };
  return changes.map(({ rule, element, breaks }) =>
    [rule.replace("table/", ""), element, breaks.join("+") || "nobody"].filter((part) => part !== "").join(" "),
  );
}

type Row = readonly [row: string, name: string, told: readonly string[]];

const both = "backward+forward";

/** What dbt's own check of contracts calls breaking, and what it does not; ours where the two differ. */
const dbt: readonly Row[] = [
  ["contract enforcement turned off", "enforcement-removed", ["enforcement-removed forward"]],
  ["the same, in dbt_project.yml", "enforcement-removed--in-the-project", ["enforcement-removed forward"]],
  ["contract turned on", "enforcement-added", ["enforcement-added nobody"]],
  ["column removed", "column-removed", ["column-removed depot forward"]],
  ["column renamed", "column-removed--rename", ["column-removed depot forward", "column-added depot_code nobody"]],
  ["column added", "column-added", ["column-added depot nobody"]],
  ["base data_type differs", "column-retyped", [`column-retyped depot ${both}`]],
  ["size, which dbt ignores", "column-resized--dbt-ignores-size", ["column-resized depot backward"]],
  ["scale, which dbt ignores", "column-retyped--dbt-ignores-scale", [`column-retyped fare ${both}`]],
  ["column constraint removed: not_null", "column-newly-nullable", ["column-newly-nullable trip_id forward"]],
  ["column constraint removed: unique", "unique-changed", [`unique-changed code ${both}`]],
  ["column constraint removed: check", "constraint-removed--check", ["constraint-removed km forward"]],
  ["column constraint removed: primary_key", "key-changed--dropped", [`key-changed ${both}`]],
  ["column constraint added: foreign_key", "constraint-added--foreign-key", ["constraint-added depot backward"]],
  ["model constraint changed", "key-changed--model-level", [`key-changed ${both}`]],
  [
    "materialization leaves table and incremental where constraints existed",
    "column-newly-nullable--constraints-end-with-the-table",
    ["column-newly-nullable trip_id forward", "layout-changed nobody"],
  ],
  ["materialization changed, constraints staying", "layout-changed--materialized", ["layout-changed nobody"]],
  ["contracted model deleted", "table-removed--model", [`table-removed dim_depots ${both}`]],
  [
    "contracted model renamed",
    "table-removed--renamed",
    [`table-removed dim_depots ${both}`, "table-added dim_stations nobody"],
  ],
  ["contracted model disabled", "table-removed--disabled", [`table-removed dim_depots ${both}`]],
  ["a version deleted", "table-removed--version", [`table-removed fct_trips.v1 ${both}`]],
  ["a version added", "table-added--version", ["table-added fct_trips.v2 nobody"]],
  [
    "latest_version moves every unpinned ref",
    "column-removed--latest-version-moved",
    ["column-removed fct_trips.depot forward", "lifecycle-changed fct_trips nobody"],
  ],
  ["a column of one version", "column-removed--in-one-version", ["column-removed fct_trips.v1.note forward"]],
  ["deprecation_date changed", "lifecycle-changed--deprecation-date", ["lifecycle-changed nobody"]],
  ["deprecation_date earlier", "end-moved-earlier", ["end-moved-earlier forward"]],
  ["access narrowed", "access-narrowed", ["access-narrowed forward"]],
];

/** Type promotions by format version, and the rules of schema evolution. */
const iceberg: readonly Row[] = [
  ["int to long, v1 and v2", "column-widened--int-to-long", ["column-widened stops forward"]],
  ["float to double, v1 and v2", "column-widened--float-to-double", ["column-widened km forward"]],
  ["decimal to more digits, v1 and v2", "column-widened--decimal", ["column-widened fare forward"]],
  [
    "the three, v3",
    "column-widened--numbers-in-version-3",
    ["column-widened stops forward", "column-widened km forward", "column-widened fare forward"],
  ],
  ["unknown to any, v1 and v2: no", "column-retyped--unknown-in-version-2", [`column-retyped extra ${both}`]],
  ["unknown to any, v3", "column-widened--unknown-in-version-3", ["column-widened extra forward"]],
  [
    "date to timestamp, v1 and v2: no",
    "column-retyped--date-to-timestamp-in-version-2",
    [`column-retyped day ${both}`],
  ],
  ["date to timestamp, v3", "column-widened--date-to-timestamp-in-version-3", ["column-widened day forward"]],
  ["date to timestamp_ns, v3", "column-widened--date-to-timestamp-ns-in-version-3", ["column-widened day forward"]],
  ["date to timestamptz: never", "column-retyped--date-to-timestamptz-in-version-3", [`column-retyped day ${both}`]],
  [
    "date to timestamp where a partition's value would change: no",
    "column-retyped--date-to-timestamp-of-a-partition",
    [`column-retyped day ${both}`],
  ],
  ["anything else: int to string", "column-retyped--int-to-string", [`column-retyped stops ${both}`]],
  ["anything else: int to decimal", "column-retyped--int-to-decimal", [`column-retyped stops ${both}`]],
  ["anything else: another scale", "column-retyped--decimal-scale", [`column-retyped fare ${both}`]],
  ["anything else: long to int", "column-narrowed--long-to-int", [`column-narrowed stops ${both}`]],
  ["primitive to struct", "column-retyped--primitive-to-struct", [`column-retyped depot ${both}`]],
  ["struct to primitive", "column-retyped--struct-to-primitive", [`column-retyped depot ${both}`]],
  [
    "a field moves into a struct",
    "id-reused--moved-into-a-struct",
    ["column-removed code forward", `id-reused depot.code ${both}`],
  ],
  [
    "a field moves out of a struct",
    "id-reused--moved-out-of-a-struct",
    ["column-removed depot.code forward", `id-reused code ${both}`],
  ],
  ["an id is used again", "id-reused", [`id-reused driver ${both}`]],
  ["an id of a column dropped before", "id-reused--of-a-dropped-column", [`id-reused tip_cents ${both}`]],
  ["the same name under a new id", "column-replaced", [`column-replaced note ${both}`]],
  ["new required field, v3, both defaults", "column-added--both-defaults-in-version-3", ["column-added note nobody"]],
  [
    "new required field, v3, one default",
    "column-added-not-null--no-initial-default",
    ["column-added-not-null note backward"],
  ],
  [
    "new required field, v1 and v2",
    "column-added-not-null--default-in-version-2",
    ["column-added-not-null note backward"],
  ],
  ["initial-default changed", "stored-default-changed", [`stored-default-changed note ${both}`]],
  ["write-default changed", "default-changed", ["default-changed note nobody"]],
  ["required to optional", "column-newly-nullable", ["column-newly-nullable depot forward"]],
  ["optional to required", "column-no-longer-nullable", ["column-no-longer-nullable depot backward"]],
  ["rename", "column-renamed", ["column-renamed driver forward"]],
  ["reorder", "silent--reordered", []],
  ["identifier-field-ids", "key-changed", [`key-changed ${both}`]],
  ["partition spec", "layout-changed", ["layout-changed nobody"]],
  ["sort order", "layout-changed--sort-order", ["layout-changed nobody"]],
  ["v1 metadata", "column-removed--version-1", ["column-removed km forward"]],
  ["the current of several schemas", "column-removed--current-schema-of-several", ["column-removed km forward"]],
  ["element-required of a list", "column-newly-nullable--list-element", ["column-newly-nullable tags[] forward"]],
  ["element-id of a list", "column-replaced--list-element", [`column-replaced tags[] ${both}`]],
  ["value of a map", "column-widened--map-value", ["column-widened counts{} forward"]],
];

describe.each([
  ["dbt", dbt],
  ["iceberg", iceberg],
] as const)("%s", (format, rows) => {
  it.each(rows)("%s", (_, name, told) => expect(toldIn(format, name)).toEqual(told));
});
