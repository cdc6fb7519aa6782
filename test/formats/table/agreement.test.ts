import { Ajv } from "ajv";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Source } from "../../../src/formats/format.ts";
import { catalogFormat } from "../../../src/formats/table/catalog.ts";
import { odcsFormat } from "../../../src/formats/table/odcs/odcs.ts";

/** Two versions of a table and a row of one: what the comparison calls safe, a validator of its own must accept. */
interface Made {
  readonly name: string;
  readonly type: string;
  readonly nullable: boolean;
}

const types = [
  "SMALLINT",
  "INTEGER",
  "BIGINT",
  "REAL",
  "DOUBLE",
  "DECIMAL(6,2)",
  "DECIMAL(8,2)",
  "DECIMAL(8,4)",
  "VARCHAR(3)",
  "VARCHAR(6)",
  "VARCHAR",
  "DATE",
  "BOOLEAN",
];
const column = fc.record({
  name: fc.constantFrom("a", "b", "c", "d"),
  type: fc.constantFrom(...types),
  nullable: fc.boolean(),
});
const table = fc.uniqueArray(column, { selector: ({ name }) => name, minLength: 1, maxLength: 4 });

const text = (columns: readonly Made[]) =>
  `table: x.y\nversion: 1\ncolumns:\n${columns.map((one) => `  - {name: ${one.name}, type: "${one.type}", nullable: ${one.nullable}}`).join("\n")}\n`;
const source = (content: string): Source => ({ entry: "a.yml", part: "", files: new Map([["a.yml", content]]) });

/** Values of a type, the extremes among them; written here, apart from the product's own. */
function anyOf(type: string): fc.Arbitrary<unknown> {
  const [, whole = "", scale = ""] = /DECIMAL\((\d),(\d)\)/.exec(type) ?? [];
  if (whole !== "") {
    const [precision, digits] = [Number(whole), Number(scale)];
    const most = 10 ** precision - 1;
    return fc.integer({ min: -most, max: most }).map((unscaled) => `${unscaled}e-${digits}`);
  }
  const [, length = ""] = /VARCHAR\((\d)\)/.exec(type) ?? [];
  switch (type) {
    case "SMALLINT":
      return fc.integer({ min: -(2 ** 15), max: 2 ** 15 - 1 });
    case "INTEGER":
      return fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 });
    case "BIGINT":
      return fc
        .bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n })
        .map(String)
        .map((digits) => `${digits}n`);
    case "REAL":
      return fc.float({ noNaN: true, noDefaultInfinity: true });
    case "DOUBLE":
      return fc.double({ noNaN: true, noDefaultInfinity: true });
    case "DATE":
      return fc
        .date({ min: new Date("0001-01-01"), max: new Date("9999-12-31"), noInvalidDate: true })
        .map((date) => date.toISOString().slice(0, 10));
    case "BOOLEAN":
      return fc.boolean();
    default:
      return fc.string({ maxLength: length === "" ? 9 : Number(length) });
  }
}

/** Whether a value is one of a type, by arithmetic on what it means. */
function belongs(value: unknown, from: string, type: string): boolean {
  const number = /DECIMAL|INT|REAL|DOUBLE/.test(from);
  if (number !== /DECIMAL|INT|REAL|DOUBLE/.test(type)) return false;
  if (!number) {
    if (/VARCHAR/.test(from) !== /VARCHAR/.test(type) || (!/VARCHAR/.test(type) && from !== type)) return false;
    const [, length = ""] = /VARCHAR\((\d)\)/.exec(type) ?? [];
    return length === "" || (value as string).length <= Number(length);
  }
  const written = String(value);
  const integer = written.endsWith("n") ? BigInt(written.slice(0, -1)) : undefined;
  const amount = integer === undefined ? Number(written) : Number(integer);
  const exact = integer === undefined || BigInt(amount) === integer;
  const [, whole = "", scale = ""] = /DECIMAL\((\d),(\d)\)/.exec(type) ?? [];
  if (whole !== "") {
    const unscaled = amount * 10 ** Number(scale);
    return Math.abs(unscaled - Math.round(unscaled)) < 1e-6 && Math.abs(unscaled) < 10 ** Number(whole);
  }
  const bits = { SMALLINT: 16, INTEGER: 32, BIGINT: 64 }[type];
  if (bits !== undefined) return Number.isInteger(amount) && Math.abs(amount) <= 2 ** (bits - 1);
  return exact && (type === "DOUBLE" || Math.fround(amount) === amount);
}

const rowOf = (columns: readonly Made[]) =>
  fc.record(
    Object.fromEntries(columns.map((one) => [one.name, one.nullable ? fc.option(anyOf(one.type)) : anyOf(one.type)])),
  );

describe("what is called safe is safe", () => {
  it("backward: every row written under base is a row of head", async () => {
    await fc.assert(
      fc.asyncProperty(table, table, fc.gen(), async (base, head, draw) => {
        const { changes } = await catalogFormat.compare("c", source(text(base)), source(text(head)), {});
        const row = draw(() => rowOf(base)) as Record<string, unknown>;
        const broken = new Set(
          changes.filter(({ breaks }) => breaks.includes("backward")).map(({ element }) => element),
        );
        for (const one of head) {
          const before = base.find(({ name }) => name === one.name);
          const value = row[one.name] ?? null;
          const fits = value === null || before === undefined ? one.nullable : belongs(value, before.type, one.type);
          if (!fits) expect(broken).toContain(one.name);
        }
      }),
      { numRuns: 300 },
    );
  });

  it("forward: every row of head gives a query on base's columns what it was promised", async () => {
    await fc.assert(
      fc.asyncProperty(table, table, fc.gen(), async (base, head, draw) => {
        const { changes } = await catalogFormat.compare("c", source(text(base)), source(text(head)), {});
        const row = draw(() => rowOf(head)) as Record<string, unknown>;
        const broken = new Set(
          changes.filter(({ breaks }) => breaks.includes("forward")).map(({ element }) => element),
        );
        for (const one of base) {
          const after = head.find(({ name }) => name === one.name);
          const value = row[one.name] ?? null;
          const fits = after !== undefined && (value === null ? one.nullable : belongs(value, after.type, one.type));
          if (!fits) expect(broken).toContain(one.name);
        }
      }),
      { numRuns: 300 },
    );
  });

  it("a table compared with itself says nothing, whatever it is", async () => {
    await fc.assert(
      fc.asyncProperty(table, async (columns) => {
        const { changes } = await catalogFormat.compare("c", source(text(columns)), source(text(columns)), {});
        expect(changes).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });
});

describe("a witness is one by a reading of its own", () => {
  /** The promises of a property as JSON Schema, written down here from the standard's own words. */
  const property = fc.record({
    required: fc.boolean(),
    options: fc.record(
      { minimum: fc.integer({ min: 0, max: 5 }), maximum: fc.integer({ min: 5, max: 9 }) },
      { requiredKeys: [] },
    ),
  });
  type Property = { required: boolean; options: { minimum?: number; maximum?: number } };
  const contract = ({ required, options }: Property) =>
    `apiVersion: v3.1.0\nkind: DataContract\nid: c\nschema:\n  - name: t\n    properties:\n      - {name: n, logicalType: integer, required: ${required}, logicalTypeOptions: ${JSON.stringify(options)}}\n`;
  const schema = ({ required, options }: Property) => ({
    type: "object",
    required: ["n"],
    properties: { n: { type: required ? "integer" : ["integer", "null"], ...options } },
  });

  it("head writes it and base does not take it; or the other way round", async () => {
    await fc.assert(
      fc.asyncProperty(property, property, async (base, head) => {
        const { changes } = await odcsFormat.compare(
          "c",
          source(contract(base as Property)),
          source(contract(head as Property)),
          {},
        );
        const ajv = new Ajv();
        const [takesBase, takesHead] = [ajv.compile(schema(base as Property)), ajv.compile(schema(head as Property))];
        for (const { witnesses } of changes) {
          if (witnesses.forward !== undefined)
            expect([takesHead(witnesses.forward), takesBase(witnesses.forward)]).toEqual([true, false]);
          if (witnesses.backward !== undefined)
            expect([takesBase(witnesses.backward), takesHead(witnesses.backward)]).toEqual([true, false]);
        }
        const broken = changes.flatMap(({ breaks }) => breaks);
        for (let n = -1; n <= 10; n++) {
          if (takesBase({ n }) && !takesHead({ n })) expect(broken).toContain("backward");
          if (takesHead({ n }) && !takesBase({ n })) expect(broken).toContain("forward");
        }
      }),
      { numRuns: 200 },
    );
  });
});
