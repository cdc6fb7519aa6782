/**
 * Random views over random tables, made and altered in PGlite one statement at a time and folded by us: what the engine says of every
 * view's columns in the end is held against ours. What the engine refuses is left out of the text. Shared by the bench and a test.
 */
import { formatted, numbersFrom, plain } from "./ddl-migrations.mjs";

const types = ["int", "bigint", "numeric(10,2)", "text", "varchar(20)", "boolean", "timestamptz", "double precision"];

function statement(random) {
  const of = (...all) => all[Math.floor(random() * all.length)];
  const maybe = (share, text) => (random() < share ? text : "");
  const tables = ["a", "b", "s.c", '"Odd"'];
  const views = ["v", "w", "s.u", '"Mixed"', "m"];
  const columns = ["x", "y", "z", "X", '"Y"', "k"];
  const table = () => of(...tables, "public.a");
  const view = () => of(...views);
  const source = () => (random() < 0.65 ? table() : view());
  const column = () => of(...columns);
  const alias = () => of("p", "q", "x", "total", '"T"', "k");
  const value = (prefix) =>
    of(
      () => `${prefix}${column()}`,
      () => `${prefix}${column()}`,
      () => `${prefix}${column()}`,
      () => `${prefix}${column()}::${of(...types)}`,
      () => `CAST(${prefix}${column()} AS ${of(...types)})`,
      () => `(${prefix}${column()})::text::varchar(5)`,
      () => `coalesce(${prefix}${column()}, NULL)`,
      () => of("1", "'a'", "TRUE", "2.5", "NULL", "'1'::int", "12345678901"),
      () => `count(*) OVER ()`,
      () => `upper(${prefix}${column()}::text)`,
      () => `CASE WHEN ${prefix}${column()} IS NULL THEN 1 ELSE 2 END`,
      () => `${prefix}${column()} IS NOT DISTINCT FROM NULL`,
      () => `(SELECT max(${column()}) FROM ${table()})`,
      () => `- ${prefix}${column()}::int`,
      () => `now() AT TIME ZONE 'utc'`,
    )();
  const item = (prefix) => `${value(prefix)}${of("", " ", " AS ", " AS ") === "" ? "" : ` AS ${alias()}`}`;
  const bareItem = (prefix) => `${value(prefix)}${maybe(0.3, ` ${of("p", "q", "total", '"T"')}`)}`;
  const list = (prefix) =>
    of(
      () => "*",
      () => (prefix === "" ? "*" : `${prefix}*`),
      () =>
        [item(prefix), maybe(0.8, item(prefix)), maybe(0.4, bareItem(prefix))].filter((text) => text !== "").join(", "),
      () => [bareItem(prefix), maybe(0.5, item(prefix))].filter((text) => text !== "").join(", "),
    )();
  const simple = () => {
    const kind = random();
    const where = maybe(0.3, ` WHERE ${of("1 = 1", "2 > 1")}`);
    if (kind < 0.35) return `SELECT ${maybe(0.1, "DISTINCT ")}${list("")} FROM ${source()}${where}`;
    if (kind < 0.55) return `SELECT ${list("t.")} FROM ${source()} ${maybe(0.5, "AS ")}t${where}`;
    if (kind < 0.75)
      return `SELECT ${item("t.")}, ${item(of("u.", "t.", ""))} FROM ${source()} t ${of("JOIN", "LEFT JOIN", "INNER JOIN", "FULL OUTER JOIN", "CROSS JOIN")} ${source()} u ON ${of("1 = 1", "t.x = u.x", "t.k IS NOT NULL")}`.replace(
        /CROSS JOIN (\S+) u ON .*$/,
        "CROSS JOIN $1 u",
      );
    if (kind < 0.82) return `SELECT t.*, ${item("u.")} FROM ${source()} t, ${source()} u`;
    if (kind < 0.9) return `SELECT ${list("t.")} FROM (SELECT ${list("")} FROM ${source()}) t`;
    if (kind < 0.95) return `SELECT ${column()} FROM ${source()} GROUP BY ${column()}`;
    return `SELECT * FROM ${source()} JOIN ${source()} USING (${column()})`;
  };
  const query = () => {
    const kind = random();
    if (kind < 0.7) return simple();
    if (kind < 0.8) return `WITH c AS (${simple()}) SELECT ${list("c.")} FROM c`;
    if (kind < 0.85) return `WITH a AS (${simple()}), d (p) AS (SELECT ${item("")} FROM a) SELECT * FROM d`;
    if (kind < 0.9)
      return `WITH RECURSIVE r (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r WHERE n < 3) SELECT n, 'x' AS o FROM r`;
    return `${simple()} UNION ${maybe(0.5, "ALL ")}${simple()}`;
  };
  const names = () => maybe(0.15, ` (${of("p", "x", '"N"')}${maybe(0.5, ", q")})`);
  const make = () =>
    `CREATE TABLE ${table()} (${column()} ${of(...types)}${maybe(0.4, " NOT NULL")}, ${column()} ${of(...types)}, ${column()} ${of("serial", ...types)}${maybe(0.3, " PRIMARY KEY")})`;
  const see = () => `CREATE ${maybe(0.3, "OR REPLACE ")}VIEW ${view()}${names()} AS ${query()}`;
  const alter = (...actions) => of(...actions)();
  return of(
    make,
    make,
    see,
    see,
    see,
    see,
    see,
    () => `CREATE MATERIALIZED VIEW ${maybe(0.3, "IF NOT EXISTS ")}m AS ${query()}${maybe(0.3, " WITH NO DATA")}`,
    () => `CREATE TABLE ${of("f", "g")} AS ${query()}`,
    () => `CREATE OR REPLACE VIEW ${view()}${names()} AS ${query()}`,
    () => `ALTER TABLE ${table()} RENAME ${maybe(0.5, "COLUMN ")}${column()} TO ${of("x", "y", "n", '"Z"')}`,
    () => `ALTER TABLE ${of("a", "b")} RENAME TO ${of("a", "b", "e")}`,
    () => `ALTER TABLE ${table()} ADD COLUMN ${of("n", "y", "k")} ${of(...types)}`,
    () => `ALTER TABLE ${table()} DROP COLUMN ${column()}${maybe(0.6, " CASCADE")}`,
    () => `ALTER TABLE ${table()} ALTER COLUMN ${column()} TYPE text`,
    () => `ALTER TABLE ${table()} ALTER COLUMN ${column()} ${of("SET", "DROP")} NOT NULL`,
    () =>
      alter(
        () => `ALTER VIEW ${view()} RENAME TO ${of("v", "w", "n")}`,
        () => `ALTER VIEW ${view()} RENAME COLUMN ${column()} TO ${of("k", "l")}`,
      ),
    () =>
      `ALTER ${of("VIEW v", "VIEW w", "MATERIALIZED VIEW m", "TABLE v")} ${of("SET SCHEMA s", "RENAME TO o", "RENAME x TO g", "OWNER TO CURRENT_USER")}`,
    () => `DROP TABLE ${table()}${maybe(0.5, " CASCADE")}`,
    () => `DROP ${of("VIEW", "VIEW", "MATERIALIZED VIEW")} ${of(view(), "m")}${maybe(0.5, " CASCADE")}`,
    () =>
      of(
        "BEGIN; DROP TABLE a CASCADE; ROLLBACK",
        "SELECT 1",
        "SELECT 2",
        "SELECT 3",
        "DO $$ BEGIN CREATE OR REPLACE VIEW v AS SELECT 1 AS x; END $$",
      ),
  )();
}

const catalog = `
SELECT n.nspname AS schema, c.relname AS name, c.relkind AS kind,
  (SELECT json_agg(json_build_array(a.attname, format_type(a.atttypid, a.atttypmod)) ORDER BY a.attnum)
    FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped) AS columns
FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
WHERE c.relkind IN ('v', 'm', 'r') AND n.nspname IN ('public', 's')`;

/**
 * One random history. `fold` is given its text, and answers with every view and table by name: its columns as [name, type], a type
 * that is not certain empty, no columns where they are not known; or why it is refused.
 */
export async function viewHistory(engine, seed, length, fold) {
  const random = numbersFrom(seed);
  await engine.exec(
    "ROLLBACK; DROP SCHEMA IF EXISTS s CASCADE; DROP SCHEMA public CASCADE; CREATE SCHEMA public; CREATE SCHEMA s;",
  );
  const ran = [
    "CREATE TABLE a (x int NOT NULL, y text, k numeric(10,2))",
    "CREATE TABLE b (x bigint, z boolean, k timestamptz)",
    'CREATE TABLE s.c (x varchar(20), y int, "Y" text)',
    "CREATE VIEW v AS SELECT x, y FROM a",
  ];
  for (const text of ran) await engine.exec(text);
  for (let index = 0; index < length; index++) {
    const text = statement(random);
    try {
      await engine.exec(text);
      ran.push(text);
    } catch {
      await engine.exec("ROLLBACK");
    }
  }
  const text = `${ran.join(";\n")};\n`;
  const { rows } = await engine.query(catalog);
  const theirs = new Map(
    rows.map((row) => [
      row.schema === "public" ? row.name : `${row.schema}.${row.name}`,
      { ...row, columns: row.columns ?? [] },
    ]),
  );
  const mine = new Map([...fold(text)].map(([name, one]) => [name.replace(/^public\./, ""), one]));
  const sum = { agree: 0, unknown: 0, refused: 0, typed: 0, untyped: 0 };
  const wrong = [];
  for (const name of new Set([...theirs.keys(), ...mine.keys()])) {
    const [one, other] = [mine.get(name), theirs.get(name)];
    if (one === "refused") sum.refused++;
    else if (one === undefined && [...mine.values()].includes("refused")) sum.refused++;
    else if (one === undefined) wrong.push(`${name}: the engine has it`);
    else if (other === undefined) wrong.push(`${name}: the engine does not have it`);
    else if (one === "unknown") sum.unknown++;
    else {
      const told = one.map(([called, type]) => [called, formatted.get(plain(type)) ?? type]);
      const same =
        told.length === other.columns.length &&
        told.every(
          ([called, type], at) => called === other.columns[at][0] && (type === "" || type === other.columns[at][1]),
        );
      if (!same) wrong.push(`${name}:\n  ours   ${JSON.stringify(told)}\n  theirs ${JSON.stringify(other.columns)}`);
      else if (other.kind !== "r") {
        sum.agree++;
        for (const [, type] of told) type === "" ? sum.untyped++ : sum.typed++;
      }
    }
  }
  return { text, ...sum, wrong };
}
