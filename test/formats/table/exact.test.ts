import { describe, expect, it } from "vitest";
import { dbtFormat } from "../../../src/formats/table/dbt/dbt.ts";
import { dcsFormat } from "../../../src/formats/table/dcs/dcs.ts";
import { odcsFormat } from "../../../src/formats/table/odcs/odcs.ts";

type TableFormat = typeof odcsFormat;

async function told(format: TableFormat, base: string, head: string): Promise<readonly string[]> {
  const side = (text: string) => ({ entry: "a.yaml", part: "", files: new Map([["a.yaml", text]]) });
  const { changes, problems } = await format.compare("c", side(base), side(head), {});
  expect(problems).toEqual([]);
  return changes.map(({ rule, breaks }) => [rule.slice("table/".length), ...breaks].join(" "));
}

const odcs = (property: string, document = "") =>
  `apiVersion: v3.1.0\nkind: DataContract\nid: c\nversion: 1.0.0\nstatus: active\nschema:\n  - name: orders\n    properties: [{name: x, logicalType: number, ${property}}]\n  - {name: refunds, properties: []}\n${document}`;

const [loosened, tightened, changed] = ["loosened forward", "tightened backward", "changed backward forward"];

/** What is written beside a rule is a notice. */
const beside = "details-changed";

describe("quality rules, before and after", () => {
  const of = (...rules: readonly string[]) => odcs(`quality: [${rules.map((rule) => `{${rule}}`).join(", ")}]`);
  const nulls = "metric: nullValues";

  it.each<[string, string, string | undefined]>([
    [`${nulls}, mustBeLessThan: 10`, `${nulls}, mustBeLessOrEqualTo: 9`, undefined],
    [`${nulls}, mustBeLessThan: 1`, `${nulls}, mustBe: 0`, undefined],
    [`${nulls}, mustBe: 0, unit: rows`, `${nulls}, mustBe: 0, unit: percent`, undefined],
    [`${nulls}, mustBe: 0, unit: rows`, `${nulls}, mustBeLessThan: 1, unit: percent`, loosened],
    [`${nulls}, mustBeLessThan: 100, unit: percent`, `${nulls}, mustBeLessThan: 1, unit: ratio`, undefined],
    [`${nulls}, mustBeLessThan: 7, unit: percent`, `${nulls}, mustBeLessThan: 0.07, unit: fraction`, undefined],
    [`${nulls}, mustBeLessThan: 1, unit: percent`, `${nulls}, mustBeLessThan: 2, unit: rows`, changed],
    [`${nulls}, mustBeBetween: [0, 5]`, `${nulls}, mustBeLessOrEqualTo: 5`, undefined],
    [`${nulls}, mustBeBetween: [1, 5]`, `${nulls}, mustBeBetween: [2, 6]`, changed],
    [`${nulls}, mustNotBe: 3`, `${nulls}, mustNotBeBetween: [2, 4]`, tightened],
    [`${nulls}, mustNotBe: 3`, `${nulls}, mustBeGreaterThan: 3`, tightened],
    [`${nulls}, mustBeGreaterThan: 3`, `${nulls}, mustBeGreaterOrEqualTo: 4`, undefined],
    [`${nulls}, mustBe: 0`, `${nulls}, mustBe: 0, severity: info`, loosened],
    [`${nulls}, mustBe: 0`, `${nulls}, mustBe: 0, severity: high`, undefined],
    [`${nulls}, mustBe: 0, severity: gold`, `${nulls}, mustBe: 0, severity: silver`, changed],
    [`${nulls}, mustBeLessThan: 5, severity: warning`, `${nulls}, mustBeLessThan: 9, severity: error`, changed],
    [`rule: duplicateCount, mustBe: 0`, `metric: duplicateValues, mustBe: 0`, undefined],
    [`name: a, ${nulls}, mustBe: 0`, `name: b, ${nulls}, mustBe: 0`, beside],
    [`name: a, ${nulls}, mustBe: 0`, `name: a, metric: rowCount, mustBe: 0`, changed],
    [`type: sql, query: "SELECT  1 ;", mustBe: 1`, `query: "SELECT 1", type: sql, mustBe: 1`, undefined],
    [`type: sql, query: "SELECT ' a'", mustBe: 1`, `type: sql, query: "SELECT '  a'", mustBe: 1`, changed],
    [`type: sql, query: q, mustBe: ok`, `type: sql, query: q, mustBe: fine`, changed],
    [`type: sql, query: q, mustBe: true`, `type: sql, query: q, mustBe: true`, undefined],
    [`type: text, description: No nulls.`, `type: text, description: no nulls`, undefined],
    [
      `type: custom, engine: soda, implementation: {a: 1, b: 2}`,
      `type: custom, implementation: {b: 2, a: 1}, engine: soda`,
      undefined,
    ],
    [`type: custom, engine: soda, implementation: x`, `type: custom, engine: soda, implementation: y`, changed],
    [
      `${nulls}, mustBe: 0, description: a, dimension: accuracy`,
      `${nulls}, mustBe: 0, description: b, schedule: daily`,
      beside,
    ],
    [
      `metric: missingValues, arguments: {missingValues: [null]}, mustBe: 0`,
      `metric: missingValues, arguments: {missingValues: [null, N/A]}, mustBe: 0`,
      tightened,
    ],
    [
      `metric: invalidValues, arguments: {validValues: [a]}, mustBeGreaterThan: 1`,
      `metric: invalidValues, arguments: {validValues: [a, b]}, mustBeGreaterThan: 1`,
      changed,
    ],
  ])("{%s} and {%s}", async (before, after, relation) => {
    const expected = relation === beside ? beside : `quality-${relation}`;
    expect(await told(odcsFormat, of(before), of(after))).toEqual(relation === undefined ? [] : [expected]);
  });

  it("are told apart whatever their order, unnamed and of one metric too", async () => {
    const [floor, ceiling] = ["metric: rowCount, mustBeGreaterThan: 10", "metric: rowCount, mustBeLessThan: 99"];
    expect(await told(odcsFormat, of(floor, ceiling), of(ceiling, floor))).toEqual([]);
    expect(await told(odcsFormat, of(floor, ceiling), of(ceiling))).toEqual([`quality-${loosened}`]);
    expect(await told(odcsFormat, of(ceiling), of(floor, ceiling))).toEqual([`quality-${tightened}`]);
  });
});

describe("service levels, before and after", () => {
  const of = (...levels: readonly string[]) =>
    odcs("description: x", `slaProperties: [${levels.map((level) => `{${level}}`).join(", ")}]\n`);

  it.each<[string, string, string | undefined]>([
    ["property: latency, value: 1, unit: d", "property: Latency, value: 24, unit: hours", undefined],
    ["property: latency, value: 90, unit: min", "property: latency, value: PT1H30M", undefined],
    ["property: latency, value: 500ms", "property: latency, value: 0.5, unit: s", undefined],
    ["property: latency, value: 4", "property: latency, value: 5", loosened],
    ["property: latency, value: 4, unit: h", "property: latency, value: 4", changed],
    ["property: ly, value: 4, unit: h", "property: latency, value: 4, unit: h", undefined],
    ["property: retention, value: 3, unit: y", "property: retention, value: 24, unit: months", loosened],
    ["property: retention, value: 1, unit: y", "property: retention, value: P1Y", undefined],
    ["property: retention, value: 1, unit: y", "property: retention, value: 365, unit: d", undefined],
    ["property: retention, value: 1, unit: y", "property: retention, value: 360, unit: d", loosened],
    ["property: retention, value: 1, unit: M", "property: retention, value: 1, unit: m", changed],
    ["property: retention, value: 1, unit: mo", "property: retention, value: 5, unit: weeks", tightened],
    ["property: frequency, value: hourly", "property: frequency, value: every 2 hours", loosened],
    ["property: availability, value: 0.999", "property: availability, value: 99.9%", undefined],
    ["property: availability, value: 99.5", "property: availability, value: 99.9, unit: percent", tightened],
    ["property: errorRate, value: 0.5", "property: errorRate, value: 2, unit: percent", changed],
    ["property: throughput, value: 10, unit: rows/s", "property: throughput, value: 9, unit: rows/s", loosened],
    ["property: generalAvailability, value: 2027-01-01", "property: generalAvailability, value: 2027-02-01", loosened],
    ["property: endOfLife, value: 2027-03-01", "property: endOfLife, value: '2027-02-28T23:59:59Z'", loosened],
    ["property: endOfLife, value: 2028-02-29", "property: endOfLife, value: '2028-03-01T01:00:00+02:00'", "tightened"],
    ["property: timeOfAvailability, value: '09:00-08:00'", "property: timeOfAvailability, value: '17:00Z'", undefined],
    ["property: timeOfAvailability, value: early", "property: timeOfAvailability, value: late", changed],
    ["property: x, value: 1, unit: d", "property: x, value: 2, unit: d", changed],
    ["property: latency, value: null", "property: latency, value: 4, unit: d", tightened],
    [
      "property: latency, value: 1, unit: d, description: a, driver: operational",
      "property: latency, value: 1, unit: d",
      beside,
    ],
    [
      "property: latency, value: 1, valueExt: 2, unit: d",
      "property: latency, value: 1, valueExt: 3, unit: d",
      loosened,
    ],
  ])("{%s} and {%s}", async (before, after, relation) => {
    const expected = relation === beside ? beside : `sla-${relation}`;
    // of both tables of the document, as none is named, and told once
    expect(await told(odcsFormat, of(before), of(after))).toEqual(relation === undefined ? [] : [expected]);
  });

  it("are about the table whose column they name", async () => {
    const level = (value: number) => of(`property: latency, value: ${value}, unit: h, element: refunds.at`);
    expect(await told(odcsFormat, level(1), level(2))).toEqual([`sla-${loosened}`]);
  });

  it("of an end: moved to an earlier day breaks; announced, taken back or moved to a later one does not", async () => {
    const end = of("property: endOfSupport, value: 2027-01-01, element: orders");
    const earlier = of("property: endOfSupport, value: 2026-12-30, element: orders");
    expect(await told(odcsFormat, of(), end)).toEqual(["sla-loosened"]);
    expect(await told(odcsFormat, end, of())).toEqual(["sla-tightened"]);
    expect(await told(odcsFormat, end, earlier)).toEqual([`sla-${loosened}`]);
    expect(await told(odcsFormat, earlier, end)).toEqual(["sla-tightened"]);
  });

  it("of the older specification", async () => {
    const dcs = (levels: string) =>
      `dataContractSpecification: 1.2.1\nid: c\ninfo: {title: C, version: 1.0.0}\nmodels: {orders: {fields: {x: {type: int}}}}\nservicelevels: {${levels}}\n`;
    const of = (before: string, after: string) => told(dcsFormat, dcs(before), dcs(after));
    expect(await of("latency: {threshold: 24 hours}", "latency: {threshold: P1D}")).toEqual([]);
    expect(await of("retention: {unlimited: true}", "retention: {period: 10 years}")).toEqual([`sla-${loosened}`]);
    expect(await of("support: {responseTime: 1 day}", "support: {responseTime: 4h}")).toEqual([`sla-${tightened}`]);
    expect(await of("backup: {cron: 0 0 * * 0}", "backup: {cron: 0 0 * * 1}")).toEqual([`sla-${changed}`]);
    expect(await of("support: {time: 24/7}", "support: {}")).toEqual([`sla-${loosened}`]);
  });
});

describe("dbt's data tests, before and after", () => {
  const dbt = (tests: string) =>
    `version: 2\nmodels:\n  - name: m\n    config: {contract: {enforced: true}}\n    columns:\n      - {name: x, data_type: int, ${tests}}\n`;

  it.each<[string, string, string | undefined]>([
    ["tests: [not_null]", "data_tests: [not_null]", undefined],
    ["tests: [not_null]", "tests: [{not_null: {config: {severity: error}}}]", undefined],
    ["tests: [not_null]", "tests: [{not_null: {where: x > 1}}]", changed],
    ["tests: [not_null]", "tests: [{not_null: {config: {enabled: false}}}]", loosened],
    ["tests: [not_null]", "tests: [{not_null: {error_if: '>= 5'}}]", loosened],
    ["tests: [not_null]", "tests: [{not_null: {error_if: between 1 and 3}}]", changed],
    ["tests: [not_null]", "tests: [{name: sure, test_name: not_null}]", undefined],
    ["tests: []", "tests: [unique]", tightened],
    [
      "tests: [{accepted_values: {values: [1, 2]}}]",
      "tests: [{accepted_values: {arguments: {values: [2]}}}]",
      tightened,
    ],
  ])("%s and %s", async (before, after, relation) => {
    expect(await told(dbtFormat, dbt(before), dbt(after))).toEqual(
      relation === undefined ? [] : [`quality-${relation}`],
    );
  });
});

describe("what strangers write", () => {
  it("is no member of anything, nor deep, nor slow", async () => {
    const rule = "{__proto__: {type: sql}, constructor: 1, metric: nullValues, mustBe: .nan, unit: __proto__}";
    const level = `{property: __proto__, value: ${"9".repeat(400)}, unit: constructor}`;
    const text = odcs(
      `quality: [1, null, ${rule}]`,
      `slaProperties: [1, [], ${level}, {property: latency, value: "${"1 ".repeat(50_000)}"}]\n`,
    );
    expect(await told(odcsFormat, text, text)).toEqual([]);
    const many = (limit: number) =>
      odcs(
        `quality: [${Array.from({ length: 3000 }, () => `{metric: nullValues, mustBeLessThan: ${limit}}`).join(", ")}]`,
      );
    expect(new Set(await told(odcsFormat, many(1), many(2)))).toEqual(new Set([`quality-${loosened}`]));
  });
});
