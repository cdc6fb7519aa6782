import { describe, expect, it } from "vitest";
import type { Source } from "../../../src/formats/format.ts";
import { sqlFormat as format } from "../../../src/formats/table/sql/sql.ts";

const source = (files: string | Record<string, string>, part = ""): Source => {
  const all = new Map(Object.entries(typeof files === "string" ? { "a.sql": files } : files));
  return { entry: [...all.keys()][0] ?? "", part, files: all };
};
const compared = async (base: Source, head: Source, dialect = "postgres") => {
  const { changes, problems } = await format.compare("c", base, head, { dialect });
  expect(problems).toEqual([]);
  return changes.map(({ rule, element }) => [rule.slice("table/".length), element]);
};

describe("find", () => {
  const names = (text: string) => format.find("a.sql", text).map((one) => [one.part, ...one.names]);
  it("holds the tables and views a file makes, in the end", () => {
    expect(
      names("CREATE TABLE a.b.c (x int); CREATE TABLE d (x int); DROP TABLE d; CREATE VIEW v AS SELECT 1;"),
    ).toEqual([
      ["a.b.c", "a.b.c", "b.c"],
      ["v", "v"],
    ]);
  });

  it("holds a table it cannot understand, for the comparison to say so", () => {
    expect(names("CREATE TABLE a (x int) INHERITS (b);")).toEqual([["a", "a"]]);
  });

  it("leaves a file alone that only alters what another makes", () => {
    expect(names("ALTER TABLE a ADD COLUMN x int; SELECT 1; DROP TABLE b;")).toEqual([]);
  });
});

it("draws on the other migrations of its folder", () => {
  const tree = ["db/V1__a.sql", "db/V2__b.sql", "db/R__v.sql", "db/notes.sql", "other/V3__c.sql", "db/20260131_x.sql"];
  expect(format.references("db/V1__a.sql", "", tree)).toEqual(["db/V2__b.sql", "db/R__v.sql", "db/20260131_x.sql"]);
  expect(format.references("db/notes.sql", "", tree)).toEqual([]);
});

describe("migrations", () => {
  it("are applied in the order of their numbers, repeatable ones last, undone ones never", async () => {
    const files = {
      "V1__a.sql": "CREATE TABLE t (a int);",
      "V10__c.sql": "ALTER TABLE t DROP COLUMN b;",
      "V2__b.sql": "ALTER TABLE t ADD COLUMN b int;",
      "R__z.sql": "ALTER TABLE t ADD COLUMN c int;",
      "U10__c.sql": "DROP TABLE t;",
    };
    expect(await compared(source("CREATE TABLE t (a int, c int)"), source(files))).toEqual([]);
  });

  it("a table dropped in the end is removed", async () => {
    const files = { "V1__a.sql": "CREATE TABLE t (a int);", "V2__b.sql": "DROP TABLE t;" };
    expect(await compared(source("CREATE TABLE t (a int)", "t"), source(files, "t"))).toEqual([["table-removed", ""]]);
  });

  it("what is said of another table does not matter to the part that is meant", async () => {
    const text = "CREATE TABLE t (a int); CREATE TABLE u (a int) INHERITS (x);";
    expect(await compared(source(text, "t"), source(text, "t"))).toEqual([]);
  });
});

describe("what is written another way says nothing", () => {
  it.each([
    ["CREATE TABLE T (A INT, b varchar(3))", "create table t (a int, B VARCHAR( 3 ))", "postgres"],
    [
      "CREATE TABLE t (a int PRIMARY KEY)",
      "CREATE TABLE t (a int NOT NULL, CONSTRAINT pk PRIMARY KEY (a))",
      "postgres",
    ],
    ["CREATE TABLE t (a int UNIQUE)", "CREATE TABLE t (a int, UNIQUE (a))", "postgres"],
    [
      "CREATE TABLE t (a int REFERENCES u (id))",
      "CREATE TABLE t (a int, FOREIGN KEY (a) REFERENCES u (id))",
      "postgres",
    ],
    ["CREATE TABLE t (a int DEFAULT NULL)", "CREATE TABLE t (a int NULL)", "postgres"],
    ["CREATE TABLE t (a int)", "-- new\nCREATE TABLE t /* ; */ (a int);;", "postgres"],
    ["CREATE TABLE t (A INT)", 'CREATE TABLE "T" ("A" INT)', "snowflake"],
    ["CREATE TABLE `p.d.t` (a INT64)", "CREATE TABLE p.d.t (a INT64 OPTIONS(description='x, y'))", "bigquery"],
    [
      "CREATE TABLE t (a STRUCT<b: INT, c: STRING>)",
      "CREATE TABLE t (a struct< b : INT , c STRING COMMENT 'x' >)",
      "spark",
    ],
  ])("%s and %s", async (base, head, dialect) => {
    expect(await compared(source(base), source(head), dialect)).toEqual([]);
  });
});

describe("types declared beside the tables", () => {
  const table = "CREATE TABLE t (m app.mood NOT NULL, many mood[]);";
  it("an enumeration's values are the column's", async () => {
    const base = `CREATE TYPE app.mood AS ENUM ('sad', 'ok'); ${table}`;
    expect(
      await compared(source(base), source(`${base} ALTER TYPE app.mood ADD VALUE IF NOT EXISTS 'glad' AFTER 'ok';`)),
    ).toEqual([
      ["enum-value-added", "m"],
      ["enum-value-added", "many[]"],
    ]);
    expect(await compared(source(base), source(base.replace("'sad', ", "")))).toEqual([
      ["enum-value-removed", "m"],
      ["enum-value-removed", "many[]"],
    ]);
  });

  it("another change of an enumeration or a domain is not compared by values", async () => {
    const base = `CREATE TYPE mood AS ENUM ('sad', 'ok'); CREATE DOMAIN euro AS numeric CHECK (VALUE >= 0); CREATE TABLE t (m mood, e euro);`;
    expect(await compared(source(base), source(`${base} ALTER TYPE mood RENAME VALUE 'ok' TO 'fine';`))).toEqual([
      ["constraint-removed", "m"],
      ["constraint-added", "m"],
    ]);
    expect(await compared(source(base), source(base.replace(">= 0", ">= 1")))).toEqual([["constraint-changed", "e"]]);
    expect(await compared(source(base), source(`${base} ALTER TYPE mood OWNER TO loader;`))).toEqual([]);
  });
});

describe("what moves several tables at once", () => {
  const base = "CREATE TABLE s.t (a int); CREATE TABLE s.u (a int); CREATE TABLE v (a int);";
  it("a schema dropped takes its tables with it", async () => {
    expect(await compared(source(base), source(`${base} DROP SCHEMA IF EXISTS s CASCADE;`))).toEqual([
      ["table-removed", "s.t"],
      ["table-removed", "s.u"],
    ]);
  });

  it("a schema renamed leaves them unknown", async () => {
    const { problems } = await format.compare(
      "c",
      source(base, "s.u"),
      source(`${base} ALTER SCHEMA s RENAME TO x;`, "s.u"),
      {},
    );
    expect(problems.map(({ message }) => message)).toEqual([
      "this statement about s.u is not understood: ALTER SCHEMA s RENAME TO x",
    ]);
  });
});

it("psql's own commands are passed over", async () => {
  expect(
    await compared(
      source("CREATE TABLE t (a int);"),
      source("\\restrict x'y\n\\connect shop\nCREATE TABLE t (a int);"),
    ),
  ).toEqual([]);
});

it("several constraints of one kind are told apart", async () => {
  const text = (second: string) =>
    `CREATE TABLE t (a int REFERENCES x (id) REFERENCES ${second} (id), CHECK (a > 0), CHECK (a < 9));`;
  expect(await compared(source(text("y")), source(text("y")))).toEqual([]);
  expect(await compared(source(text("y")), source(text("z")))).toEqual([["constraint-changed", "a"]]);
});

describe("quoted names", () => {
  it("count letters' case in Snowflake", async () => {
    expect(await compared(source("CREATE TABLE t (id INT)"), source('CREATE TABLE t ("id" INT)'), "snowflake")).toEqual(
      [
        ["column-removed", "id"],
        ["column-added", '"id"'],
      ],
    );
  });
});

describe("what is not understood is refused by name", () => {
  it.each([
    ["CREATE TABLE t (a int NOT NULL FROBNICATED)", "t", "CREATE TABLE t(a int NOT NULL FROBNICATED)"],
    ["CREATE TABLE t (a)", "t", "CREATE TABLE t(a)"],
    ["CREATE TABLE t", "t", "CREATE TABLE t"],
    ["CREATE TABLE t LIKE elsewhere", "t", "CREATE TABLE t LIKE elsewhere"],
    ["CREATE TABLE t (a int); CREATE TABLE t (b int)", "t", "CREATE TABLE t(b int)"],
    ["ALTER TABLE t ADD COLUMN a int", "t", "ALTER TABLE t ADD COLUMN a int"],
    ["CREATE TABLE t (a int); ALTER TABLE t ALTER COLUMN b TYPE text", "t", "ALTER TABLE t ALTER COLUMN b TYPE text"],
    ["CREATE TABLE t (a int); ALTER TABLE t DROP COLUMN b", "t", "ALTER TABLE t DROP COLUMN b"],
    ["CREATE TABLE t (a int); ALTER TABLE t ADD COLUMN a int", "t", "ALTER TABLE t ADD COLUMN a int"],
    [
      "CREATE TABLE t (a int); ALTER TABLE t DROP CONSTRAINT unheard_of",
      "t",
      "ALTER TABLE t DROP CONSTRAINT unheard_of",
    ],
    ["CREATE TABLE t (a int); ALTER TABLE t EXPLODE", "t", "ALTER TABLE t EXPLODE"],
    ["CREATE TABLE t (a int); RENAME TABLE t TO u", "t", "RENAME TABLE t TO u"],
    ["CREATE TABLE s.t (a int); CALL run('alter table t add b int')", "s.t", "CALL run('alter table t add b int')"],
    [
      "CREATE TABLE t (a int); DO $$ EXECUTE format('DROP TABLE %I', x) $$",
      "t",
      "DO $$ EXECUTE format('DROP TABLE %I', x) $$",
    ],
  ])("%s", async (text, name, statement) => {
    const { changes, problems } = await format.compare("c", source(text, name), source(text, name), {
      dialect: "postgres",
    });
    expect(changes).toEqual([]);
    expect(problems.map(({ message }) => message)).toEqual([
      `this statement about ${name} is not understood: ${statement}`,
    ]);
  });

  it("a quote that never closes, with its place", async () => {
    const { problems } = await format.compare("c", source("CREATE TABLE t (\n a int DEFAULT 'x)"), source(""), {});
    expect(problems).toEqual([
      {
        at: { path: "a.sql", line: 2, column: 16 },
        message: "not valid SQL: a quote that never closes",
        severity: "failure",
      },
    ]);
  });

  it("a dialect nobody knows", async () => {
    const { problems } = await format.compare("c", source(""), source(""), { dialect: "cobol" });
    expect(problems.map(({ message }) => message)).toEqual([
      "dialect cobol is not known: postgres, snowflake, bigquery, spark, databricks and redshift are",
    ]);
  });

  it("a table that these files do not make", async () => {
    const { problems } = await format.compare("c", source("SELECT 1", "t"), source("SELECT 1", "t"), {});
    expect(problems.map(({ message }) => message)).toEqual(["t is not created in these files"]);
  });
});

describe("the dialect is guessed where nobody says", () => {
  it.each([
    ["CREATE TABLE t (a INT, v VARIANT)", "CREATE TABLE t (a BIGINT, v VARIANT)", "type-respelled"],
    ["CREATE TABLE t (a INT)", "CREATE TABLE t (a BIGINT)", "column-widened"],
    ["CREATE TABLE t (a FLOAT) USING DELTA", "CREATE TABLE t (a DOUBLE) USING DELTA", "column-widened"],
    ["CREATE TABLE t (a TEXT) DISTSTYLE ALL", "CREATE TABLE t (a VARCHAR(256)) DISTSTYLE ALL", "type-respelled"],
    ["CREATE TABLE t (a INT64)", "CREATE TABLE t (a BIGINT) OPTIONS(description='x')", "type-respelled"],
  ])("%s", async (base, head, rule) => {
    const { changes } = await format.compare("c", source(base), source(head), {});
    expect(changes.map((change) => change.rule)).toEqual([`table/${rule}`]);
  });
});
