import { describe, expect, it } from "vitest";
import type { Source } from "../../../src/formats/format.ts";
import { sqlFormat as format } from "../../../src/formats/table/sql/sql.ts";

const source = (files: Readonly<Record<string, string>>): Source => ({
  entry: Object.keys(files)[0] ?? "",
  part: "",
  files: new Map(Object.entries(files)),
});
async function compared(base: Readonly<Record<string, string>>, more: Readonly<Record<string, string>>) {
  const { changes, problems } = await format.compare("c", source(base), source({ ...base, ...more }), {
    dialect: "postgres",
  });
  const told = changes.map(({ rule, element, breaks }) => [rule.slice("table/".length), element, ...breaks]);
  return [...problems.map(({ message }) => message), ...told];
}
const orders = "CREATE TABLE orders (id int, amount int NOT NULL, state state);";
const dropped = [["column-removed", "amount", "forward"]];

describe("the order of files", () => {
  it.each([
    ["V1__a.sql", "V1.1__b.sql"],
    ["V1__a.sql", "V1_1__b.sql"],
    ["db/V2.9__a.sql", "db/V2.10__b.sql"],
    ["V01__a.sql", "V1_0_1__b.sql"],
    ["1.sql", "10.sql"],
    ["1_a.sql", "2_b.sql"],
    ["9-a.sql", "10-b.sql"],
  ])("%s comes before %s", async (first, second) => {
    expect(await compared({ [first]: orders }, { [second]: "ALTER TABLE orders DROP COLUMN amount;" })).toEqual(
      dropped,
    );
    expect(format.references(second, "", [first, second])).toEqual([first]);
  });
});

describe("what takes back", () => {
  it("goes to the end of the file for MyBatis, whatever comments stand in it", async () => {
    const text =
      "--// no amounts\nALTER TABLE orders DROP COLUMN amount;\n--//@undo\n--// again\nALTER TABLE orders ADD COLUMN amount int NOT NULL;\n";
    expect(await compared({ "01.sql": orders }, { "02.sql": text })).toEqual(dropped);
  });

  it.each([
    "BEGIN; ALTER TABLE orders DROP COLUMN amount; COMMIT AND CHAIN; ALTER TABLE orders ADD COLUMN amount int NOT NULL; ROLLBACK;",
    "BEGIN; ROLLBACK AND CHAIN; DROP TABLE orders; ROLLBACK; ALTER TABLE orders DROP COLUMN amount;",
    "BEGIN; ALTER TABLE orders DROP COLUMN amount; PREPARE TRANSACTION 'a'; ROLLBACK;",
  ])("holds for its own transaction only: %s", async (text) => {
    expect(await compared({ "01.sql": orders }, { "02.sql": text })).toEqual(dropped);
  });
});

it("a lone carriage return ends a comment", async () => {
  const text = "-- old line ends\rALTER TABLE orders DROP COLUMN amount;";
  expect(await compared({ "01.sql": orders }, { "02.sql": text })).toEqual(dropped);
});

it("whatever a role owns is not known any more when it is dropped", async () => {
  const [problem] = await compared({ "01.sql": orders }, { "02.sql": "DROP OWNED BY app;" });
  expect(problem).toBe("this statement about orders is not understood: DROP OWNED BY app");
});

describe("types that statements declare", () => {
  const added = [["enum-value-added", "state", "forward"]];
  const enumOf = (name: string) => `CREATE TYPE ${name} AS ENUM ('a', 'b');`;
  const guarded = (statement: string) => `DO $$ BEGIN ${statement} EXCEPTION WHEN duplicate_object THEN null; END $$;`;

  it.each([
    ["in a block", enumOf("state"), guarded("ALTER TYPE state ADD VALUE 'c';")],
    ["in a text in a block", enumOf("state"), guarded("EXECUTE 'ALTER TYPE state ADD VALUE ''c''';")],
    ["declared in a block", guarded(enumOf("state")), "ALTER TYPE state ADD VALUE 'c';"],
    ["with and without its schema", enumOf("public.state"), "ALTER TYPE state ADD VALUE 'c';"],
    ["without and with its schema", enumOf("state"), "ALTER TYPE public.state ADD VALUE 'c';"],
  ])("a value more is seen %s", async (_how, declared, altered) => {
    expect(await compared({ "01.sql": `${declared}${orders}` }, { "02.sql": altered })).toEqual(added);
  });

  it("one that stands already is not declared again", async () => {
    const again = guarded("CREATE TYPE state AS ENUM ('a', 'b', 'c');");
    expect(await compared({ "01.sql": `${enumOf("state")}${orders}` }, { "02.sql": again })).toEqual([]);
  });

  it("one of the same name in another schema is another one", async () => {
    const base = `${enumOf("one.state")}CREATE TABLE orders (state one.state);CREATE TYPE two.state AS ENUM ('x');`;
    expect(await compared({ "01.sql": base }, { "02.sql": "ALTER TYPE one.state ADD VALUE 'c';" })).toEqual(added);
    expect(await compared({ "01.sql": base }, { "02.sql": "ALTER TYPE two.state ADD VALUE 'c';" })).toEqual([]);
  });

  it("one that other files declare is another one once it is altered", async () => {
    expect(await compared({ "01.sql": orders }, { "02.sql": "ALTER TYPE state ADD VALUE 'c';" })).toEqual([
      ["definition-changed", "state", "backward", "forward"],
    ]);
  });
});

it.each([
  ['CREATE TABLE "Order Items" (a int);', "Order Items"],
  ["CREATE TABLE /* all */ orders (a int);", "orders"],
  ["CREATE TABLE\n-- all of them\norders (a int);", "orders"],
  ['CREATE TABLE"orders"(a int);', "orders"],
  ["CREATE TABLE sales . orders (a int);", "sales.orders"],
  ["CREATE TABLE IF NOT EXISTS/**/orders (a int);", "orders"],
  ["CREATE TABLE `p-1`.d.`my t` (a INT64);", "p-1.d.my t"],
])("finds the table of %j", (text, part) => {
  expect(format.find("a.sql", text).map((one) => one.part)).toEqual([part]);
});

describe("USING that turns a column's values into others while its type stays", () => {
  const base = { "01.sql": "CREATE TABLE t (id int, amount numeric(10,2));" };
  const altered = (using: string) => `ALTER TABLE t ALTER COLUMN amount TYPE numeric(10,2) USING ${using};`;
  const worded = async (...usings: readonly string[]) => {
    const more = Object.fromEntries(usings.map((using, index) => [`0${index + 2}.sql`, altered(using)]));
    const last = Object.keys(more).at(-1) ?? "";
    const before = Object.fromEntries(Object.entries({ ...base, ...more }).filter(([path]) => path !== last));
    const { wordings = [] } = await format.compare("c", source(before), source({ ...base, ...more }), {});
    return wordings.map(({ element, kind, before: was, after }) => [element, kind, was, after]);
  };

  it.each(["amount * 100", "cast(amount as numeric) * 100", "amount::numeric + 1", "other", "amounts"])(
    "%s is told",
    async (using) => {
      expect(await worded(using)).toEqual([["amount", "expression", null, using.replace("::", " :: ")]]);
    },
  );

  it.each(["amount", "(amount)", '"amount"::numeric(10,2)', "CAST(amount AS numeric(10, 2))", "amount::text::numeric"])(
    "%s is the column itself",
    async (using) => {
      expect(await worded(using)).toEqual([]);
    },
  );

  it("is told where it stands, and not again beside a later one", async () => {
    expect(await worded("amount * 100", "amount / 10")).toEqual([["amount", "expression", null, "amount / 10"]]);
    expect(await worded("amount * 100", "amount")).toEqual([]);
  });

  it("goes without saying where the type is another one: that is told", async () => {
    const more = { "02.sql": "ALTER TABLE t ALTER COLUMN amount TYPE bigint USING amount * 100;" };
    const { wordings = [], changes } = await format.compare("c", source(base), source({ ...base, ...more }), {});
    expect([wordings, changes.map(({ rule }) => rule)]).toEqual([[], ["table/column-retyped"]]);
  });
});

it.each([
  ["public.b", "b", "b_old"],
  ["b", "public.b", "public.b_old"],
])("a block that speaks of %s before a table is renamed to %s hides nothing of it", async (spoken, made, old) => {
  const block = `DO $$ BEGIN ALTER TABLE IF EXISTS ${spoken} ALTER a DROP DEFAULT; END $$;`;
  const table = `CREATE TABLE ${old} (a int, amount int NOT NULL);\nALTER TABLE ${old} RENAME TO b;`;
  const base = { "01.sql": `${block}\n${table}` };
  for (const name of [spoken, made]) {
    const head = { ...base, "02.sql": `ALTER TABLE ${name} DROP COLUMN amount;` };
    const side = (files: Readonly<Record<string, string>>) => ({ ...source(files), part: made });
    const { changes, problems } = await format.compare("c", side(base), side(head), { dialect: "postgres" });
    expect([problems, changes.map(({ rule, element }) => [rule, element])]).toEqual([
      [],
      [["table/column-removed", "amount"]],
    ]);
  }
});
