import { PGlite } from "@electric-sql/pglite";
import { afterAll, beforeAll, expect, it } from "vitest";
import { history } from "../../../bench/ddl-migrations.mjs";
import { viewHistory } from "../../../bench/ddl-views.mjs";
import { apply } from "../../../src/formats/table/sql/fold.ts";
import { emptyState } from "../../../src/formats/table/sql/state.ts";
import { statementsOf } from "../../../src/formats/table/sql/tokens.ts";
import { isOpen, standing } from "../../../src/formats/table/sql/view-follow.ts";

/** What PostgreSQL itself makes of random migrations is what we make of them, or we say that we do not understand. */

let engine: PGlite;
beforeAll(async () => {
  engine = await PGlite.create("memory://");
}, 60_000);
afterAll(() => engine.close());

function fold(text: string) {
  const state = emptyState();
  for (const statement of statementsOf("a.sql", text, { backslash: false, nested: true }))
    apply(state, statement, { path: "a.sql", dialect: "postgres" });
  return state;
}

type Told = readonly (readonly [string, string])[] | "unknown" | "refused";

/** Columns and types of all that stands in the end. */
function columnsIn(text: string) {
  const state = fold(text);
  return new Map(
    [...state.known].flatMap(([name, known]): readonly (readonly [string, Told])[] => {
      if ("refused" in known) return [[name, "refused"] as const];
      if (!("built" in known)) return [];
      const { columns, lost } = standing(state, known.built);
      if (lost !== undefined) return [];
      const told = columns.map((column) => [column.name, column.typeText] as const);
      return [[name, isOpen(known.built) ? ("unknown" as const) : told] as const];
    }),
  );
}

it("agrees with the engine about every table that it does not refuse", { timeout: 120_000 }, async () => {
  const sum = { agree: 0, refused: 0 };
  const wrong: string[] = [];
  for (let seed = 1; seed <= 25; seed++) {
    const one = await history(engine, seed, 40, (text) => fold(text).known);
    sum.agree += one.agree;
    sum.refused += one.refused;
    if (one.wrong.length > 0) wrong.push(`seed ${seed}\n${one.text}${one.wrong.join("\n")}`);
  }
  expect(wrong).toEqual([]);
  // what is refused is the few statements that nobody follows, not a way out
  expect(sum.agree).toBeGreaterThan(3 * sum.refused);
});

it("agrees with the engine about the columns of views, or says that it does not know", {
  timeout: 120_000,
}, async () => {
  const sum = { agree: 0, unknown: 0, refused: 0, typed: 0, untyped: 0 };
  const wrong: string[] = [];
  for (let seed = 1; seed <= 25; seed++) {
    const one = await viewHistory(engine, seed, 120, columnsIn);
    for (const key of Object.keys(sum) as (keyof typeof sum)[]) sum[key] += one[key];
    if (one.wrong.length > 0) wrong.push(`seed ${seed}\n${one.text}${one.wrong.join("\n")}`);
  }
  expect(wrong).toEqual([]);
  expect(sum.agree).toBeGreaterThan(sum.unknown + sum.refused);
  expect(sum.typed).toBeGreaterThan(sum.untyped);
});
