import { PGlite } from "@electric-sql/pglite";
import { afterAll, beforeAll, expect, it } from "vitest";
import { history } from "../../../bench/ddl-migrations.mjs";
import { apply } from "../../../src/formats/table/sql-fold.ts";
import { emptyState } from "../../../src/formats/table/sql-state.ts";
import { statementsOf } from "../../../src/formats/table/sql-tokens.ts";

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
  return state.known;
}

it("agrees with the engine about every table that it does not refuse", { timeout: 120_000 }, async () => {
  const sum = { agree: 0, refused: 0 };
  const wrong: string[] = [];
  for (let seed = 1; seed <= 25; seed++) {
    const one = await history(engine, seed, 40, fold);
    sum.agree += one.agree;
    sum.refused += one.refused;
    if (one.wrong.length > 0) wrong.push(`seed ${seed}\n${one.text}${one.wrong.join("\n")}`);
  }
  expect(wrong).toEqual([]);
  // what is refused is the few statements that nobody follows, not a way out
  expect(sum.agree).toBeGreaterThan(3 * sum.refused);
});
