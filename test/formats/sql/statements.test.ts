import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { sqlFormat as format } from "../../../src/formats/table/sql/sql.ts";

/** Scripts as engines' manuals write them, each under a line `--- what it shows`; what they make stands in `<dialect>.txt`. */
const folder = join(import.meta.dirname, "statements");
const source = (text: string) => ({ entry: "a.sql", part: "", files: new Map([["a.sql", text]]) });

async function made(text: string, dialect: string): Promise<string> {
  const nothing = source("CREATE TABLE nothing_here (x int);");
  const { changes, problems } = await format.compare(
    "c",
    nothing,
    source(`${text}\nCREATE TABLE nothing_here (x int);`),
    { dialect },
  );
  if (problems.length > 0) return `REFUSED ${problems.map(({ message }) => message).join("; ")}`;
  const tables = changes.filter(({ rule }) => rule === "table/table-added").map(({ element }) => element);
  const shapes = await Promise.all(tables.map((table) => shape(text, table, dialect)));
  return shapes.join("\n");
}

/** Every column and promise of a table, read off what adding it to an empty one tells. */
async function shape(text: string, table: string, dialect: string): Promise<string> {
  const empty = {
    entry: "a.sql",
    part: table,
    files: new Map([["a.sql", `CREATE TABLE ${quoted(table, dialect)} (nothing_yet int);`]]),
  };
  const { changes, problems } = await format.compare("c", empty, { ...source(text), part: table }, { dialect });
  expect(problems).toEqual([]);
  const told = changes
    .filter(({ element }) => element !== "nothing_yet")
    .map(({ element, after, message }) =>
      element === "" ? `    ${message}` : `    ${element}: ${typeof after === "string" ? after : message}`,
    );
  return [`  ${table}`, ...told].join("\n");
}

const quoted = (table: string, dialect: string) =>
  dialect === "bigquery" || dialect === "spark"
    ? `\`${table}\``
    : dialect === "snowflake"
      ? table
      : table
          .split(".")
          .map((part) => `"${part}"`)
          .join(".");

describe.each([
  ["postgres", 18],
  ["snowflake", 16],
  ["bigquery", 16],
  ["spark", 16],
  ["redshift", 16],
])("%s", (dialect, least) => {
  const scriptsIn = (file: string) =>
    readFileSync(join(folder, file), "utf8")
      .split(/^--- /m)
      .slice(1)
      .map((script) => ({ title: script.slice(0, script.indexOf("\n")), text: script.slice(script.indexOf("\n")) }));
  const scripts = scriptsIn(`${dialect}.sql`);

  it("makes what is right of scripts that are hard to follow, or refuses them by name", async () => {
    const hard = scriptsIn(`more/${dialect}.sql`);
    const answers = await Promise.all(hard.map(async ({ title, text }) => `${title}\n${await made(text, dialect)}\n`));
    await expect(answers.join("\n")).toMatchFileSnapshot(join(folder, "more", `${dialect}.txt`));
    expect(hard.length).toBeGreaterThanOrEqual(20);
  });

  it("makes of each script what stands beside it, or refuses it by name", async () => {
    const answers = await Promise.all(
      scripts.map(async ({ title, text }) => `${title}\n${await made(text, dialect)}\n`),
    );
    await expect(answers.join("\n")).toMatchFileSnapshot(join(folder, `${dialect}.txt`));
    const understood = answers.filter((answer) => !answer.includes("REFUSED"));
    expect(scripts.length).toBeGreaterThanOrEqual(20);
    expect(understood.length).toBeGreaterThanOrEqual(least);
  });
});
